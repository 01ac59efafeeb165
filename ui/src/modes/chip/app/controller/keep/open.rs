//! Opens projects, exercises and examples.

use super::super::Controller;
use super::{After, Versions, now};
use crate::modes::chip::catalog::{self, Pack, is_read_first};
use crate::modes::chip::gallery;
use crate::modes::chip::persist::{self, What};
use crate::modes::chip::store::project::Project;
use crate::modes::chip::store::{Action, Histories, Intent, SCRATCH, StoredNews, Tab, WorkerState, Workspace};
use mcore::modes::chip::session::{ExerciseView, MachineOptions};
use mcore::packs::PackFile;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

impl Controller {
    /// Opens a project, or the work on an exercise, as it is stored now. A project that is still being opened is given up.
    pub(super) fn open_project(&self, id: &str, after: After) {
        self.save_now();
        // The last one that was asked for is opened.
        let given_up = self.state().opening.clone();
        let request = self.keeper.next_request();
        self.dispatch(Action::Opening(Some(id.into())));
        let Some(this) = self.this.upgrade() else { return };
        let id = id.to_owned();
        let first = self.state().work.is_none();
        spawn_local(async move {
            let db = this.keeper.db();
            let mut versions = Versions { project: id.clone(), ..Versions::default() };
            if let Some(db) = &db {
                // Another tab may have changed it. If it cannot be read now, the state read before is used.
                if !this.keeper.queue.borrow().contains_key(&id)
                    && let Ok(Some(stored)) = db.project(&id).await
                {
                    this.news(StoredNews::Put(Rc::new(stored)));
                }
                let known = db.versions(&id).await.unwrap_or_default();
                versions.times = known.iter().map(|v| v.at).collect();
                versions.last = known.last().map(|v| v.files.clone());
                // Without them the work is complete; only Ctrl+Z ends at the state in which the page was opened.
                let undo = db.undo(&id).await.unwrap_or_default();
                if !this.keeper.is_newest(request) {
                    return;
                }
                this.news(StoredNews::Undo(Histories::new(id.clone(), undo)));
            }
            let known = this.state().stored_work.projects.get(&id).map(|p| Project::clone(p));
            let of_exercise = this.state().catalog.as_ref().is_some_and(|c| c.find(&id).is_some());
            let project = known.filter(|p| p.deleted.is_none()).unwrap_or_else(|| Project {
                id: id.clone(),
                exercise: of_exercise.then(|| id.clone()),
                // Machines of earlier editions of the lab belonged to no project.
                machine: if id == SCRATCH { persist::load_machine() } else { MachineOptions::default() },
                ..Project::default()
            });
            let Some(found) = this.open_found(project, after, request).await else { return };
            if found {
                *this.keeper.versions.borrow_mut() = versions;
                return;
            }
            this.end_opening();
            if let Some(given_up) = given_up.filter(|given_up| **given_up != *id) {
                // The page may show it already.
                this.open_project(&given_up, After::default());
            } else if first && this.state().work.as_ref().is_none_or(|work| work.id == id) && id != SCRATCH {
                // A page always has open work, and it is work that the session can open.
                this.open_project(SCRATCH, After::default());
            }
        });
    }

    /// A project is open, or cannot be opened.
    pub(in super::super) fn end_opening(&self) {
        self.keeper.next_request();
        self.dispatch(Action::Opening(None));
    }

