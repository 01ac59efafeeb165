//! The messages between a user interface and the session that owns the machine.

use super::replay::PastEdit;
use super::stops::{StopReason, StopSpec, StopView};
use crate::exercise::PackFile;
use crate::view::{
    DifferenceView, Frame, GradeView, HelpRow, LogFilter, LogView, MemoryFocus, MpiPanelView, NocCurve, NocFault,
    OutputQuery, ProfileView, ReportsView, SourcePlace, SpaceTimeView, SpeedUpFault, SpeedUpView, StatsView,
    TravelFault, VariablesQuery, VerdictView, WaitChainView, WaitView, WriterView,
};
use crate::{Place, Register};
use alloc::{string::String, vec::Vec};
use mcore_base::{Cycle, Lang, NodeId, Severity, SourceFile, Text};
use mcore_toolchain::{Level, Rules};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// A command with the number that identifies its answer, [`Update::Done`] or [`Update::Refused`].
pub type Request = mcore_mode::Request<Command>;

/// Size and rules of the machine to build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineOptions {
    /// M, columns of compute nodes, 1 to 255.
    pub width: u8,
    /// N, rows of compute nodes, 1 to 255.
    pub height: u8,
    /// Node memory in KiB, a power of two from 64 to 262144.
    pub node_memory_kib: u32,
    /// Mirrored addressing (the paper's) instead of strict addressing (the default).
    pub mirrored: bool,
    /// Cycles after which a run is stopped.
    #[serde(deserialize_with = "mcore_base::at_most_exact")]
    pub cycle_limit: Cycle,
    /// The level of optimisation of compilers.
    #[serde(default)]
    pub level: Level,
    /// The arguments of a `main` in C, after the program's name: words between blanks, or between quotation marks.
    #[serde(default)]
    pub arguments: String,
    /// The standard input of the program; `None` is an empty one.
    #[serde(default)]
    pub input: Option<String>,
    /// Every node reads its own copy of the input, not only rank 0.
    #[serde(default)]
    pub input_for_all: bool,
}

impl Default for MachineOptions {
    fn default() -> Self {
        Self {
            width: 4,
            height: 4,
            node_memory_kib: 512,
            mirrored: false,
            cycle_limit: 20_000_000,
            level: Level::default(),
            arguments: String::new(),
            input: None,
            input_for_all: false,
        }
    }
}

/// The content that the page wants in each [`Frame`]; the rest is not computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    pub mesh: bool,
    /// The selected node.
    pub node: Option<NodeId>,
    /// Nodes, besides the selected one, whose source line is reported in [`Frame::lines`].
    pub marked: Vec<NodeId>,
    /// A line of the source whose instructions are reported too, in [`NodeView::elsewhere`](crate::view::NodeView).
    #[serde(default)]
    pub code: Option<SourcePlace>,
    /// The part of its memory to show.
    pub memory: MemoryFocus,
    /// Number of rows of four words.
    pub memory_rows: u32,
    /// Maximum number of objects of a program in C, from the start of this part on, to report in [`Frame::objects`].
    #[serde(default)]
    pub objects: u32,
    /// The overview series.
    pub series: bool,
    /// The state digest.
    pub digest: bool,
    /// Why the selected node waits, sent as [`Update::Wait`] while time is paused, and the chain of a deadlock.
    #[serde(default)]
    pub waits: bool,
    /// Expressions of C, or over registers and labels, whose values are reported for every rank in [`Frame::watched`].
    #[serde(default)]
    pub expressions: Vec<String>,
    /// The variables of C to report in [`Frame::variables`]; `None` for none.
    #[serde(default)]
    pub variables: Option<VariablesQuery>,
    /// The lines of the output to report in [`Frame::output`]; `None` for none.
    #[serde(default)]
    pub output: Option<OutputQuery>,
    /// Profile of the run so far, sent as [`Update::Profile`] while time is paused.
    #[serde(default)]
    pub profile: bool,
    /// Functions and lines of the profile are those of this node only.
    #[serde(default)]
    pub profile_node: Option<NodeId>,
    /// Statistics up to the shown cycle, sent as [`Update::Stats`] while time is paused.
    pub stats: bool,
    /// They are those of the whole run so far instead.
    #[serde(default)]
    pub whole: bool,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            mesh: true,
            node: Some(NodeId::new(1, 1)),
            marked: Vec::new(),
            code: None,
            memory: MemoryFocus::Address(0x1000),
            memory_rows: 16,
            objects: 0,
            series: true,
            digest: true,
            waits: false,
            expressions: Vec::new(),
            variables: None,
            output: None,
            profile: false,
            profile_node: None,
            stats: false,
            whole: false,
        }
    }
}

