//! The files of the open work.

use super::project::{BadName, MAX_FILES, Project, check_name};
use crate::modes::chip::compiler::is_c;
use crate::shell::pictures::Pictures;
use mcore::base::{Lang, SourceFile};
use mcore::modes::chip::session::ExerciseView;
use mcore::modes::chip::session::MachineOptions;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// ID under which work without an exercise is stored.
pub const SCRATCH: &str = "scratch";

/// The start program outside exercises.
const SCRATCH_START: &str = include_str!("scratch.s");

/// The same in C.
const SCRATCH_C: &str = include_str!("scratch.c");

/// The student's work on one exercise, without the other data stored with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The files that the student can edit.
    pub files: Vec<SourceFile>,
}

/// ID of work on an ELF program. It is not stored: its file is the user's own.
pub const EXECUTABLE: &str = "elf";

/// An ELF program that the user has opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Executable {
    /// Name of the file.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// The student's open work.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// `class/matmul`, `example/ring`, [`SCRATCH`], or the generated ID of a project.
    pub id: String,
    /// The name given by the user; empty for the work on an exercise.
    pub name: String,
    pub exercise: Option<Rc<ExerciseView>>,
    /// All files of the program, in the order of their tabs.
    pub files: Rc<Vec<SourceFile>>,
    /// The program, if it is not assembled from the files; these are then its read-only sources.
    pub executable: Option<Rc<Executable>>,
    /// The start files; those of an exercise in the language of the page.
    pub start: Rc<Vec<SourceFile>>,
    /// The files that a reset has replaced.
    pub replaced: Option<Rc<Vec<SourceFile>>>,
    /// Number of open hints.
    pub hints_open: usize,
    /// The pictures of the statement.
    pub pictures: Rc<Pictures>,
    /// Set if the work was written for another version of the pack and the user has not decided yet whether to carry it
    /// over.
    pub migration: Option<Rc<Migration>>,
}

/// Work that was written for another version of its pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// That version.
    pub from: String,
    /// Name of the project that keeps the unchanged work.
    pub kept: String,
}

impl Workspace {
    /// An exercise with the student's previous work on it, in a page in this language.
    pub fn exercise(exercise: Rc<ExerciseView>, before: Option<Work>, lang: Lang) -> Self {
        let mut files = exercise.start.clone();
        let read_only = |name: &str| exercise.read_only.iter().any(|r| r == name);
        for old in before.into_iter().flat_map(|w| w.files) {
            match files.iter_mut().find(|f| f.name == old.name) {
                // If the pack has declared the file read-only since, the pack's text is used.
                Some(file) if !read_only(&file.name) => file.text = old.text,
                Some(_) => {}
                // A file that a new version of the pack no longer has still belongs to the student.
                None => files.push(old),
            }
        }
        let mut work = Self {
            id: exercise.id.clone(),
            name: String::new(),
            exercise: Some(exercise),
            files: Rc::new(files),
            executable: None,
            start: Rc::default(),
            replaced: None,
            hints_open: 0,
            pictures: Rc::default(),
            migration: None,
        };
        work.speak(lang);
        work
    }

    /// Takes the start files in a language. Files of the exercise that are not edited have this text from now on.
    pub fn speak(&mut self, lang: Lang) {
        let Some(exercise) = self.exercise.clone() else { return };
        let start = exercise.start_in(lang);
        for (index, file) in self.files.clone().iter().enumerate().filter(|(_, file)| exercise.is_start(file)) {
            if let Some(own) = start.iter().find(|own| own.name == file.name && own.text != file.text) {
                Rc::make_mut(&mut self.files)[index].text.clone_from(&own.text);
            }
        }
        self.start = Rc::new(start);
    }

