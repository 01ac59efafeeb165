//! How the page's knowledge changes.

use super::{
    Analyse, Dialog, Drawer, Jump, Notice, PhoneTab, Saved, Spoken, State, Tab, Theme, Work, WorkerState, Workspace,
};
use crate::catalog::Catalog;
use crate::link::is_harmless;
use mcore::base::{Cycle, Lang, NodeId, SourceFile};
use mcore::session::{AssembledView, MachineOptions, Refused, Update};
use mcore::view::{Frame, MemoryFocus, RunState, SourcePlace};
use std::rc::Rc;

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// The session has told something.
    Heard(Update),
    /// The worker is gone; its last word.
    Died(String),
    /// A new worker is being started.
    Restarted,
    /// The list of exercises is known.
    CatalogKnown(Rc<Catalog>),
    /// Something could not be fetched.
    FetchFailed(String),
    /// An exercise is being opened; what was shown of the old one is gone.
    Opened(Workspace),
    /// The work has been stored, or not.
    Stored(bool),
    /// An assembly has been asked for.
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
    /// The start files are to be put back.
    ResetFiles,
    /// The reset is to be taken back.
    UndoReset,
    /// Text files have been opened.
    FilesOpened(Vec<SourceFile>),
    /// A file could not be opened.
    NotOpened(Notice),
    /// The next hint is to be opened.
    OpenHint,
    /// The machine has been chosen.
    Machine(MachineOptions),
    /// A seek has been asked for.
    Seeking(Cycle),
    /// Time has been moved in another way.
    Moving,
    /// The pace has been chosen.
    Pace(Option<u32>),
    /// A node has been selected.
    Select(NodeId),
    /// The shown memory has been chosen.
    FocusMemory(MemoryFocus),
    /// A line is to be shown.
    GoTo(SourcePlace),
    /// A dialog is to be opened or closed.
    Dialog(Option<Dialog>),
    /// The notice has been put away.
    DismissNotice,
    /// The banner has been put away.
    DismissOutcome,
    /// Something is wanted of the panels that analyse a run.
    Analyse(Analyse),
    /// A log has been asked for.
    LogAsked,
    /// The drawer as it was when the page was left.
    Drawer(Drawer),
}

