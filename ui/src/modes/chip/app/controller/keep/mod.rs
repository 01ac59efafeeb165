//! Stores the work: each change at once, in one queue; opens projects; keeps versions; coordinates with other tabs.

mod examples;
mod left_run;
mod link;
mod migration;
mod open;
mod projects;
mod ranks;
mod store;
mod tabs;
mod transfer;
mod versions;

pub(super) use transfer::ENDING;

use super::Controller;
use crate::i18n::I18n;
use crate::modes::chip::persist::{Db, Tabs, Word};
use crate::modes::chip::store::project::Project;
use crate::modes::chip::store::{Action, FileChange, Keep, KeptNotice, Notice, StoredNews};
use mcore::base::{Cycle, NodeId, SourceFile};
use mcore::modes::chip::session::MachineOptions;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use yew::Callback;

/// The actions after a project has been opened.
#[derive(Clone, Debug, Default)]
pub(super) struct After {
    run: bool,
    /// At this speed.
    pace: Option<u32>,
    /// Go to this cycle.
    cycle: Cycle,
    /// Select this node.
    node: Option<NodeId>,
    /// Show this file.
    file: Option<String>,
}

/// The known versions of the open project.
#[derive(Debug, Default)]
struct Versions {
    project: String,
    times: Vec<u64>,
    last: Option<Rc<Vec<SourceFile>>>,
    /// It has been changed since it was opened.
    touched: bool,
}

/// The state of the storage of work.
pub(super) struct Keeper {
    pub(super) db: RefCell<Option<Rc<Db>>>,
    tabs: Tabs,
    /// Pending projects: the last state of each, not yet stored.
    queue: RefCell<BTreeMap<String, Project>>,
    /// The project that is being written, if there is one.
    writing: RefCell<Option<String>>,
    busy: Cell<bool>,
    versions: RefCell<Versions>,
    /// The project whose exercise is being opened, and the actions after it.
    opening: RefCell<Option<(Project, After)>>,
    /// The number of the last request to open a project.
    requests: Cell<u32>,
    /// The cycle to go to as soon as the program is assembled.
    pub(super) go_to: Cell<Cycle>,
    /// Another tab waits for the open project.
    giving: Cell<bool>,
    asked_to_persist: Cell<bool>,
}

/// Milliseconds since 1970.
fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// An ID that no other project has.
pub(super) fn fresh_id() -> String {
    format!("p{:x}-{:x}", now(), (js_sys::Math::random() * f64::from(1 << 30)) as u32)
}

impl Keeper {
    /// The storage of work; it reports the messages of other tabs.
    pub fn new(heard: Callback<Word>) -> Self {
        Self {
            db: RefCell::default(),
            tabs: Tabs::listen(heard),
            queue: RefCell::default(),
            writing: RefCell::default(),
            busy: Cell::default(),
            versions: RefCell::default(),
            opening: RefCell::default(),
            requests: Cell::default(),
            go_to: Cell::default(),
            giving: Cell::default(),
            asked_to_persist: Cell::default(),
        }
    }

    /// A new request to open a project; the one before is given up or finished.
    fn next_request(&self) -> u32 {
        self.opening.take();
        self.requests.set(self.requests.get().wrapping_add(1));
        self.requests.get()
    }

    /// Whether no project has been asked for since this request.
    fn is_newest(&self, request: u32) -> bool {
        self.requests.get() == request
    }

    /// Whether the exercise that is being opened has been fetched, so that the session can open it.
    pub(super) fn is_fetched(&self) -> bool {
        self.opening.borrow().is_some()
    }

    pub(super) fn db(&self) -> Option<Rc<Db>> {
        self.db.borrow().clone()
    }
}

impl Controller {
    /// Carries out a request of the user about stored work.
    pub(super) fn keep(&self, request: Keep) {
        match request {
            Keep::OpenProject(id) => self.open_project(&id, After::default()),
            Keep::NewProject => self.new_project(crate::modes::chip::store::scratch_start(), MachineOptions::default()),
            Keep::NewProjectInC => self.new_project(crate::modes::chip::store::scratch_c(), MachineOptions::default()),
            Keep::RenameProject(id, name) => self.rename_project(&id, &name),
            Keep::CopyProject(id) => self.copy_project(&id),
            Keep::DeleteProject(id) => self.delete_project(&id),
            Keep::RestoreProject(id) => self.undelete_project(&id),
            Keep::AddFile(name) => self.change_work(Action::Files(FileChange::Add(name))),
            Keep::RenameFile(old, new) => self.change_work(Action::Files(FileChange::Rename(old, new))),
            Keep::RemoveFile(name) => self.change_work(Action::Files(FileChange::Remove(name))),
            Keep::MoveFile(name, front) => self.change_work(Action::Files(FileChange::Move(name, front))),
            Keep::ShowHistory => self.show_history(),
            Keep::RestoreVersion(at) => self.restore_version(at),
            Keep::Export => self.export(),
            Keep::Import(bytes) => self.import(&bytes),
            Keep::AcceptImport => self.accept_import(),
            Keep::SaveDamaged => self.save_damaged(),
            Keep::Share => self.share(),
            Keep::AddressChanged => {
                self.open_link();
            }
            Keep::ShowGallery => self.show_gallery(),
            Keep::OpenExample(id) => self.open_example(id),
            Keep::Migrate(with_work) => self.migrate(with_work),
            Keep::TakeOver => self.take_over(),
            Keep::WorkOnCopy => self.work_on_copy(),
            Keep::Undo(file, history) => self.keep_undo(file, history),
        }
    }

    pub(super) fn news(&self, news: StoredNews) {
        self.dispatch(Action::StoredWork(news));
    }

    pub(super) fn notify(&self, notice: KeptNotice) {
        self.dispatch(Action::Notify(Notice::Kept(notice)));
    }

    /// A text in the present language, for names that are stored.
    pub(super) fn words(&self) -> I18n {
        I18n::new(self.state().lang)
    }
}
