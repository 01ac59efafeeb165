//! Keeps the work: stores each change at once, in one queue; opens projects; keeps versions; speaks with the other tabs.

mod carry;
mod transfer;

pub(super) use transfer::ENDING;

use super::Controller;
use crate::catalog;
use crate::gallery::{self, Gallery};
use crate::i18n::I18n;
use crate::persist::{self, Db, Stored, Tabs, What, Word};
use crate::store::history::{EVERY, Reason, Version, first_change, thinned};
use crate::store::project::{LONGEST_NAME, Project, Projects, free_name};
use crate::store::shelf::Damaged;
use crate::store::{
    Action, FileChange, Guard, Histories, Keep, Kept, KeptNotice, Notice, SCRATCH, Saved, ShelfNews, Tab, WorkerState,
    Workspace,
};
use gloo_timers::callback::Timeout;
use mcore::base::{Cycle, NodeId, SourceFile};
use mcore::session::ExerciseView;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

/// How long another tab may take to give a project away, in milliseconds.
const GIVING_MS: u32 = 1500;

/// What is to happen when a project has been opened.
#[derive(Clone, Debug, Default)]
pub(super) struct After {
    /// Run it.
    run: bool,
    /// With this pace.
    pace: Option<u32>,
    /// Go to this cycle.
    cycle: Cycle,
    /// Select this node.
    node: Option<NodeId>,
    /// Show this file.
    file: Option<String>,
}

/// The versions that are known of the open project.
#[derive(Debug, Default)]
struct Versions {
    project: String,
    times: Vec<u64>,
    last: Option<Rc<Vec<SourceFile>>>,
    /// It has been changed since it was opened.
    touched: bool,
}

/// What the keeping of work needs to remember.
pub(super) struct Keeper {
    pub(super) db: RefCell<Option<Rc<Db>>>,
    tabs: Tabs,
    /// What waits to be stored; of each project only its last state.
    queue: RefCell<BTreeMap<String, Project>>,
    busy: Cell<bool>,
    versions: RefCell<Versions>,
    /// The project whose exercise is being opened, and what then.
    opening: RefCell<Option<(Project, After)>>,
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
    /// A keeper that tells what other tabs say.
    pub fn new(heard: Callback<Word>) -> Self {
        Self {
            db: RefCell::default(),
            tabs: Tabs::listen(heard),
            queue: RefCell::default(),
            busy: Cell::default(),
            versions: RefCell::default(),
            opening: RefCell::default(),
            go_to: Cell::default(),
            giving: Cell::default(),
            asked_to_persist: Cell::default(),
        }
    }

    pub(super) fn db(&self) -> Option<Rc<Db>> {
        self.db.borrow().clone()
    }
}

impl Controller {
    /// Does what the user wants of what is kept.
    pub(super) fn keep(&self, wish: Keep) {
        match wish {
            Keep::OpenProject(id) => self.open_project(&id, After::default()),
            Keep::NewProject => self.new_project(),
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
            Keep::CarryOver(with_work) => self.carry_over(with_work),
            Keep::TakeOver => self.take_over(),
            Keep::WorkOnCopy => self.work_on_copy(),
            Keep::Undo(file, history) => self.keep_undo(file, history),
        }
    }

    pub(super) fn news(&self, news: ShelfNews) {
        self.dispatch(Action::Shelf(news));
    }

    pub(super) fn tell(&self, notice: KeptNotice) {
        self.dispatch(Action::Tell(Notice::Kept(notice)));
    }

    /// Words in the language of now, for what gets a name that stays.
    pub(super) fn words(&self) -> I18n {
        I18n::new(self.state().lang)
    }

    // Beginning

