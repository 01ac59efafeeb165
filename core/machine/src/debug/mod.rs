//! Debugger support: stops, steps, edits, searches and comparisons of runs.

pub(super) mod access;
pub(super) mod condition;
pub(super) mod difference;
pub(super) mod edit;
pub(super) mod endless;
pub(super) mod expression;
pub(super) mod frames;
pub(super) mod inlined;
pub(super) mod line_back;
pub(super) mod senders;
pub(super) mod stop;
pub(super) mod values;
pub(super) mod walk;
pub(super) mod wanted;
pub(super) mod when;
pub(super) mod writer;

pub use access::{MemoryAccess, extent};
pub use condition::{Comparison, Condition, ConditionError, Place, Problem, Test};
pub use difference::{Act, Difference, Done, Kind, Mismatch, Run, Spot};
pub use edit::{Edit, EditError, MAX_WORDS, Register};
pub use endless::{Endless, endless};
pub use expression::{Expression, ExpressionError, MAX_EXPRESSION, NoValue, Wrong};
pub use frames::{Call, calls, own_line_of};
pub use inlined::{Inlined, Leave};
pub use line_back::LineBack;
pub use senders::{Basis, Senders, Sent, Started};
pub use stop::{How, MAX_STOPS, Reason, Stop, Stops, Trigger, Watched};
pub use values::{Block, Fault, Frame, Global, Number, Outside, Scope, Shape, Sought, Value, frames, sought};
pub use walk::{LineStep, Lines, WayOut, enters_line, executes, executes_at, line_at};
pub use wanted::{Relation, Wanted, wanted};
pub use when::{When, WhenError};
pub use writer::{Executed, Writer, WriterSearch};
