//! The state of travelling in time: breakpoints, bookmarks, searches in progress and their results, edits of the run,
//! the run that is kept for comparison.

mod notes;
mod watch;

pub use notes::{Bookmark, MOST_NAME, Notes, StopNote};

use super::analysis::Told;
use mcore::base::{Cycle, NodeId, SourceFile, Text};
use mcore::session::{Command, Goal, PastEdit, Place, StopAt, StopReason, StopSpec, StopView, Update};
use mcore::view::{DifferenceView, RightRun, SourcePlace, WriterView};
use std::rc::Rc;

/// Maximum number of hits marked on the scrubber.
const MOST_HITS: usize = 200;
/// Default memory limit for the states kept for going back, in MiB.
pub const MEMORY_AT_FIRST: u32 = 256;
/// Minimum number of cycles on the scrubber.
pub const LEAST_WINDOW: Cycle = 16;

/// The unit of the step buttons beside the run button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// One cycle.
    #[default]
    Cycle,
    /// One instruction of the selected node.
    Instruction,
    /// One source line of the selected node; calls count as part of their line.
    Line,
    /// To the next or previous communication.
    Communication,
}

impl Unit {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Cycle, Self::Instruction, Self::Line, Self::Communication];

    /// The command for a step.
    pub fn command(self, back: bool, node: Option<NodeId>) -> Option<Command> {
        let goal = match self {
            Self::Cycle => return Some(if back { Command::Back(1) } else { Command::Step(1) }),
            Self::Instruction => Goal::Instruction(node?),
            Self::Line => Goal::Line { node: node?, over: true },
            Self::Communication => Goal::Communication(Vec::new()),
        };
        Some(Command::Find { back, goal })
    }
}

/// The register or word that the user is changing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The node.
    pub node: NodeId,
    /// The register or word.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u32,
}

/// A value that the user has changed in the present run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The cycle.
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
    /// The cycle.
    pub at: Cycle,
    /// The reasons.
    pub reasons: Rc<[StopReason]>,
    /// What a search that failed has not found.
    pub missed: Option<Text>,
}

/// Work under way that can be cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// A search has come to this cycle.
    Searching(Cycle),
    /// A seek shows the one and wants the other.
    Seeking(Cycle, Cycle),
}

/// What a run can be made again from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Edits by cycle.
    pub edits: Rc<[Edited]>,
    /// How far it was known.
    pub end: Cycle,
    /// The cycle that was shown.
    pub cycle: Cycle,
}

impl Recipe {
    /// The command that makes it again.
    pub fn command(&self) -> Command {
        Command::Replay { edits: self.edits.iter().map(Edited::past).collect(), end: self.end, cycle: self.cycle }
    }
}

/// A run that is kept for comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Cycles that were known of it.
    pub cycles: Cycle,
    /// The sources that it was made from.
    pub files: Rc<[SourceFile]>,
}

/// A wish that concerns travelling in time.
#[derive(Clone, Debug, PartialEq)]
pub enum Travel {
    /// Sets or removes the breakpoint of a line.
    ToggleLine(String, u32),
    /// An edit of the text has moved breakpoints: number and line of those in a file.
    LinesMoved(String, Vec<(u32, u32)>),
    /// Adds a stop, or replaces the one of that number.
    Put(StopNote),
    /// Takes a stop away.
    Remove(u32),
    /// Switches a stop on or off.
    Enable(u32, bool),
    /// Chooses what the step buttons go by.
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
        /// Which.
        unit: Unit,
    },
    /// Back to the last stop.
    RunBack,
    /// Gives up the search or the seek under way.
    Cancel,
    /// Who wrote this?
    AskWriter(NodeId, Place),
    /// The answer has been read.
    DismissWriter,
    /// Opens the form that changes a value.
    Change(Target),
    /// Closes it.
    LeaveChange,
    /// Writes the new value.
    Write(u32),
    /// Takes the last edit back: the run is made again without it.
    UndoEdit,
    /// Takes an edit back.
    DropEdit(usize),
    /// What was discarded has been read.
    DismissDiscarded,
    /// Keeps the present run for comparison.
    Keep,
    /// Compares the present run with the kept one.
    Compare,
    /// Sets a bookmark at the shown cycle, or takes it away.
    ToggleBookmark,
    /// Gives the bookmark of a cycle a name.
    NameBookmark(Cycle, String),
    /// Takes the bookmark of a cycle away.
    RemoveBookmark(Cycle),
    /// Goes to the next bookmark, or the one before.
    ToBookmark {
        /// Backwards.
        back: bool,
    },
    /// Shows a part of the run on the scrubber, or the whole.
    Zoom(Option<(Cycle, Cycle)>),
    /// What the states kept for going back may cost, in MiB.
    SetMemory(u32),
    /// Goes to a cycle, selects a node, shows a line if one is known.
    Visit(Cycle, Option<NodeId>, Option<SourcePlace>),
}

