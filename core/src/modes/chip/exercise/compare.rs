//! Comparison of a run's memory and output with the expected ones.

use super::expect::target_name;
use super::judge::{Check, ReferenceRun, Wrong};
use super::limits::MAX_SHOWN_OUTPUT;
use super::pattern;
use super::{Equals, Memory, Prints, RunFacts, Target};
use crate::base::{NodeId, Text, grouped};
use crate::program::Program;
use crate::text;
use alloc::{borrow::Cow, format, string::String, vec::Vec};

/// Compares data in a memory.
pub(super) fn memory(
    wanted: &Memory,
    program: &Program,
    run: &dyn RunFacts,
    reference: Option<ReferenceRun<'_>>,
) -> Check {
    let name = wanted.place.name();
    let what = match &wanted.equals {
        Equals::Reference => text!("the sequential program's result", "逐次プログラムの結果"),
        Equals::Data(_) => text!("the expected data", "期待する値"),
        Equals::Digest(_) => text!("the right result", "正しい結果"),
    };
    let (what_en, what_ja) = (what.en, what.ja);
    let failed = |detail: Text| {
        let text = text!("`{name}` equals {what_en}", "`{name}` が{what_ja}と一致する");
        Check::new(false, true, text, Some(detail))
    };
    let Some(addr) = wanted.place.resolve(program) else {
        return failed(text!("The program has no label `{name}`.", "プログラムにラベル `{name}` がありません。"));
    };
    let targets: Vec<Target> = match wanted.target {
        Target::All => (0..run.array().nodes()).map(|rank| Target::Node(run.array().node(rank))).collect(),
        one => alloc::vec![one],
    };
    let (mut right, mut all) = (0, 0);
    let mut first: Option<(Target, Differences)> = None;
    for target in targets {
        if let Equals::Digest(digest) = &wanted.equals {
            let found = read(wanted, target, addr, run);
            if !found.is_some_and(|bytes| digest.is_of(&bytes)) {
                return failed(text!(
                    "It is another one. This case is hidden: what is right is not told.",
                    "一致しません。この case は非公開なので、正しい値は表示されません。"
                ));
            }
            continue;
        }
        let expected = match expected(wanted, target, reference) {
            Ok(expected) => expected,
            Err(why) => return failed(why),
        };
        let differences = compare(wanted, target, addr, &expected, run);
        all += u64::from(wanted.count);
        right += u64::from(wanted.count - differences.as_ref().map_or(0, |d| d.count));
        first = first.or(differences.map(|d| (target, d)));
    }
    if matches!(wanted.equals, Equals::Digest(_)) {
        return Check::new(true, true, text!("`{name}` equals {what_en}", "`{name}` が{what_ja}と一致する"), None);
    }
    let (right, all) = (grouped(right), wanted.unit.count(&grouped(all)));
    let (all_en, all_ja) = (all.en, all.ja);
    let right_ja = wanted.unit.count(&right).ja;
    let text = text!(
        "`{name}` equals {what_en}: {right} of {all_en}",
        "`{name}` が{what_ja}と一致する: {all_ja}のうち {right_ja}"
    );
    let detail = first.as_ref().map(|(target, d)| explain(wanted, *target, addr, d));
    let wrong = first.as_ref().and_then(|(target, d)| {
        let node = match target {
            Target::Node(id) => Some(*id),
            _ => None,
        };
        d.first.2.as_ref()?;
        Some(Wrong { node, addr: addr + u64::from(wanted.unit.bytes() * d.first.0) })
    });
    let plain = Some(text!("`{name}` equals {what_en}", "`{name}` が{what_ja}と一致する"));
    Check { plain, wrong, ..Check::new(detail.is_none(), true, text, detail) }
}

/// The elements that differ.
struct Differences {
    count: u32,
    /// Index, element expected, element found.
    first: (u32, Vec<u8>, Option<Vec<u8>>),
    /// Index of the last one.
    last: u32,
    all_zero: bool,
}

