//! The state of travelling in time: breakpoints, bookmarks, searches in progress and their results, edits of the run,
//! the run that is kept for comparison.

mod notes;
mod watch;

pub use notes::{Bookmark, Format, MAX_NAME, MAX_WATCHES, Notes, StopNote, WatchNote};

use super::analysis::PtrEq;
use mcore::base::{Cycle, NodeId, SourceFile, Text};
use mcore::modes::chip::session::{Command, Goal, PastEdit, Place, StopAt, StopReason, StopSpec, StopView, Update};
use mcore::modes::chip::view::{DifferenceView, RightRun, SourcePlace, WriterView};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// Maximum number of hits marked on the scrubber.
const MAX_HITS: usize = 200;
/// Default memory limit for the states kept for going back, in MiB.
pub const MEMORY_AT_FIRST: u32 = 256;
/// Minimum number of cycles on the scrubber.
pub const LEAST_WINDOW: Cycle = 16;

/// The unit of the step buttons beside the run button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    #[default]
    Cycle,
    /// One instruction of the selected node.
    Instruction,
    /// One source line of the selected node, into the functions that it calls.
    LineInto,
    /// One source line of the selected node; calls count as part of their line.
    Line,
    /// Out of the function that the selected node is in, or back to its call.
    Out,
    /// To the next or previous communication.
    Communication,
    /// To the next or previous breakpoint.
    Breakpoint,
    /// To the line of the editor's cursor.
    Cursor,
}

impl Unit {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 8] = [
        Self::Cycle,
        Self::Instruction,
        Self::LineInto,
        Self::Line,
        Self::Out,
        Self::Communication,
        Self::Breakpoint,
        Self::Cursor,
    ];

    /// The command for a step. `own`: only lines of the user's own files count; `cursor`: the line of the editor's cursor.
    pub fn command(self, back: bool, node: Option<NodeId>, own: bool, cursor: Option<&SourcePlace>) -> Option<Command> {
        let goal = match self {
            Self::Cycle => return Some(if back { Command::Back(1) } else { Command::Step(1) }),
            Self::Instruction => Goal::Instruction(node?),
            Self::LineInto => Goal::Line { node: node?, over: false, own },
            Self::Line => Goal::Line { node: node?, over: true, own },
            Self::Out => Goal::Out { node: node?, own },
            Self::Breakpoint => Goal::Stop,
            Self::Cursor => {
                let SourcePlace { file, line } = cursor?.clone();
                Goal::At { node: node?, file, line }
            }
            Self::Communication => Goal::Communication(Vec::new()),
        };
        Some(Command::Find { back, goal })
    }
}

/// The register or word that the user is changing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    pub node: NodeId,
    /// The register or word.
    pub place: Place,
    pub name: String,
    pub value: u32,
}

/// A value that the user has changed in the present run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edited {
    pub cycle: Cycle,
    /// The register or word.
    pub target: Target,
    /// The new value.
    pub value: u32,
}

impl Edited {
    /// The same edit for a replay.
    pub fn past(&self) -> PastEdit {
        PastEdit { cycle: self.cycle, node: self.target.node, place: self.target.place, value: self.value }
    }

    /// The command that makes the edit, at its cycle.
    pub fn command(&self) -> Command {
        let Target { node, place, .. } = self.target;
        match place {
            Place::Register(register) => Command::SetRegister { node, register, value: self.value },
            Place::Word(addr) => Command::Poke { node, addr, words: vec![self.value] },
        }
    }
}

/// Where a run has stopped, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub at: Cycle,
    pub reasons: Rc<[StopReason]>,
    /// The reason why a search failed.
    pub missed: Option<Text>,
}

/// Work in progress that the user can cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// A search has reached this cycle.
    Searching(Cycle),
    /// A seek shows the first cycle and goes to the second.
    Seeking(Cycle, Cycle),
}

/// The data for replaying a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Edits by cycle.
    pub edits: Rc<[Edited]>,
    /// The end of the known cycles.
    pub end: Cycle,
    /// The shown cycle.
    pub cycle: Cycle,
}