/// What is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Travelling {
    /// Stops and bookmarks; kept with the work.
    pub notes: Rc<Notes>,
    /// What has become of the stops in the loaded program.
    pub resolved: Rc<[StopView]>,
    /// Breakpoints that went to the next line with code: number and line before.
    pub moved: Rc<[(u32, u32)]>,
    /// The stops as the session has them.
    pub sent: Rc<[StopSpec]>,
    /// What the step buttons go by.
    pub unit: Unit,
    /// Where time stopped last.
    pub stopped: Option<Stopped>,
    /// Cycles at which stops were hit, in order.
    pub hits: Rc<[Cycle]>,
    /// A search or a seek under way.
    pub busy: Option<Busy>,
    /// The last one was cancelled: what is still told of it is no news.
    deaf: bool,
    /// A question for the writer is under way.
    pub asking: bool,
    /// Its answer.
    pub writer: Option<Told<WriterView>>,
    /// The value that is being changed.
    pub target: Option<Target>,
    /// An edit that has been sent and not been confirmed.
    pub sending: Option<Edited>,
    /// Edits of the present run, by cycle.
    pub edits: Rc<[Edited]>,
    /// Cycles that the last edit has made untrue: from, to.
    pub discarded: Option<(Cycle, Cycle)>,
    /// The edits before the last one.
    pub before: Rc<[Edited]>,
    /// The kept run.
    pub kept: Option<Kept>,
    /// Two runs are being compared: cycles so far, of so many.
    pub comparing: Option<(Cycle, Cycle)>,
    /// The present run is compared with a run whose result is right, not with the kept one.
    pub against: Option<RightRun>,
    /// Where they differ.
    pub difference: Option<Told<DifferenceView>>,
    /// The part of the run on the scrubber; `None` is the whole.
    pub window: Option<(Cycle, Cycle)>,
    /// What kept states may cost, in MiB.
    pub memory: u32,
    /// The run that was lost with the simulator; it can be made again if the text is the same.
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
    /// Another program: what was true of the last run is not true any more. Stops, bookmarks and the kept run stay.
    pub fn forget(&mut self) {
        *self = Self {
            notes: self.notes.clone(),
            moved: self.moved.clone(),
            sent: self.sent.clone(),
            unit: self.unit,
            kept: self.kept.take(),
            memory: self.memory,
            lost: self.lost.take(),
            ..Self::default()
        };
    }

    /// Time is moved: what was said of the last stop has been read.
    pub fn moving(&mut self) {
        (self.busy, self.deaf, self.stopped) = (None, false, None);
    }

    /// The stops to send. While the text is newer than the program, lines mean those of the program.
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

    /// What has become of a stop.
    pub fn resolved(&self, id: u32) -> Option<&StopView> {
        self.resolved.iter().find(|view| view.id == id)
    }

    /// Why a stop cannot stop anything.
    pub fn problem(&self, id: u32) -> Option<&(u32, Text)> {
        self.resolved(id)?.error.as_ref()
    }
}

#[cfg(test)]
mod tests;
