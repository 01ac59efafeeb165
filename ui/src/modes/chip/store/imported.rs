//! A file of work that the user has chosen, as it was read.

use super::history::Version;
use super::project::Project;
use super::travel::Notes;

/// The content of a file of work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub projects: Vec<Project>,
    /// Versions, each with the ID of its project.
    pub versions: Vec<(String, Version)>,
    /// Breakpoints, watchpoints and bookmarks, with the IDs of their projects.
    pub notes: Vec<(String, Notes)>,
    /// Records that cannot be read any more, or are missing.
    pub lost: usize,
}

/// Why a file cannot be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is something else.
    Foreign,
    /// A later edition of the program has written it.
    Later,
    /// It is one, but nothing in it could be saved.
    Destroyed,
}