    /// Reads everything that is kept, and takes in what older editions and a page that was left in a hurry have written.
    pub(super) async fn read_shelf(&self) {
        let (db, records) = match Db::open().await {
            Ok(db) => match db.projects().await {
                Ok(records) => (db, records),
                Err(error) => return self.not_kept_from_the_start(&persist::explain(&error)),
            },
            Err(error) => return self.not_kept_from_the_start(&persist::explain(&error)),
        };
        let mut projects = Projects::new();
        let mut damaged = Vec::new();
        for (id, raw) in records {
            match serde_json::from_str::<Project>(&raw) {
                Ok(project) if project.is_forgotten(now()) => {
                    // If it cannot be removed today, then tomorrow.
                    let _ = db.remove(&project.id).await;
                }
                Ok(project) => drop(projects.insert(id, Rc::new(project))),
                Err(_) => damaged.push(Damaged { id, raw }),
            }
        }
        for (id, work) in persist::old_work() {
            if !projects.contains_key(&id) {
                let project = Project::from_work(&id, work, persist::load_machine(), now());
                let Ok(Stored::As(revision)) = db.put(&project).await else { continue };
                projects.insert(id.clone(), Rc::new(Project { revision, ..project }));
            }
            persist::remove_old_work(&id);
        }
        for left in persist::left() {
            let id = left.id.clone();
            let here = projects.get(&id);
            let project = match here {
                Some(here) if here.says_the_same(&left) => None,
                Some(here) if here.revision != left.revision => {
                    // Somebody has gone on with it since; both stay.
                    let names: Vec<_> = projects.values().map(|p| p.name.clone()).collect();
                    let name = free_name(
                        &self.words().tf("copy-name", &[("name", &left.name)]),
                        names.iter().map(String::as_str),
                    );
                    Some(Project { id: fresh_id(), name, revision: 0, ..left })
                }
                _ => Some(left),
            };
            if let Some(project) = project {
                let Ok(Stored::As(revision)) = db.put(&project).await else { continue };
                projects.insert(project.id.clone(), Rc::new(Project { revision, ..project }));
            }
            persist::remove_left(&id);
        }
        *self.keeper.db.borrow_mut() = Some(Rc::new(db));
        let count = damaged.len();
        self.news(ShelfNews::Known(projects, Kept::Yes, damaged));
        if count > 0 {
            self.tell(KeptNotice::Damaged(count));
        }
    }

    fn not_kept_from_the_start(&self, why: &str) {
        // Without the database: what the simple storage still has is at least shown.
        let old = persist::old_work().into_iter();
        let old = old.map(|(id, work)| Project::from_work(&id, work, persist::load_machine(), now()));
        let projects =
            old.chain(persist::left()).map(|p| (p.id.clone(), Rc::new(Project { revision: 0, ..p }))).collect();
        self.news(ShelfNews::Known(projects, Kept::No(why.to_owned()), Vec::new()));
        self.tell(KeptNotice::NotKept(why.to_owned()));
    }

    // Storing

    /// Stores the open work now, if it has changed.
    pub fn save_now(&self) {
        if self.save.borrow_mut().take().is_some() {
            self.store_open();
        }
    }

    /// The page is being left: what may not get into the database in time is written down where writing is immediate.
    pub fn leave(&self) {
        self.save_now();
        if self.keeper.busy.get() || !self.keeper.queue.borrow().is_empty() {
            let state = self.state();
            let id = state.work.as_ref().map(|w| w.id.as_str());
            if let Some(project) = id.and_then(|id| state.shelf.projects.get(id)) {
                persist::leave(project);
            }
        }
    }