/// The bytes of an element; `None` if they are outside the memory.
fn element(target: Target, addr: u64, size: u32, run: &dyn RunFacts) -> Option<Vec<u8>> {
    let word = |addr: u64| match target {
        Target::Main => Some(run.main_word(addr)),
        Target::Node(id) => run.word(id, u32::try_from(addr).ok()?),
        Target::All => None,
    };
    (0..u64::from(size)).map(|i| addr.checked_add(i)).try_fold(Vec::with_capacity(size as usize), |mut bytes, at| {
        let at = at?;
        bytes.push(word(at & !3)?.to_le_bytes()[(at % 4) as usize]);
        Some(bytes)
    })
}

/// All bytes to compare; `None` if they are outside the memory.
fn read(wanted: &Memory, target: Target, addr: u64, run: &dyn RunFacts) -> Option<Vec<u8>> {
    element(target, addr, wanted.count * wanted.unit.bytes(), run)
}

fn expected<'a>(
    wanted: &'a Memory,
    target: Target,
    reference: Option<ReferenceRun<'_>>,
) -> Result<Cow<'a, [u8]>, Text> {
    let (program, run) = match (&wanted.equals, reference) {
        (Equals::Data(bytes), _) => return Ok(Cow::Borrowed(bytes)),
        (_, Some((program, run))) if run.all_halted_with_zero() => (program, run),
        _ => return Err(bad_reference()),
    };
    let target = wanted.reference_node.map_or(target, Target::Node);
    let bytes = wanted.place.resolve(program).and_then(|addr| read(wanted, target, addr, run));
    let name = wanted.place.name();
    bytes.map(Cow::Owned).ok_or_else(|| {
        text!(
            "The exercise's own program has no `{name}` of that size. Please tell your lecturer.",
            "課題の参照プログラムに、その大きさの `{name}` がありません。担当の先生に知らせてください。"
        )
    })
}

fn bad_reference() -> Text {
    text!(
        "The exercise's own program did not run to its end. Please tell your lecturer.",
        "課題の参照プログラムが最後まで実行されませんでした。担当の先生に知らせてください。"
    )
}

fn compare(wanted: &Memory, target: Target, addr: u64, expected: &[u8], run: &dyn RunFacts) -> Option<Differences> {
    let size = wanted.unit.bytes();
    let mut differences: Option<Differences> = None;
    for (i, want) in (0..wanted.count).zip(expected.chunks_exact(size as usize)) {
        let found = addr.checked_add(u64::from(size * i)).and_then(|at| element(target, at, size, run));
        if found.as_ref().is_some_and(|found| wanted.unit.agrees(found, want, wanted.tolerance)) {
            continue;
        }
        let zero = found.as_ref().is_some_and(|f| f.iter().all(|b| *b == 0));
        let d = differences.get_or_insert_with(|| Differences {
            count: 0,
            first: (i, want.to_vec(), found),
            last: i,
            all_zero: true,
        });
        d.count += 1;
        d.last = i;
        d.all_zero &= zero;
    }
    differences
}

