//! The judgement of a finished run.

use super::{Case, Equals, Expect, Place};
use crate::base::{Cycle, NodeId, Text};
use crate::program::Program;
use crate::text;
use alloc::{string::String, vec::Vec};

/// What a finished run must be able to tell.
pub trait RunFacts {
    /// The word at an address of a compute node; `None` if there is no such word.
    fn word(&self, node: NodeId, addr: u32) -> Option<u32>;
    /// True if every core halted with exit code 0.
    fn all_halted_with_zero(&self) -> bool;
    /// Cycles of the run, until the last core has halted and nothing is on its way any more: only then the result is there.
    fn cycles(&self) -> Cycle;
    /// Instructions that a node executed outside polling loops.
    fn useful_instructions(&self, rank: usize) -> u64;
    /// Number of compute nodes.
    fn nodes(&self) -> usize;
}

/// One expectation and whether it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Met or not.
    pub passed: bool,
    /// True if it is about the result itself: only if all of these passed does the speed-up mean anything.
    pub result: bool,
    /// What was expected, and how far it was met.
    pub text: Text,
    /// On a failure: expected, found, where, or what to do.
    pub detail: Option<Text>,
}

/// Compares a finished run of `program` with what the case expects, in the order of the exercise.
/// `reference` is the exercise's own program and its run on the same input.
pub fn judge(
    case: &Case,
    program: &Program,
    run: &dyn RunFacts,
    reference: Option<(&Program, &dyn RunFacts)>,
) -> Vec<Check> {
    let check = |expect: &Expect| match expect {
        Expect::Halted => halted(run),
        Expect::Memory { node, place, words, columns, equals } => {
            let area = Area { node: *node, place, words: *words, columns: *columns };
            area.check(equals, program, run, reference)
        }
        Expect::Worked(nodes) => worked(*nodes, run),
        Expect::Speedup(wanted) => speedup(*wanted, run, reference.map(|(_, r)| r)),
        Expect::Cycles(most) => cycles(*most, run),
    };
    case.expects.iter().map(check).collect()
}

/// `reference / cycles` in hundredths, if the result was right.
pub fn speedup_hundredths(checks: &[Check], cycles: Cycle, reference: Cycle) -> Option<u64> {
    let right = checks.iter().all(|c| c.passed || !c.result);
    (right && cycles > 0).then(|| ratio(reference, cycles))
}

/// `a / b` in hundredths, rounded down: 9.999 times faster is not 10 times faster.
fn ratio(a: Cycle, b: Cycle) -> u64 {
    (u128::from(a) * 100 / u128::from(b.max(1))) as u64
}

fn halted(run: &dyn RunFacts) -> Check {
    let passed = run.all_halted_with_zero();
    let detail = (!passed).then(|| {
        text!(
            "Some core did not get to its end, or ended with another exit code. See how the run ended.",
            "終わりまで進まなかったコアか、0 以外の終了コードで終わったコアがあります。実行がどう終わったかを見てください。"
        )
    });
    let text = text!("Every core halts with exit code 0", "すべてのコアが終了コード 0 で停止する");
    Check { passed, result: true, text, detail }
}

/// A node took a real part in the work if it executed at least a tenth of an even share of all useful instructions.
///
/// A core that only halts, or only waits, stays far below it; a core that got less to do than others is well above.
fn worked(wanted: u32, run: &dyn RunFacts) -> Check {
    let useful: Vec<u64> = (0..run.nodes()).map(|rank| run.useful_instructions(rank)).collect();
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
    let text = text!(
        "At least {wanted} nodes do a part of the work: {busy} of {nodes} did",
        "{wanted} 個以上のノードが計算を分担する: {nodes} 個のうち {busy} 個が分担"
    );
    Check { passed, result: false, text, detail }
}

fn speedup(wanted: u64, run: &dyn RunFacts, reference: Option<&dyn RunFacts>) -> Check {
    let reached = reference.map(|r| ratio(r.cycles(), run.cycles()));
    let passed = reached.is_some_and(|r| r >= wanted);
    let (wanted, reached) = (times(wanted), reached.map_or_else(|| "?".into(), times));
    let text = text!(
        "At least {wanted} times as fast as the sequential program: {reached} times",
        "逐次プログラムの {wanted} 倍以上の速さ: {reached} 倍"
    );
    Check { passed, result: false, text, detail: None }
}

fn cycles(most: Cycle, run: &dyn RunFacts) -> Check {
    let passed = run.cycles() <= most;
    let (most, taken) = (grouped(most), grouped(run.cycles()));
    let text = text!("At most {most} cycles: {taken} taken", "{most} サイクル以内: {taken} サイクル");
    Check { passed, result: false, text, detail: None }
}

/// Words of a node's memory that are compared.
struct Area<'a> {
    node: NodeId,
    place: &'a Place,
    words: u32,
    columns: Option<u32>,
}

/// The words that differ.
struct Differences {
    count: u32,
    /// Index, word expected, word found.
    first: (u32, u32, Option<u32>),
    /// Index of the last one.
    last: u32,
    all_zero: bool,
}

