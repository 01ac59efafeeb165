//! How the page's knowledge changes.

use super::{
    Analyse, Dialog, Drawer, GradeWish, Guard, Jump, KeptNotice, Look, Looks, Notice, PhoneTab, Recording, Saved,
    ShelfNews, Spoken, State, Tab, Theme, Travel, WorkerState, Workspace, travel,
};
use crate::catalog::Catalog;
use crate::link::is_harmless;
use mcore::base::{Cycle, Lang, NodeId, SourceFile};
use mcore::session::{AssembledView, MachineOptions, Refused, StopSpec, Update};
use mcore::view::{Frame, MemoryFocus, RunState, SourcePlace};
use std::rc::Rc;

/// Nodes whose lines can be marked besides that of the selected one: more names behind a line nobody reads.
const MOST_MARKED: usize = 16;

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// The session has told something.
    Heard(Update),
    /// The worker is gone; its last word.
    Died(String),
    /// A new worker is being started; with true the run is made again from its recipe.
    Restarted(bool),
    /// The run is being made again.
    Replaying,
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
    /// What becomes of work on another version of the pack is decided.
    Carried,
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
    /// Something is wanted of the grader.
    Grade(GradeWish),
    /// The looks have been changed.
    Look(Look),
    /// The looks as they were left.
    Looks(Looks),
    /// The line of a node is to be marked whichever node is selected, or no longer.
    MarkLine(NodeId),
    /// The neighbour of the selected node has been chosen: so many columns east, rows south.
    SelectBy(i8, i8),
    /// A log has been asked for.
    LogAsked,
    /// The picture of these cycles has been asked for.
    SpaceAsked((Cycle, Cycle)),
    /// Something is wanted that concerns travelling in time.
    Travel(Travel),
    /// Stops and bookmarks of the opened work, as they were stored.
    NotesKnown(Rc<travel::Notes>),
    /// What the states kept for going back may cost, in MiB.
    MemoryKnown(u32),
    /// The stops have been sent to the session.
    StopsSent(Rc<[StopSpec]>),
    /// The drawer as it was when the page was left.
    Drawer(Drawer),
    /// Files or the name of the open work change.
    Files(FileChange),
    /// Something has become known of what is kept.
    Shelf(ShelfNews),
    /// There is something to say.
    Tell(Notice),
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
    /// An earlier version comes back.
    Restore(Rc<Vec<SourceFile>>),
    /// The work goes on under another ID and name.
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
            Action::Died(message) => {
                // The text may be newer than the program: then it is another run.
                let same = !self.edited && self.program.as_ref().is_some_and(|p| p.ok) && self.frame.end > 0;
                let (edits, end, cycle) = (self.travel.edits.clone(), self.frame.end, self.frame.cycle);
                self.travel.lost = same.then_some(travel::Recipe { edits, end, cycle });
                self.worker = WorkerState::Dead(message);
                self.assembling = false;
                self.reference = None;
                self.wanted = None;
                self.analysis.noc.running = false;
                self.analysis.recording = Recording::None;
                self.travel_refused();
                (self.travel.discarded, self.travel.writer) = (None, None);
                self.grading.running = None;
                self.analysis.speedup.stop();
            }
            Action::Replaying => {
                self.analysis.space.forget();
                if let Some(recipe) = self.travel.lost.take() {
                    self.travel.edits = recipe.edits.clone();
                    (self.verdict, self.outcome_dismissed) = (None, false);
                }
            }
            Action::Restarted(again) => {
                if !again {
                    self.travel.lost = None;
                }
                // It knew the kept run and the stops.
                (self.travel.kept, self.travel.sent) = (None, Rc::new([]));
                self.worker = WorkerState::Starting;
                self.forget_program();
            }
            Action::CatalogKnown(catalog) => self.catalog = Some(catalog),
            Action::FetchFailed(message) => self.notice = Some(Notice::Fetch(message)),
            Action::Opened(work) => {
                self.grading = super::Grading::default();
                self.forget_program();
                self.tab = match &work.exercise {
                    Some(_) => Tab::Task,
                    None => work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone())),
                };
                // What is undone with the files of the old work goes with it. What was said before there was any work is
                // about how the page came up, such as a pack of its address that is not there: nobody has read it yet.
                if self.work.is_some() && !matches!(&self.notice, Some(Notice::Kept(notice)) if notice.outlives_work())
                {
                    self.notice = None;
                }
                self.jump = None;
                self.memory_chosen = false;
                self.watch.node = Some(NodeId::new(1, 1));
                self.watch.marked.clear();
                self.saved = Saved::Yes;
                if self.work.as_ref().is_none_or(|w| w.id != work.id) {
                    self.shelf.guard = Guard::Ours;
                }
                // As the session does it.
                self.analysis.checks.on = work.exercise.is_some();
                self.work = Some(work);
            }
            Action::Stored(ok) => self.saved = if ok { Saved::Yes } else { Saved::Failed },
            Action::Assembling => {
                self.assembling = true;
                self.edited = false;
                self.sent = self.work.as_ref().map(|w| w.files.clone());
            }
            Action::Lang(lang) => self.lang = lang,
            Action::Theme(theme) => self.theme = theme,
            Action::ShowTab(tab) => self.tab = tab,
            Action::ShowPhoneTab(tab) => self.show_phone_tab(tab),
            // Another tab has it; what cannot be kept here is not changed here.
            Action::Edit(..) | Action::ResetFiles | Action::UndoReset | Action::FilesOpened(_) | Action::Files(_)
                if !self.may_edit() => {}
            Action::Edit(name, text) => {
                if self.work.as_mut().is_some_and(|w| w.edit(&name, text)) {
                    self.grading.edited();
                    self.edited = true;
                    self.saved = Saved::Soon;
                }
            }
            Action::ResetFiles => {
                if let Some(work) = &mut self.work {
                    work.reset();
                    self.grading.edited();
                    self.edited = true;
                    self.saved = Saved::Soon;
                    self.notice = Some(Notice::ResetDone);
                    self.dialog = None;
                }
            }
            Action::Carried => {
                if let Some(work) = &mut self.work {
                    work.carry = None;
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
            Action::Seeking(cycle) => {
                self.wanted = Some(cycle);
                self.travel.moving();
            }
            Action::Moving => {
                self.wanted = None;
                self.travel.moving();
            }
            Action::Travel(wish) => self.travel(wish),
            Action::NotesKnown(notes) => (self.travel.notes, self.travel.moved) = (notes, Rc::new([])),
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
            Action::Dialog(dialog) => {
                self.dialog = dialog;
                if dialog != Some(Dialog::Projects) {
                    // Whoever closes the question about a file says no.
                    self.shelf.imported = None;
                }
            }
            Action::DismissNotice => self.notice = None,
            Action::DismissOutcome => self.outcome_dismissed = true,
            Action::Analyse(wish) => self.analyse(wish),
            Action::Grade(wish) => match wish {
                GradeWish::Start => self.grading.start(),
                GradeWish::Stop => self.grading.running = None,
                GradeWish::Save | GradeWish::Copy => self.grading.handed_in = true,
                GradeWish::Show(_) => {}
                GradeWish::LastWrite(node, addr) => {
                    self.watch.node = Some(node);
                    (self.watch.memory, self.memory_chosen) = (MemoryFocus::Address(addr & !3), true);
                    (self.travel.asking, self.travel.writer) = (true, None);
                }
                GradeWish::FirstDifference(_) => {
                    let right = self.verdict.as_ref().and_then(|v| v.right);
                    (self.travel.comparing, self.travel.difference, self.travel.against) = (Some((0, 0)), None, right);
                }
            },
            Action::Look(look) => self.look(look),
            Action::Looks(looks) => self.looks = looks,
            Action::SelectBy(dx, dy) => self.select_by(dx, dy),
            Action::LogAsked => self.analysis.log_waits = true,
            Action::SpaceAsked(part) => self.analysis.space.asked(part),
            Action::Drawer(drawer) => {
                self.analysis.drawer = drawer;
                self.watch_analysis();
            }
            Action::Files(change) => self.change_files(change),
            Action::Shelf(news) => self.shelf.hear(news),
            Action::Tell(notice) => self.notice = Some(notice),
        }
        self
    }

    fn change_files(&mut self, change: FileChange) {
        let Some(work) = &mut self.work else { return };
        let mut text_changed = true;
        match change {
            FileChange::Add(name) => {
                if !work.add_file(&name) {
                    return;
                }
                self.tab = Tab::File(name);
            }
            FileChange::Rename(old, new) => {
                if !work.rename_file(&old, &new) {
                    return;
                }
                if self.tab == Tab::File(old) {
                    self.tab = Tab::File(new);
                }
            }
            FileChange::Remove(name) => {
                let place = work.files.iter().position(|f| f.name == name).unwrap_or_default();
                if !work.remove_file(&name) {
                    return;
                }
                if self.tab == Tab::File(name.clone()) {
                    let next = work.files.get(place).or(work.files.last());
                    self.tab = next.map_or(Tab::Task, |f| Tab::File(f.name.clone()));
                }
                self.notice = Some(Notice::Kept(KeptNotice::FileRemoved(name)));
            }
            FileChange::Move(name, to_front) => {
                if !work.move_file(&name, to_front) {
                    return;
                }
            }
            FileChange::Restore(files) => {
                work.restore(&files);
                if let Tab::File(name) = &self.tab
                    && !work.files.iter().any(|f| f.name == *name)
                {
                    self.tab = work.files.first().map_or(Tab::Task, |f| Tab::File(f.name.clone()));
                }
                self.notice = Some(Notice::Kept(KeptNotice::Restored));
                self.dialog = None;
            }
            FileChange::Become(id, name) => {
                (work.id, work.name) = (id, name);
                text_changed = false;
            }
            FileChange::Name(name) => {
                work.name = name;
                text_changed = false;
            }
        }
        self.edited |= text_changed;
        self.saved = Saved::Soon;
    }

    fn hear(&mut self, update: Update) {
        match update {
            Update::Ready { help, library } => {
                self.worker = WorkerState::Ready;
                self.help = Rc::new(help);
                self.library = Rc::new(library);
            }
            Update::Done(_) => {}
            Update::Refused(_, Refused::BadNoc(_) | Refused::BadSpeedUp(_)) => self.analysis.hear(update),
            Update::Refused(_, reason) => {
                self.assembling = false;
                self.wanted = None;
                self.travel_refused();
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
            | Update::Accesses { .. }
            | Update::SpaceTimeProgress { .. }
            | Update::SpaceTime(_)
            | Update::NocProgress { .. }
            | Update::SpeedUpProgress { .. }
            | Update::SpeedUp { .. }
            | Update::CheckProgress { .. }
            | Update::CheckReports(_)
            | Update::NocCurve { .. } => self.analysis.hear(update),
            Update::Seeking { .. }
            | Update::Searching(_)
            | Update::Stopped { .. }
            | Update::Stops(_)
            | Update::Rewritten { .. }
            | Update::LastWriter(_)
            | Update::Comparing { .. }
            | Update::Difference(_) => self.hear_travel(update),
            Update::Grading { .. } | Update::Graded(_) => self.grading.hear(update),
            // Saved or copied by the controller.
            Update::HandIn { .. } => {}
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
        // A compiled program is read from `main` on, not from the first of its files.
        if let Some(work) = self.work.as_ref().filter(|w| w.executable.is_some())
            && let Some(main) = program.symbols.iter().find(|s| s.name == "main").and_then(|s| s.line.as_ref())
            && work.files.iter().any(|f| f.name == main.file)
        {
            self.tab = Tab::File(main.file.clone());
        }
        self.assembling = false;
        // A text with errors leaves the program before it loaded.
        let sent = self.sent.take();
        if program.ok {
            let compiled = self.work.as_ref().filter(|w| w.executable.is_some());
            self.loaded = compiled.map(|w| w.files.clone()).or(sent);
        }
        self.verdict = None;
        self.reference = None;
        self.wanted = None;
        self.outcome_dismissed = false;
        self.analysis.forget();
        self.travel.forget();
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
        self.travelled(frame.cycle, frame.end);
        if frame.outcome != self.frame.outcome {
            self.outcome_dismissed = false;
            if let Some(outcome) = &frame.outcome {
                // The verdict may come before the frame; it says more than that the run is over.
                if !matches!(self.spoken, Some(Spoken::Verdict(_))) {
                    self.spoken = Some(Spoken::Outcome(outcome.clone()));
                }
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
        (self.sent, self.loaded) = (None, None);
        self.assembling = false;
        self.edited = false;
        self.frame = Rc::default();
        self.wanted = None;
        self.verdict = None;
        self.reference = None;
        self.outcome_dismissed = false;
        self.analysis.forget();
        self.travel.forget();
    }

    fn mark_line(&mut self, node: NodeId) {
        let marked = &mut self.watch.marked;
        if let Some(at) = marked.iter().position(|n| *n == node) {
            marked.remove(at);
        } else {
            if marked.len() == MOST_MARKED {
                marked.remove(0);
            }
            marked.push(node);
        }
    }

    /// Told as a step and not as a node: two quick keys may come before the first has been drawn.
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
    pub(super) fn show_phone_tab(&mut self, tab: PhoneTab) {
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
