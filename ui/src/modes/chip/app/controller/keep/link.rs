//! Links that carry a project.

use super::super::Controller;
use super::{After, fresh_id, now};
use crate::modes::chip::store::project::Project;
use crate::modes::chip::store::{Action, Intent, KeptNotice, Notice, StoredNews, Tab};
use crate::shell::modes::Mode;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// Maximum number of characters of a fragment that a message shows.
const LONGEST_SHOWN: usize = 40;

impl Controller {
    /// True if the page's address has content.
    pub(in super::super) fn has_link() -> bool {
        gloo_utils::window().location().hash().is_ok_and(|fragment| fragment.len() > 1)
    }

    /// Opens the content of the page's address. False if the address has none.
    pub(in super::super) fn open_link(&self) -> bool {
        let fragment = gloo_utils::window().location().hash().unwrap_or_default();
        let Some(reading) = crate::modes::chip::share::read(&fragment) else {
            // The address of another mode: its program is about to replace this one.
            if fragment.starts_with("#/") && fragment.len() > "#/".len() && Mode::of_address(&fragment).is_none() {
                crate::shell::share::forget("");
                self.dispatch(Action::Notify(Notice::UnknownPage(fragment.chars().take(LONGEST_SHOWN).collect())));
            }
            return false;
        };
        crate::shell::share::forget("");
        let (shared, notice) = match reading {
            crate::modes::chip::share::Reading::Whole(shared) => (shared, KeptNotice::FromLink),
            crate::modes::chip::share::Reading::Part(shared, fault) => (shared, KeptNotice::PartOfLink(fault)),
            crate::modes::chip::share::Reading::Nothing(fault) => {
                self.notify(KeptNotice::BadLink(fault));
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
        // A link that is opened twice gives the same project, if it has not been changed.
        let state = self.state();
        let known = state
            .stored_work
            .own()
            .into_iter()
            .find(|p| p.files == project.files && p.machine == project.machine && p.exercise == project.exercise);
        match known {
            Some(known) => {
                self.dispatch(Intent::CloseDialog);
                self.open_project(&known.id, after);
            }
            None => self.begin(project, after),
        }
        self.notify(notice);
        true
    }

    pub(super) fn share(&self) {
        let state = self.state();
        let Some(work) = state.work.as_ref().filter(|w| w.executable.is_none()) else { return };
        self.news(StoredNews::Made(None));
        self.dispatch(Intent::Open(crate::modes::chip::store::Dialog::Share));
        let shared = crate::modes::chip::share::Shared {
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
            match crate::modes::chip::share::make(shared).await {
                Ok(made) => this.news(StoredNews::Made(Some(Rc::new(made)))),
                Err(message) => {
                    this.dispatch(Intent::CloseDialog);
                    this.notify(KeptNotice::Failed(message));
                }
            }
        });
    }
}
