//! How the state of the page changes.

mod asked;
mod work;
mod worker;

pub use worker::{is_help_of_c, is_library_of_c};

use super::{
    Drawer, Intent, Jump, Looks, MapEffect, Notice, PhoneTab, Saved, State, StoredNews, Tab, Workspace, travel,
};
use crate::modes::chip::catalog::Catalog;
use crate::modes::chip::store::travel::Recipe;
use mcore::base::{Cycle, SourceFile};
use mcore::modes::chip::session::{ExerciseView, HelpRow, StopSpec, Update};
use mcore::modes::chip::view::SourcePlace;
use std::rc::Rc;

/// An event or a request that changes the state.
#[derive(Clone, Debug)]
pub enum Action {
    /// A request of the user.
    Asked(Intent),
    /// A message of the session.
    Heard(Update),
    /// The worker has died, with this last message.
    Died(String),
    /// A new worker is being started; with true the run is repeated from its recipe.
    Restarted(bool),
    /// The run is being repeated.
    Replaying,
    /// The C library is here: help for its functions and those of MPI, and its files.
    LibraryOfC(Vec<HelpRow>, Vec<SourceFile>),
    /// The list of exercises is known.
    CatalogKnown(Rc<Catalog>),
    /// Something could not be fetched.
    FetchFailed(String),
    /// This work is being opened; none any more.
    Opening(Option<Rc<str>>),
    /// An exercise is being opened; the views of the old one are discarded.
    Opened(Workspace),
    /// All texts are here of the exercise that is shown while the session is still starting.
    TextsArrived(Rc<ExerciseView>),
    /// The work has been stored, or not.
    Stored(bool),
    /// An assembly has been requested.
    Assembling,
    /// The user has decided about work on another version of the pack.
    Migrated,
    /// Text files have been opened.
    FilesOpened(Vec<SourceFile>),
    /// The recipe of the run that was left for another mode.
    RunFound(Recipe),
    /// The program has run with and without its rank map, or only with one of them.
    MapEffect(Option<MapEffect>),
    /// Time has been moved in another way.
    Moving,
    /// The stored looks.
    Looks(Looks),
    /// A log has been requested.
    LogAsked,
    /// The picture of these cycles has been requested.
    SpaceAsked((Cycle, Cycle)),
    /// Stops and bookmarks of the opened work, as they were stored.
    NotesKnown(Rc<travel::Notes>),
    /// The memory budget of keyframes and snapshots, in MiB.
    MemoryKnown(u32),
    /// The stops have been sent to the session.
    StopsSent(Rc<[StopSpec]>),
    /// The lower area as it was when the page was left.
    Drawer(Drawer),
    /// Files or the name of the open work change.
    Files(FileChange),
    /// News about stored work.
    StoredWork(StoredNews),
    /// A message for the user.
    Notify(Notice),
    /// The compiler has found this in the text as it is now.
    Checked(super::Checked),
}

impl From<Intent> for Action {
    fn from(intent: Intent) -> Self {
        Self::Asked(intent)
    }
}

/// A change of the open work other than the text of a file.
#[derive(Clone, Debug)]
pub enum FileChange {
    /// An empty file is added.
    Add(String),
    /// A file gets another name.
    Rename(String, String),
    /// A file is removed.
    Remove(String),
    /// A file moves by one place, to the front or to the back.
    Move(String, bool),
    /// An earlier version is restored.
    Restore(Rc<Vec<SourceFile>>),
    /// The work continues under another ID and name.
    Become(String, String),
    /// The work gets another name.
    Name(String),
}

impl State {
    /// The state after an action.
    #[must_use]
    pub fn reduce(mut self, action: impl Into<Action>) -> Self {
        let action = action.into();
        if !matches!(action, Action::Heard(Update::Frame(_))) {
            self.changes += 1;
        }
        match action {
            Action::Asked(intent) => self.asked(intent),
            Action::Heard(update) => self.hear(update),
            Action::Died(message) => self.died(message),
            Action::Replaying => self.replaying(),
            Action::Restarted(again) => self.restarted(again),
            Action::CatalogKnown(catalog) => self.catalog = Some(catalog),
            Action::FetchFailed(message) => self.notice = Some(Notice::Fetch(message)),
            Action::Opening(work) => self.opening = work,
            Action::Opened(work) => {
                self.level = None;
                self.open_work(work);
            }
            Action::TextsArrived(view) => {
                let is_shown = |work: &&mut Workspace| work.exercise.as_ref().is_some_and(|shown| shown.id == view.id);
                if let Some(work) = self.work.as_mut().filter(is_shown) {
                    work.exercise = Some(view);
                    work.speak(self.lang);
                }
            }
            Action::Stored(ok) => self.saved = if ok { Saved::Yes } else { Saved::Failed },
            Action::Assembling => {
                self.assembling = true;
                self.edited = false;
                self.sent = self.work.as_ref().map(|w| w.files.clone());
            }
            // Another tab edits this work, so changes here are refused.
            Action::FilesOpened(_) | Action::Files(_) if !self.may_edit() => {}
            Action::Migrated => {
                if let Some(work) = &mut self.work {
                    work.migration = None;
                }
            }
            Action::FilesOpened(files) => self.files_opened(files),
            Action::RunFound(recipe) => self.travel.lost = Some(recipe),
            Action::MapEffect(effect) => self.map_effect = effect,
            Action::Moving => {
                self.wanted = None;
                self.travel.moving();
            }
            Action::NotesKnown(notes) => {
                (self.travel.notes, self.travel.moved) = (notes, Rc::new([]));
                self.watch_expressions();
            }
            Action::MemoryKnown(mib) => self.travel.memory = mib,
            Action::StopsSent(stops) => self.travel.sent = stops,
            Action::Looks(looks) => self.looks = looks,
            Action::LogAsked => self.analysis.log_waits = true,
            Action::SpaceAsked(part) => self.analysis.space.asked(part),
            Action::Drawer(drawer) => {
                let Drawer { narrow, away, .. } = self.analysis.drawer;
                self.analysis.drawer = Drawer { narrow, away, ..drawer };
                self.watch_analysis();
            }
            Action::Files(change) => self.change_files(change),
            Action::StoredWork(news) => self.stored_work.hear(news),
            Action::Notify(notice) => self.notice = Some(notice),
            Action::LibraryOfC(rows, files) => self.library_of_c(rows, files),
            Action::Checked(findings) => self.checked = Some(findings),
        }
        self
    }

    pub(super) fn go_to(&mut self, place: SourcePlace) {
        self.tab = Tab::File(place.file.clone());
        self.phone = PhoneTab::Source;
        let number = self.jump.as_ref().map_or(0, |j| j.number.wrapping_add(1));
        self.jump = Some(Jump { place, number });
    }

    /// On a narrow screen the statement and the files, one panel on a wide screen, are two tabs.
    pub(in crate::modes::chip::store) fn show_phone_tab(&mut self, tab: PhoneTab) {
        self.phone = tab;
        self.show_drawer_on_phone(tab);
        match (tab, &self.tab, &self.work) {
            (PhoneTab::Task, _, _) => self.tab = Tab::Task,
            (PhoneTab::Source, Tab::Task, Some(work)) => {
                if let Some(file) = work.files.first() {
                    self.tab = Tab::File(file.name.clone());
                }
            }
            _ => {}
        }
    }
}
