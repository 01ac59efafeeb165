//! What is kept, and what is done with it: projects, history, links, files of work, examples.

use super::history::Version;
use super::imported::Imported;
use super::project::Projects;
use crate::gallery::Gallery;
use crate::share::Made;
use crate::store::project::Project;
use std::rc::Rc;

/// Whether the browser keeps what is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kept {
    /// It has not been asked yet.
    #[default]
    Unknown,
    /// It does.
    Yes,
    /// It does not, and says why.
    No(String),
}

/// Whether this tab may change the project that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guard {
    /// It may.
    #[default]
    Ours,
    /// Another tab has it open.
    Elsewhere,
    /// Another tab has taken it over.
    Taken,
    /// The other tab has been asked for it.
    Asked,
}

/// A record of the store that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Its key.
    pub id: String,
    /// What stands there.
    pub raw: String,
}

/// All that is kept, as far as the page knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shelf {
    /// Projects, deleted ones too until they are forgotten.
    pub projects: Rc<Projects>,
    /// Whether they are kept.
    pub kept: Kept,
    /// Whether the browser promises not to remove them when it runs short of room; `None` until it has been asked.
    pub durable: Option<bool>,
    /// Whether the open one may be changed here.
    pub guard: Guard,
    /// Records that cannot be read.
    pub damaged: Rc<Vec<Damaged>>,
    /// Versions of the open project, the newest first; `None` while they are being read.
    pub history: Option<Rc<Vec<Version>>>,
    /// The link to what is shown; `None` while it is being made.
    pub made: Option<Rc<Made>>,
    /// A file of work that has been read and waits for a decision.
    pub imported: Option<Rc<Imported>>,
    /// The examples; `None` until they are known.
    pub gallery: Option<Rc<Gallery>>,
    /// What could be undone in the open project when it was opened.
    pub undo: Histories,
}

/// What could be undone in the files of a project.
#[derive(Clone, Debug, Default)]
pub struct Histories(Rc<(String, Vec<(String, String)>)>);

impl Histories {
    /// The histories of the files of the project `id`: name and text, as the editor wrote it.
    pub fn new(id: String, files: Vec<(String, String)>) -> Self {
        Self(Rc::new((id, files)))
    }

    /// Name and history of each file, if the project is `id`.
    pub fn of(&self, id: &str) -> &[(String, String)] {
        if self.0.0 == id { &self.0.1 } else { &[] }
    }
}

/// Each reading is equal only to itself: the texts are long.
impl PartialEq for Histories {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// Something that has become known of what is kept.
#[derive(Clone, Debug)]
pub enum ShelfNews {
    /// All projects have been read.
    Known(Projects, Kept, Vec<Damaged>),
    /// A project is new, or is not as it was.
    Put(Rc<Project>),
    /// What cannot be read has been given to the user.
    DamagedSaved,
    /// Whether the browser promises to keep it.
    Durable(bool),
    /// Who may change the open project.
    Guard(Guard),
    /// Versions of the open project; `None`: they are being read.
    History(Option<Vec<Version>>),
    /// A link has been made; `None`: it is being made.
    Made(Option<Rc<Made>>),
    /// A file of work has been read; `None`: it is done with.
    Imported(Option<Rc<Imported>>),
    /// The examples are known.
    Gallery(Rc<Gallery>),
    /// What can be undone in the project that is being opened.
    Undo(Histories),
}

impl Shelf {
    /// What is known after the news.
    pub fn hear(&mut self, news: ShelfNews) {
        match news {
            ShelfNews::Known(projects, kept, damaged) => {
                self.projects = Rc::new(projects);
                self.kept = kept;
                self.damaged = Rc::new(damaged);
            }
            ShelfNews::Put(project) => {
                Rc::make_mut(&mut self.projects).insert(project.id.clone(), project);
            }
            ShelfNews::DamagedSaved => self.damaged = Rc::default(),
            ShelfNews::Durable(durable) => self.durable = Some(durable),
            ShelfNews::Guard(guard) => self.guard = guard,
            ShelfNews::History(versions) => self.history = versions.map(Rc::new),
            ShelfNews::Made(made) => self.made = made,
            ShelfNews::Imported(imported) => self.imported = imported,
            ShelfNews::Undo(undo) => self.undo = undo,
            ShelfNews::Gallery(gallery) => self.gallery = Some(gallery),
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

/// What the user wants of what is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Keep {
    /// Opens a project.
    OpenProject(String),
    /// Begins an empty project.
    NewProject,
    /// Gives a project another name.
    RenameProject(String, String),
    /// Makes a copy of a project and opens it.
    CopyProject(String),
    /// Deletes a project; it can be brought back.
    DeleteProject(String),
    /// Brings a deleted project back.
    RestoreProject(String),
    /// Adds an empty file.
    AddFile(String),
    /// Gives a file another name.
    RenameFile(String, String),
    /// Removes a file; can be undone.
    RemoveFile(String),
    /// Moves a file by one place, to the front or to the back.
    MoveFile(String, bool),
    /// Shows the versions of the open project.
    ShowHistory,
    /// Goes back to the version of this time; can be undone.
    RestoreVersion(u64),
    /// Gives the user all work as one file.
    Export,
    /// Reads such a file.
    Import(Vec<u8>),
    /// Takes in what has been read.
    AcceptImport,
    /// Gives the user what of the store cannot be read.
    SaveDamaged,
    /// Makes a link to what is shown.
    Share,
    /// The address of the page has changed while it is open.
    AddressChanged,
    /// Opens the examples.
    ShowGallery,
    /// Opens an example and runs it.
    OpenExample(String),
    /// Goes on with the work of another version of the pack, or (false) begins anew with the start files of this one.
    CarryOver(bool),
    /// Takes the open project over from the other tab.
    TakeOver,
    /// Works on a copy of the open project.
    WorkOnCopy,
    /// Keeps what the editor can undo in a file of the open project.
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
        let mut shelf = Shelf::default();
        for p in [project("a", 5), project("b", 9), project("c", 7)] {
            shelf.hear(ShelfNews::Put(p));
        }
        let exercise = Project { id: "class/x".into(), exercise: Some("class/x".into()), ..Project::default() };
        shelf.hear(ShelfNews::Put(Rc::new(exercise)));
        let ids = |list: Vec<Rc<Project>>| list.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(shelf.own()), ["b", "c", "a"]);
        let gone = Project { deleted: Some(10), ..Project::clone(&project("c", 7)) };
        shelf.hear(ShelfNews::Put(Rc::new(gone)));
        assert_eq!(ids(shelf.own()), ["b", "a"]);
        assert_eq!(ids(shelf.deleted()), ["c"]);
    }
}
