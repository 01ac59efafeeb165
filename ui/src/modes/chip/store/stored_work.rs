//! The stored work, and the requests about it: projects, history, links, files of work, examples.

use super::history::Version;
use super::imported::Imported;
use super::project::Projects;
use crate::modes::chip::gallery::Gallery;
use crate::modes::chip::share::Made;
use crate::modes::chip::store::project::Project;
use std::rc::Rc;

/// Whether the browser stores work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// It is not known yet.
    #[default]
    Unknown,
    /// It does.
    Yes,
    /// It does not, for this reason.
    No(String),
}

/// Whether this tab may change the open project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EditLock {
    /// It may.
    #[default]
    Ours,
    /// Another tab has it open.
    Elsewhere,
    /// Another tab has taken it over.
    Taken,
    /// This tab has requested it from the other tab.
    Asked,
}

/// A stored record that is unreadable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Its key.
    pub id: String,
    /// Its raw text.
    pub raw: String,
}

/// All stored work, as far as the page knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredWork {
    /// Projects; deleted ones too until they are removed permanently.
    pub projects: Rc<Projects>,
    /// Whether they are stored.
    pub kept: Kept,
    /// Whether the browser promises not to evict them when space runs short; `None` until the answer arrives.
    pub durable: Option<bool>,
    /// Whether this tab may change the open one.
    pub edit_lock: EditLock,
    /// Unreadable records.
    pub damaged: Rc<Vec<Damaged>>,
    /// Versions of the open project, the newest first; `None` while they are being read.
    pub history: Option<Rc<Vec<Version>>>,
    /// The link to the shown work; `None` while it is being made.
    pub made: Option<Rc<Made>>,
    /// An imported file of work that waits for the user's decision.
    pub imported: Option<Rc<Imported>>,
    /// The examples; `None` until they are known.
    pub gallery: Option<Rc<Gallery>>,
    /// The undo histories of the open project when it was opened.
    pub undo: Histories,
}

/// The undo histories of a project's files.
#[derive(Clone, Debug, Default)]
pub struct Histories(Rc<(String, Vec<(String, String)>)>);

impl Histories {
    /// The histories of the files of the project `id`: name and text, in the editor's format.
    pub fn new(id: String, files: Vec<(String, String)>) -> Self {
        Self(Rc::new((id, files)))
    }

    /// Name and history of each file, if the project is `id`.
    pub fn of(&self, id: &str) -> &[(String, String)] {
        if self.0.0 == id { &self.0.1 } else { &[] }
    }
}

/// Each instance is equal only to itself: comparing the long texts would be slow.
impl PartialEq for Histories {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// News about stored work.
#[derive(Clone, Debug)]
pub enum StoredNews {
    /// All projects have been read.
    Known(Projects, Kept, Vec<Damaged>),
    /// A project is new, or has changed.
    Put(Rc<Project>),
    /// The unreadable records have been given to the user.
    DamagedSaved,
    /// Whether the browser promises to keep the data.
    Durable(bool),
    /// Whether this tab may change the open project.
    EditLock(EditLock),
    /// Versions of the open project; `None` while they are being read.
    History(Option<Vec<Version>>),
    /// The finished link; `None` while it is being made.
    Made(Option<Rc<Made>>),
    /// A file of work that has been read; `None` once the user has decided.
    Imported(Option<Rc<Imported>>),
    /// The examples are known.
    Gallery(Rc<Gallery>),
    /// The undo histories of the project that is being opened.
    Undo(Histories),
}

impl StoredWork {
    /// Applies the news.
    pub fn hear(&mut self, news: StoredNews) {
        match news {
            StoredNews::Known(projects, kept, damaged) => {
                self.projects = Rc::new(projects);
                self.kept = kept;
                self.damaged = Rc::new(damaged);
            }
            StoredNews::Put(project) => {
                Rc::make_mut(&mut self.projects).insert(project.id.clone(), project);
            }
            StoredNews::DamagedSaved => self.damaged = Rc::default(),
            StoredNews::Durable(durable) => self.durable = Some(durable),
            StoredNews::EditLock(edit_lock) => self.edit_lock = edit_lock,
            StoredNews::History(versions) => self.history = versions.map(Rc::new),
            StoredNews::Made(made) => self.made = made,
            StoredNews::Imported(imported) => self.imported = imported,
            StoredNews::Undo(undo) => self.undo = undo,
            StoredNews::Gallery(gallery) => self.gallery = Some(gallery),
        }
    }

