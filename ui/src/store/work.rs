//! The files that the student works on.

use super::project::{BadName, MOST_FILES, Project, check_name};
use crate::pictures::Pictures;
use mcore::base::SourceFile;
use mcore::session::ExerciseView;
use mcore::session::MachineOptions;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Name under which work without an exercise is kept.
pub const SCRATCH: &str = "scratch";

/// Program to begin with outside of exercises.
const SCRATCH_START: &str = include_str!("scratch.s");

/// The student's work on one exercise, without what else is kept with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The files that the student can edit.
    pub files: Vec<SourceFile>,
}

/// Name of work on an ELF program. It is not kept: its file is the user's own.
pub const EXECUTABLE: &str = "elf";

/// An ELF program that the user has opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Executable {
    /// Name of the file.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// What the student works on.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// `class/matmul`, `example/ring`, [`SCRATCH`], or the made-up name of a project.
    pub id: String,
    /// The name that the user has given; empty for the work on an exercise.
    pub name: String,
    /// The exercise, if it is one.
    pub exercise: Option<Rc<ExerciseView>>,
    /// All files of the program, in the order of their tabs.
    pub files: Rc<Vec<SourceFile>>,
    /// The program, if it is not made from the files; they are its sources then, to be read only.
    pub executable: Option<Rc<Executable>>,
    /// The files to begin with, if it is no exercise.
    pub start: Rc<Vec<SourceFile>>,
    /// What a reset has replaced.
    pub replaced: Option<Rc<Vec<SourceFile>>>,
    /// How many hints are open.
    pub hints_open: usize,
    /// The pictures of the statement.
    pub pictures: Rc<Pictures>,
    /// The work was written for another version of the pack, and it has not been said yet what is to become of it.
    pub carry: Option<Rc<Carry>>,
}

/// Work that was written for another version of its pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carry {
    /// That version.
    pub from: String,
    /// Name of the project under which the work is kept as it was.
    pub kept: String,
}

impl Workspace {
    /// An exercise with what the student has written for it before.
    pub fn exercise(exercise: Rc<ExerciseView>, before: Option<Work>) -> Self {
        let mut files = exercise.start.clone();
        let read_only = |name: &str| exercise.read_only.iter().any(|r| r == name);
        for old in before.into_iter().flat_map(|w| w.files) {
            match files.iter_mut().find(|f| f.name == old.name) {
                // The pack may have declared the file read-only since; then the pack's text counts.
                Some(file) if !read_only(&file.name) => file.text = old.text,
                Some(_) => {}
                // A file that a new version of the pack no longer has is still the student's.
                None => files.push(old),
            }
        }
        Self {
            id: exercise.id.clone(),
            name: String::new(),
            exercise: Some(exercise),
            files: Rc::new(files),
            executable: None,
            start: Rc::default(),
            replaced: None,
            hints_open: 0,
            pictures: Rc::default(),
            carry: None,
        }
    }

    /// A project without an exercise. `start` are the files that it began with, if they are known.
    pub fn project(project: &Project, start: Option<Vec<SourceFile>>) -> Self {
        let start = start.unwrap_or_else(scratch_start);
        let files = if project.files.is_empty() { start.clone() } else { project.files.clone() };
        Self {
            id: project.id.clone(),
            name: project.name.clone(),
            exercise: None,
            files: Rc::new(files),
            executable: None,
            start: Rc::new(start),
            replaced: None,
            hints_open: 0,
            pictures: Rc::default(),
            carry: None,
        }
    }

    /// Work without an exercise, as it is before anything has been kept.
    #[cfg(test)]
    pub fn scratch() -> Self {
        Self::project(&Project { id: SCRATCH.to_owned(), ..Project::default() }, None)
    }

    /// An ELF program with such of its sources as are at hand.
    pub fn executable(executable: Executable, sources: Vec<SourceFile>) -> Self {
        Self {
            id: EXECUTABLE.to_owned(),
            name: String::new(),
            exercise: None,
            files: Rc::new(sources),
            executable: Some(Rc::new(executable)),
            start: Rc::default(),
            replaced: None,
            hints_open: 0,
            pictures: Rc::default(),
            carry: None,
        }
    }

    /// Adds files that the user has opened; of equal names the new one counts. What was there before can be brought back
    /// as after a reset.
    pub fn add(&mut self, opened: Vec<SourceFile>) {
        let mut files = self.files.to_vec();
        for file in opened {
            match files.iter_mut().find(|f| f.name == file.name) {
                Some(_) if self.exercise.is_some() && self.is_read_only(&file.name) => {}
                Some(old) => *old = file,
                None => files.push(file),
            }
        }
        self.replaced = Some(self.files.clone());
        self.files = Rc::new(files);
    }

    /// Shows the text that was made of an ELF program without sources, in place of an older one.
    pub fn show_made(&mut self, made: SourceFile) {
        let files = Rc::make_mut(&mut self.files);
        match files.iter_mut().find(|f| f.name == made.name) {
            Some(old) => *old = made,
            None => files.insert(0, made),
        }
    }

