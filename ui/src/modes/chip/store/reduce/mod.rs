//! How the state of the page changes.

mod work;
mod worker;

pub use worker::{is_help_of_c, is_library_of_c};

use super::{
    Analyse, Dialog, Drawer, GradeRequest, Inspect, Jump, Look, Looks, MapEffect, Notice, PhoneTab, Saved, State,
    StoredNews, Tab, Theme, Travel, Workspace, has_line, travel,
};
use crate::modes::chip::catalog::Catalog;
use crate::modes::chip::store::travel::Recipe;
use mcore::base::{Cycle, Lang, NodeId, SourceFile};
use mcore::modes::chip::session::{ExerciseView, HelpRow, Level, MachineOptions, StopSpec, Update};
use mcore::modes::chip::view::{MemoryFocus, SourcePlace};
use std::rc::Rc;

/// Maximum number of nodes with a marked line besides the selected node: a longer list of names after a line is unreadable.
const MAX_MARKED: usize = 16;

/// An event or a request that changes the state.
#[derive(Clone, Debug)]
pub enum Action {
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
    /// The language has been chosen.
    Lang(Lang),
    /// The theme has been chosen.
    Theme(Theme),
    /// A tab has been chosen.
    ShowTab(Tab),
    /// A panel has been chosen on a narrow screen.
    ShowPhoneTab(PhoneTab),
    /// A file has been edited.
    Edit(String, String),
    /// The start files are to be restored.
    ResetFiles,
    /// The user has decided about work on another version of the pack.
    Migrated,
    /// The reset is to be undone.
    UndoReset,
    /// Text files have been opened.
    FilesOpened(Vec<SourceFile>),
    /// A message is to be shown.
    Notice(Notice),
    /// The recipe of the run that was left for another mode.
    RunFound(Recipe),
    /// The program has run with and without its rank map, or only with one of them.
    MapEffect(Option<MapEffect>),
    /// The next hint is to be opened.
    OpenHint,
    /// The machine has been chosen.
    Machine(MachineOptions),
    /// The level at which C is compiled instead of the exercise's.
    Level(Option<Level>),
    /// A seek has been requested.
    Seeking(Cycle),
    /// Time has been moved in another way.
    Moving,
    /// The speed has been chosen.
    Pace(Option<u32>),
    /// A node has been selected.
    Select(NodeId),
    /// The shown memory has been chosen.
    FocusMemory(MemoryFocus),
    /// A line is to be shown.
    GoTo(SourcePlace),
    /// The editor's cursor is at another line.
    Cursor(SourcePlace),
    /// The pointer is at a line or its instruction (true), or at none.
    Point(Option<(SourcePlace, bool)>),
    /// A request of the list of variables.
    Inspect(Inspect),
    /// A dialog is to be opened or closed.
    Dialog(Option<Dialog>),
    /// The notice has been dismissed.
    DismissNotice,
    /// The banner has been dismissed.
    DismissOutcome,
    /// A request of the panels that analyse a run.
    Analyse(Analyse),
    /// A request to the grader.
    Grade(GradeRequest),
    /// The looks have been changed.
    Look(Look),
    /// The stored looks.
    Looks(Looks),
    /// The line of a node is to be marked whichever node is selected, or no longer.
    MarkLine(NodeId),
    /// A neighbour of the selected node has been selected, given as columns to the east and rows to the south.
    SelectBy(i8, i8),
    /// A log has been requested.
    LogAsked,
    /// The picture of these cycles has been requested.
    SpaceAsked((Cycle, Cycle)),
    /// A request about breakpoints, bookmarks or searches in time.
    Travel(Travel),
    /// Stops and bookmarks of the opened work, as they were stored.
    NotesKnown(Rc<travel::Notes>),
    /// The memory budget of keyframes and snapshots, in MiB.
    MemoryKnown(u32),
    /// The stops have been sent to the session.
    StopsSent(Rc<[StopSpec]>),
    /// The lower area as it was when the page was left.
    Drawer(Drawer),
    /// The page has become narrow, so that its panels share one place, or wide.
    Narrow(bool),
    /// Files or the name of the open work change.
    Files(FileChange),
    /// News about stored work.
    StoredWork(StoredNews),
    /// A message for the user.
    Notify(Notice),
    /// The compiler has found this in the text as it is now.
    Checked(super::Checked),
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
    pub fn reduce(mut self, action: Action) -> Self {
        if !matches!(action, Action::Heard(Update::Frame(_))) {
            self.changes += 1;
        }
        match action {
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
            Action::Level(level) => self.level = level,
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
            Action::Lang(lang) => {
                self.lang = lang;
                // The translation of a start file is the same program, line by line, so the loaded program is not an old one.
                if let Some(work) = &mut self.work {
                    work.speak(lang);
                }
            }
            Action::Theme(theme) => self.theme = theme,
            Action::ShowTab(tab) => self.tab = tab,
            Action::ShowPhoneTab(tab) => self.show_phone_tab(tab),
            // Another tab edits this work, so changes here are refused.
            Action::Edit(..) | Action::ResetFiles | Action::UndoReset | Action::FilesOpened(_) | Action::Files(_)
                if !self.may_edit() => {}
            Action::Edit(name, text) => self.edit_file(&name, text),
            Action::ResetFiles => self.reset_files(),
            Action::Migrated => {
                if let Some(work) = &mut self.work {
                    work.migration = None;
                }
            }
            Action::UndoReset => self.undo_reset(),
            Action::FilesOpened(files) => self.files_opened(files),
            Action::Notice(notice) => self.notice = Some(notice),
            Action::RunFound(recipe) => self.travel.lost = Some(recipe),
            Action::MapEffect(effect) => self.map_effect = effect,
            Action::OpenHint => self.open_hint(),
            Action::Machine(machine) => {
                self.scratch_machine = machine;
                self.dialog = None;
                self.verdict = None;
            }
            Action::Seeking(cycle) => {
                self.wanted = Some(cycle);
                self.travel.moving();
            }
            Action::Moving => {
                self.wanted = None;
                self.travel.moving();
            }
            Action::Travel(request) => self.travel(request),
            Action::NotesKnown(notes) => {
                (self.travel.notes, self.travel.moved) = (notes, Rc::new([]));
                self.watch_expressions();
            }
            Action::MemoryKnown(mib) => self.travel.memory = mib,
            Action::StopsSent(stops) => self.travel.sent = stops,
            Action::Pace(pace) => self.pace = pace,
            Action::Select(node) => self.watch.node = Some(node),
            Action::MarkLine(node) => self.mark_line(node),
            Action::FocusMemory(focus) => {
                self.watch.memory = focus;
                self.memory_chosen = true;
            }
            Action::GoTo(place) => self.go_to(place),
            Action::Cursor(place) => {
                self.cursor = Some((place, self.frame.cycle));
                self.watch_code();
            }
            Action::Point(place) => {
                self.pointed = place;
                self.watch_code();
            }
            Action::Inspect(request) => super::variables::inspect(&mut self, request),
            Action::Dialog(dialog) => {
                self.dialog = dialog;
                if dialog != Some(Dialog::Projects) {
                    // Closing the question about a file means no.
                    self.stored_work.imported = None;
                }
            }
            Action::DismissNotice => self.notice = None,
            Action::DismissOutcome => self.outcome_dismissed = true,
            Action::Analyse(request) => self.analyse(request),
            Action::Grade(request) => self.grade(request),
            Action::Look(look) => self.look(look),
            Action::Looks(looks) => self.looks = looks,
            Action::SelectBy(dx, dy) => self.select_by(dx, dy),
            Action::LogAsked => self.analysis.log_waits = true,
            Action::SpaceAsked(part) => self.analysis.space.asked(part),
            Action::Drawer(drawer) => {
                let Drawer { narrow, away, .. } = self.analysis.drawer;
                self.analysis.drawer = Drawer { narrow, away, ..drawer };
                self.watch_analysis();
            }
            Action::Narrow(narrow) => self.narrow(narrow),
            Action::Files(change) => self.change_files(change),
            Action::StoredWork(news) => self.stored_work.hear(news),
            Action::Notify(notice) => self.notice = Some(notice),
            Action::LibraryOfC(rows, files) => self.library_of_c(rows, files),
            Action::Checked(findings) => self.checked = Some(findings),
        }
        self
    }