impl Recipe {
    /// The command that replays it.
    pub fn command(&self) -> Command {
        Command::Replay { edits: self.edits.iter().map(Edited::past).collect(), end: self.end, cycle: self.cycle }
    }
}

/// A run that is kept for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number of known cycles.
    pub cycles: Cycle,
    /// The source files of its program.
    pub files: Rc<[SourceFile]>,
}

/// A request about travelling in time.
#[derive(Clone, Debug, PartialEq)]
pub enum Travel {
    /// Sets or removes the breakpoint of a line.
    ToggleLine(String, u32),
    /// Opens the form for the condition of a line's breakpoint, which is set if there is none.
    Condition(String, u32),
    /// An edit of the source has moved breakpoints: number and line of those in a file.
    LinesMoved(String, Vec<(u32, u32)>),
    /// Adds a stop, or replaces the one with that number.
    Put(StopNote),
    /// Removes a stop.
    Remove(u32),
    /// Enables or disables a stop.
    Enable(u32, bool),
    /// Replaces the watched expressions.
    Watches(Vec<WatchNote>),
    /// Chooses the unit of the step buttons.
    SetUnit(Unit),
    /// Steps by the chosen unit.
    Step {
        /// Backwards.
        back: bool,
    },
    /// Steps by a unit.
    Go {
        /// Backwards.
        back: bool,
        unit: Unit,
    },
    /// Runs back to the last stop.
    RunBack,
    /// Cancels the search or seek in progress.
    Cancel,
    /// Asks which store wrote a place last.
    AskWriter(NodeId, Place),
    /// Dismisses the answer.
    DismissWriter,
    /// Opens the form that changes a value.
    Change(Target),
    /// Closes it.
    LeaveChange,
    /// Writes the new value.
    Write(u32),
    /// Undoes the last edit: the run is replayed without it.
    UndoEdit,
    /// Undoes an edit.
    DropEdit(usize),
    /// Dismisses the message about discarded cycles.
    DismissDiscarded,
    /// Keeps the present run for comparison.
    Keep,
    /// Compares the present run with the kept one.
    Compare,
    /// Sets or removes a bookmark at the shown cycle.
    ToggleBookmark,
    NameBookmark(Cycle, String),
    RemoveBookmark(Cycle),
    /// Goes to the next or previous bookmark.
    ToBookmark {
        /// Backwards.
        back: bool,
    },
    /// Shows a part of the run on the scrubber, or the whole.
    Zoom(Option<(Cycle, Cycle)>),
    /// Sets the memory limit for the states kept for going back, in MiB.
    SetMemory(u32),
    /// Goes to a cycle, selects a node, shows a line if one is known.
    Visit(Cycle, Option<NodeId>, Option<SourcePlace>),
}

/// The state of travelling in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Travelling {
    /// Stops and bookmarks; stored with the work.
    pub notes: Rc<Notes>,
    /// The state of the stops in the loaded program.
    pub resolved: Rc<[StopView]>,
    /// Breakpoints that moved to the next line with code: number and previous line.
    pub moved: Rc<[(u32, u32)]>,
    /// The stops last sent to the session.
    pub sent: Rc<[StopSpec]>,
    /// The unit of the step buttons.
    pub unit: Unit,
    /// The unit for programs of the other kind: those in C, or those in assembly.
    other_unit: Unit,
    /// The loaded program is in C.
    pub in_c: bool,
    /// The breakpoint whose condition the form asks for, and the number of the request.
    pub form: Option<(u32, u32)>,
    /// A step has been requested, whose end is not shown yet.
    stepping: bool,
    /// The last stop.
    pub stopped: Option<Stopped>,
    /// Cycles at which stops were hit, in order.
    pub hits: Rc<[Cycle]>,
    /// The search or seek in progress.
    pub busy: Option<Busy>,
    /// The last one was cancelled: further updates about it are ignored.
    deaf: bool,
    /// Whether a request for the writer is pending.
    pub asking: bool,
    /// Its answer.
    pub writer: Option<PtrEq<WriterView>>,
    /// The register or word that the user is changing.
    pub target: Option<Target>,
    /// An edit that has been sent but not confirmed.
    pub sending: Option<Edited>,
    /// Edits of the present run, by cycle.
    pub edits: Rc<[Edited]>,
    /// Cycles that the last edit has invalidated: from, to.
    pub discarded: Option<(Cycle, Cycle)>,
    /// The edits before the last one.
    pub before: Rc<[Edited]>,
    /// The kept run.
    pub kept: Option<Kept>,
    /// Progress of a comparison of two runs: cycles so far, and in all.
    pub comparing: Option<(Cycle, Cycle)>,
    /// The present run is compared with this one, whose result is correct, instead of the kept one.
    pub against: Option<RightRun>,
    /// The difference between them.
    pub difference: Option<PtrEq<DifferenceView>>,
    /// The part of the run on the scrubber; `None` is the whole.
    pub window: Option<(Cycle, Cycle)>,
    /// Memory limit of the kept states, in MiB.
    pub memory: u32,
    /// The run that was lost when the simulator died; it can be replayed if the source is the same.
    pub lost: Option<Recipe>,
}