/// The destinations of packets of the NoC bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NocTraffic {
    /// To every other node with the same probability.
    #[default]
    Uniform,
    /// From (x,y) to (y,x); the mesh must be square.
    Transpose,
    /// From (x,y) to (M+1-x,N+1-y).
    BitComplement,
    /// To the next column and the next row.
    Neighbour,
    /// Half the columns and half the rows away.
    Tornado,
    /// To the rank with the reversed bits; the sides must be powers of two.
    BitReverse,
    /// To the rank with the bits rotated left by one; the sides must be powers of two.
    Shuffle,
    /// Some to one node, the rest uniformly.
    HotSpot {
        node: NodeId,
        /// Its share in thousandths, 0 to 1000.
        share: u32,
    },
}

/// The measurement requested from the NoC bench.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NocOptions {
    /// Columns of nodes, 1 to 255.
    pub width: u8,
    /// Rows of nodes, 1 to 255.
    pub height: u8,
    /// The destinations of packets.
    pub traffic: NocTraffic,
    /// Packets that are created at once, 1 to 1000; 1 is Bernoulli injection.
    pub burst: u32,
    /// Flits in a packet, 2 to 256.
    pub packet: u32,
    /// Loads in thousandths of flits per node and cycle, 1 to 1000 each; 1 to 64 of them.
    pub loads: Vec<u32>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Cycles of each measurement, 1 to 10,000,000; warm-up and draining are added to it.
    pub cycles: Cycle,
}

impl Default for NocOptions {
    fn default() -> Self {
        Self {
            width: 8,
            height: 8,
            traffic: NocTraffic::Uniform,
            burst: 1,
            packet: 10,
            loads: alloc::vec![20, 60, 100, 140, 160, 180, 200, 220, 240, 260],
            seed: 1,
            cycles: 10_000,
        }
    }
}

