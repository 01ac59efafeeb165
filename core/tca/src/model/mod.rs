//! From a DMA engine to MPI: the verbs on a board that can only write (TCA, PEACH2).
//!
//! After Sato, Fujita, Hanawa and Boku, "MPI environment by a Verbs implementation on Tightly Coupled Accelerators".
//!
//! ```text
//! params    times, rates, sizes            topology  rings of boards, ways
//! flow      sharing of links               memory    bytes of a node
//! verbs     operations, results, states    program   what the nodes do
//! machine   the events in simulated time   event     what has happened
//! script    the language of the learner    lessons/  eight scripts
//! measure   latency and bandwidth          himeno    the benchmark on a grid of nodes
//! record    replay of a communication record
//! packet    the header as bytes            presets   scripts for an operation and a size
//! ```

pub mod event;
pub mod flow;
pub mod himeno;
pub mod machine;
pub mod measure;
pub mod memory;
pub mod packet;
pub mod params;
pub mod presets;
pub mod program;
pub mod record;
pub mod script;
pub mod topology;
pub mod verbs;

pub use event::{Event, Finding, Lane, Part, Stage};
pub use machine::{Completion, Counts, FlowLook, Log, Machine, Outcome, Queues, Set, SlotLook, SlotState};
pub use params::{ParamError, Params};
pub use program::Program;
pub use topology::{Link, Rings};
pub use verbs::{Opcode, QpState, Status};

/// The scripts of the lessons, in their order.
pub const LESSONS: [&str; 8] = [
    include_str!("lessons/1.tca"),
    include_str!("lessons/2.tca"),
    include_str!("lessons/3.tca"),
    include_str!("lessons/4.tca"),
    include_str!("lessons/5.tca"),
    include_str!("lessons/6.tca"),
    include_str!("lessons/7.tca"),
    include_str!("lessons/8.tca"),
];

#[cfg(test)]
mod tests;