    /// Opens a project. False if it cannot be opened now, and nothing if another one has been asked for since this request.
    async fn open_found(&self, project: Project, after: After, request: u32) -> Option<bool> {
        if let Some(exercise) = &project.exercise {
            let state = self.state();
            let found = state.catalog.as_ref().and_then(|c| c.find(exercise));
            if let Some((pack, folder)) = found {
                let files = self.fetch_exercise(pack, folder, &project, &after, request).await;
                if !self.keeper.is_newest(request) {
                    return None;
                }
                return match files {
                    Ok(files) => {
                        *self.keeper.opening.borrow_mut() = Some((project.clone(), after));
                        self.set_pack(folder.to_owned(), files);
                        Some(true)
                    }
                    Err(message) => {
                        self.dispatch(Action::FetchFailed(message));
                        Some(false)
                    }
                };
            }
            // The site no longer has the exercise; the program is still there.
        }
        let mut start = None;
        let mut project = project;
        if project.id.starts_with(gallery::PREFIX) {
            let gallery = self.gallery().await;
            if !self.keeper.is_newest(request) {
                return None;
            }
            let Some(gallery) = gallery else { return Some(false) };
            if let Some(example) = gallery.find(&project.id) {
                let files = example.fetch().await;
                if !self.keeper.is_newest(request) {
                    return None;
                }
                match files {
                    Ok(files) => start = Some(files),
                    Err(message) => {
                        self.dispatch(Action::FetchFailed(message));
                        return Some(false);
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
            self.dispatch(Intent::SetMachine(project.machine.clone()));
        }
        self.opened_scratch(Workspace::project(&project, start));
        self.opened_with(&project.id, after);
        Some(true)
    }

    /// All files of an exercise. If the session is still starting, it is shown as soon as it can be read in the page's language
    /// and written in; the other files are requested after that.
    async fn fetch_exercise(
        &self,
        pack: &Pack,
        folder: &str,
        project: &Project,
        after: &After,
        request: u32,
    ) -> Result<Vec<PackFile>, String> {
        let state = self.state();
        if state.work.is_some() || state.worker != WorkerState::Starting {
            return catalog::fetch_exercise(pack, folder).await;
        }
        let mut files = catalog::fetch_part(pack, folder, |name| is_read_first(pack, name, state.lang)).await?;
        if !self.keeper.is_newest(request) {
            return Ok(files);
        }
        self.preview(catalog::preview(pack, folder, &files), project, after);
        files.extend(catalog::fetch_part(pack, folder, |name| !is_read_first(pack, name, state.lang)).await?);
        if let Some(view) = catalog::preview(pack, folder, &files).filter(|_| self.keeper.is_newest(request)) {
            self.dispatch(Action::TextsArrived(Rc::new(view)));
        }
        Ok(files)
    }

    /// Shows an exercise, with the work on it, while the session that will open it is still starting.
    fn preview(&self, view: Option<ExerciseView>, project: &Project, after: &After) {
        let state = self.state();
        let (Some(view), None) = (view, &state.work) else { return };
        if state.worker != WorkerState::Starting {
            return;
        }
        let before =
            (!project.files.is_empty()).then(|| crate::modes::chip::store::Work { files: project.files.clone() });
        let mut work = Workspace::exercise(Rc::new(view), before, state.lang);
        if !project.id.is_empty() {
            (work.id, work.name) = (project.id.clone(), project.name.clone());
        }
        self.dispatch(Action::Opened(work));
        if let Some(file) = &after.file {
            self.dispatch(Intent::ShowTab(Tab::File(file.clone())));
        }
    }

    /// The session has opened an exercise: sends it the work on that exercise.
    pub(in super::super) fn exercise_is_open(&self, view: ExerciseView) {
        let state = self.state();
        let view = Rc::new(view);
        // The session opens exercises in the order of the requests; only the last one is shown.
        let is_this = |exercise: Option<&str>| exercise == Some(view.id.as_str());
        let opening = self.keeper.opening.borrow_mut().take_if(|(project, _)| is_this(project.exercise.as_deref()));
        let is_restart = opening.is_none();
        let is_shown =
            || state.work.as_ref().is_some_and(|work| is_this(work.exercise.as_ref().map(|e| e.id.as_str())));
        if is_restart && (state.opening.is_some() || !is_shown()) {
            return;
        }
        let shown = state.work.as_ref().filter(|work| {
            opening
                .as_ref()
                .is_some_and(|(project, _)| project.id == work.id && work.exercise.is_some() && state.program.is_none())
        });
        let hints_open = shown.map_or(0, |work| work.hints_open);
        let (project, after) = match (opening, &state.work) {
            // It is shown already and may have been edited.
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
                let before = state.stored_work.projects.get(&work.id);
                let project = work.to_project(before.map(Rc::as_ref), state.machine(), now());
                (project.unwrap_or_default(), After::default())
            }
            (None, None) => return,
        };
        let before =
            (!project.files.is_empty()).then(|| crate::modes::chip::store::Work { files: project.files.clone() });
        let mut work = Workspace::exercise(view, before, state.lang);
        // After a restart of the worker the pictures are already loaded.
        work.migration = match &state.work {
            Some(same) if is_restart => same.migration.clone(),
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
        self.end_opening();
        self.opened(work);
        self.opened_with(&id, after);
    }

    /// Shows a project that has just been opened, and carries out the actions after it.
    fn opened_with(&self, id: &str, after: After) {
        self.keeper.tabs.say(What::Opened, id);
        if after.run {
            self.dispatch(Intent::SetPace(after.pace));
            self.run_next.set(true);
        }
        self.keeper.go_to.set(after.cycle);
        if let Some(node) = after.node {
            self.dispatch(Intent::Select(node));
        }
        if let Some(file) = after.file {
            self.dispatch(Intent::ShowTab(Tab::File(file)));
        }
        self.take_map();
    }

    /// The project to open when the page is opened, if the last one is a project.
    pub(in super::super) fn last_project(&self, last: &str) -> bool {
        let state = self.state();
        last == SCRATCH
            || last.starts_with(gallery::PREFIX)
            || state.stored_work.projects.get(last).is_some_and(|p| p.is_own() && p.deleted.is_none())
    }
}
