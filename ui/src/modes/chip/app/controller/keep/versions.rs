//! Versions of a project, and the undo history of its files.

use super::super::Controller;
use super::now;
use crate::modes::chip::store::history::{Reason, Version, first_change, thinned};
use crate::modes::chip::store::{Action, EditLock, FileChange, Intent, StoredNews};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Controller {
    /// Keeps the open work as a version, unless the last version is equal.
    pub(in super::super) fn keep_version(&self, reason: Reason) {
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|w| w.executable.is_none() && state.may_edit()) else { return };
        let mut versions = self.keeper.versions.borrow_mut();
        // A reset restores the start files, so they are not kept as a version.
        if versions.project != work.id || versions.last.is_none() && work.is_unedited() {
            return;
        }
        let files = Rc::new(work.own_files());
        if versions.last.as_ref() == Some(&files) {
            return;
        }
        let first = match &versions.last {
            Some(last) => first_change(last, &files),
            None => first_change(work.start_files(), &work.files),
        };
        let at = now().max(versions.times.last().map_or(0, |t| t + 1));
        versions.times.push(at);
        versions.last = Some(files.clone());
        let gone = thinned(&versions.times, at);
        versions.times.retain(|t| !gone.contains(t));
        let (id, version) = (work.id.clone(), Version { at, reason, first, files });
        if let Some(db) = self.keeper.db() {
            spawn_local(async move {
                // The text itself is stored separately; a missing version is no loss of work.
                let _ = db.change_versions(&id, &[version], &gone).await;
            });
        }
    }

    /// Before the first change since the project was opened: keeps its state, so that the user can return to it after a
    /// reload too.
    pub(in super::super) fn keep_first_version(&self) {
        let first = !std::mem::replace(&mut self.keeper.versions.borrow_mut().touched, true);
        if first {
            self.keep_version(Reason::Time);
        }
    }

    pub(super) fn show_history(&self) {
        self.save_now();
        self.news(StoredNews::History(None));
        self.dispatch(Intent::Open(crate::modes::chip::store::Dialog::History));
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let id = this.state().work.as_ref().map(|w| w.id.clone()).unwrap_or_default();
            let mut versions = match this.keeper.db() {
                Some(db) => db.versions(&id).await.unwrap_or_default(),
                None => Vec::new(),
            };
            versions.reverse();
            this.news(StoredNews::History(Some(versions)));
        });
    }

    pub(super) fn restore_version(&self, at: u64) {
        let state = self.state();
        let found = state.stored_work.history.as_ref().and_then(|h| h.iter().find(|v| v.at == at));
        if let Some(version) = found {
            self.keep_version(Reason::Replaced);
            self.change_work(Action::Files(FileChange::Restore(version.files.clone())));
        }
    }

    /// Keeps the undo history of a file. A failure is not reported: no work is lost.
    pub(super) fn keep_undo(&self, file: String, history: String) {
        let Some(id) = self.state().work.as_ref().filter(|w| w.executable.is_none()).map(|w| w.id.clone()) else {
            return;
        };
        if self.state().stored_work.edit_lock != EditLock::Ours {
            return;
        }
        let Some(db) = self.keeper.db() else { return };
        spawn_local(async move {
            let _ = db.keep_undo(&id, &file, &history).await;
        });
    }
}
