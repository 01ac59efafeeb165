//! The state of the panels that analyse a run: the open one, and the session's results for it.

use super::{PhoneTab, Space, SpeedUp, State};
use mcore::base::Text;
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::session::{Command, NocOptions, Refused, Update};
use mcore::modes::chip::view::{
    LogFilter, LogLevel, LogView, MAX_ROWS, MpiPanelView, NocCurve, OutputQuery, PacketId, ProfileView, ReportsView,
    RunState, SourcePlace, SpaceTimeView, StatsView, Stream, WaitChainView, WaitView,
};
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::rc::Rc;

/// Number of cycles in the log before the shown one.
const LOOK_BACK: Cycle = 200;
/// Rows of a log at first, and the number of further rows per request.
pub const LOG_ROWS: u32 = 500;

/// A large value from the session, equal only to itself, so that comparing it is cheap.
#[derive(Debug)]
pub struct PtrEq<T>(Rc<T>);

impl<T> PtrEq<T> {
    /// Wraps a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> From<Rc<T>> for PtrEq<T> {
    fn from(value: Rc<T>) -> Self {
        Self(value)
    }
}

impl<T> Clone for PtrEq<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> PartialEq for PtrEq<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for PtrEq<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A panel of the lower area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnalysisTab {
    /// The lines that all nodes have printed, and the verdict.
    Output,
    /// Chart of the run, and the verdict.
    #[default]
    Run,
    /// Watched expressions, rank by rank.
    Watch,
    /// Cycles by function, line and rank.
    Profile,
    Statistics,
    /// Communication log.
    Log,
    Checks,
    /// Time in MPI, and the messages.
    Mpi,
    /// Speed-up over the number of nodes.
    SpeedUp,
    /// NoC bench.
    Noc,
    /// Breakpoints and watchpoints.
    Stops,
    /// Bookmarks, edits, what going back costs.
    Timeline,
    /// The kept run against the present one.
    Compare,
    /// Functions of the library, instructions, directives, registers.
    Reference,
}

impl AnalysisTab {
    /// True for the panels that leave the verdict its place beside them.
    pub fn is_beside_verdict(self) -> bool {
        matches!(self, Self::Output | Self::Run)
    }
}

/// The lower area of the page; the browser stores its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Drawer {
    /// The panel in it.
    pub tab: AnalysisTab,
    /// Whether it covers the panels above it.
    pub tall: bool,
    /// The page is narrow: the area is one of the panels that share one place.
    #[serde(skip)]
    pub narrow: bool,
    /// Another panel has that place.
    #[serde(skip)]
    pub away: bool,
    /// The user has chosen the panel since the work was opened.
    #[serde(skip)]
    pub chosen: bool,
    /// The panel before the output opened itself.
    #[serde(skip)]
    pub before_output: Option<AnalysisTab>,
}

impl Drawer {
    /// The first character of a run is printed, or its first file written: the output opens, unless the user has chosen another panel.
    pub fn printed(&mut self) {
        if !self.chosen && self.tab != AnalysisTab::Output {
            self.before_output = Some(self.tab);
            self.tab = AnalysisTab::Output;
        }
    }

    /// Other work is opened, which has printed nothing.
    pub fn other_work(&mut self) {
        self.tab = self.before_output.take().unwrap_or(self.tab);
        self.chosen = false;
    }
}

/// The file of the chip that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownFile {
    pub name: String,
    /// The cycle of its bytes.
    pub cycle: Cycle,
    /// `None` until they arrive, and where there is no such file.
    pub bytes: Option<PtrEq<Vec<u8>>>,
    /// The file that it is compared with.
    pub other: Option<OtherFile>,
}

/// A file that the shown one is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherFile {
    pub name: String,
    /// `None` until they arrive, and where there is no such file.
    pub bytes: Option<PtrEq<Vec<u8>>>,
    /// True for a file from the user's disk: it is the same at every cycle. False for a file of the chip.
    pub own: bool,
}

impl ShownFile {
    /// The file of the chip that is compared with.
    pub fn other_of_chip(&self) -> Option<&OtherFile> {
        self.other.as_ref().filter(|other| !other.own)
    }
}

/// Statistics of the run up to a cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    pub cycle: Cycle,
    /// Totals up to it.
    pub stats: StatsView,
    /// Use of cores and links over the whole run so far.
    pub space: SpaceTimeView,
    /// Time in MPI and messages up to the cycle, if the program uses MPI.
    pub mpi: Option<MpiPanelView>,
}