impl Default for Travelling {
    fn default() -> Self {
        Self {
            notes: Rc::default(),
            resolved: Rc::new([]),
            moved: Rc::new([]),
            sent: Rc::new([]),
            unit: Unit::default(),
            other_unit: Unit::Line,
            in_c: false,
            form: None,
            stepping: false,
            stopped: None,
            hits: Rc::new([]),
            busy: None,
            deaf: false,
            asking: false,
            writer: None,
            target: None,
            sending: None,
            edits: Rc::new([]),
            discarded: None,
            before: Rc::new([]),
            kept: None,
            comparing: None,
            against: None,
            difference: None,
            window: None,
            memory: MEMORY_AT_FIRST,
            lost: None,
        }
    }
}

impl Travelling {
    /// Another program: facts about the last run are invalid. Stops, bookmarks and the kept run stay.
    pub fn forget(&mut self) {
        *self = Self {
            notes: self.notes.clone(),
            moved: self.moved.clone(),
            sent: self.sent.clone(),
            unit: self.unit,
            other_unit: self.other_unit,
            in_c: self.in_c,
            form: self.form,
            kept: self.kept.take(),
            memory: self.memory,
            lost: self.lost.take(),
            ..Self::default()
        };
    }

    /// A program in C, or in assembly, has been loaded: each kind keeps its unit of steps.
    pub fn language(&mut self, in_c: bool) {
        if in_c != self.in_c {
            self.in_c = in_c;
            std::mem::swap(&mut self.unit, &mut self.other_unit);
        }
    }

    /// Whether a step was requested that is over now.
    pub fn take_step(&mut self) -> bool {
        std::mem::take(&mut self.stepping)
    }

    /// Time moves: messages about the last stop are dismissed.
    pub fn moving(&mut self) {
        (self.busy, self.deaf, self.stepping, self.stopped) = (None, false, false, None);
    }

    /// The stops to send. While the source is newer than the program, line numbers are those of the program.
    pub fn to_send(&self, edited: bool) -> Vec<StopSpec> {
        let in_program = |note: &StopNote| {
            let spec = &note.spec;
            match &spec.at {
                StopAt::Line { .. } if edited => {
                    let at = self.sent.iter().find(|s| s.id == spec.id)?.at.clone();
                    Some(StopSpec { at, ..spec.clone() })
                }
                _ => Some(spec.clone()),
            }
        };
        self.notes.stops.iter().filter(|n| n.enabled).filter_map(in_program).collect()
    }

    /// The state of a stop.
    pub fn resolved(&self, id: u32) -> Option<&StopView> {
        self.resolved.iter().find(|view| view.id == id)
    }

    /// The reason why a stop cannot trigger.
    pub fn problem(&self, id: u32) -> Option<&(u32, Text)> {
        self.resolved(id)?.error.as_ref()
    }
}

#[cfg(test)]
mod tests;