/// The commands of a session. Every command is answered by exactly one [`Update::Done`] or [`Update::Refused`], after
/// the updates that it caused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Opens an exercise. `files` are the pack's `pack.toml` and all files below the exercise's folder, named by their
    /// path within the pack (`matmul/exercise.toml`). Causes [`Update::Exercise`]. The machine of the exercise replaces
    /// the current one.
    OpenExercise {
        /// Folder of the exercise within the pack, for example `matmul`.
        folder: String,
        files: Vec<PackFile>,
    },
    /// Chooses the case of the exercise, from 0, whose inputs the next assembled program gets. Initially the first one.
    ChooseCase(u32),
    /// Runs the files on all cases of the exercise in the background and judges them, as the grader does. Causes
    /// [`Update::Grading`] and, after each case, [`Update::Graded`].
    Grade {
        /// The student's files.
        files: Vec<SourceFile>,
        /// A compiled program; empty if there is none.
        #[serde(with = "serde_bytes")]
        elf: Vec<u8>,
    },
    StopGrading,
    /// Requests the file to hand in. Causes [`Update::HandIn`].
    HandIn {
        /// The student's files.
        files: Vec<SourceFile>,
        /// A compiled program; empty if there is none.
        #[serde(with = "serde_bytes")]
        elf: Vec<u8>,
    },
    /// Leaves the exercise; programs run on the machine of [`Command::SetMachine`] again.
    CloseExercise,
    /// Chooses the machine for programs outside exercises. The loaded program is reloaded.
    SetMachine(MachineOptions),
    /// Compiles C at this level instead of the exercise's, to look at its variables; `None`: at the exercise's. Such runs are not
    /// judged. Another exercise is compiled at its own level again.
    SetLevel(Option<Level>),
    /// Switches the checks for typical mistakes on or off. Opening an exercise switches them on, leaving it off. While
    /// they are on and time is paused, the known part of the run is checked in the background. Causes
    /// [`Update::CheckProgress`] and [`Update::CheckReports`].
    SetChecks(bool),
    /// Assembles the files together. Causes [`Update::Assembled`]; without errors the program is loaded on every node,
    /// with the inputs of the exercise's case, and the time is cycle 0.
    Assemble {
        /// The student's files. Library files are included with `.include`.
        files: Vec<SourceFile>,
    },
    /// Looks for errors in the files without loading anything: the run goes on. Causes [`Update::Findings`].
    Inspect {
        /// The student's files.
        files: Vec<SourceFile>,
    },
    /// Loads an ELF file (MIPS32, little endian, static) on every node. Causes [`Update::Assembled`]; for a file that
    /// cannot run it contains a finding that says why.
    LoadElf {
        /// Name of the file, for messages.
        name: String,
        /// Its contents.
        #[serde(with = "serde_bytes")]
        bytes: Vec<u8>,
        /// Names of the available source files; if the program comes from none of them, a disassembly is made.
        sources: Vec<String>,
    },
    /// Starts time. From an earlier cycle the known part is passed first.
    Run {
        /// Stop at this cycle.
        until: Option<Cycle>,
        /// Displayed cycles per second; `None` is as fast as possible. The worker keeps the pace.
        pace: Option<u32>,
    },
    /// Changes the pace of the current run.
    SetPace(Option<u32>),
    /// Stops time.
    Pause,
    /// Advances by some cycles and pauses.
    Step(u32),
    /// Goes back by some cycles (to 0 at most) and pauses.
    Back(u32),
    /// Seeks any cycle from 0 to [`Frame::end`] and pauses. If it is far from all kept states, frames show states on
    /// the way, [`Update::Seeking`] reports progress, and any later command that moves time stops it where it is.
    Seek(Cycle),
    /// Seeks the end of the run if the session knows it, and starts time without a pace otherwise. A page cannot choose
    /// between the two itself: its frame is older than an edit in flight.
    ToEnd,
    /// Writes words into a node's memory at the shown cycle. The simulation of later cycles is discarded:
    /// [`Update::Rewritten`].
    Poke {
        node: NodeId,
        /// Address of the first word.
        addr: u32,
        /// The words, 1 to 4096.
        words: Vec<u32>,
    },
    /// Sets a register of a core at the shown cycle. The simulation of later cycles is discarded:
    /// [`Update::Rewritten`].
    SetRegister {
        node: NodeId,
        register: Register,
        /// Its new value.
        value: u32,
    },
    /// Replaces the list of breakpoints and watchpoints, which is kept when another program is assembled. Runs stop at
    /// them, forwards and backwards. Causes [`Update::Stops`] if there is a program, and again for each new one.
    SetStops(Vec<StopSpec>),
    /// Restarts the run with these edits only, runs it up to cycle `end` without stopping, and shows `cycle`: a run
    /// from its recipe.
    Replay {
        /// The edits in the order of their cycles.
        edits: Vec<PastEdit>,
        /// The last known cycle of the run.
        end: Cycle,
        /// The cycle to show.
        cycle: Cycle,
    },
    /// Goes back to the last stop before the shown cycle, or to the start. Causes [`Update::Stopped`].
    RunBack,
    /// Goes to the nearest hit of a goal, in one direction. Causes [`Update::Stopped`].
    Find {
        /// True: backwards.
        back: bool,
        /// The goal of the search.
        goal: Goal,
    },
    /// Who wrote the value of this register or word? Causes one [`Update::LastWriter`] when it is found; an earlier
    /// request that is still pending is cancelled.
    LastWriter {
        node: NodeId,
        /// The register or word.
        place: Place,
        /// False: its value at the shown cycle. True: its value at the end of the run.
        at_end: bool,
    },
    /// Keeps the current run, as far as it is known, for comparisons; it is kept when another program is assembled.
    KeepRun,
    /// Compares the current run, as far as it is known, with the kept one. Causes [`Update::Comparing`] and one
    /// [`Update::Difference`].
    CompareWithKept,
    /// Compares the current run of an exercise's case, whose result is wrong, with one whose result is right: see
    /// [`VerdictView::right`].
    CompareWithRight,
    /// Maximum number of bytes of the states kept for going back: at least 16 MiB; initially 256 MiB.
    SetMemoryLimit(u64),
    /// Reloads the program: cycle 0, and the simulated cycles are discarded.
    Reset,
    /// Chooses the contents of frames. Causes a frame.
    Watch(Watch),
    /// Requests the text of the selected lines of the output, to copy or to save. Causes [`Update::OutputText`].
    OutputText(OutputQuery),
    /// Requests the bytes of a file of the chip at the shown cycle. Causes [`Update::File`].
    ReadFile(String),
    /// Recomputes the events of the cycles `from..until` of the run so far. Causes one [`Update::Log`] when it is
    /// ready; an earlier request that is still pending is cancelled.
    Log {
        /// First cycle of the window.
        from: Cycle,
        /// The cycle after the window.
        until: Cycle,
        /// The events to include.
        filter: LogFilter,
    },
    /// Recomputes the activity of the cores in the cycles `from..until` of the run so far, and the messages between
    /// them. Causes [`Update::SpaceTimeProgress`] and one [`Update::SpaceTime`]; an earlier request that is still
    /// pending is cancelled.
    SpaceTime {
        /// First cycle.
        from: Cycle,
        /// The cycle after the last one.
        until: Cycle,
    },
    /// Cancels it.
    StopSpaceTime,
    /// Records the loads and stores of all cores in the run so far, as a trace for a memory system (`docs/pmnet.md`),
    /// in the background. Replaces a recording in progress. Causes [`Update::Accesses`] until one is the last.
    RecordAccesses,
    /// Records the messages of MPI in the run so far as a communication record (`docs/comm.schema.json`); otherwise the same.
    RecordMessages,
    /// Cancels either.
    StopRecording,
    /// Measures the network without programs, in the background. Replaces a measurement in progress. Causes
    /// [`Update::NocProgress`] and an [`Update::NocCurve`] for each load.
    Noc(NocOptions),
    /// Cancels the measurement.
    StopNoc,
    /// Runs the loaded program on arrays of these sizes (columns and rows, 1 to 32 of them) in the background. Replaces
    /// a measurement in progress. Causes [`Update::SpeedUpProgress`] and an [`Update::SpeedUp`] for each size.
    SpeedUp {
        /// Columns and rows.
        sizes: Vec<(u8, u8)>,
    },
    /// Cancels it.
    StopSpeedUp,
    /// The page has drawn the last frame and wants the next one.
    Ack,
}

