//! Other tabs of the browser: only one of them edits a project.

use super::super::Controller;
use super::{After, now};
use crate::modes::chip::persist::{What, Word};
use crate::modes::chip::store::{EditLock, Saved, StoredNews};
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// The maximum time that another tab may take to release a project, in milliseconds.
const GIVING_MS: u32 = 1500;

impl Controller {
    /// Another tab has sent a message.
    pub(in super::super) fn hear_word(&self, word: &Word) {
        let state = self.state();
        let open = state.work.as_ref().is_some_and(|w| w.id == word.project && w.executable.is_none());
        match word.what {
            What::Opened if open && state.may_edit() => self.keeper.tabs.say(What::Mine, &word.project),
            What::Mine if open && state.may_edit() => {
                // Changes made here meanwhile cannot be stored under this name.
                if state.saved == Saved::Yes {
                    self.news(StoredNews::EditLock(EditLock::Elsewhere));
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
            What::Given if open && state.stored_work.edit_lock == EditLock::Asked => self.claim(),
            What::Stored if !open || !state.may_edit() => self.refresh(&word.project),
            _ => {}
        }
    }

    pub(super) fn give(&self) {
        let state = self.state();
        if let Some(work) = &state.work {
            self.news(StoredNews::EditLock(EditLock::Taken));
            self.keeper.tabs.say(What::Given, &work.id);
        }
    }

    /// Reads a project again that another tab has stored.
    pub(in super::super) fn refresh(&self, id: &str) {
        let (Some(this), Some(db), id) = (self.this.upgrade(), self.keeper.db(), id.to_owned()) else { return };
        spawn_local(async move {
            if let Ok(Some(project)) = db.project(&id).await {
                this.news(StoredNews::Put(Rc::new(project)));
            }
        });
    }

    pub(super) fn take_over(&self) {
        let state = self.state();
        let Some(work) = &state.work else { return };
        self.news(StoredNews::EditLock(EditLock::Asked));
        self.keeper.tabs.say(What::Give, &work.id);
        let Some(this) = self.this.upgrade() else { return };
        // A suspended or closed tab does not answer. The database's revisions ensure that it overwrites nothing.
        Timeout::new(GIVING_MS, move || {
            if this.state().stored_work.edit_lock == EditLock::Asked {
                this.claim();
            }
        })
        .forget();
    }

    /// Opens the project again in the state that the other tab has stored.
    fn claim(&self) {
        let state = self.state();
        if let Some(work) = &state.work {
            self.news(StoredNews::EditLock(EditLock::Ours));
            self.open_project(&work.id, After::default());
        }
    }

    pub(super) fn work_on_copy(&self) {
        let state = self.state();
        let project = state.work.as_ref().and_then(|w| w.to_project(None, state.machine(), now()));
        if let Some(project) = project {
            self.go_on_as_copy(project);
        }
    }
}
