//! Debugger support: stops, steps, edits, searches and comparisons of runs.

pub(super) mod access;
pub(super) mod condition;
pub(super) mod difference;
pub(super) mod edit;
pub(super) mod line_back;
pub(super) mod stop;
pub(super) mod walk;
pub(super) mod writer;

pub use access::{MemoryAccess, extent};
pub use condition::{Comparison, Condition, ConditionError, Place, Problem, Test};
pub use difference::{Act, Difference, Done, Kind, Mismatch, Run, Spot};
pub use edit::{Edit, EditError, MAX_WORDS, Register};
pub use line_back::LineBack;
pub use stop::{How, MAX_STOPS, Reason, Stop, Stops, Trigger, Watched};
pub use walk::{LineStep, enters_line, executes, line_at};
pub use writer::{Executed, Writer, WriterSearch};