    /// Asks for the instructions of the line of C that the user looks at, unless they are listed.
    fn watch_code(&mut self) {
        let shown = self.lists_code(self.frame.state);
        let listed = |place: &SourcePlace| self.frame.node.as_ref().is_some_and(|node| has_line(&node.disasm, place));
        let place = self.looked_at(self.frame.cycle).filter(|place| shown && !listed(place)).cloned();
        if place.is_some() {
            self.watch.code = place;
        }
    }

    fn mark_line(&mut self, node: NodeId) {
        let marked = &mut self.watch.marked;
        if let Some(at) = marked.iter().position(|n| *n == node) {
            marked.remove(at);
        } else {
            if marked.len() == MAX_MARKED {
                marked.remove(0);
            }
            marked.push(node);
        }
    }

    /// Selects a neighbour. The action holds a step, not a node: two quick keys may be pressed before the first one is drawn.
    fn select_by(&mut self, dx: i8, dy: i8) {
        let (width, height) =
            self.frame.mesh.as_ref().map_or((self.machine().width, self.machine().height), |m| (m.width, m.height));
        let from = self.watch.node.unwrap_or(NodeId::new(1, 1));
        let step = |v: u8, by: i8, last: u8| v.min(last).saturating_add_signed(by).min(last);
        self.watch.node = Some(NodeId::new(step(from.x, dx, width), step(from.y, dy, height)));
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