/// The cycles in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogWindow {
    /// Those before the shown cycle, also when that changes.
    #[default]
    Now,
    /// All so far.
    Whole,
    /// From one cycle up to another.
    Fixed(Cycle, Cycle),
}

/// A request for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogQuery {
    /// The cycles.
    pub window: LogWindow,
    /// The level of detail.
    pub level: LogLevel,
    /// Only events at the selected node.
    pub here: bool,
    /// Only events of this packet.
    pub packet: Option<PacketId>,
    /// Maximum number of rows.
    pub limit: u32,
}

impl Default for LogQuery {
    fn default() -> Self {
        Self { window: LogWindow::Now, level: LogLevel::Packet, here: false, packet: None, limit: LOG_ROWS }
    }
}

impl LogQuery {
    /// First cycle, and the cycle after the last one, for the shown cycle `shown` in a run that is known up to `end`.
    pub fn cycles(&self, shown: Cycle, end: Cycle) -> (Cycle, Cycle) {
        match self.window {
            LogWindow::Now => (shown.saturating_sub(LOOK_BACK), shown),
            LogWindow::Whole => (0, end),
            LogWindow::Fixed(from, until) => (from.min(end), until.min(end).max(from.min(end))),
        }
    }
}

/// Lines of the output that are requested at a time: more than any screen shows, so that it can be scrolled.
pub const OUTPUT_ROWS: u32 = 240;

/// The lines of the output that the user wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputChoice {
    /// Only lines of these ranks, for example `0, 4-7`; empty: of all.
    pub ranks: String,
    /// Only lines with this text.
    pub text: String,
    /// Only lines on this stream.
    pub stream: Option<Stream>,
    /// Number of the first line to request; `None`: the last ones, also when more are printed.
    pub first: Option<u32>,
}

impl OutputChoice {
    /// The ranges of ranks; none if the text cannot be read.
    pub fn ranges(&self) -> Option<Vec<(u32, u32)>> {
        let range = |part: &str| {
            let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
            Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
        };
        self.ranks.split([',', ' ', '、']).filter(|part| !part.trim().is_empty()).map(range).collect()
    }

    /// The query for `rows` of the lines.
    pub fn query(&self, rows: u32) -> OutputQuery {
        let OutputChoice { text, stream, first, .. } = self.clone();
        OutputQuery { ranks: self.ranges().unwrap_or_default(), text, stream, first, rows }
    }
}

/// The destination of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputTo {
    Clipboard,
    File,
}

/// A request of the lower area's panels.
#[derive(Clone, Debug, PartialEq)]
pub enum Analyse {
    /// Shows a panel.
    Show(AnalysisTab),
    /// Lets the lower area grow over the panels, or restores its height.
    ToggleTall,
    /// Shows other lines of the output.
    Output(OutputChoice),
    /// Copies or saves the lines of the output that are chosen.
    TakeOutput(OutputTo),
    /// Show a file of the chip, or none.
    ShowFile(Option<String>),
    /// Compare the shown file with another one, or with none.
    CompareFile(Option<OtherFile>),
    /// Give the user the file that is shown.
    SaveFile,
    /// Shows another part of the log.
    Log(LogQuery),
    /// Shows these cycles of the run in the space-time picture, from the first up to the second; `None`: all.
    Space(Option<(Cycle, Cycle)>),
    /// Cancels the search for the picture of that part.
    StopSpace,
    /// Makes a file of what has happened in the run so far, and saves it.
    Record(Recorded),
    /// Cancels that.
    StopRecording,
    /// Measures the network.
    Measure(NocOptions),
    /// Cancels that.
    StopMeasuring,
    /// Runs the program on arrays of these sizes (columns, rows).
    SpeedUp(Vec<(u8, u8)>),
    /// Cancels that.
    StopSpeedUp,
    /// Switches the checks on or off.
    SetChecks(bool),
    /// Shows the functions and lines of the profile of one node, or of all.
    ProfileOf(Option<NodeId>),
    /// Shows the heat of the lines in the editor, or hides it.
    ToggleHeat,
    /// Goes to a cycle, selects a node and shows a line, if it is known.
    VisitLine(Cycle, NodeId, Option<SourcePlace>),
    /// Goes to a cycle and selects a node.
    Visit(Cycle, NodeId),
}