/// The goal of a step or a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// The next (last) instruction of a node.
    Instruction(NodeId),
    /// The start of the next (last) source line of a node. Forwards, stops before it count as well.
    Line {
        node: NodeId,
        /// Called functions count as part of the line.
        over: bool,
        /// Only lines of the user's own files count: the library is passed through.
        own: bool,
    },
    /// The instruction after the call of the function that a node is in; backwards, that call.
    Out {
        node: NodeId,
        /// From the library, out of all of it.
        own: bool,
    },
    /// A line of a source file, or the next line below it that has an instruction. Forwards, stops before it count as well.
    At {
        node: NodeId,
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// The next stop.
    Stop,
    /// The next (last) DMA or packet that starts or arrives, at some nodes or, if none is named, anywhere.
    Communication(Vec<NodeId>),
}

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refused {
    /// There is no program yet: assemble first.
    NoProgram,
    /// The run is over; go back or reset.
    Ended,
    /// That cycle has not been simulated yet.
    BeyondEnd {
        /// The last known cycle.
        end: Cycle,
    },
    /// A machine like this cannot be built.
    BadMachine(Text),
    /// The exercise cannot be read; the text names file and key.
    BadExercise(Text),
    /// The requested thing does not exist here; the text says what and why.
    Impossible(Text),
    /// The NoC bench cannot measure this.
    BadNoc(Text),
    /// A speed-up cannot be measured on these sizes.
    BadSpeedUp(Text),
}

impl From<TravelFault> for Refused {
    fn from(fault: TravelFault) -> Self {
        Self::Impossible(fault.text())
    }
}

impl From<NocFault> for Refused {
    fn from(fault: NocFault) -> Self {
        Self::BadNoc(fault.text())
    }
}

impl From<SpeedUpFault> for Refused {
    fn from(fault: SpeedUpFault) -> Self {
        Self::BadSpeedUp(fault.text())
    }
}

/// One finding, ready to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagnosticView {
    /// Error or warning.
    pub severity: Severity,
    /// File name.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in Unicode scalar values.
    pub col: u32,
    /// Length in Unicode scalar values.
    pub len: u32,
    /// The error or warning.
    pub message: Text,
    /// A suggestion how to fix it.
    pub tip: Option<Text>,
}

/// A label of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolView {
    pub name: String,
    /// Address.
    pub value: u32,
    /// True if it lies in the text.
    pub code: bool,
    /// Its place in the source, if known.
    pub line: Option<SourcePlace>,
}

/// Result of [`Command::Assemble`] and of [`Command::LoadElf`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssembledView {
    /// True if a program was made and loaded.
    pub ok: bool,
    /// Findings, in the order of files and lines; if there are too many, the last one counts the rest.
    pub diagnostics: Vec<DiagnosticView>,
    /// Numbers of errors and warnings found, including those that are not listed.
    pub counts: (u32, u32),
    /// Labels.
    pub symbols: Vec<SymbolView>,
    /// Bytes of text and of data.
    pub text_bytes: u32,
    /// Bytes of data and bss.
    pub data_bytes: u32,
    /// A generated disassembly, with which an ELF program can be followed without its sources.
    pub made: Option<SourceFile>,
    /// The assembly that compilers made from the sources, one text per unit; findings and lines refer to the sources.
    pub units: Vec<SourceFile>,
}

