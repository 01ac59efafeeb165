//! A program that is run for its loads and stores. Another mode runs it, so [`Prepare`] is passed in from above.

use super::args::Executed;
use crate::failure::Failure;
use crate::report::Report;
use mcore::modes::pmnet::model::machine::Region;
use mcore::modes::pmnet::model::trace::Source;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The facts about the run that are not options of the program.
pub struct Around {
    /// The memory system is a chip: a rank's memory is that of a node, if the options have none.
    pub is_chip: bool,
    /// The region of the program whose accesses count; else all of them do.
    pub region: Option<String>,
    /// Set by Ctrl-C; then the program ends.
    pub stop: Arc<AtomicBool>,
}

/// A program that is ready to run.
pub struct Prepared {
    /// Its loads and stores.
    pub source: Box<dyn Source + Send>,
    /// The arrays of its ranks.
    pub arrays: Vec<Region>,
    /// Prints the output of the program to standard error, after the run.
    pub print: Box<dyn FnOnce() -> Result<(), Failure>>,
}

/// Builds a program.
pub type Prepare = fn(&Executed, Around, &Report) -> Result<Prepared, Failure>;
