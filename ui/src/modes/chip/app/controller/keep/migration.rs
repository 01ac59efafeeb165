//! Work written for another version of its pack: a copy of it is kept, whatever the user decides.

use super::{Controller, fresh_id, now};
use crate::modes::chip::store::project::Project;
use crate::modes::chip::store::{Action, Intent, Migration, Workspace};
use std::rc::Rc;

impl Controller {
    /// Keeps the work as a separate project if it was written for another version of the pack than the open one, and
    /// returns the decision that the user must make. Work that equals the start files is not kept: nothing is lost.
    pub(super) fn keep_old_version(&self, project: &Project, work: &Workspace) -> Option<Rc<Migration>> {
        let exercise = work.exercise.as_ref()?;
        let from = project.is_of_another(&exercise.pack_version).filter(|_| !work.is_unedited())?.to_owned();
        let state = self.state();
        let same = |p: &Rc<Project>| {
            p.exercise == project.exercise && p.files == project.files && p.pack_version == project.pack_version
        };
        if let Some(kept) = state.stored_work.own().into_iter().find(same) {
            return Some(Rc::new(Migration { from, kept: kept.name.clone() }));
        }
        let words = self.words();
        let title = words.text(&exercise.title);
        let kept = self.free_project_name(&words.tf("carry-name", &[("title", title), ("version", &from)]));
        self.put(Project { id: fresh_id(), name: kept.clone(), revision: 0, ..project.clone() });
        Some(Rc::new(Migration { from, kept }))
    }

    /// The user has decided whether to migrate the work.
    pub(super) fn migrate(&self, with_work: bool) {
        self.dispatch(Action::Migrated);
        if !with_work {
            self.change_work(Intent::ResetFiles);
            return self.assemble();
        }
        // From now on it is work on this version.
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|_| state.may_edit()) else { return };
        let before = state.stored_work.projects.get(&work.id);
        if let Some(project) = work.to_project(before.map(Rc::as_ref), state.machine(), now()) {
            self.put(project);
        }
    }
}
