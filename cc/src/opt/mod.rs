//! Passes over the intermediate representation.
//!
//! -O0 only lowers switches and legalises. -O1 and -O2 simplify each function, put calls' bodies in their place, simplify
//! again with what is known then, and treat loops. A last round follows legalisation.

pub mod alias;
pub mod clean;
pub mod convert;
pub mod dce;
pub mod gvn;
pub mod induction;
pub mod inline;
pub mod invariant;
pub mod legal;
mod legal_long;
pub mod rotate;
pub mod scalar;
pub mod simplify;
mod simplify_more;
pub mod sink;
pub mod ssa;
pub mod switch;
#[cfg(test)]
mod tests;
pub mod unroll;

use crate::ir::{Function, Module, graph, graph::Graph};
use alloc::vec::Vec;

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

/// Blocks of a function that gets all passes: the time of some grows with the square of this number.
pub const MAX_BLOCKS: usize = 2_000;
/// Operations in loops, counted once for each loop around them, of a function that gets all passes.
pub const MAX_IN_LOOPS: usize = 1_000_000;

/// True for a function that gets only few passes, since the others would take too long.
pub fn is_large(f: &Function) -> bool {
    if f.blocks.len() > MAX_BLOCKS {
        return true;
    }
    // Without this many operations in all, no loops can have too many.
    if f.size().saturating_mul(f.blocks.len()) <= MAX_IN_LOOPS {
        return false;
    }
    let loops = Graph::new(f).loops();
    let size = |l: &graph::Loop| l.blocks.iter().map(|b| f.blocks[b.index()].nodes.len() + 1).sum::<usize>();
    loops.all.iter().map(size).sum::<usize>() > MAX_IN_LOOPS
}

/// Is called after each pass over a function, with the name of the pass.
pub type Watch<'w> = dyn FnMut(&str, &Function) + 'w;

/// Runs the passes of a level; then the module is legal, and instructions can be selected.
pub fn run(module: &mut Module, level: Level) {
    run_watched(module, level, &mut |_, _| {});
}

/// As [`run`], with a function that sees every step: for tests and dumps.
pub fn run_watched(module: &mut Module, level: Level, watch: &mut Watch<'_>) {
    if level == Level::O0 {
        for f in &mut module.functions {
            clean::known_ends(f);
            switch::lower(f);
        }
        legal::module(module);
        for f in &mut module.functions {
            // Legalisation finds equal words.
            clean::known_ends(f);
            let graph = Graph::new(f);
            dce::clear_unreachable(f, &graph);
        }
        return;
    }
    for f in &mut module.functions {
        f.large = is_large(f);
    }
    let constant = alias::constants(module);
    let pure: Vec<bool> = module.symbols.iter().map(|s| s.pure).collect();
    let facts = gvn::Facts { constant: &constant, pure: &pure };
    for f in &mut module.functions {
        round(f, facts, watch);
    }
    inline::run(module, level);
    for f in &mut module.functions {
        watch("inline", f);
        if f.large {
            switch::lower(f);
            continue;
        }
        round(f, facts, watch);
        if level == Level::O2 {
            convert::run(f);
            watch("convert", f);
            clean::run(f);
        }
        rotate::run(f);
        watch("rotate", f);
        round(f, facts, watch);
        loops(f, facts, level, watch);
        switch::lower(f);
        watch("switch", f);
    }
    legal::module(module);
    for f in &mut module.functions {
        watch("legal", f);
        if f.large {
            dce::run(f);
            continue;
        }
        round(f, facts, watch);
        loops(f, facts, level, watch);
        invariant::constants(f);
        watch("constants", f);
        dce::run(f);
        sink::run(f);
        watch("sink", f);
    }
}

/// The passes over loops. At -O1 only parts of expressions are moved, no reads of memory.
fn loops(f: &mut Function, facts: gvn::Facts<'_>, level: Level, watch: &mut Watch<'_>) {
    invariant::run(f, facts.constant, level);
    watch("invariant", f);
    if level == Level::O2 && !f.legal {
        unroll::run(f);
        watch("unroll", f);
        simplify::run(f);
        gvn::run(f, facts);
        dce::run(f);
        watch("dce after unroll", f);
    }
    induction::run(f);
    watch("induction", f);
    simplify::run(f);
    watch("simplify after loops", f);
    gvn::run(f, facts);
    watch("gvn after loops", f);
    dce::run(f);
    watch("dce after loops", f);
    invariant::run(f, facts.constant, level);
    watch("invariant again", f);
}

/// The passes that make a function simpler.
fn round(f: &mut Function, facts: gvn::Facts<'_>, watch: &mut Watch<'_>) {
    if f.large {
        clean::known_ends(f);
        simplify::run(f);
        dce::run(f);
        return;
    }
    clean::run(f);
    watch("clean", f);
    scalar::run(f);
    watch("scalar", f);
    simplify::run(f);
    watch("simplify", f);
    gvn::run(f, facts);
    watch("gvn", f);
    dce::run(f);
    watch("dce", f);
    clean::run(f);
    watch("clean again", f);
}