/// The events that a file is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recorded {
    /// Loads and stores.
    #[default]
    Accesses,
    /// The messages of MPI.
    Messages,
}

/// The file in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recording {
    /// No file.
    #[default]
    None,
    /// The file has reached a cycle.
    Under {
        cycle: Cycle,
        /// The cycle after the last one.
        until: Cycle,
    },
    /// The last one reached its maximum length, and ends at a cycle.
    Cut { cycle: Cycle },
}

/// The checks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checks {
    /// Whether they are enabled.
    pub on: bool,
    /// Cycles checked, cycles known, and whether all are checked at present.
    pub progress: Option<(Cycle, Cycle, bool)>,
    /// The reports so far.
    pub found: Option<PtrEq<ReportsView>>,
}

/// The NoC bench.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noc {
    /// Whether it measures.
    pub running: bool,
    /// Loads measured, loads in all, cycles of the present one and its maximum.
    pub progress: Option<(u32, u32, Cycle, Cycle)>,
    /// The results so far.
    pub curve: Option<PtrEq<NocCurve>>,
    /// The reason why it cannot measure.
    pub problem: Option<Text>,
}

/// The state of all panels of the lower area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The lower area itself.
    pub drawer: Drawer,
    /// The last statistics.
    pub counted: Option<PtrEq<Counted>>,
    /// Progress of counting statistics: cycles so far, and in all.
    pub counting: Option<(Cycle, Cycle)>,
    /// The chosen lines of the output.
    pub output: OutputChoice,
    /// The file of the chip that is shown.
    pub file: Option<ShownFile>,
    /// The present request for the log.
    pub query: LogQuery,
    /// The last log.
    pub log: Option<PtrEq<LogView>>,
    /// Whether a log is pending.
    pub log_waits: bool,
    /// The file in progress.
    pub recording: Recording,
    /// The events that it is made of.
    pub recorded: Recorded,
    /// The part of the run in the space-time picture.
    pub space: Space,
    pub checks: Checks,
    /// The NoC bench; it does not depend on the program.
    pub noc: Noc,
    pub speedup: SpeedUp,
    pub profile: Option<PtrEq<ProfileView>>,
    /// Progress of counting the profile: cycles so far, and in all.
    pub profiling: Option<(Cycle, Cycle)>,
    /// The editor shows the heat of the lines.
    pub heat: bool,
    /// Why the selected node waits.
    pub wait: Option<PtrEq<WaitView>>,
    /// The cores of a deadlock that wait for each other.
    pub chain: Option<PtrEq<WaitChainView>>,
}

impl Analysis {
    /// True if this panel is visible.
    pub fn shows(&self, tab: AnalysisTab) -> bool {
        !self.drawer.away && self.drawer.tab == tab
    }

    /// True if the panels of statistics or of MPI are visible, with the space-time picture.
    pub fn shows_statistics(&self) -> bool {
        self.shows(AnalysisTab::Statistics) || self.shows(AnalysisTab::Mpi)
    }

    /// Another program, or none: all results are invalid.
    pub fn forget(&mut self) {
        *self = Self {
            drawer: self.drawer,
            query: LogQuery { level: self.query.level, ..LogQuery::default() },
            checks: Checks { on: self.checks.on, ..Checks::default() },
            noc: std::mem::take(&mut self.noc),
            heat: self.heat,
            ..Self::default()
        };
    }

