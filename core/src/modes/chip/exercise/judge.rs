//! The judgement of a finished run.

use super::compare::{console, memory};
use super::{Case, Ends, Expect, RunFacts};
use crate::base::{Cycle, NodeId, Text, counted, decimals, grouped};
use crate::modes::chip::Outcome;
use crate::program::Program;
use crate::text;
use alloc::{string::String, vec::Vec};

/// One expectation and whether it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Met or not.
    pub passed: bool,
    /// True if it is about the result itself: the speed-up counts only if all of these pass.
    pub result: bool,
    /// True if only the grader can check it; then `passed` has no meaning.
    pub withheld: bool,
    /// The expectation, and the degree to which it was met.
    pub text: Text,
    /// `text` without anything that a student may not know of a hidden case, if it contains such a thing.
    pub plain: Option<Text>,
    /// On a failure: expected value, found value, place, or advice.
    pub detail: Option<Text>,
    /// On a failure: the wrong word.
    pub wrong: Option<Wrong>,
}

/// A word that has a wrong value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The node; `None` is main memory.
    pub node: Option<NodeId>,
    /// Its address.
    pub addr: u64,
}

impl Check {
    pub(super) fn new(passed: bool, result: bool, text: Text, detail: Option<Text>) -> Self {
        Self { passed, result, withheld: false, text, plain: None, detail, wrong: None }
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
    let told = case.expects.iter().zip(&checks).any(|(expect, check)| *expect == Expect::Halted && !check.passed);
    if let Some(ending) = ends(case.ends, run).filter(|_| !told) {
        checks.insert(0, ending);
    }
    checks
}

/// The check of how the run ended. `None` if it halted and nothing else was required.
fn ends(wanted: Ends, run: &dyn RunFacts) -> Option<Check> {
    let outcome = run.outcome();
    let halted = match outcome {
        None => (0..run.array().nodes()).all(|rank| run.exit_code(rank).is_some()),
        Some(outcome) => matches!(outcome, Outcome::Halted { .. }),
    };
    let (passed, text, what_to_do) = match wanted {
        Ends::Any => return None,
        Ends::Halted if halted => return None,
        Ends::Halted => (
            false,
            text!("The run ends because every core halts", "すべてのコアが停止して実行が終わる"),
            match outcome {
                Some(Outcome::Deadlock(_)) => text!(
                    "Look at the flag that each core waits for, and at who should write it.",
                    "各コアがどのフラグを待っているか、それをどのノードが書くはずかを調べてください。"
                ),
                Some(Outcome::Trapped(_)) => {
                    text!("Correct the instruction that trapped.", "トラップを起こした命令を直してください。")
                }
                _ => text!(
                    "Let every core leave its loops, and end by `mc_exit` or by a return from `main`.",
                    "すべてのコアがループを抜け、`mc_exit` か `main` からの復帰で終わるようにしてください。"
                ),
            },
        ),
        Ends::Limit => (
            matches!(outcome, Some(Outcome::CycleLimit)),
            text!("The run goes on until the limit of cycles", "実行がサイクル数の上限まで続く"),
            text!("Let the program go on for ever.", "プログラムが終わらずに動き続けるようにしてください。"),
        ),
        Ends::Deadlock => (
            matches!(outcome, Some(Outcome::Deadlock(_))),
            text!("The run ends in a deadlock", "実行がデッドロックで終わる"),
            text!("Let cores wait for each other.", "コアどうしが互いに待つようにしてください。"),
        ),
        Ends::Trap => (
            matches!(outcome, Some(Outcome::Trapped(_))),
            text!("The run ends with a trap", "実行がトラップで終わる"),
            text!("Let a core do what traps.", "コアにトラップを起こさせてください。"),
        ),
    };
    let detail = (!passed).then(|| {
        let how = how_it_ended(run);
        Text::new(how.en + " " + &what_to_do.en, how.ja + &what_to_do.ja)
    });
    Some(Check::new(passed, true, text, detail))
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
    let passed = run.all_halted_with_zero();
    let detail = (!passed).then(|| {
        let how = how_it_ended(run);
        let (en, ja) = (how.en, how.ja);
        text!(
            "Some core did not get to its end, or ended with another exit code. {en}",
            "終わりまで進まなかったコアか、0 以外の終了コードで終わったコアがあります。{ja}"
        )
    });
    Check::new(
        passed,
        true,
        text!("Every core halts with exit code 0", "すべてのコアが終了コード 0 で停止する"),
        detail,
    )
}

/// A description of how a run ended, if it did not end well.
fn how_it_ended(run: &dyn RunFacts) -> Text {
    let cycles = grouped(run.cycles());
    match run.outcome() {
        Some(Outcome::CycleLimit) => {
            text!("The run was stopped at the limit of {cycles} cycles.", "上限の {cycles} サイクルで打ち切りました。")
        }
        Some(Outcome::Deadlock(waiting)) => {
            let n = waiting.len();
            let n_en = counted(n as u64, "core waits", "cores wait");
            text!("It ended in a deadlock: {n_en} for ever.", "デッドロックです。{n} 個のコアが永久に待っています。")
        }
        Some(Outcome::Trapped(traps)) => {
            let at = traps.first().map_or_else(String::new, |t| alloc::format!("{}", t.node));
            text!("Node {at} trapped.", "ノード {at} でトラップが起きました。")
        }
        Some(Outcome::MemoryLimit { .. }) => {
            text!("The nodes touched more memory than there is room for.", "ノードが使えるメモリの上限を超えました。")
        }
        Some(Outcome::Halted { .. }) => text!("Every core halted.", "すべてのコアが停止しました。"),
        None => text!("See how the run ended.", "実行がどう終わったかを見てください。"),
    }
}

fn exit(node: Option<NodeId>, code: i32, run: &dyn RunFacts) -> Check {
    let array = run.array();
    let ranks = match node.and_then(|id| array.rank(id)) {
        Some(rank) => rank..rank + 1,
        None => 0..array.nodes(),
    };
    let mut wrong = ranks.filter(|rank| run.exit_code(*rank) != Some(code));
    let text = match node {
        Some(id) => {
            text!("Node {id} halts with exit code {code}", "ノード {id} が終了コード {code} で停止する")
        }
        None => {
            text!("Every core halts with exit code {code}", "すべてのコアが終了コード {code} で停止する")
        }
    };
    let detail = wrong.next().map(|rank| {
        let id = array.node(rank);
        match run.exit_code(rank) {
            Some(found) => {
                text!("Node {id} halted with exit code {found}.", "ノード {id} の終了コードは {found} でした。")
            }
            None => text!("Node {id} did not halt.", "ノード {id} は停止しませんでした。"),
        }
    });
    Check::new(detail.is_none(), true, text, detail)
}

fn no_trap(run: &dyn RunFacts) -> Check {
    let detail = run.trapped().map(|id| text!("Node {id} trapped.", "ノード {id} でトラップが起きました。"));
    Check::new(detail.is_none(), true, text!("No node traps", "どのノードでもトラップが起きない"), detail)
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
    let detail = (!passed).then(|| {
        text!(
            "A node counts if it executes at least a tenth of an even share of the instructions; waiting in a loop does not count.",
            "均等に分けたときの命令数の 10 分の 1 以上を実行したノードを数えます。ループで待つだけの命令は数えません。"
        )
    });
    let wanted_en = counted(wanted.into(), "node does", "nodes do");
    let text = text!(
        "At least {wanted_en} a part of the work: {busy} of {nodes} did",
        "{wanted} 個以上のノードが計算を分担する: {nodes} 個のうち {busy} 個が分担"
    );
    Check::new(passed, false, text, detail)
}

fn speedup(wanted: u64, run: &dyn RunFacts, reference: Option<&dyn RunFacts>) -> Check {
    let reached = reference.map(|r| ratio(r.cycles(), run.cycles()));
    let passed = reached.is_some_and(|r| r >= wanted);
    let (wanted, reached) = (decimals(wanted), reached.map_or_else(|| "?".into(), decimals));
    let text = text!(
        "At least {wanted} times as fast as the sequential program: {reached} times",
        "逐次プログラムの {wanted} 倍以上の速さ: {reached} 倍"
    );
    Check::new(passed, false, text, None)
}

fn cycles(most: Cycle, run: &dyn RunFacts) -> Check {
    let passed = run.cycles() <= most;
    let (most, taken) = (grouped(most), grouped(run.cycles()));
    let text = text!("At most {most} cycles: {taken} taken", "{most} サイクル以内: {taken} サイクル");
    Check::new(passed, false, text, None)
}

fn flits(most: u64, run: &dyn RunFacts) -> Check {
    let Some(carried) = run.traffic() else { return uncounted() };
    let (wanted, found) = (grouped(most), grouped(carried.flits));
    let text = text!(
        "At most {wanted} flits enter the network: {found} did",
        "ネットワークに入るフリットは {wanted} 個まで: {found} 個"
    );
    Check::new(carried.flits <= most, false, text, None)
}

fn dmas(most: u64, run: &dyn RunFacts) -> Check {
    let found = run.dmas();
    let (wanted, shown) = (grouped(most), grouped(found));
    let text =
        text!("Cores start at most {wanted} DMAs: {shown} started", "コアが始める DMA は {wanted} 回まで: {shown} 回");
    Check::new(found <= most, false, text, None)
}

fn busiest_link(most: u32, run: &dyn RunFacts) -> Check {
    let Some(carried) = run.traffic() else { return uncounted() };
    let cycles = u128::from(run.cycles().max(1));
    let share = u128::from(carried.busiest) * 100;
    // Rounded up for display, so that a share shown as equal to the limit is within it.
    let found = share.div_ceil(cycles);
    let text = text!(
        "The busiest link carries a flit in at most {most} % of the cycles: {found} %",
        "最も混んだリンクがフリットを運ぶサイクルは {most} % 以下: {found} %"
    );
    Check::new(share <= u128::from(most) * cycles, false, text, None)
}

/// The caller did not count flits in a run whose case needs them.
fn uncounted() -> Check {
    let text = text!(
        "Flits are counted when all cases are checked, not in this run",
        "フリットは、この実行では数えず、すべての case を確かめるときに数えます"
    );
    Check { withheld: true, ..Check::new(false, false, text, None) }
}

fn withheld() -> Check {
    let text = text!("One more thing is checked when the work is graded", "採点のときには、ほかの点も調べます");
    Check { withheld: true, ..Check::new(true, false, text, None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(decimals(1005), "10.05");
        assert_eq!(ratio(9999, 1000), 999);
    }
}
