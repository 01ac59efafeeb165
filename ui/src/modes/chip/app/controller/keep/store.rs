//! Stores each change at once, in one queue, and reads the store when the page opens.

use super::super::Controller;
use super::{fresh_id, now};
use crate::fmt::explain;
use crate::modes::chip::persist::{self, Db, Stored, What};
use crate::modes::chip::store::history::{EVERY, Reason};
use crate::modes::chip::store::project::{Left, Project, Projects, free_name};
use crate::modes::chip::store::stored_work::Damaged;
use crate::modes::chip::store::{Action, EditLock, FileChange, Intent, Kept, KeptNotice, StoredNews};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Controller {
    /// Reads all stored work, and imports the records of older editions and of pages that were closed before they could
    /// store.
    pub(in super::super) async fn read_stored_work(&self) {
        let (db, records) = match Db::open().await {
            Ok(db) => match db.projects().await {
                Ok(records) => (db, records),
                Err(error) => return self.not_kept_from_the_start(&explain(&error)),
            },
            Err(error) => return self.not_kept_from_the_start(&explain(&error)),
        };
        let mut projects = Projects::new();
        let mut damaged = Vec::new();
        for (id, raw) in records {
            match serde_json::from_str::<Project>(&raw) {
                Ok(project) if project.is_forgotten(now()) => {
                    // If it cannot be removed now, the next visit tries again.
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
            let project = match left.against(here.map(Rc::as_ref)) {
                Left::Stored => None,
                Left::Newer(project) => Some(project),
                Left::Apart(left) => {
                    // Another tab has changed it since; both states are kept.
                    let names: Vec<_> = projects.values().map(|p| p.name.clone()).collect();
                    let name = free_name(
                        &self.words().tf("copy-name", &[("name", &left.name)]),
                        names.iter().map(String::as_str),
                    );
                    Some(Project { id: fresh_id(), name, revision: 0, ..left })
                }
            };
            if let Some(project) = project {
                let Ok(Stored::As(revision)) = db.put(&project).await else { continue };
                projects.insert(project.id.clone(), Rc::new(Project { revision, ..project }));
            }
            persist::remove_left(&id);
        }
        *self.keeper.db.borrow_mut() = Some(Rc::new(db));
        let count = damaged.len();
        self.news(StoredNews::Known(projects, Kept::Yes, damaged));
        if count > 0 {
            self.notify(KeptNotice::Damaged(count));
        }
    }

    fn not_kept_from_the_start(&self, why: &str) {
        // Without the database, at least the records of the local storage are shown.
        let old = persist::old_work().into_iter();
        let old = old.map(|(id, work)| Project::from_work(&id, work, persist::load_machine(), now()));
        let projects =
            old.chain(persist::left()).map(|p| (p.id.clone(), Rc::new(Project { revision: 0, ..p }))).collect();
        self.news(StoredNews::Known(projects, Kept::No(why.to_owned()), Vec::new()));
        self.notify(KeptNotice::NotKept(why.to_owned()));
    }

    /// Stores the open work now, if it has changed.
    pub fn save_now(&self) {
        if self.save.borrow_mut().take().is_some() {
            self.store_open();
        }
    }

    /// The page is being closed: every project that may not reach the database in time is written to the local storage,
    /// which writes immediately.
    pub fn leave(&self) {
        self.save_now();
        self.leave_run();
        let state = self.state();
        let (queue, writing) = (self.keeper.queue.borrow(), self.keeper.writing.borrow());
        let pending = queue.keys().chain(writing.iter());
        for project in pending.filter_map(|id| state.stored_work.projects.get(id)) {
            persist::leave(project);
        }
    }

    fn store_open(&self) {
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|_| state.may_edit()) else { return };
        let before = state.stored_work.projects.get(&work.id);
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

    /// Stores a project: immediately in this page, then in the database.
    pub(super) fn put(&self, project: Project) {
        self.news(StoredNews::Put(Rc::new(project.clone())));
        if let Kept::No(_) = self.state().stored_work.kept {
            return self.dispatch(Action::Stored(false));
        }
        self.keeper.queue.borrow_mut().insert(project.id.clone(), project);
        let Some(this) = self.this.upgrade().filter(|_| !self.keeper.busy.replace(true)) else { return };
        spawn_local(async move {
            loop {
                let next = this.keeper.queue.borrow_mut().pop_first();
                this.keeper.writing.replace(next.as_ref().map(|(id, _)| id.clone()));
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
        // The revision known now: the previous one may have been stored since this one was queued.
        let known = self.state().stored_work.projects.get(&project.id).map_or(0, |p| p.revision);
        let project = Project { revision: known, ..project };
        match db.put(&project).await {
            Ok(Stored::As(revision)) => {
                let newest = self.state().stored_work.projects.get(&project.id).map(|p| Project::clone(p));
                let newest = newest.unwrap_or(project);
                let id = newest.id.clone();
                self.news(StoredNews::Put(Rc::new(Project { revision, ..newest })));
                persist::remove_left(&id);
                self.keeper.tabs.say(What::Stored, &id);
                if self.save.borrow().is_none() && self.keeper.queue.borrow().is_empty() {
                    self.dispatch(Action::Stored(true));
                }
                self.ask_to_persist().await;
            }
            Ok(Stored::Conflict(other)) => self.conflict(project, other.map(|other| *other)),
            Err(error) => {
                let why = explain(&error);
                self.dispatch(Action::Stored(false));
                // When the database is full, the local storage may still have room.
                persist::leave(&project);
                self.notify(KeptNotice::NotKept(why));
            }
        }
    }

    /// Requested once, when there is work to keep.
    async fn ask_to_persist(&self) {
        if self.keeper.asked_to_persist.replace(true) {
            return;
        }
        if let Some(durable) = persist::ask_to_persist().await {
            self.news(StoredNews::Durable(durable));
        }
    }

    /// Another tab has stored this project since: this tab's work becomes a copy, so both are kept.
    fn conflict(&self, ours: Project, other: Option<Project>) {
        if let Some(other) = other {
            let same = other.says_the_same(&ours);
            self.news(StoredNews::Put(Rc::new(other)));
            if same {
                return self.dispatch(Action::Stored(true));
            }
        }
        self.go_on_as_copy(ours);
    }

    /// Continues with `ours` under another ID and name.
    pub(super) fn go_on_as_copy(&self, ours: Project) {
        let name = self.copy_name(&ours.name);
        let copy = Project { id: fresh_id(), name: name.clone(), revision: 0, deleted: None, ..ours.clone() };
        if self.state().work.as_ref().is_some_and(|w| w.id == ours.id) {
            self.news(StoredNews::EditLock(EditLock::Ours));
            self.dispatch(Action::Files(FileChange::Become(copy.id.clone(), name.clone())));
            self.keeper.versions.borrow_mut().project.clone_from(&copy.id);
            persist::save_last(&copy.id);
        }
        self.put(copy);
        self.notify(KeptNotice::Copied(name));
    }

    /// Saves unreadable records to a file for the user, and removes them from the store.
    pub(super) fn save_damaged(&self) {
        let state = self.state();
        let text: String = state.stored_work.damaged.iter().map(|d| format!("{}\n{}\n\n", d.id, d.raw)).collect();
        crate::widgets::save_text("mcore-lab-damaged.txt", "text/plain", &text);
        if let Some(db) = self.keeper.db() {
            let gone = state.stored_work.damaged.clone();
            spawn_local(async move {
                for damaged in gone.iter() {
                    // Records that remain are offered again at the next visit.
                    let _ = db.remove(&damaged.id).await;
                }
            });
        }
        self.news(StoredNews::DamagedSaved);
        self.dispatch(Intent::DismissNotice);
    }
}