    /// Handles an update of the session.
    pub fn hear(&mut self, update: Update) {
        match update {
            Update::Counting { cycle, until } => self.counting = Some((cycle, until)),
            Update::Stats { cycle, stats, space, mpi } => {
                self.counting = None;
                let mpi = mpi.map(|mpi| *mpi);
                self.counted = Some(PtrEq::new(Counted { cycle, stats: *stats, space: *space, mpi }));
            }
            Update::Log(log) => {
                self.log_waits = false;
                self.log = Some(PtrEq::new(*log));
            }
            // A recording that was cancelled may still report progress: ignore it.
            Update::Accesses { cycle, until, done, cut, .. } if self.recording != Recording::None => {
                self.recording = match (done, cut) {
                    (false, _) => Recording::Under { cycle, until },
                    (true, true) => Recording::Cut { cycle },
                    (true, false) => Recording::None,
                };
            }
            Update::File { name, cycle, bytes } => {
                let bytes = bytes.map(|bytes| PtrEq::new(bytes.into_vec()));
                match &mut self.file {
                    Some(file) if file.name == name => (file.cycle, file.bytes) = (cycle, bytes),
                    Some(ShownFile { other: Some(other), .. }) if !other.own && other.name == name => {
                        other.bytes = bytes;
                    }
                    _ => {}
                }
            }
            Update::SpaceTimeProgress { cycle, from, until } => self.space.progress(cycle, (from, until)),
            Update::SpaceTime(view) => self.space.hear(*view),
            Update::CheckProgress { cycle, end, done } => self.checks.progress = Some((cycle, end, done)),
            Update::Profiling { cycle, until } => self.profiling = Some((cycle, until)),
            Update::Profile(profile) => (self.profile, self.profiling) = (Some(PtrEq::new(*profile)), None),
            Update::Wait(wait) => self.wait = Some(PtrEq::new(*wait)),
            Update::WaitChain(chain) => self.chain = Some(PtrEq::new(*chain)),
            Update::CheckReports(found) => self.checks.found = Some(PtrEq::new(*found)),
            // A measurement that was cancelled may still report progress: ignore it.
            Update::NocProgress { point, points, cycle, most } if self.noc.running => {
                self.noc.progress = Some((point, points, cycle, most));
            }
            Update::NocCurve { curve, done } if self.noc.running => {
                self.noc.curve = Some(PtrEq::new(*curve));
                self.noc.running = !done;
            }
            Update::Refused(_, Refused::BadNoc(text)) => {
                self.noc = Noc { problem: Some(text), curve: self.noc.curve.take(), ..Noc::default() };
            }
            update => self.speedup.hear(update),
        }
    }

    /// Why a node waits at a cycle, if that is known.
    pub fn wait_of(&self, node: NodeId, cycle: Cycle) -> Option<&PtrEq<WaitView>> {
        self.wait.as_ref().filter(|wait| (wait.node, wait.cycle) == (node, cycle))
    }

    /// The packet whose path is followed.
    pub fn followed(&self) -> Option<PacketId> {
        self.query.packet.filter(|_| self.shows(AnalysisTab::Log))
    }
}

impl State {
    pub(super) fn analyse(&mut self, request: Analyse) {
        let a = &mut self.analysis;
        match request {
            Analyse::Show(tab) => {
                (a.drawer.tab, a.drawer.chosen, a.drawer.before_output) = (tab, true, None);
            }
            Analyse::Output(choice) => a.output = choice,
            Analyse::TakeOutput(_) | Analyse::SaveFile => {}
            Analyse::ShowFile(name) => {
                a.file = name.map(|name| ShownFile { name, cycle: 0, bytes: None, other: None });
            }
            Analyse::CompareFile(other) => {
                if let Some(file) = &mut a.file {
                    file.other = other;
                }
            }
            Analyse::ToggleTall => a.drawer.tall = !a.drawer.tall,
            Analyse::Log(query) => a.query = LogQuery { limit: query.limit.min(MAX_ROWS), ..query },
            Analyse::Space(part) => a.space.show(part),
            Analyse::StopSpace => a.space.stop(),
            Analyse::SetChecks(on) => a.checks = Checks { on, ..Checks::default() },
            Analyse::VisitLine(cycle, node, place) => {
                self.wanted = Some(cycle);
                self.watch.node = Some(node);
                place.into_iter().for_each(|place| self.go_to(place));
            }
            Analyse::ProfileOf(node) => self.watch.profile_node = node,
            Analyse::ToggleHeat => a.heat = !a.heat,
            Analyse::Record(recorded) => {
                (a.recorded, a.recording) = (recorded, Recording::Under { cycle: 0, until: self.frame.end });
            }
            Analyse::StopRecording => a.recording = Recording::None,
            Analyse::Measure(_) => a.noc = Noc { running: true, ..Noc::default() },
            Analyse::StopMeasuring => (a.noc.running, a.noc.progress) = (false, None),
            Analyse::SpeedUp(_) => a.speedup = SpeedUp::begun(),
            Analyse::StopSpeedUp => a.speedup.stop(),
            Analyse::Visit(cycle, node) => {
                // The window becomes fixed, so that the clicked row stays in place.
                if let (LogWindow::Now, Some(log)) = (a.query.window, &a.log) {
                    let until = if log.more { self.frame.cycle } else { log.until };
                    a.query.window = LogWindow::Fixed(log.from, until.max(log.until));
                }
                self.wanted = Some(cycle);
                self.watch.node = Some(node);
            }
        }
        self.watch_analysis();
    }

