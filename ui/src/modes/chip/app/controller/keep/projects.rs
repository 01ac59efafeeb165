//! New projects, copies, names, deletion.

use super::super::Controller;
use super::{After, fresh_id, now};
use crate::modes::chip::store::project::{LONGEST_NAME, Project, free_name};
use crate::modes::chip::store::{Action, FileChange, Intent, KeptNotice, SCRATCH};
use mcore::base::SourceFile;
use mcore::modes::chip::session::MachineOptions;

impl Controller {
    /// A name for a copy of a project of this name.
    pub(super) fn copy_name(&self, name: &str) -> String {
        let state = self.state();
        let words = self.words();
        let title = state.work.as_ref().and_then(|w| w.exercise.as_ref()).map(|e| words.text(&e.title).to_owned());
        let name =
            if name.is_empty() { title.unwrap_or_else(|| words.t("scratch").to_string()) } else { name.to_owned() };
        self.free_project_name(&words.tf("copy-name", &[("name", &name)]))
    }

    pub(super) fn free_project_name(&self, wanted: &str) -> String {
        let state = self.state();
        free_name(wanted, state.stored_work.projects.values().filter(|p| p.deleted.is_none()).map(|p| p.name.as_str()))
    }

    /// Makes a project with these files for this machine, and opens it.
    pub(super) fn new_project(&self, files: Vec<SourceFile>, machine: MachineOptions) {
        let name = self.free_project_name(&self.words().t("project-name"));
        let project =
            Project { id: fresh_id(), name, files, machine, created: now(), changed: now(), ..Project::default() };
        self.begin(project, After::default());
    }

    /// Stores a new project and opens it.
    pub(super) fn begin(&self, project: Project, after: After) {
        self.save_now();
        let id = project.id.clone();
        self.put(project);
        self.dispatch(Intent::CloseDialog);
        self.open_project(&id, after);
    }

    pub(super) fn rename_project(&self, id: &str, name: &str) {
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        let state = self.state();
        if name.is_empty() || state.stored_work.projects.get(id).is_some_and(|p| p.name == name) {
            return;
        }
        if state.work.as_ref().is_some_and(|w| w.id == id) {
            self.change_work(Action::Files(FileChange::Name(name)));
            self.save_now();
        } else if let Some(project) = state.stored_work.projects.get(id) {
            self.put(Project { name, changed: now(), ..Project::clone(project) });
        }
    }

    pub(super) fn copy_project(&self, id: &str) {
        self.save_now();
        let state = self.state();
        let open = state.work.as_ref().filter(|w| w.id == id);
        let known = state.stored_work.projects.get(id);
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

    pub(super) fn delete_project(&self, id: &str) {
        self.save_now();
        let state = self.state();
        let Some(project) = state.stored_work.projects.get(id).map(|p| Project::clone(p)) else { return };
        let gone = Project { deleted: Some(now()), ..project.clone() };
        let gone = if id == SCRATCH {
            // Work on the exercise always exists; the deleted state keeps an ID of its own, for Undo.
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
        self.notify(KeptNotice::Deleted(gone_id, name));
    }

    pub(super) fn undelete_project(&self, id: &str) {
        if let Some(project) = self.state().stored_work.projects.get(id) {
            self.put(Project { deleted: None, ..Project::clone(project) });
        }
        self.dispatch(Intent::DismissNotice);
    }
}