/// An opened exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExerciseView {
    /// `pack/exercise`, for example `class/matmul`: the key under which work is kept.
    pub id: String,
    pub pack_title: Text,
    pub pack_version: String,
    pub title: Text,
    /// Statement as CommonMark.
    pub statement: Text,
    /// Hints as CommonMark, to be revealed one by one.
    pub hints: Vec<Text>,
    /// The student's initial files.
    pub start: Vec<SourceFile>,
    /// Those of them that the pack has with Japanese comments, under the same names.
    pub start_ja: Vec<SourceFile>,
    /// Names among `start` that must not be edited.
    pub read_only: Vec<String>,
    pub machine: MachineOptions,
    /// The rules for programs in compiled languages.
    pub rules: Rules,
    /// Maximum number of points.
    pub points: u32,
}

impl ExerciseView {
    /// The initial files for a page in this language.
    pub fn start_in(&self, lang: Lang) -> Vec<SourceFile> {
        let translated = |file: &SourceFile| self.start_ja.iter().find(|ja| lang == Lang::Ja && ja.name == file.name);
        self.start.iter().map(|file| translated(file).unwrap_or(file).clone()).collect()
    }

    /// True if a file has the text of the start file of its name, in either language.
    pub fn is_start(&self, file: &SourceFile) -> bool {
        self.start.contains(file) || self.start_ja.contains(file)
    }
}