    /// Statistics that are not visible are not counted.
    pub(super) fn watch_analysis(&mut self) {
        self.watch.stats = self.analysis.shows_statistics();
        // As the profile of functions and lines, that of MPI is about the whole run.
        self.watch.whole = self.analysis.shows(AnalysisTab::Mpi);
        if !self.watch.stats {
            self.analysis.counting = None;
        }
        self.watch.profile = self.analysis.heat || self.analysis.shows(AnalysisTab::Profile);
        if !self.watch.profile {
            self.analysis.profiling = None;
        }
        // The last line is always wanted.
        let rows = if self.analysis.shows(AnalysisTab::Output) { OUTPUT_ROWS } else { 0 };
        self.watch.output = Some(self.analysis.output.query(rows));
        self.watch_expressions();
    }

    /// The expressions that are watched: all of them while their rows are visible, else the one on the chip.
    pub(super) fn watch_expressions(&mut self) {
        let all = self.analysis.shows(AnalysisTab::Watch);
        let watches = self.travel.notes.watches.iter().filter(|watch| all || watch.on_chip);
        self.watch.expressions = watches.map(|watch| watch.text.clone()).collect();
    }

    /// On a narrow screen the lower area is one of the panels that share one place.
    pub(super) fn show_drawer_on_phone(&mut self, tab: PhoneTab) {
        let drawer = &mut self.analysis.drawer;
        drawer.away = drawer.narrow && tab != PhoneTab::Analysis;
        self.watch_analysis();
    }

    /// The page has become narrow, or wide again.
    pub(super) fn narrow(&mut self, narrow: bool) {
        self.analysis.drawer.narrow = narrow;
        self.show_drawer_on_phone(self.phone);
    }

    /// The request for the log, if it is visible. During a run the old one stays.
    pub fn wanted_log(&self) -> Option<Command> {
        let (query, frame) = (&self.analysis.query, &self.frame);
        let stands = matches!(frame.state, RunState::Paused | RunState::Ended) && self.wanted.is_none();
        if !stands || !self.analysis.shows(AnalysisTab::Log) {
            return None;
        }
        let (from, until) = query.cycles(frame.cycle, frame.end);
        let filter = LogFilter {
            level: query.level,
            node: self.watch.node.filter(|_| query.here),
            packet: query.packet,
            limit: query.limit,
        };
        Some(Command::Log { from, until, filter })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, Intent, Theme};
    use super::*;
    use mcore::base::Lang;
    use mcore::modes::chip::session::MachineOptions;
    use mcore::modes::chip::view::Frame;

    fn state(cycle: Cycle, end: Cycle) -> State {
        let state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        let frame = Frame { cycle, end, state: RunState::Paused, ..Frame::default() };
        state.reduce(Action::Heard(Update::Frame(Box::new(frame))))
    }

    fn request(state: State, request: Analyse) -> State {
        state.reduce(Intent::Analyse(request))
    }

    fn log(from: Cycle, until: Cycle, more: bool) -> Update {
        Update::Log(Box::new(LogView { from, until, rows: vec![], more }))
    }

    #[test]
    fn statistics_are_watched_only_while_they_are_seen() {
        let state = state(10, 10);
        assert!(!state.watch.stats);
        let state = request(state, Analyse::Show(AnalysisTab::Statistics));
        assert!(state.watch.stats);
        let state = request(state, Analyse::Show(AnalysisTab::Log));
        assert!(!state.watch.stats);
        let state = request(state, Analyse::Show(AnalysisTab::Statistics)).reduce(Intent::Narrow(true));
        assert!(!state.watch.stats, "on a narrow screen the chip comes first");
        let state = state.reduce(Intent::ShowPhoneTab(PhoneTab::Analysis));
        assert!(state.watch.stats, "its tab opens it");
        let state = state.reduce(Intent::ShowPhoneTab(PhoneTab::Chip));
        assert!(!state.watch.stats);
        assert!(state.reduce(Intent::Narrow(false)).watch.stats, "on a wide one it is always in sight");
    }

