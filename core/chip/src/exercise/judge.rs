//! The judgement of a finished run.

use super::compare::{console, file, memory};
use super::{Case, Ends, Expect, RunFacts, Target, Unit};
use crate::{Outcome, Unreceived};
use alloc::{string::String, vec::Vec};
use mcore_base::{Cycle, NodeId};
use mcore_cpu::program::Program;

/// One expectation and whether it was met. `view` has its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Met or not.
    pub passed: bool,
    /// True if it is about the result itself: the speed-up counts only if all of these pass.
    pub result: bool,
    /// True if only the grader can check it; then `passed` has no meaning.
    pub withheld: bool,
    /// The expectation, and the degree to which it was met.
    pub subject: Subject,
    /// On a failure: expected value, found value, place, or advice.
    pub detail: Option<Detail>,
    /// On a failure: the wrong word.
    pub wrong: Option<Wrong>,
}

/// A word that has a wrong value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The node; `None` is main memory.
    pub node: Option<NodeId>,
    pub addr: u64,
}

/// The expectation of a check, with the values that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The run ends in this way; never [`Ends::Any`].
    Ends(Ends),
    /// Every core halts with exit code 0.
    Halted,
    /// A node, or with `None` every core, halts with this exit code.
    Exit(Option<NodeId>, i32),
    /// No node traps.
    NoTrap,
    /// A node prints the right output: one that matches this regular expression, if there is one.
    Console(NodeId, Option<String>),
    /// The program leaves a file with the right contents: a text that matches this regular expression, if there is one.
    File(String, Option<String>),
    /// Data in a memory is right.
    Memory {
        /// Its label or address.
        name: String,
        /// The right values.
        equals: Right,
        /// The numbers of right elements and of all elements, if they were compared one by one.
        compared: Option<(u64, u64)>,
        /// The type of the elements.
        unit: Unit,
    },
    /// At least `wanted` nodes do a part of the work.
    Worked {
        /// The required number.
        wanted: u32,
        /// Nodes that did.
        busy: usize,
        nodes: usize,
    },
    /// The speed-up over the reference, in hundredths.
    Speedup {
        /// The required one.
        wanted: u64,
        /// The one that was reached; `None` without a reference.
        reached: Option<u64>,
    },
    /// Cycles: the maximum and the number taken.
    Cycles(Cycle, Cycle),
    /// Flits that enter the network: the maximum and the number found.
    Flits(u64, u64),
    /// DMAs that cores start: the maximum and the number found.
    Dmas(u64, u64),
    /// Percent of the cycles in which the busiest link carries a flit: the maximum and the share found, rounded up.
    BusiestLink(u32, u128),
    /// Flits, which were not counted in this run.
    Uncounted,
    /// Something that only the grader checks.
    Withheld,
}

/// The right values of data in a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Those of the reference.
    Reference,
    /// Those in the pack.
    Data,
    /// Those of a digest in the pack, from which they cannot be read.
    Digest,
}

/// Why a check failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The run had to end in the first way; how it ended.
    Ends(Ends, Ending),
    /// Some core did not halt with exit code 0; how the run ended.
    NotHalted(Ending),
    /// The exit code of a node; `None` if it did not halt.
    ExitCode(NodeId, Option<i32>),
    Trapped(NodeId),
    /// Too few nodes did a part of the work.
    Idle,
    /// The program has no such label.
    NoLabel(String),
    /// The data does not have the digest of the right data.
    OtherData,
    /// The output does not have the digest of the right output.
    OtherOutput,
    /// The reference did not run to its end.
    ReferenceFailed,
    /// The reference has no data of that size at this place.
    ReferenceLacks(String),
    /// Elements in a memory differ.
    Differs(Differs),
    /// The start of the output, which does not match a regular expression.
    Printed(String),
    /// The first line that differs, from 1: the expected and the found one, cut if they are long.
    Line(usize, Option<String>, Option<String>),
    /// The outputs differ in bytes that are not text.
    NotText,
    /// There is no such file.
    NoFile,
    /// The first byte that differs, from 0: the expected and the found one.
    Byte(usize, Option<u8>, Option<u8>),
    /// The file is no picture that can be read.
    NotPicture,
    /// The picture has another size, number of channels, or maximum: width, height, channels and maximum, expected and found.
    Shape([usize; 4], [usize; 4]),
    /// The first pixel that differs: column and row from 0, its samples, expected and found.
    Pixel(usize, usize, Vec<u16>, Vec<u16>),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Limit(Cycle),
    /// In a deadlock of this number of cores.
    Deadlock(usize),
    Trapped(Option<NodeId>),
    /// The nodes touched more memory than there is room for.
    Memory,
    /// Every core halted.
    Halted,
    /// Every core halted, but a message of MPI was never received.
    Unreceived(Unreceived),
    /// It is not known.
    Unknown,
}