/// The first wrong element, and a property that all wrong ones share.
fn explain(wanted: &Memory, target: Target, addr: u64, d: &Differences) -> Text {
    let (index, want, found) = &d.first;
    let at = addr.saturating_add(u64::from(wanted.unit.bytes() * index));
    let (want, element) = (wanted.unit.show(want), element_name(wanted, *index));
    let place = target_name(target);
    let (place_en, place_ja) = (place.en, place.ja);
    let on = if target == Target::Main { "in" } else { "on" };
    let mut text = match found {
        Some(found) => {
            let found = wanted.unit.show(found);
            text!(
                "First difference: {element} {on} {place_en} at address 0x{at:x}: expected {want}, found {found}.",
                "最初の違い: {place_ja} の {element} (番地 0x{at:x}) は {want} になるはずですが、{found} でした。"
            )
        }
        None => text!(
            "{element} would be at address 0x{at:x}, outside the memory of {place_en}.",
            "{element} の番地 0x{at:x} は、{place_ja} のメモリの外です。"
        ),
    };
    if let Some(columns) = wanted.columns
        && d.count > 1
    {
        let (from, to) = (index / columns, d.last / columns);
        let more = if from == to {
            text!(" All differences are in row {from}.", "違いはすべて {from} 行目にあります (行は 0 から数えます)。")
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

/// The element as a student would write it: `C[3][7]` or `C[103]`.
fn element_name(wanted: &Memory, index: u32) -> String {
    let name = wanted.place.name();
    match wanted.columns {
        Some(columns) => format!("{name}[{}][{}]", index / columns, index % columns),
        None => format!("{name}[{index}]"),
    }
}

/// Compares the output of a node.
pub(super) fn console(node: NodeId, prints: &Prints, run: &dyn RunFacts, reference: Option<ReferenceRun<'_>>) -> Check {
    let found = run.console(node);
    let shown = String::from_utf8_lossy(&found);
    let plain = text!("Node {node} prints what is expected", "ノード {node} の出力が期待どおりである");
    let text = match prints {
        Prints::Regex(pattern) => {
            text!("What node {node} prints matches `{pattern}`", "ノード {node} の出力が `{pattern}` に一致する")
        }
        _ => plain.clone(),
    };
    let detail = match prints {
        Prints::Exact(wanted) => (found != wanted.as_bytes()).then(|| first_line(wanted, &shown)),
        Prints::Trimmed(wanted) => {
            let (wanted, shown) = (trimmed(wanted), trimmed(&shown));
            (wanted != shown).then(|| first_line(&wanted, &shown))
        }
        Prints::Regex(pattern) => {
            let matches = pattern::is_match(pattern, &found);
            (!matches).then(|| {
                let shown = quoted(&shown);
                text!("It printed {shown}.", "出力は {shown} でした。")
            })
        }
        Prints::Reference => match reference {
            Some((_, run)) if run.all_halted_with_zero() => {
                let wanted = run.console(node);
                (found != wanted).then(|| first_line(&String::from_utf8_lossy(&wanted), &shown))
            }
            _ => Some(bad_reference()),
        },
        Prints::Digest(digest) => (![exact_answer(&found), trimmed_answer(&shown)].iter().any(|a| digest.is_of(a)))
            .then(|| {
                text!(
                    "It printed something else. This case is hidden: what is right is not told.",
                    "出力が違います。この case は非公開なので、正しい出力は表示されません。"
                )
            }),
    };
    Check { plain: Some(plain), ..Check::new(detail.is_none(), true, text, detail) }
}

/// The input of the digest of an exact output.
pub fn exact_answer(output: &[u8]) -> Vec<u8> {
    [b"exact:", output].concat()
}

/// The input of the digest of an output whose white space does not matter.
pub fn trimmed_answer(output: &str) -> Vec<u8> {
    [b"trimmed:", trimmed(output).as_bytes()].concat()
}

/// The text without white space at the ends of lines and of the whole text.
pub(super) fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().into()
}

/// The first line in which two texts differ.
fn first_line(wanted: &str, found: &str) -> Text {
    let (mut left, mut right) = (wanted.split('\n'), found.split('\n'));
    for line in 1.. {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => {}
            (None, None) => break,
            (a, b) => {
                let (a, b) = (a.map(quoted), b.map(quoted));
                return match (a, b) {
                    (Some(a), Some(b)) => text!(
                        "Line {line}: expected {a}, found {b}.",
                        "{line} 行目: {a} になるはずですが、{b} でした。"
                    ),
                    (Some(a), None) => {
                        text!("Line {line} is missing: {a} is expected.", "{line} 行目の {a} が出力されていません。")
                    }
                    (_, b) => {
                        let b = b.unwrap_or_default();
                        text!("Line {line} is too much: {b}.", "{line} 行目の {b} は余分です。")
                    }
                };
            }
        }
    }
    text!("They differ in bytes that are not text.", "文字として読めないバイトが違います。")
}

/// A part of an output in quotes, short enough for a message; control characters are escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    for (i, c) in text.chars().enumerate() {
        if i == MAX_SHOWN_OUTPUT {
            out.push('…');
            break;
        }
        if c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out.push('`');
    out
}