    #[test]
    fn the_log_looks_back_from_the_shown_cycle() {
        let state = request(state(1000, 5000), Analyse::Show(AnalysisTab::Log));
        let Some(Command::Log { from, until, filter }) = state.wanted_log() else { panic!("a log is wanted") };
        assert_eq!((from, until, filter.node, filter.limit), (800, 1000, None, LOG_ROWS));
        let query = LogQuery { window: LogWindow::Whole, here: true, ..state.analysis.query };
        let state = request(state, Analyse::Log(query));
        let Some(Command::Log { from, until, filter }) = state.wanted_log() else { panic!("a log is wanted") };
        assert_eq!((from, until, filter.node), (0, 5000, state.watch.node));
    }

    #[test]
    fn nothing_is_asked_while_time_runs_or_moves() {
        let state = request(state(1000, 5000), Analyse::Show(AnalysisTab::Log));
        assert_eq!(state.clone().reduce(Intent::Seek(10)).wanted_log(), None);
        let frame = Frame { cycle: 3, end: 3, state: RunState::Running, ..Frame::default() };
        assert_eq!(state.reduce(Action::Heard(Update::Frame(Box::new(frame)))).wanted_log(), None);
    }

    #[test]
    fn a_visit_leaves_the_rows_where_they_are() {
        let state = request(state(1000, 5000), Analyse::Show(AnalysisTab::Log));
        let state = state.reduce(Action::Heard(log(800, 1000, false)));
        let state = request(state, Analyse::Visit(900, NodeId::new(2, 3)));
        assert_eq!(state.analysis.query.window, LogWindow::Fixed(800, 1000));
        assert_eq!((state.wanted, state.watch.node), (Some(900), Some(NodeId::new(2, 3))));
    }

    #[test]
    fn a_measurement_that_was_stopped_says_nothing_more() {
        let state = request(state(0, 0), Analyse::Measure(NocOptions::default()));
        let progress = || Update::NocProgress { point: 1, points: 3, cycle: 10, most: 100 };
        let state = state.reduce(Action::Heard(progress()));
        assert_eq!(state.analysis.noc.progress, Some((1, 3, 10, 100)));
        let state = request(state, Analyse::StopMeasuring).reduce(Action::Heard(progress()));
        assert_eq!((state.analysis.noc.running, state.analysis.noc.progress), (false, None));
        let state = request(state, Analyse::Measure(NocOptions::default()));
        let state = state.reduce(Action::Heard(Update::Refused(1, Refused::BadNoc(Text::same("no")))));
        assert!(!state.analysis.noc.running && state.analysis.noc.problem.is_some() && state.notice.is_none());
    }

    #[test]
    fn a_side_of_a_report_leads_to_cycle_node_and_line() {
        let place = SourcePlace { file: "main.s".to_owned(), line: 7 };
        let node = NodeId::new(2, 1);
        let state = request(state(100, 100), Analyse::VisitLine(40, node, Some(place.clone())));
        assert_eq!((state.wanted, state.watch.node), (Some(40), Some(node)));
        assert_eq!(state.jump.map(|j| j.place), Some(place));
    }

    #[test]
    fn checks_are_on_in_exercises_and_forget_with_the_program() {
        let mut state = state(10, 10);
        let reports = || Update::CheckReports(Box::default());
        state = request(state, Analyse::SetChecks(true)).reduce(Action::Heard(reports()));
        assert!(state.analysis.checks.found.is_some());
        state.analysis.forget();
        assert!(state.analysis.checks.found.is_none() && state.analysis.checks.on);
        let state = state.reduce(Action::Opened(super::super::Workspace::scratch()));
        assert!(!state.analysis.checks.on, "off without an exercise");
    }

    #[test]
    fn a_fixed_window_never_leaves_the_run() {
        let query = LogQuery { window: LogWindow::Fixed(700, 90), ..LogQuery::default() };
        assert_eq!(query.cycles(0, 100), (100, 100));
        assert_eq!(query.cycles(0, 1000), (700, 700));
    }

    #[test]
    fn another_program_forgets_what_was_found_but_not_what_is_open() {
        let state = request(state(10, 10), Analyse::Show(AnalysisTab::Log));
        let mut state = state.reduce(Action::Heard(log(0, 10, false)));
        assert!(state.analysis.log.is_some());
        state.analysis.forget();
        assert!(state.analysis.log.is_none() && state.analysis.shows(AnalysisTab::Log));
    }
}