/// Elements in a memory that differ from the expected ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// The memory of the first one.
    pub target: Target,
    /// The label or address of the data.
    pub name: String,
    /// The number of columns, if the data is a matrix.
    pub columns: Option<u32>,
    /// The type of the elements.
    pub unit: Unit,
    /// The number of elements that differ in this memory.
    pub count: u32,
    /// Index of the first one.
    pub index: u32,
    pub addr: u64,
    /// Its expected bytes.
    pub expected: Vec<u8>,
    /// Its bytes; `None` if they are outside the memory.
    pub found: Option<Vec<u8>>,
    /// Index of the last one.
    pub last: u32,
    /// All of them are 0.
    pub all_zero: bool,
}

impl Check {
    pub(super) fn new(passed: bool, result: bool, subject: Subject, detail: Option<Detail>) -> Self {
        Self { passed, result, withheld: false, subject, detail, wrong: None }
    }
}

/// The exercise's own program and its run on the same input.
pub type ReferenceRun<'a> = (&'a Program, &'a dyn RunFacts);

/// Compares a finished run of `program` with the expectations of the case, in the order of the exercise.
pub fn judge(case: &Case, program: &Program, run: &dyn RunFacts, reference: Option<ReferenceRun<'_>>) -> Vec<Check> {
    let check = |expect: &Expect| match expect {
        Expect::Halted => halted(run),
        Expect::Exit { node, code } => exit(*node, *code, run),
        Expect::NoTrap => no_trap(run),
        Expect::Console { node, prints } => console(*node, prints, run, reference),
        Expect::File { name, holds } => file(name, holds, run, reference),
        Expect::Memory(wanted) => memory(wanted, program, run, reference),
        Expect::Worked(nodes) => worked(*nodes, run),
        Expect::Speedup(wanted) => speedup(*wanted, run, reference.map(|(_, r)| r)),
        Expect::Cycles(most) => cycles(*most, run),
        Expect::Flits(most) => flits(*most, run),
        Expect::Dmas(most) => dmas(*most, run),
        Expect::BusiestLink(most) => busiest_link(*most, run),
        Expect::Withheld => withheld(),
    };
    let mut checks: Vec<Check> = case.expects.iter().map(check).collect();
    // `halted = true` is a stronger check than this one, so its failure is reported only once.
    let reported = case.expects.iter().zip(&checks).any(|(expect, check)| *expect == Expect::Halted && !check.passed);
    if let Some(ending) = ends(case.ends, run).filter(|_| !reported) {
        checks.insert(0, ending);
    }
    checks
}

/// The check of how the run ended. `None` if it halted and nothing else was required.
fn ends(wanted: Ends, run: &dyn RunFacts) -> Option<Check> {
    let outcome = run.outcome();
    let halted = match outcome {
        None => (0..run.array().nodes()).all(|rank| run.exit_code(rank).is_some()),
        Some(outcome) => matches!(outcome, Outcome::Halted { .. }) && run.unreceived().is_none(),
    };
    let passed = match wanted {
        Ends::Any => return None,
        Ends::Halted if halted => return None,
        Ends::Halted => false,
        Ends::Limit => matches!(outcome, Some(Outcome::CycleLimit)),
        Ends::Deadlock => matches!(outcome, Some(Outcome::Deadlock(_))),
        Ends::Trap => matches!(outcome, Some(Outcome::Trapped(_))),
    };
    let detail = (!passed).then(|| Detail::Ends(wanted, ending(run)));
    Some(Check::new(passed, true, Subject::Ends(wanted), detail))
}

/// True if all expectations about the result itself are met.
pub fn is_right(checks: &[Check]) -> bool {
    checks.iter().all(|c| c.passed || !c.result)
}

/// `reference / cycles` in hundredths, if the result is right.
pub fn speedup_hundredths(checks: &[Check], cycles: Cycle, reference: Cycle) -> Option<u64> {
    (is_right(checks) && cycles > 0).then(|| ratio(reference, cycles))
}

