//! The files that the student works on.

use mcore::base::SourceFile;
use mcore::session::ExerciseView;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Name under which work without an exercise is kept.
pub const SCRATCH: &str = "scratch";

/// Program to begin with outside of exercises.
const SCRATCH_START: &str = include_str!("scratch.s");

/// What is stored of the student's work on one exercise.
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
    /// `class/matmul` or [`SCRATCH`].
    pub id: String,
    /// The exercise, if it is one.
    pub exercise: Option<Rc<ExerciseView>>,
    /// All files of the program, in the order of their tabs.
    pub files: Rc<Vec<SourceFile>>,
    /// The program, if it is not made from the files; they are its sources then, to be read only.
    pub executable: Option<Rc<Executable>>,
    /// What a reset has replaced.
    pub replaced: Option<Rc<Vec<SourceFile>>>,
    /// How many hints are open.
    pub hints_open: usize,
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
            exercise: Some(exercise),
            files: Rc::new(files),
            executable: None,
            replaced: None,
            hints_open: 0,
        }
    }

    /// Work without an exercise.
    pub fn scratch(before: Option<Work>) -> Self {
        let files = before.map(|w| w.files).filter(|f| !f.is_empty()).unwrap_or_else(scratch_start);
        Self {
            id: SCRATCH.to_owned(),
            exercise: None,
            files: Rc::new(files),
            executable: None,
            replaced: None,
            hints_open: 0,
        }
    }

    /// An ELF program with such of its sources as are at hand.
    pub fn executable(executable: Executable, sources: Vec<SourceFile>) -> Self {
        Self {
            id: EXECUTABLE.to_owned(),
            exercise: None,
            files: Rc::new(sources),
            executable: Some(Rc::new(executable)),
            replaced: None,
            hints_open: 0,
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

    /// What to store.
    pub fn to_store(&self) -> Work {
        Work { files: self.files.iter().filter(|f| !self.is_read_only(&f.name)).cloned().collect() }
    }

    /// The files to begin with.
    pub fn start_files(&self) -> Vec<SourceFile> {
        self.exercise.as_ref().map_or_else(scratch_start, |e| e.start.clone())
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

fn scratch_start() -> Vec<SourceFile> {
    vec![SourceFile { name: "main.s".to_owned(), text: SCRATCH_START.to_owned() }]
}
