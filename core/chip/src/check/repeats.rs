//! Polling loops whose iterations change nothing in the state of a check but cycles.
//!
//! A core that waits executes the same iteration again and again. After the first ones, following another leaves each set, clock
//! and call as it was, and only the cycles of the loop's instructions are later. So an iteration that equals the previous one,
//! instruction by instruction, is only compared, and its cycles are kept. Once the core does something else, the last iteration
//! is followed with these cycles: then the state is the one that following every iteration gives.
//!
//! This holds for a loop of which an iteration has been followed that
//!
//! - loads, computes, branches and jumps, but stores nothing and begins no call of MPI;
//! - uses only values that have been written;
//! - leaves the calls as they were;
//! - gives no finding;
//!
//! until a DMA writes a word that the loop reads.

use super::calls::Calls;
use alloc::vec::Vec;
use mcore_base::Cycle;
use mcore_cpu::isa::Instr;

/// Loops with more instructions in an iteration are followed as a whole.
const LONGEST: usize = 512;
/// Iterations that may differ from the previous one before a loop is followed as a whole.
const TRIES: u32 = 8;

/// An executed instruction, without its cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    pub pc: u32,
    pub instr: Instr,
    /// Address of a load or store.
    pub addr: u32,
    /// The register that it wrote, and its value.
    pub target: u8,
    pub value: u32,
}

/// An instruction of the loop: the cycles in which the last complete iteration and the one in progress executed it.
#[derive(Clone, Copy, Debug)]
struct Step {
    executed: Executed,
    before: Cycle,
    now: Cycle,
}

/// How far a loop is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// The core does not poll.
    #[default]
    Away,
    /// The first iteration is recorded.
    Records,
    /// The next iterations are compared with it, and followed.
    Compares {
        /// Findings at the start of the iteration.
        findings: u64,
    },
    /// Iterations are only compared.
    Skips,
    /// The loop must be followed as a whole.
    Refused,
}

/// The polling loop of one core.
#[derive(Debug, Default)]
pub struct Repeats {
    phase: Phase,
    steps: Vec<Step>,
    /// The index of the next instruction.
    next: usize,
    /// Iterations that have differed from the previous one.
    differed: u32,
    /// The calls at the start of the iteration.
    calls: Calls,
}

impl Repeats {
    /// True if the instruction is the next one of the loop: while iterations are skipped, it need not be followed.
    #[inline]
    pub fn repeats(&mut self, executed: &Executed, cycle: Cycle) -> bool {
        let count = self.steps.len();
        match self.steps.get_mut(self.next) {
            Some(step) if step.executed == *executed => {
                (step.before, step.now) = (step.now, cycle);
                self.next = if self.next + 1 == count { 0 } else { self.next + 1 };
                true
            }
            _ => false,
        }
    }

    /// True while iterations are skipped.
    #[inline]
    pub fn is_skipping(&self) -> bool {
        self.phase == Phase::Skips
    }

    /// True if the loop reads the word at an offset, of a memory of `size` bytes.
    pub fn reads(&self, offset: u32, size: u32) -> bool {
        let reads = |step: &Step| {
            let first = step.executed.addr & (size - 1) & !3;
            first == offset || first + 4 == offset
        };
        self.steps.iter().any(reads)
    }

    /// Ends the loop, and calls `follow` for the instructions that have been skipped: those of the last complete iteration and
    /// of the one in progress. The earlier ones had the same effects.
    pub fn end(&mut self, mut follow: impl FnMut(&Executed, Cycle)) {
        if self.phase == Phase::Skips {
            // The instructions before the next one have been executed in the iteration in progress.
            let (done, rest) = self.steps.split_at(self.next);
            done.iter().for_each(|step| follow(&step.executed, step.before));
            rest.iter().for_each(|step| follow(&step.executed, step.now));
            done.iter().for_each(|step| follow(&step.executed, step.now));
        }
        self.phase = Phase::Away;
    }

    /// The core has executed an instruction outside of polling loops.
    #[inline]
    pub fn leave(&mut self) {
        self.phase = Phase::Away;
    }

    /// An instruction of a polling loop has been followed. `repeatable`: it may be skipped if it repeats; `findings`: the number of
    /// findings so far.
    pub fn followed(&mut self, executed: Executed, cycle: Cycle, repeatable: bool, calls: &Calls, findings: u64) {
        match self.phase {
            Phase::Skips | Phase::Refused => {}
            _ if !repeatable => self.phase = Phase::Refused,
            Phase::Away => {
                self.differed = 0;
                self.record(executed, cycle);
            }
            Phase::Records if self.steps.first().is_some_and(|first| first.executed.pc == executed.pc) => {
                // The instruction has been followed, so the iteration that is compared begins after it.
                self.steps.remove(0);
                self.push(executed, cycle);
                self.compare(calls, findings);
            }
            Phase::Records if self.steps.len() == LONGEST => self.phase = Phase::Refused,
            Phase::Records => self.push(executed, cycle),
            Phase::Compares { findings: before } => {
                if !self.repeats(&executed, cycle) {
                    self.differ(|repeats| repeats.record(executed, cycle));
                } else if self.next == 0 {
                    match before == findings && self.calls.equal_but_for_cycles(calls) {
                        true => self.phase = Phase::Skips,
                        false => self.differ(|repeats| repeats.compare(calls, findings)),
                    }
                }
            }
        }
    }

    /// An iteration differed from the previous one: the next one is tried, unless too many did.
    fn differ(&mut self, again: impl FnOnce(&mut Self)) {
        self.differed += 1;
        match self.differed > TRIES {
            true => self.phase = Phase::Refused,
            false => again(self),
        }
    }

    /// Records an iteration that begins with an instruction.
    fn record(&mut self, executed: Executed, cycle: Cycle) {
        self.steps.clear();
        self.push(executed, cycle);
        self.phase = Phase::Records;
    }

    fn push(&mut self, executed: Executed, cycle: Cycle) {
        self.steps.push(Step { executed, before: cycle, now: cycle });
    }

    /// Compares the iteration that begins with the next instruction.
    fn compare(&mut self, calls: &Calls, findings: u64) {
        self.next = 0;
        self.calls.clone_from(calls);
        self.phase = Phase::Compares { findings };
    }
}