    /// The user's own projects that are not deleted, the one changed last first.
    pub fn own(&self) -> Vec<Rc<Project>> {
        let mut own: Vec<_> = self.projects.values().filter(|p| p.is_own() && p.deleted.is_none()).cloned().collect();
        own.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.id.cmp(&b.id)));
        own
    }

    /// Deleted projects, the one deleted last first.
    pub fn deleted(&self) -> Vec<Rc<Project>> {
        let mut gone: Vec<_> = self.projects.values().filter(|p| p.deleted.is_some()).cloned().collect();
        gone.sort_by(|a, b| b.deleted.cmp(&a.deleted).then_with(|| a.id.cmp(&b.id)));
        gone
    }
}

/// A request about stored work.
#[derive(Clone, Debug, PartialEq)]
pub enum Keep {
    OpenProject(String),
    /// Creates an empty project.
    NewProject,
    /// The same with a program in C.
    NewProjectInC,
    RenameProject(String, String),
    /// Makes a copy of a project and opens it.
    CopyProject(String),
    /// Deletes a project; it can be restored.
    DeleteProject(String),
    /// Restores a deleted project.
    RestoreProject(String),
    /// Adds an empty file.
    AddFile(String),
    RenameFile(String, String),
    /// Removes a file; can be undone.
    RemoveFile(String),
    /// Moves a file by one place, to the front or to the back.
    MoveFile(String, bool),
    /// Shows the versions of the open project.
    ShowHistory,
    /// Restores the version of this time; can be undone.
    RestoreVersion(u64),
    /// Gives the user all work as one file.
    Export,
    /// Reads such a file.
    Import(Vec<u8>),
    /// Imports the file that has been read.
    AcceptImport,
    /// Gives the unreadable records to the user.
    SaveDamaged,
    /// Makes a link to the shown work.
    Share,
    /// The address of the page has changed while it is open.
    AddressChanged,
    /// Opens the examples.
    ShowGallery,
    /// Opens an example and runs it.
    OpenExample(String),
    /// Continues with the work of another version of the pack, or (false) starts again with the files of this one.
    Migrate(bool),
    /// Takes the open project over from the other tab.
    TakeOver,
    /// Works on a copy of the open project.
    WorkOnCopy,
    /// Stores the undo history of a file of the open project.
    Undo(String, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(id: &str, changed: u64) -> Rc<Project> {
        Rc::new(Project { id: id.to_owned(), changed, ..Project::default() })
    }

    #[test]
    fn own_projects_are_listed_by_time_and_deleted_ones_apart() {
        let mut stored_work = StoredWork::default();
        for p in [project("a", 5), project("b", 9), project("c", 7)] {
            stored_work.hear(StoredNews::Put(p));
        }
        let exercise = Project { id: "class/x".into(), exercise: Some("class/x".into()), ..Project::default() };
        stored_work.hear(StoredNews::Put(Rc::new(exercise)));
        let ids = |list: Vec<Rc<Project>>| list.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(stored_work.own()), ["b", "c", "a"]);
        let gone = Project { deleted: Some(10), ..Project::clone(&project("c", 7)) };
        stored_work.hear(StoredNews::Put(Rc::new(gone)));
        assert_eq!(ids(stored_work.own()), ["b", "a"]);
        assert_eq!(ids(stored_work.deleted()), ["c"]);
    }
}