    /// True for a file that must stay as it is: the exercise says so, or it is the source of an ELF program.
    pub fn is_read_only(&self, name: &str) -> bool {
        self.executable.is_some() || self.exercise.as_ref().is_some_and(|e| e.read_only.iter().any(|r| r == name))
    }

    /// The files that the student can edit.
    pub fn own_files(&self) -> Vec<SourceFile> {
        self.files.iter().filter(|f| !self.is_read_only(&f.name)).cloned().collect()
    }

    /// What to store, on top of what is stored already. `None` for an ELF program, whose file is the user's own.
    pub fn to_project(&self, before: Option<&Project>, machine: &MachineOptions, now: u64) -> Option<Project> {
        if self.executable.is_some() {
            return None;
        }
        Some(Project {
            id: self.id.clone(),
            name: self.name.clone(),
            exercise: self.exercise.as_ref().map(|e| e.id.clone()),
            pack_version: self.exercise.as_ref().map(|e| e.pack_version.clone()),
            files: self.own_files(),
            machine: machine.clone(),
            created: before.map_or(now, |b| b.created),
            changed: now,
            revision: before.map_or(0, |b| b.revision),
            deleted: None,
        })
    }

    /// The files to begin with.
    pub fn start_files(&self) -> Vec<SourceFile> {
        self.exercise.as_ref().map_or_else(|| self.start.to_vec(), |e| e.start.clone())
    }

    /// True for a file that the exercise begins with: it keeps its name and its place.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.is_read_only(name) || self.exercise.as_ref().is_some_and(|e| e.start.iter().any(|f| f.name == name))
    }

    /// Whether a new file, or the file `old`, can have this name.
    pub fn check_name(&self, name: &str, old: Option<&str>) -> Result<(), BadName> {
        check_name(name, self.files.iter().map(|f| f.name.as_str()).filter(|n| Some(*n) != old))
    }

    /// Adds an empty file behind the others. False if that cannot be.
    pub fn add_file(&mut self, name: &str) -> bool {
        let can = self.executable.is_none() && self.files.len() < MOST_FILES && self.check_name(name, None).is_ok();
        if can {
            Rc::make_mut(&mut self.files).push(SourceFile { name: name.to_owned(), text: String::new() });
        }
        can
    }

    /// Gives a file another name. False if that cannot be.
    pub fn rename_file(&mut self, old: &str, new: &str) -> bool {
        if self.is_fixed(old) || old == new || self.check_name(new, Some(old)).is_err() {
            return false;
        }
        let Some(index) = self.files.iter().position(|f| f.name == old) else { return false };
        Rc::make_mut(&mut self.files)[index].name = new.to_owned();
        true
    }

    /// Removes a file; it can be brought back as after a reset. False for one that must stay, and for the last one.
    pub fn remove_file(&mut self, name: &str) -> bool {
        let Some(index) = self.files.iter().position(|f| f.name == name) else { return false };
        if self.is_fixed(name) || self.files.len() < 2 {
            return false;
        }
        self.replaced = Some(self.files.clone());
        Rc::make_mut(&mut self.files).remove(index);
        true
    }

    /// Moves a file by one place. False if it cannot go there.
    pub fn move_file(&mut self, name: &str, to_front: bool) -> bool {
        let Some(index) = self.files.iter().position(|f| f.name == name) else { return false };
        let other = if to_front { index.checked_sub(1) } else { Some(index + 1).filter(|i| *i < self.files.len()) };
        let Some(other) = other.filter(|o| !self.is_fixed(&self.files[*o].name)) else { return false };
        if self.is_fixed(name) {
            return false;
        }
        Rc::make_mut(&mut self.files).swap(index, other);
        true
    }

    /// Puts an earlier version in place of what can be edited; it can be brought back as after a reset.
    pub fn restore(&mut self, version: &[SourceFile]) {
        let fixed =
            self.files.iter().filter(|f| self.is_read_only(&f.name) && !version.iter().any(|v| v.name == f.name));
        let files: Vec<_> = fixed.chain(version).cloned().collect();
        self.replaced = Some(self.files.clone());
        self.files = Rc::new(files);
    }

    /// True if a reset would change nothing.
    pub fn is_untouched(&self) -> bool {
        *self.files == self.start_files()
    }

    /// Puts the start files back.
    pub fn reset(&mut self) {
        self.replaced = Some(self.files.clone());
        self.files = Rc::new(self.start_files());
    }

    /// Takes a reset back. False if there was none.
    pub fn undo_reset(&mut self) -> bool {
        let Some(files) = self.replaced.take() else { return false };
        self.files = files;
        true
    }

    /// Changes the text of a file. False if nothing has changed.
    pub fn edit(&mut self, name: &str, text: String) -> bool {
        if self.is_read_only(name) {
            return false;
        }
        let Some(index) = self.files.iter().position(|f| f.name == name && f.text != text) else { return false };
        Rc::make_mut(&mut self.files)[index].text = text;
        true
    }
}

/// The program that a new project begins with.
pub fn scratch_start() -> Vec<SourceFile> {
    vec![SourceFile { name: "main.s".to_owned(), text: SCRATCH_START.to_owned() }]
}