impl Area<'_> {
    fn check(
        &self,
        equals: &Equals,
        program: &Program,
        run: &dyn RunFacts,
        reference: Option<(&Program, &dyn RunFacts)>,
    ) -> Check {
        let name = self.place.name();
        let (what_en, what_ja) = match equals {
            Equals::Reference => ("the sequential program's result", "逐次プログラムの結果"),
            Equals::Words(_) => ("the expected words", "期待する値"),
        };
        let failed = |detail: Text| {
            let text = text!("`{name}` equals {what_en}", "`{name}` が{what_ja}と一致する");
            Check { passed: false, result: true, text, detail: Some(detail) }
        };
        let Some(addr) = self.place.resolve(program) else {
            return failed(text!("The program has no label `{name}`.", "プログラムにラベル `{name}` がありません。"));
        };
        let expected = match self.expected(equals, reference) {
            Ok(expected) => expected,
            Err(why) => return failed(why),
        };
        let differences = self.compare(addr, &expected, run);
        let (right, all) = (self.words - differences.as_ref().map_or(0, |d| d.count), self.words);
        let (right, all) = (grouped(right.into()), grouped(all.into()));
        let text = text!(
            "`{name}` equals {what_en}: {right} of {all} words",
            "`{name}` が{what_ja}と一致する: {all} 語のうち {right} 語"
        );
        let detail = differences.map(|d| self.explain(addr, &d));
        Check { passed: detail.is_none(), result: true, text, detail }
    }

    fn expected(&self, equals: &Equals, reference: Option<(&Program, &dyn RunFacts)>) -> Result<Vec<u32>, Text> {
        let (program, run) = match (equals, reference) {
            (Equals::Words(words), _) => return Ok(words.clone()),
            (Equals::Reference, Some((program, run))) if run.all_halted_with_zero() => (program, run),
            (Equals::Reference, _) => {
                return Err(text!(
                    "The exercise's own program did not run to its end. Please tell your lecturer.",
                    "課題の参照プログラムが最後まで実行されませんでした。担当の先生に知らせてください。"
                ));
            }
        };
        let word = |addr: u32, i: u32| run.word(self.node, addr.wrapping_add(4 * i));
        let words = self.place.resolve(program).and_then(|addr| (0..self.words).map(|i| word(addr, i)).collect());
        let name = self.place.name();
        words.ok_or_else(|| {
            text!(
                "The exercise's own program has no `{name}` of that size. Please tell your lecturer.",
                "課題の参照プログラムに、その大きさの `{name}` がありません。担当の先生に知らせてください。"
            )
        })
    }

    fn compare(&self, addr: u32, expected: &[u32], run: &dyn RunFacts) -> Option<Differences> {
        let mut differences: Option<Differences> = None;
        for (i, want) in (0..self.words).zip(expected) {
            let found = run.word(self.node, addr.wrapping_add(4 * i));
            if found == Some(*want) {
                continue;
            }
            let d =
                differences.get_or_insert(Differences { count: 0, first: (i, *want, found), last: i, all_zero: true });
            d.count += 1;
            d.last = i;
            d.all_zero &= found == Some(0);
        }
        differences
    }

    /// The first wrong word, and what the wrong words have in common.
    fn explain(&self, addr: u32, d: &Differences) -> Text {
        let (index, want, found) = d.first;
        let (node, at) = (self.node, addr.wrapping_add(4 * index));
        let (want, element) = (want as i32, self.element(index));
        let mut text = match found {
            Some(found) => {
                let found = found as i32;
                text!(
                    "First difference: {element} on node {node} at address 0x{at:x}: expected {want}, found {found}.",
                    "最初の違い: ノード {node} の {element} (番地 0x{at:x}) は {want} になるはずですが、{found} でした。"
                )
            }
            None => text!(
                "{element} would be at address 0x{at:x}, outside the memory of node {node}.",
                "{element} の番地 0x{at:x} は、ノード {node} のメモリの外です。"
            ),
        };
        if let Some(columns) = self.columns
            && d.count > 1
        {
            let (from, to) = (index / columns, d.last / columns);
            let more = if from == to {
                text!(
                    " All differences are in row {from}.",
                    "違いはすべて {from} 行目にあります (行は 0 から数えます)。"
                )
            } else {
                text!(
                    " All differences are in rows {from} to {to}.",
                    "違いはすべて {from} 行目から {to} 行目にあります (行は 0 から数えます)。"
                )
            };
            text = Text::new(text.en + &more.en, text.ja + &more.ja);
        }
        if d.all_zero && d.count > 1 {
            let more = text!(
                " Every wrong word is 0: has anything been written there before the cores halted?",
                "違っている値はすべて 0 です。コアが停止する前に、そこへ書き込まれたでしょうか？"
            );
            text = Text::new(text.en + &more.en, text.ja + &more.ja);
        }
        text
    }

    /// How the student would write the element: `C[3][7]` or `C[103]`.
    fn element(&self, index: u32) -> String {
        let name = self.place.name();
        match self.columns {
            Some(columns) => alloc::format!("{name}[{}][{}]", index / columns, index % columns),
            None => alloc::format!("{name}[{index}]"),
        }
    }
}

/// A number of hundredths with its decimals.
fn times(hundredths: u64) -> String {
    alloc::format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A number with a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = alloc::format!("{number}");
    let comma = |(i, digit): (usize, char)| {
        let after = digits.len() - i;
        core::iter::once(digit).chain((after % 3 == 1 && after > 1).then_some(','))
    };
    digits.chars().enumerate().flat_map(comma).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1024), "1,024");
        assert_eq!(grouped(123_456_789), "123,456,789");
        assert_eq!(times(1005), "10.05");
        assert_eq!(ratio(9999, 1000), 999);
    }
}
