//! Passes over the intermediate representation.

pub mod legal;
mod legal_long;
pub mod switch;

use crate::ir::Module;

/// The level of optimisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// None: every variable is in memory, and every line can have a breakpoint.
    O0,
    /// Within a function, without moving code from one line to another.
    #[default]
    O1,
    /// Everything.
    O2,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 3] = [Self::O0, Self::O1, Self::O2];
}

/// Runs the passes of a level; then the module is legal, and instructions can be selected.
pub fn run(module: &mut Module, level: Level) {
    let _ = level;
    for f in &mut module.functions {
        switch::lower(f);
    }
    legal::module(module);
}