/// The updates of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Update {
    /// The first update: the static data of the session.
    Ready {
        /// Help for every instruction, directive, register and library function.
        help: Vec<HelpRow>,
        /// Library files that `.include` finds, for reading.
        library: Vec<SourceFile>,
    },
    /// The command with that number has been carried out.
    Done(u32),
    /// The command with that number has been refused.
    Refused(u32, Refused),
    /// An exercise has been opened.
    Exercise(alloc::boxed::Box<ExerciseView>),
    /// The answer to [`Command::Inspect`].
    Findings {
        /// Findings, in the order of files and lines; if there are too many, the last one counts the rest.
        diagnostics: Vec<DiagnosticView>,
        /// Numbers of errors and warnings found, including those that are not listed.
        counts: (u32, u32),
    },
    /// A program has been assembled, or not.
    Assembled(AssembledView),
    /// A new picture. At most one is in flight: the next is sent after [`Command::Ack`].
    Frame(alloc::boxed::Box<Frame>),
    /// A case of the exercise is being run for the grade.
    Grading {
        /// The case, from 0.
        case: u32,
        /// Cycles so far.
        cycle: Cycle,
    },
    /// The grade so far.
    Graded(alloc::boxed::Box<GradeView>),
    /// The file to hand in.
    HandIn {
        name: String,
        /// Its contents.
        text: String,
    },
    /// The sequential reference, against which results are judged, is running: cycles so far.
    ReferenceRunning(Cycle),
    /// The states of the breakpoints and watchpoints.
    Stops(Vec<StopView>),
    /// Time has reached a stop, the goal of a search, or the end of a search that found nothing.
    Stopped {
        /// The cycle. It may not have been reached yet: see [`Update::Seeking`].
        at: Cycle,
        /// The stops that were hit; empty at the end of a step.
        reasons: Vec<StopReason>,
        /// If the search has failed: a sentence that says what was not found.
        missed: Option<Text>,
    },
    /// The profile is being counted: cycles so far, and in total.
    Profiling {
        /// Cycles counted.
        cycle: Cycle,
        /// The end of the known run.
        until: Cycle,
    },
    /// The profile of the run so far.
    Profile(alloc::boxed::Box<ProfileView>),
    /// Why the selected node waits at the shown cycle, if it does and [`Watch::waits`] is set: sent while time is paused.
    Wait(alloc::boxed::Box<WaitView>),
    /// The cores of a deadlock that wait for each other; sent once the run has ended in one.
    WaitChain(alloc::boxed::Box<WaitChainView>),
    /// The answer to [`Command::LastWriter`].
    LastWriter(alloc::boxed::Box<WriterView>),
    /// Two runs are being compared: cycles so far and in total, of both together.
    Comparing {
        /// Cycles compared.
        cycle: Cycle,
        /// The total.
        until: Cycle,
    },
    /// The answer to [`Command::CompareWithKept`] and [`Command::CompareWithRight`].
    Difference(alloc::boxed::Box<DifferenceView>),
    /// A search has reached this cycle without a hit.
    Searching(Cycle),
    /// A seek over a long distance is at this cycle.
    Seeking {
        /// The displayed cycle.
        cycle: Cycle,
        target: Cycle,
    },
    /// An edit has been made at this cycle, which invalidates the known later cycles.
    Rewritten {
        /// The cycle of the edit: the run is known up to here.
        at: Cycle,
        /// The cycle up to which it was known before; the same if nothing was lost.
        end: Cycle,
        /// Number of edits at later cycles that were lost with them.
        edits: u32,
    },
    /// Statistics are being counted: cycles so far, and in total.
    Counting {
        /// Cycles counted.
        cycle: Cycle,
        /// The shown cycle.
        until: Cycle,
    },
    /// Statistics up to a cycle, and the use of cores and links over the whole run so far.
    Stats {
        /// The cycle that was shown when they were requested.
        cycle: Cycle,
        /// Totals up to it.
        stats: alloc::boxed::Box<StatsView>,
        /// Pictures of the run.
        space: alloc::boxed::Box<SpaceTimeView>,
        /// Time in MPI and messages up to the cycle; none if the program does not use MPI.
        mpi: Option<alloc::boxed::Box<MpiPanelView>>,
    },
    /// The next chunk of the text requested by [`Command::RecordAccesses`] or [`Command::RecordMessages`].
    Accesses {
        /// Whole lines.
        #[serde(with = "serde_bytes")]
        text: Vec<u8>,
        /// The cycle it has reached.
        cycle: Cycle,
        /// The cycle after the last one.
        until: Cycle,
        /// This is the last chunk.
        done: bool,
        /// It ends before `until`, because it has reached the maximum length of a trace.
        cut: bool,
    },
    /// The picture requested by [`Command::SpaceTime`] is in progress.
    SpaceTimeProgress {
        /// The cycle it has reached; before `from` it is still advancing to the first one.
        cycle: Cycle,
        /// First cycle of the picture.
        from: Cycle,
        /// The cycle after its last one.
        until: Cycle,
    },
    /// The picture requested by [`Command::SpaceTime`]; without links.
    SpaceTime(alloc::boxed::Box<SpaceTimeView>),
    /// The log requested by [`Command::Log`].
    Log(alloc::boxed::Box<LogView>),
    /// The text requested by [`Command::OutputText`].
    OutputText {
        /// The lines, each after its rank in brackets if several nodes have printed.
        text: String,
        /// True if there are more lines than the text can hold.
        cut: bool,
    },
    /// The file requested by [`Command::ReadFile`].
    File {
        name: String,
        /// The cycle of the bytes.
        cycle: Cycle,
        /// Its bytes; `None` if there is no such file at that cycle.
        bytes: Option<ByteBuf>,
    },
    /// Progress of the NoC bench.
    NocProgress {
        /// Loads measured.
        point: u32,
        /// Loads to measure.
        points: u32,
        /// Cycles simulated at the current load.
        cycle: Cycle,
        /// Maximum number of cycles.
        most: Cycle,
    },
    /// The results of the NoC bench, sent again after each load.
    NocCurve {
        /// The curve with all points so far.
        curve: alloc::boxed::Box<NocCurve>,
        /// True if it was the last load.
        done: bool,
    },
    /// Progress of the measurement of a speed-up.
    SpeedUpProgress {
        /// Sizes measured.
        point: u32,
        /// Sizes to measure.
        points: u32,
        /// Cycles of the current run.
        cycle: Cycle,
    },
    /// The results of the measurement of a speed-up, sent again after each size.
    SpeedUp {
        /// All sizes so far.
        view: alloc::boxed::Box<SpeedUpView>,
        /// True if it was the last size.
        done: bool,
    },
    CheckProgress {
        /// Cycles checked.
        cycle: Cycle,
        /// Cycles of the run that are known.
        end: Cycle,
        /// True if nothing is left to check now.
        done: bool,
    },
    /// All findings of the checks since the program was loaded; sent when they have changed. The first one of a program
    /// is sent with the first progress, mostly empty.
    CheckReports(alloc::boxed::Box<ReportsView>),
    /// The verdict on the run, once it has ended.
    Verdict(VerdictView),
}
