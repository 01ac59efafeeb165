//! Export of all work into a file, and import from one.

use super::{Controller, fresh_id, now};
use crate::modes::chip::persist::{
    self,
    file::{self, Step},
};
use crate::modes::chip::store::history::Version;
use crate::modes::chip::store::{Dialog, Intent, KeptNotice, StoredNews};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// File name extension of such files.
pub(in super::super) const ENDING: &str = ".mcwork";

impl Controller {
    /// Saves all projects with their versions to one file.
    pub(super) fn export(&self) {
        self.save_now();
        let Some(this) = self.this.upgrade() else { return };
        spawn_local(async move {
            let projects = this.state().stored_work.projects.clone();
            let mut versions = Vec::new();
            if let Some(db) = this.keeper.db() {
                for id in projects.keys() {
                    let of_this = db.versions(id).await.unwrap_or_default();
                    versions.extend(of_this.into_iter().map(|v| (id.clone(), v)));
                }
            }
            let notes: Vec<_> = projects
                .keys()
                .map(|id| (id.clone(), persist::load_notes(id)))
                .filter(|(_, notes)| !notes.is_empty())
                .collect();
            let today = String::from(js_sys::Date::new_0().to_iso_string());
            let day = today.split('T').next().unwrap_or_default();
            let text = file::write(&projects, &versions, &notes);
            crate::widgets::save_text(&format!("mcore-lab-{day}{ENDING}"), "application/octet-stream", &text);
        });
    }

    /// Reads such a file and asks the user which projects to import.
    pub(in super::super) fn import(&self, bytes: &[u8]) {
        match file::read(bytes) {
            Ok(imported) => {
                self.news(StoredNews::Imported(Some(Rc::new(imported))));
                self.dispatch(Intent::Open(Dialog::Projects));
            }
            Err(why) => self.notify(KeptNotice::BadFile(why)),
        }
    }

    /// Adds the imported projects to the existing ones.
    pub(super) fn accept_import(&self) {
        let state = self.state();
        let Some(imported) = state.stored_work.imported.clone() else { return };
        self.save_now();
        let steps = file::plan(&imported, &state.stored_work.projects, now(), &mut fresh_id);
        let sources = imported.projects.iter().filter(|p| p.deleted.is_none());
        let mut count = 0;
        let mut histories: Vec<(String, Vec<Version>)> = Vec::new();
        for (step, source) in steps.into_iter().zip(sources) {
            let notes = imported.notes.iter().find(|(id, _)| *id == source.id).map(|(_, notes)| notes);
            let versions =
                || imported.versions.iter().filter(|(id, _)| *id == source.id).map(|(_, v)| v.clone()).collect();
            match step {
                Step::Add(project) | Step::AddCopy(project) => {
                    histories.push((project.id.clone(), versions()));
                    if let Some(notes) = notes {
                        persist::save_notes(&project.id, notes);
                    }
                    self.put(project);
                    count += 1;
                }
                Step::Keep(id, version) => {
                    histories.push((id, vec![version]));
                    count += 1;
                }
                Step::Same => {}
            }
        }
        if let Some(db) = self.keeper.db() {
            spawn_local(async move {
                for (id, versions) in histories {
                    // The projects themselves are stored separately.
                    let _ = db.change_versions(&id, &versions, &[]).await;
                }
            });
        }
        self.news(StoredNews::Imported(None));
        self.dispatch(Intent::CloseDialog);
        self.notify(KeptNotice::Imported(count));
    }
}