/// `a / b` in hundredths, rounded down: 9.999 times faster is not 10 times faster.
pub(super) fn ratio(a: Cycle, b: Cycle) -> u64 {
    (u128::from(a) * 100 / u128::from(b.max(1))) as u64
}

fn halted(run: &dyn RunFacts) -> Check {
    let passed = run.all_halted_with_zero() && run.unreceived().is_none();
    let detail = (!passed).then(|| Detail::NotHalted(ending(run)));
    Check::new(passed, true, Subject::Halted, detail)
}

/// How a run ended.
fn ending(run: &dyn RunFacts) -> Ending {
    match run.outcome() {
        Some(Outcome::CycleLimit) => Ending::Limit(run.cycles()),
        Some(Outcome::Deadlock(waiting)) => Ending::Deadlock(waiting.len()),
        Some(Outcome::Trapped(traps)) => Ending::Trapped(traps.first().map(|trap| trap.node)),
        Some(Outcome::MemoryLimit { .. }) => Ending::Memory,
        Some(Outcome::Halted { .. }) => run.unreceived().map_or(Ending::Halted, Ending::Unreceived),
        None => Ending::Unknown,
    }
}

fn exit(node: Option<NodeId>, code: i32, run: &dyn RunFacts) -> Check {
    let array = run.array();
    let ranks = match node.and_then(|id| array.rank(id)) {
        Some(rank) => rank..rank + 1,
        None => 0..array.nodes(),
    };
    let mut wrong = ranks.filter(|rank| run.exit_code(*rank) != Some(code));
    let detail = wrong.next().map(|rank| Detail::ExitCode(array.node(rank), run.exit_code(rank)));
    Check::new(detail.is_none(), true, Subject::Exit(node, code), detail)
}

fn no_trap(run: &dyn RunFacts) -> Check {
    let detail = run.trapped().map(Detail::Trapped);
    Check::new(detail.is_none(), true, Subject::NoTrap, detail)
}

/// A node took a substantial part in the work if it executed at least a tenth of an even share of all useful
/// instructions.
///
/// A core that only halts or only waits stays far below that; a core that got less work than others is well above.
fn worked(wanted: u32, run: &dyn RunFacts) -> Check {
    let useful: Vec<u64> = (0..run.array().nodes()).map(|rank| run.useful_instructions(rank)).collect();
    let total: u64 = useful.iter().sum();
    let nodes = useful.len();
    let busy = useful.iter().filter(|n| **n > 0 && u128::from(**n) * nodes as u128 * 10 >= u128::from(total)).count();
    let passed = busy >= wanted as usize;
    let detail = (!passed).then_some(Detail::Idle);
    Check::new(passed, false, Subject::Worked { wanted, busy, nodes }, detail)
}

fn speedup(wanted: u64, run: &dyn RunFacts, reference: Option<&dyn RunFacts>) -> Check {
    let reached = reference.map(|r| ratio(r.cycles(), run.cycles()));
    Check::new(reached.is_some_and(|r| r >= wanted), false, Subject::Speedup { wanted, reached }, None)
}

fn cycles(most: Cycle, run: &dyn RunFacts) -> Check {
    Check::new(run.cycles() <= most, false, Subject::Cycles(most, run.cycles()), None)
}

fn flits(most: u64, run: &dyn RunFacts) -> Check {
    let Some(carried) = run.traffic() else { return uncounted() };
    Check::new(carried.flits <= most, false, Subject::Flits(most, carried.flits), None)
}

fn dmas(most: u64, run: &dyn RunFacts) -> Check {
    let found = run.dmas();
    Check::new(found <= most, false, Subject::Dmas(most, found), None)
}

fn busiest_link(most: u32, run: &dyn RunFacts) -> Check {
    let Some(carried) = run.traffic() else { return uncounted() };
    let cycles = u128::from(run.cycles().max(1));
    let share = u128::from(carried.busiest) * 100;
    // Rounded up for display, so that a share shown as equal to the limit is within it.
    let found = share.div_ceil(cycles);
    Check::new(share <= u128::from(most) * cycles, false, Subject::BusiestLink(most, found), None)
}

/// The caller did not count flits in a run whose case needs them.
fn uncounted() -> Check {
    Check { withheld: true, ..Check::new(false, false, Subject::Uncounted, None) }
}

fn withheld() -> Check {
    Check { withheld: true, ..Check::new(true, false, Subject::Withheld, None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(mcore_base::decimals(1005), "10.05");
        assert_eq!(ratio(9999, 1000), 999);
    }
}