    fn store_open(&self) {
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|_| state.may_edit()) else { return };
        let before = state.shelf.projects.get(&work.id);
        let Some(project) = work.to_project(before.map(Rc::as_ref), state.machine(), now()) else { return };
        if before.is_some_and(|b| b.revision > 0 && b.says_the_same(&project) && b.deleted.is_none()) {
            return self.dispatch(Action::Stored(true));
        }
        let last = self.keeper.versions.borrow().times.last().copied();
        if last.is_none_or(|at| now().saturating_sub(at) > EVERY) {
            self.keep_version(Reason::Time);
        }
        self.put(project);
    }

    /// Stores a project: at once for this page, and then in the database.
    pub(super) fn put(&self, project: Project) {
        self.news(ShelfNews::Put(Rc::new(project.clone())));
        if let Kept::No(_) = self.state().shelf.kept {
            return self.dispatch(Action::Stored(false));
        }
        self.keeper.queue.borrow_mut().insert(project.id.clone(), project);
        let Some(this) = self.this.upgrade().filter(|_| !self.keeper.busy.replace(true)) else { return };
        spawn_local(async move {
            loop {
                let next = this.keeper.queue.borrow_mut().pop_first();
                let Some((_, project)) = next else { break };
                this.put_one(project).await;
            }
            this.keeper.busy.set(false);
            if this.keeper.giving.take() {
                this.give();
            }
        });
    }

    async fn put_one(&self, project: Project) {
        let Some(db) = self.keeper.db() else { return self.dispatch(Action::Stored(false)) };
        // The revision that is known now: the one before may have been stored since this one was put in the queue.
        let known = self.state().shelf.projects.get(&project.id).map_or(0, |p| p.revision);
        let project = Project { revision: known, ..project };
        match db.put(&project).await {
            Ok(Stored::As(revision)) => {
                let newest = self.state().shelf.projects.get(&project.id).map(|p| Project::clone(p));
                let newest = newest.unwrap_or(project);
                let id = newest.id.clone();
                self.news(ShelfNews::Put(Rc::new(Project { revision, ..newest })));
                persist::remove_left(&id);
                self.keeper.tabs.say(What::Stored, &id);
                if self.save.borrow().is_none() && self.keeper.queue.borrow().is_empty() {
                    self.dispatch(Action::Stored(true));
                }
                self.ask_to_persist().await;
            }
            Ok(Stored::Conflict(other)) => self.conflict(project, other),
            Err(error) => {
                let why = persist::explain(&error);
                self.dispatch(Action::Stored(false));
                // Where the database is full, a little room may be left beside it.
                persist::leave(&project);
                self.tell(KeptNotice::NotKept(why));
            }
        }
    }

    /// Asked once, when there is something worth keeping.
    async fn ask_to_persist(&self) {
        if self.keeper.asked_to_persist.replace(true) {
            return;
        }
        if let Some(durable) = persist::ask_to_persist().await {
            self.news(ShelfNews::Durable(durable));
        }
    }

    /// Somebody else has stored this project since: ours becomes a copy, so both stay.
    fn conflict(&self, ours: Project, other: Option<Project>) {
        if let Some(other) = other {
            let same = other.says_the_same(&ours);
            self.news(ShelfNews::Put(Rc::new(other)));
            if same {
                return self.dispatch(Action::Stored(true));
            }
        }
        self.go_on_as_copy(ours);
    }

    /// Goes on with `ours` under another ID and name.
    fn go_on_as_copy(&self, ours: Project) {
        let name = self.copy_name(&ours.name);
        let copy = Project { id: fresh_id(), name: name.clone(), revision: 0, deleted: None, ..ours.clone() };
        if self.state().work.as_ref().is_some_and(|w| w.id == ours.id) {
            self.news(ShelfNews::Guard(Guard::Ours));
            self.dispatch(Action::Files(FileChange::Become(copy.id.clone(), name.clone())));
            self.keeper.versions.borrow_mut().project.clone_from(&copy.id);
            persist::save_last(&copy.id);
        }
        self.put(copy);
        self.tell(KeptNotice::Copied(name));
    }

    /// A name for a copy of what is called so.
    fn copy_name(&self, name: &str) -> String {
        let state = self.state();
        let words = self.words();
        let title = state.work.as_ref().and_then(|w| w.exercise.as_ref()).map(|e| words.text(&e.title).to_owned());
        let name =
            if name.is_empty() { title.unwrap_or_else(|| words.t("scratch").to_string()) } else { name.to_owned() };
        self.free_project_name(&words.tf("copy-name", &[("name", &name)]))
    }

    pub(super) fn free_project_name(&self, wanted: &str) -> String {
        let state = self.state();
        free_name(wanted, state.shelf.projects.values().filter(|p| p.deleted.is_none()).map(|p| p.name.as_str()))
    }

    // Opening

    /// Opens a project, or the work on an exercise, as it is stored now.
    pub(super) fn open_project(&self, id: &str, after: After) {
        self.save_now();
        let Some(this) = self.this.upgrade() else { return };
        let id = id.to_owned();
        spawn_local(async move {
            let db = this.keeper.db();
            let mut versions = Versions { project: id.clone(), ..Versions::default() };
            if let Some(db) = &db {
                // Another tab may have gone on with it; if it cannot be read now, what was read before counts.
                if !this.keeper.queue.borrow().contains_key(&id)
                    && let Ok(Some(stored)) = db.project(&id).await
                {
                    this.news(ShelfNews::Put(Rc::new(stored)));
                }
                let known = db.versions(&id).await.unwrap_or_default();
                versions.times = known.iter().map(|v| v.at).collect();
                versions.last = known.last().map(|v| v.files.clone());
                // Without them the work is all there; only Ctrl+Z ends where the page was opened.
                let undo = db.undo(&id).await.unwrap_or_default();
                this.news(ShelfNews::Undo(Histories::new(id.clone(), undo)));
            }
            let known = this.state().shelf.projects.get(&id).map(|p| Project::clone(p));
            let of_exercise = this.state().catalog.as_ref().is_some_and(|c| c.find(&id).is_some());
            let project = known.filter(|p| p.deleted.is_none()).unwrap_or_else(|| Project {
                id: id.clone(),
                exercise: of_exercise.then(|| id.clone()),
                machine: persist::load_machine(),
                ..Project::default()
            });
            if this.open_found(project, after).await {
                *this.keeper.versions.borrow_mut() = versions;
            } else if this.state().work.is_none() && id != SCRATCH {
                // There must be something to work on.
                this.open_project(SCRATCH, After::default());
            }
        });
    }

    /// Opens a project that has been found. False if that cannot be now.
    async fn open_found(&self, project: Project, after: After) -> bool {
        if let Some(exercise) = &project.exercise {
            let state = self.state();
            let found = state.catalog.as_ref().and_then(|c| c.find(exercise));
            if let Some((pack, folder)) = found {
                return match catalog::fetch_exercise(pack, folder).await {
                    Ok(files) => {
                        self.preview(pack.preview(folder, &files), &project, &after);
                        *self.keeper.opening.borrow_mut() = Some((project.clone(), after));
                        self.set_pack(folder.to_owned(), files);
                        true
                    }
                    Err(message) => {
                        self.dispatch(Action::FetchFailed(message));
                        false
                    }
                };
            }
            // The exercise is gone from the site; the program is not.
        }
        let mut start = None;
        let mut project = project;
        if project.id.starts_with(gallery::PREFIX) {
            let Some(gallery) = self.gallery().await else { return false };
            if let Some(example) = gallery.find(&project.id) {
                match example.fetch().await {
                    Ok(files) => start = Some(files),
                    Err(message) => {
                        self.dispatch(Action::FetchFailed(message));
                        return false;
                    }
                }
                if project.files.is_empty() {
                    project.name = self.words().text(&example.title).to_owned();
                    project.machine = example.machine();
                }
            }
        }
        persist::save_last(&project.id);
        if self.state().scratch_machine != project.machine {
            self.dispatch(Action::Machine(project.machine.clone()));
        }
        self.opened_scratch(Workspace::project(&project, start));
        self.opened_with(&project.id, after);
        true
    }

    /// Shows an exercise, with the work on it, while the session that will open it is still starting.
    fn preview(&self, view: Option<ExerciseView>, project: &Project, after: &After) {
        let state = self.state();
        let (Some(view), None) = (view, &state.work) else { return };
        if state.worker != WorkerState::Starting {
            return;
        }
        let before = (!project.files.is_empty()).then(|| crate::store::Work { files: project.files.clone() });
        let mut work = Workspace::exercise(Rc::new(view), before);
        if !project.id.is_empty() {
            (work.id, work.name) = (project.id.clone(), project.name.clone());
        }
        self.dispatch(Action::Opened(work));
        if let Some(file) = &after.file {
            self.dispatch(Action::ShowTab(Tab::File(file.clone())));
        }
    }

    /// Keeps what can be undone in a file; that it could not be kept is no reason to alarm anybody.
    fn keep_undo(&self, file: String, history: String) {
        let Some(id) = self.state().work.as_ref().filter(|w| w.executable.is_none()).map(|w| w.id.clone()) else {
            return;
        };
        if self.state().shelf.guard != Guard::Ours {
            return;
        }
        let Some(db) = self.keeper.db() else { return };
        spawn_local(async move {
            let _ = db.keep_undo(&id, &file, &history).await;
        });
    }

    /// The session has opened an exercise: the work on it goes into it.
    pub(super) fn exercise_is_open(&self, view: ExerciseView) {
        let state = self.state();
        let view = Rc::new(view);
        let opening = self.keeper.opening.borrow_mut().take();
        let is_restart = opening.is_none();
        let shown = state.work.as_ref().filter(|work| {
            opening
                .as_ref()
                .is_some_and(|(project, _)| project.id == work.id && work.exercise.is_some() && state.program.is_none())
        });
        let hints_open = shown.map_or(0, |work| work.hints_open);
        let (project, after) = match (opening, &state.work) {
            // It has been shown already, and may have been written in.
            (Some((project, after)), Some(work)) if shown.is_some() => {
                let after = After {
                    file: after.file.or(match &state.tab {
                        Tab::File(name) => Some(name.clone()),
                        Tab::Task => None,
                    }),
                    ..after
                };
                (work.to_project(Some(&project), state.machine(), now()).unwrap_or(project), after)
            }
            (Some(opening), _) => opening,
            // After a restart of the worker the text on the page is newer than the stored one can be.
            (None, Some(work)) => {
                let before = state.shelf.projects.get(&work.id);
                let project = work.to_project(before.map(Rc::as_ref), state.machine(), now());
                (project.unwrap_or_default(), After::default())
            }
            (None, None) => return,
        };
        let before = (!project.files.is_empty()).then(|| crate::store::Work { files: project.files.clone() });
        let mut work = Workspace::exercise(view, before);
        // After a restart of the worker the pictures are there already.
        work.carry = match &state.work {
            Some(same) if is_restart => same.carry.clone(),
            _ => self.keep_old_version(&project, &work),
        };
        work.pictures = match state.work.as_ref().filter(|w| is_restart && w.exercise.is_some()) {
            Some(same) => same.pictures.clone(),
            None => self.pictures_of_pack(),
        };
        let id = if project.id.is_empty() { work.id.clone() } else { project.id.clone() };
        (work.id, work.name) = (id.clone(), project.name.clone());
        work.hints_open = hints_open.min(work.exercise.as_ref().map_or(0, |e| e.hints.len()));
        persist::save_last(&id);
        self.opened(work);
        self.opened_with(&id, after);
    }

    /// What is to be seen and done of a project that has just been opened.
    fn opened_with(&self, id: &str, after: After) {
        self.keeper.tabs.say(What::Opened, id);
        if after.run {
            self.dispatch(Action::Pace(after.pace));
            self.run_next.set(true);
        }
        self.keeper.go_to.set(after.cycle);
        if let Some(node) = after.node {
            self.dispatch(Action::Select(node));
        }
        if let Some(file) = after.file {
            self.dispatch(Action::ShowTab(Tab::File(file)));
        }
    }

    /// The project to open when the page is opened, if the last one is a project.
    pub(super) fn last_project(&self, last: &str) -> bool {
        let state = self.state();
        last == SCRATCH
            || last.starts_with(gallery::PREFIX)
            || state.shelf.projects.get(last).is_some_and(|p| p.is_own() && p.deleted.is_none())
    }

    fn new_project(&self) {
        let name = self.free_project_name(&self.words().t("project-name"));
        let project = Project {
            id: fresh_id(),
            name,
            files: crate::store::scratch_start(),
            machine: persist::load_machine(),
            created: now(),
            changed: now(),
            ..Project::default()
        };
        self.begin(project, After::default());
    }

    /// Stores a new project and opens it.
    fn begin(&self, project: Project, after: After) {
        self.save_now();
        let id = project.id.clone();
        self.put(project);
        self.dispatch(Action::Dialog(None));
        self.open_project(&id, after);
    }

    fn rename_project(&self, id: &str, name: &str) {
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        let state = self.state();
        if name.is_empty() || state.shelf.projects.get(id).is_some_and(|p| p.name == name) {
            return;
        }
        if state.work.as_ref().is_some_and(|w| w.id == id) {
            self.change_work(Action::Files(FileChange::Name(name)));
            self.save_now();
        } else if let Some(project) = state.shelf.projects.get(id) {
            self.put(Project { name, changed: now(), ..Project::clone(project) });
        }
    }

    fn copy_project(&self, id: &str) {
        self.save_now();
        let state = self.state();
        let open = state.work.as_ref().filter(|w| w.id == id);
        let known = state.shelf.projects.get(id);
        let Some(project) = (match open {
            Some(work) => work.to_project(None, state.machine(), now()),
            None => known.map(|p| Project::clone(p)),
        }) else {
            return;
        };
        let name = self.copy_name(&project.name);
        let times = Project { created: now(), changed: now(), revision: 0, ..project };
        self.begin(Project { id: fresh_id(), name, ..times }, After::default());
    }

    fn delete_project(&self, id: &str) {
        self.save_now();
        let state = self.state();
        let Some(project) = state.shelf.projects.get(id).map(|p| Project::clone(p)) else { return };
        let gone = Project { deleted: Some(now()), ..project.clone() };
        let gone = if id == SCRATCH {
            // There is always such work; what was written there goes away under an ID of its own.
            self.put(Project { files: Vec::new(), name: String::new(), ..project });
            let name = if gone.name.is_empty() { self.words().t("scratch").to_string() } else { gone.name.clone() };
            Project { id: fresh_id(), name, revision: 0, ..gone }
        } else {
            gone
        };
        let (gone_id, name) = (gone.id.clone(), gone.name.clone());
        self.put(gone);
        if state.work.as_ref().is_some_and(|w| w.id == id) {
            self.open_project(SCRATCH, After::default());
        }
        self.tell(KeptNotice::Deleted(gone_id, name));
    }

    fn undelete_project(&self, id: &str) {
        if let Some(project) = self.state().shelf.projects.get(id) {
            self.put(Project { deleted: None, ..Project::clone(project) });
        }
        self.dispatch(Action::DismissNotice);
    }

    // Versions

    /// Keeps the open work as a version to go back to, unless the last one is the same.
    pub(super) fn keep_version(&self, reason: Reason) {
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|w| w.executable.is_none() && state.may_edit()) else { return };
        let mut versions = self.keeper.versions.borrow_mut();
        // What can be had again by a reset need not be kept.
        if versions.project != work.id || versions.last.is_none() && work.is_untouched() {
            return;
        }
        let files = Rc::new(work.own_files());
        if versions.last.as_ref() == Some(&files) {
            return;
        }
        let first = match &versions.last {
            Some(last) => first_change(last, &files),
            None => first_change(&work.start_files(), &work.files),
        };
        let at = now().max(versions.times.last().map_or(0, |t| t + 1));
        versions.times.push(at);
        versions.last = Some(files.clone());
        let gone = thinned(&versions.times, at);
        versions.times.retain(|t| !gone.contains(t));
        let (id, version) = (work.id.clone(), Version { at, reason, first, files });
        if let Some(db) = self.keeper.db() {
            spawn_local(async move {
                // The text itself is stored apart; a version less is no loss of work.
                let _ = db.change_versions(&id, &[version], &gone).await;
            });
        }
    }

    /// Before the first change since the opening: what was there then can be gone back to, after a reload too.
    pub(super) fn keep_first_version(&self) {
        let first = !std::mem::replace(&mut self.keeper.versions.borrow_mut().touched, true);
        if first {
            self.keep_version(Reason::Time);
        }
    }

    fn show_history(&self) {
        self.save_now();
        self.news(ShelfNews::History(None));
        self.dispatch(Action::Dialog(Some(crate::store::Dialog::History)));
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let id = this.state().work.as_ref().map(|w| w.id.clone()).unwrap_or_default();
            let mut versions = match this.keeper.db() {
                Some(db) => db.versions(&id).await.unwrap_or_default(),
                None => Vec::new(),
            };
            versions.reverse();
            this.news(ShelfNews::History(Some(versions)));
        });
    }

    fn restore_version(&self, at: u64) {
        let state = self.state();
        let found = state.shelf.history.as_ref().and_then(|h| h.iter().find(|v| v.at == at));
        if let Some(version) = found {
            self.keep_version(Reason::Replaced);
            self.change_work(Action::Files(FileChange::Restore(version.files.clone())));
        }
    }

    // Examples

    /// The examples, fetched when they are wanted for the first time.
    async fn gallery(&self) -> Option<Rc<Gallery>> {
        if let Some(gallery) = &self.state().shelf.gallery {
            return Some(gallery.clone());
        }
        match gallery::fetch_gallery().await {
            Ok(gallery) => {
                let gallery = Rc::new(gallery);
                self.news(ShelfNews::Gallery(gallery.clone()));
                Some(gallery)
            }
            Err(message) => {
                self.dispatch(Action::FetchFailed(message));
                None
            }
        }
    }

    fn show_gallery(&self) {
        self.dispatch(Action::Dialog(Some(crate::store::Dialog::Gallery)));
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            this.gallery().await;
        });
    }

    fn open_example(&self, id: String) {
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let Some(gallery) = this.gallery().await else { return };
            let Some(example) = gallery.find(&id) else { return };
            this.dispatch(Action::Dialog(None));
            this.dispatch(Action::ShowPhoneTab(crate::store::PhoneTab::Chip));
            let node = Some(NodeId::new(example.node.0, example.node.1));
            let after = After { run: true, pace: example.pace, node, ..After::default() };
            this.open_project(&example.project_id(), after);
        });
    }

    // Links

    /// True if the address of the page carries something.
    pub(super) fn has_link() -> bool {
        gloo_utils::window().location().hash().is_ok_and(|fragment| fragment.len() > 1)
    }

    /// Opens what the address of the page carries. False if it carries nothing.
    pub(super) fn open_link(&self) -> bool {
        let window = gloo_utils::window();
        let fragment = window.location().hash().unwrap_or_default();
        let Some(reading) = crate::share::read(&fragment) else { return false };
        // A reload must not open it again. Without its fragment the address is that of the page itself.
        let (path, query) = (window.location().pathname(), window.location().search());
        if let (Ok(history), Ok(path), Ok(query)) = (window.history(), path, query) {
            // Fails for a page opened from a file in some browsers; then a reload finds the same project again.
            let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&format!("{path}{query}")));
        }
        let (shared, notice) = match reading {
            crate::share::Reading::Whole(shared) => (shared, KeptNotice::FromLink),
            crate::share::Reading::Part(shared, fault) => (shared, KeptNotice::PartOfLink(fault)),
            crate::share::Reading::Nothing(fault) => {
                self.tell(KeptNotice::BadLink(fault));
                return false;
            }
        };
        let cycle = if notice == KeptNotice::FromLink { shared.cycle } else { 0 };
        let after = After { cycle, node: shared.node, file: shared.file, ..After::default() };
        let words = self.words();
        let name = match (&shared.name, &shared.exercise) {
            (name, _) if !name.is_empty() => name.clone(),
            (_, Some(exercise)) => exercise.rsplit('/').next().unwrap_or_default().to_owned(),
            _ => words.t("scratch").to_string(),
        };
        let project = Project {
            id: fresh_id(),
            name: self.free_project_name(&words.tf("link-name", &[("name", &name)])),
            exercise: shared.exercise,
            files: shared.files,
            machine: shared.machine,
            created: now(),
            changed: now(),
            ..Project::default()
        };
        // The same link once more: the same project, if nothing has been changed in it.
        let state = self.state();
        let known = state
            .shelf
            .own()
            .into_iter()
            .find(|p| p.files == project.files && p.machine == project.machine && p.exercise == project.exercise);
        match known {
            Some(known) => {
                self.dispatch(Action::Dialog(None));
                self.open_project(&known.id, after);
            }
            None => self.begin(project, after),
        }
        self.tell(notice);
        true
    }

    fn share(&self) {
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|w| w.executable.is_none()) else { return };
        self.news(ShelfNews::Made(None));
        self.dispatch(Action::Dialog(Some(crate::store::Dialog::Share)));
        let shared = crate::share::Shared {
            name: work.name.clone(),
            exercise: work.exercise.as_ref().map(|e| e.id.clone()),
            machine: state.machine().clone(),
            cycle: state.wanted.unwrap_or(state.frame.cycle),
            node: state.watch.node,
            file: match &state.tab {
                Tab::File(name) => Some(name.clone()),
                Tab::Task => None,
            },
            files: work.own_files(),
        };
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let page = gloo_utils::window().location().href().unwrap_or_default();
            match crate::share::make(shared, &page).await {
                Ok(made) => this.news(ShelfNews::Made(Some(Rc::new(made)))),
                Err(message) => {
                    this.dispatch(Action::Dialog(None));
                    this.tell(KeptNotice::Failed(message));
                }
            }
        });
    }

    // Other tabs

    /// Another tab has said something.
    pub(super) fn hear_word(&self, word: &Word) {
        let state = self.state();
        let open = state.work.as_ref().is_some_and(|w| w.id == word.project && w.executable.is_none());
        match word.what {
            What::Opened if open && state.may_edit() => self.keeper.tabs.say(What::Mine, &word.project),
            What::Mine if open && state.may_edit() => {
                // What has been written here meanwhile cannot be kept under this name.
                if state.saved == Saved::Yes {
                    self.news(ShelfNews::Guard(Guard::Elsewhere));
                } else {
                    self.work_on_copy();
                }
            }
            What::Give if open && state.may_edit() => {
                self.save_now();
                if self.keeper.busy.get() {
                    self.keeper.giving.set(true);
                } else {
                    self.give();
                }
            }
            What::Given if open && state.shelf.guard == Guard::Asked => self.claim(),
            What::Stored if !open || !state.may_edit() => self.refresh(&word.project),
            _ => {}
        }
    }

    fn give(&self) {
        let state = self.state();
        if let Some(work) = &state.work {
            self.news(ShelfNews::Guard(Guard::Taken));
            self.keeper.tabs.say(What::Given, &work.id);
        }
    }

    /// Reads a project again that another tab has stored.
    fn refresh(&self, id: &str) {
        let (Some(this), Some(db), id) = (self.this.upgrade(), self.keeper.db(), id.to_owned()) else { return };
        spawn_local(async move {
            if let Ok(Some(project)) = db.project(&id).await {
                this.news(ShelfNews::Put(Rc::new(project)));
            }
        });
    }

    fn take_over(&self) {
        let state = self.state();
        let Some(work) = &state.work else { return };
        self.news(ShelfNews::Guard(Guard::Asked));
        self.keeper.tabs.say(What::Give, &work.id);
        let Some(this) = self.this.upgrade() else { return };
        // A tab that sleeps or is gone does not answer; that it cannot overwrite anything is the database's affair.
        Timeout::new(GIVING_MS, move || {
            if this.state().shelf.guard == Guard::Asked {
                this.claim();
            }
        })
        .forget();
    }

    /// Opens the project again, as the other tab has left it.
    fn claim(&self) {
        let state = self.state();
        if let Some(work) = &state.work {
            self.news(ShelfNews::Guard(Guard::Ours));
            self.open_project(&work.id, After::default());
        }
    }

    fn work_on_copy(&self) {
        let state = self.state();
        let project = state.work.as_ref().and_then(|w| w.to_project(None, state.machine(), now()));
        if let Some(project) = project {
            self.go_on_as_copy(project);
        }
    }

    // Damage

    /// Gives the user what cannot be read, and makes room for what can.
    fn save_damaged(&self) {
        let state = self.state();
        let text: String = state.shelf.damaged.iter().map(|d| format!("{}\n{}\n\n", d.id, d.raw)).collect();
        crate::widgets::save_text("mcore-lab-damaged.txt", "text/plain", &text);
        if let Some(db) = self.keeper.db() {
            let gone = state.shelf.damaged.clone();
            spawn_local(async move {
                for damaged in gone.iter() {
                    // What stays is offered again the next time.
                    let _ = db.remove(&damaged.id).await;
                }
            });
        }
        self.news(ShelfNews::DamagedSaved);
        self.dispatch(Action::DismissNotice);
    }
}