impl State {
    /// The state after an action.
    #[must_use]
    pub fn reduce(mut self, action: Action) -> Self {
        match action {
            Action::Heard(update) => self.hear(update),
            Action::Died(message) => {
                self.worker = WorkerState::Dead(message);
                self.assembling = false;
                self.reference = None;
                self.wanted = None;
                self.analysis.noc.running = false;
            }
            Action::Restarted => {
                self.worker = WorkerState::Starting;
                self.forget_program();
            }
            Action::CatalogKnown(catalog) => self.catalog = Some(catalog),
            Action::FetchFailed(message) => self.notice = Some(Notice::Fetch(message)),
            Action::Opened(work) => {
                self.forget_program();
                self.tab = match &work.exercise {
                    Some(_) => Tab::Task,
                    None => work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone())),
                };
                self.notice = None;
                self.jump = None;
                self.memory_chosen = false;
                self.watch.node = Some(NodeId::new(1, 1));
                self.saved = Saved::Yes;
                // As the session does it.
                self.analysis.checks.on = work.exercise.is_some();
                self.work = Some(work);
            }
            Action::Stored(ok) => self.saved = if ok { Saved::Yes } else { Saved::Failed },
            Action::Assembling => {
                self.assembling = true;
                self.edited = false;
            }
            Action::Lang(lang) => self.lang = lang,
            Action::Theme(theme) => self.theme = theme,
            Action::ShowTab(tab) => self.tab = tab,
            Action::ShowPhoneTab(tab) => self.show_phone_tab(tab),
            Action::Edit(name, text) => {
                if self.work.as_mut().is_some_and(|w| w.edit(&name, text)) {
                    self.edited = true;
                    self.saved = Saved::Soon;
                }
            }
            Action::ResetFiles => {
                if let Some(work) = &mut self.work {
                    work.reset();
                    self.edited = true;
                    self.saved = Saved::Soon;
                    self.notice = Some(Notice::ResetDone);
                    self.dialog = None;
                }
            }
            Action::UndoReset => {
                if self.work.as_mut().is_some_and(Workspace::undo_reset) {
                    self.edited = self.work.as_ref().is_some_and(|w| w.executable.is_none());
                    // The shown file may be one that is gone again.
                    if let (Tab::File(name), Some(work)) = (&self.tab, &self.work)
                        && !work.files.iter().any(|f| f.name == *name)
                    {
                        self.tab = work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone()));
                    }
                    self.saved = Saved::Soon;
                    self.notice = None;
                }
            }
            Action::FilesOpened(files) => {
                if let Some(work) = &mut self.work {
                    self.notice = Some(Notice::FilesOpened(files.len()));
                    if let Some(first) = files.first() {
                        self.tab = Tab::File(first.name.clone());
                        self.phone = PhoneTab::Source;
                    }
                    work.add(files);
                    self.edited = work.executable.is_none();
                    self.saved = Saved::Soon;
                }
            }
            Action::NotOpened(notice) => self.notice = Some(notice),
            Action::OpenHint => {
                if let Some(work) = &mut self.work {
                    let hints = work.exercise.as_ref().map_or(0, |e| e.hints.len());
                    work.hints_open = (work.hints_open + 1).min(hints);
                }
            }
            Action::Machine(machine) => {
                self.scratch_machine = machine;
                self.dialog = None;
                self.verdict = None;
            }
            Action::Seeking(cycle) => self.wanted = Some(cycle),
            Action::Moving => self.wanted = None,
            Action::Pace(pace) => self.pace = pace,
            Action::Select(node) => self.watch.node = Some(node),
            Action::FocusMemory(focus) => {
                self.watch.memory = focus;
                self.memory_chosen = true;
            }
            Action::GoTo(place) => self.go_to(place),
            Action::Dialog(dialog) => self.dialog = dialog,
            Action::DismissNotice => self.notice = None,
            Action::DismissOutcome => self.outcome_dismissed = true,
            Action::Analyse(wish) => self.analyse(wish),
            Action::LogAsked => self.analysis.log_waits = true,
            Action::Drawer(drawer) => {
                self.analysis.drawer = drawer;
                self.watch_analysis();
            }
        }
        self
    }

    fn hear(&mut self, update: Update) {
        match update {
            Update::Ready { help, library } => {
                self.worker = WorkerState::Ready;
                self.help = help.into();
                self.library = library.into();
            }
            Update::Done(_) => {}
            Update::Refused(_, Refused::BadNoc(_)) => self.analysis.hear(update),
            Update::Refused(_, reason) => {
                self.assembling = false;
                self.wanted = None;
                if !is_harmless(&reason) {
                    self.notice = Some(Notice::Refused(reason));
                }
            }
            // The page opens it together with the work stored before: see `Action::Opened`.
            Update::Exercise(_) => {}
            Update::Assembled(program) => self.assembled(program),
            Update::Frame(frame) => self.frame(*frame),
            Update::Counting { .. }
            | Update::Stats { .. }
            | Update::Log(_)
            | Update::NocProgress { .. }
            | Update::CheckProgress { .. }
            | Update::CheckReports(_)
            | Update::NocCurve { .. } => self.analysis.hear(update),
            // The page does not ask for these; a long seek shows in its frames.
            Update::Seeking { .. }
            | Update::Searching(_)
            | Update::Stopped { .. }
            | Update::Stops(_)
            | Update::Rewritten { .. }
            | Update::LastWriter(_)
            | Update::Comparing { .. }
            | Update::Difference(_) => {}
            Update::ReferenceRunning(cycles) => self.reference = Some(cycles),
            Update::Verdict(verdict) => {
                let verdict = Rc::new(verdict);
                self.reference = None;
                self.spoken = Some(Spoken::Verdict(verdict.clone()));
                self.verdict = Some(verdict);
            }
        }
    }

    fn assembled(&mut self, mut program: AssembledView) {
        if let (Some(work), Some(made)) = (&mut self.work, program.made.take()) {
            if matches!(self.tab, Tab::Task) || work.files.is_empty() {
                self.tab = Tab::File(made.name.clone());
            }
            work.show_made(made);
        }
        self.assembling = false;
        self.verdict = None;
        self.reference = None;
        self.wanted = None;
        self.outcome_dismissed = false;
        self.analysis.forget();
        if !self.memory_chosen
            && let Some(first) = program.symbols.iter().filter(|s| !s.code && s.line.is_some()).min_by_key(|s| s.value)
        {
            self.watch.memory = MemoryFocus::Address(first.value & !15);
        }
        let program = Rc::new(program);
        self.spoken = Some(Spoken::Assembled(program.clone()));
        self.program = Some(program);
    }

    fn frame(&mut self, frame: Frame) {
        if self.wanted.is_some_and(|wanted| wanted == frame.cycle || frame.state == RunState::Running) {
            self.wanted = None;
        }
        if frame.outcome != self.frame.outcome {
            self.outcome_dismissed = false;
            if let Some(outcome) = &frame.outcome {
                self.spoken = Some(Spoken::Outcome(outcome.clone()));
            } else {
                // The program has been loaded anew: the verdict was on the run before.
                self.verdict = None;
            }
        }
        // A series costs the worker time and says little new between two pictures, so it may be left out.
        let series = frame.series.is_none().then(|| self.frame.series.clone()).flatten();
        let kept = series.filter(|_| frame.end >= self.frame.end && frame.end > 0);
        self.frame = Rc::new(Frame { series: frame.series.or(kept), ..frame });
    }

    fn forget_program(&mut self) {
        self.program = None;
        self.assembling = false;
        self.edited = false;
        self.frame = Rc::default();
        self.wanted = None;
        self.verdict = None;
        self.reference = None;
        self.outcome_dismissed = false;
        self.analysis.forget();
    }

    pub(super) fn go_to(&mut self, place: SourcePlace) {
        self.tab = Tab::File(place.file.clone());
        self.phone = PhoneTab::Source;
        let number = self.jump.as_ref().map_or(0, |j| j.number.wrapping_add(1));
        self.jump = Some(Jump { place, number });
    }

    /// On a narrow screen the statement and the files, one panel on a wide screen, are two tabs.
    fn show_phone_tab(&mut self, tab: PhoneTab) {
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

    /// The stored form of what the student works on, with its name.
    pub fn to_store(&self) -> Option<(&str, Work)> {
        self.work.as_ref().map(|w| (w.id.as_str(), w.to_store()))
    }
}