    /// A project without an exercise. `start` are its start files, if they are known.
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
            migration: None,
        }
    }

    /// Work without an exercise before anything has been stored.
    #[cfg(test)]
    pub fn scratch() -> Self {
        Self::project(&Project { id: SCRATCH.to_owned(), ..Project::default() }, None)
    }

    /// An ELF program with those of its sources that are available.
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
            migration: None,
        }
    }

    /// Adds files opened by the user; a new file replaces one of the same name. The previous files can be restored as
    /// after a reset.
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

    /// Shows the source generated from an ELF program without sources, replacing an older one.
    pub fn show_made(&mut self, made: SourceFile) {
        let files = Rc::make_mut(&mut self.files);
        match files.iter_mut().find(|f| f.name == made.name) {
            Some(old) => *old = made,
            None => files.insert(0, made),
        }
    }

    /// True for a read-only file: the exercise says so, or it is a source of an ELF program.
    pub fn is_read_only(&self, name: &str) -> bool {
        self.executable.is_some() || self.exercise.as_ref().is_some_and(|e| e.read_only.iter().any(|r| r == name))
    }

    /// The files that the student can edit.
    pub fn own_files(&self) -> Vec<SourceFile> {
        self.files.iter().filter(|f| !self.is_read_only(&f.name)).cloned().collect()
    }

    /// The project to store, based on the stored one. `None` for an ELF program, whose file is the user's own.
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

    /// True if a file is a C text, so that the compiler is needed.
    pub fn has_c(&self) -> bool {
        self.executable.is_none() && self.files.iter().any(|f| is_c(&f.name))
    }

    /// The start files.
    pub fn start_files(&self) -> &[SourceFile] {
        &self.start
    }

    /// True for a start file of the exercise: it keeps its name and its place.
    pub fn is_fixed(&self, name: &str) -> bool {
        self.is_read_only(name) || self.exercise.as_ref().is_some_and(|e| e.start.iter().any(|f| f.name == name))
    }

    /// Whether a new file, or the file `old`, can have this name.
    pub fn check_name(&self, name: &str, old: Option<&str>) -> Result<(), BadName> {
        check_name(name, self.files.iter().map(|f| f.name.as_str()).filter(|n| Some(*n) != old))
    }

    /// Adds an empty file after the others. False if that is not possible.
    pub fn add_file(&mut self, name: &str) -> bool {
        let can = self.executable.is_none() && self.files.len() < MAX_FILES && self.check_name(name, None).is_ok();
        if can {
            Rc::make_mut(&mut self.files).push(SourceFile { name: name.to_owned(), text: String::new() });
        }
        can
    }

    /// Renames a file. False if that is not possible.
    pub fn rename_file(&mut self, old: &str, new: &str) -> bool {
        if self.is_fixed(old) || old == new || self.check_name(new, Some(old)).is_err() {
            return false;
        }
        let Some(index) = self.files.iter().position(|f| f.name == old) else { return false };
        Rc::make_mut(&mut self.files)[index].name = new.to_owned();
        true
    }

    /// Removes a file; it can be restored as after a reset. False for a fixed file, and for the last one.
    pub fn remove_file(&mut self, name: &str) -> bool {
        let Some(index) = self.files.iter().position(|f| f.name == name) else { return false };
        if self.is_fixed(name) || self.files.len() < 2 {
            return false;
        }
        self.replaced = Some(self.files.clone());
        Rc::make_mut(&mut self.files).remove(index);
        true
    }

    /// Moves a file by one place. False if it is already at the end.
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

    /// Replaces the editable files by an earlier version; they can be restored as after a reset.
    pub fn restore(&mut self, version: &[SourceFile]) {
        let fixed =
            self.files.iter().filter(|f| self.is_read_only(&f.name) && !version.iter().any(|v| v.name == f.name));
        let files: Vec<_> = fixed.chain(version).cloned().collect();
        self.replaced = Some(self.files.clone());
        self.files = Rc::new(files);
    }

    /// True if a reset would change nothing.
    pub fn is_untouched(&self) -> bool {
        self.files == self.start
    }

    /// True if the files are the start files; each may be in either language.
    pub fn is_unedited(&self) -> bool {
        let names = |files: &[SourceFile]| files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
        let is_start = |file: &SourceFile| self.exercise.as_ref().is_some_and(|exercise| exercise.is_start(file));
        self.is_untouched() || (names(&self.files) == names(&self.start) && self.files.iter().all(is_start))
    }

    /// Restores the start files.
    pub fn reset(&mut self) {
        self.replaced = Some(self.files.clone());
        self.files = self.start.clone();
    }

    /// Undoes a reset. False if there was none.
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

/// The start program of a new project.
pub fn scratch_start() -> Vec<SourceFile> {
    vec![SourceFile { name: "main.s".to_owned(), text: SCRATCH_START.to_owned() }]
}

/// The start program of a new project in C.
pub fn scratch_c() -> Vec<SourceFile> {
    vec![SourceFile { name: "main.c".to_owned(), text: SCRATCH_C.to_owned() }]
}
