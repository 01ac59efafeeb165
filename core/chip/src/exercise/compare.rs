//! Comparison of a run's memory and output with the expected ones.

use super::judge::{Check, Detail, Differs, ReferenceRun, Right, Subject, Wrong};
use super::limits::MAX_SHOWN_OUTPUT;
use super::pattern;
use super::{Equals, Holds, Memory, Prints, Raster, RunFacts, Target};
use alloc::{borrow::Cow, string::String, vec::Vec};
use mcore_base::NodeId;
use mcore_cpu::program::Program;

/// Compares data in a memory.
pub(super) fn memory(
    wanted: &Memory,
    program: &Program,
    run: &dyn RunFacts,
    reference: Option<ReferenceRun<'_>>,
) -> Check {
    let equals = match &wanted.equals {
        Equals::Reference => Right::Reference,
        Equals::Data(_) => Right::Data,
        Equals::Digest(_) => Right::Digest,
    };
    let subject = |compared| Subject::Memory { name: wanted.place.name(), equals, compared, unit: wanted.unit };
    let failed = |detail: Detail| Check::new(false, true, subject(None), Some(detail));
    let Some(addr) = wanted.place.resolve(program) else {
        return failed(Detail::NoLabel(wanted.place.name()));
    };
    let targets: Vec<Target> = match wanted.target {
        Target::All => (0..run.array().nodes()).map(|rank| Target::Node(run.array().node(rank))).collect(),
        one => alloc::vec![one],
    };
    let (mut right, mut all) = (0, 0);
    let mut first: Option<Differs> = None;
    for target in targets {
        if let Equals::Digest(digest) = &wanted.equals {
            let found = read(wanted, target, addr, run);
            if !found.is_some_and(|bytes| digest.is_of(&bytes)) {
                return failed(Detail::OtherData);
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
        first = first.or(differences);
    }
    if matches!(wanted.equals, Equals::Digest(_)) {
        return Check::new(true, true, subject(None), None);
    }
    let wrong = first.as_ref().filter(|d| d.found.is_some()).map(|d| {
        let node = match d.target {
            Target::Node(id) => Some(id),
            _ => None,
        };
        Wrong { node, addr: d.addr }
    });
    let passed = first.is_none();
    Check { wrong, ..Check::new(passed, true, subject(Some((right, all))), first.map(Detail::Differs)) }
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
) -> Result<Cow<'a, [u8]>, Detail> {
    let (program, run) = match (&wanted.equals, reference) {
        (Equals::Data(bytes), _) => return Ok(Cow::Borrowed(bytes)),
        (_, Some((program, run))) if run.all_halted_with_zero() => (program, run),
        _ => return Err(Detail::ReferenceFailed),
    };
    let target = wanted.reference_node.map_or(target, Target::Node);
    let bytes = wanted.place.resolve(program).and_then(|addr| read(wanted, target, addr, run));
    bytes.map(Cow::Owned).ok_or_else(|| Detail::ReferenceLacks(wanted.place.name()))
}

fn compare(wanted: &Memory, target: Target, addr: u64, expected: &[u8], run: &dyn RunFacts) -> Option<Differs> {
    let size = wanted.unit.bytes();
    let mut differences: Option<Differs> = None;
    for (i, want) in (0..wanted.count).zip(expected.chunks_exact(size as usize)) {
        let found = addr.checked_add(u64::from(size * i)).and_then(|at| element(target, at, size, run));
        if found.as_ref().is_some_and(|found| wanted.unit.agrees(found, want, wanted.tolerance)) {
            continue;
        }
        let zero = found.as_ref().is_some_and(|f| f.iter().all(|b| *b == 0));
        let d = differences.get_or_insert_with(|| Differs {
            target,
            name: wanted.place.name(),
            columns: wanted.columns,
            unit: wanted.unit,
            count: 0,
            index: i,
            addr: addr.saturating_add(u64::from(size * i)),
            expected: want.to_vec(),
            found,
            last: i,
            all_zero: true,
        });
        d.count += 1;
        d.last = i;
        d.all_zero &= zero;
    }
    differences
}

/// Compares the output of a node.
pub(super) fn console(node: NodeId, prints: &Prints, run: &dyn RunFacts, reference: Option<ReferenceRun<'_>>) -> Check {
    let detail = text(&run.console(node), prints, reference, &|run| Some(run.console(node)));
    Check::new(detail.is_none(), true, Subject::Console(node, pattern_of(prints)), detail)
}

/// The regular expression that a text must match.
fn pattern_of(prints: &Prints) -> Option<String> {
    match prints {
        Prints::Regex(pattern) => Some(pattern.clone()),
        _ => None,
    }
}

/// Compares a file that the program has left.
pub(super) fn file(name: &str, holds: &Holds, run: &dyn RunFacts, reference: Option<ReferenceRun<'_>>) -> Check {
    let pattern = if let Holds::Text(prints) = holds { pattern_of(prints) } else { None };
    let detail = match (run.file(name), holds) {
        (None, _) => Some(Detail::NoFile),
        (Some(found), Holds::Text(prints)) => text(&found, prints, reference, &|run| run.file(name)),
        (Some(found), Holds::Data(wanted)) => first_byte(wanted, &found),
        (Some(found), Holds::Picture(wanted, tolerance)) => match Raster::read(&found) {
            None => Some(Detail::NotPicture),
            Some(found) if !found.has_shape_of(wanted) => {
                let shape = |p: &Raster| [p.width, p.height, p.channels, usize::from(p.maximum)];
                Some(Detail::Shape(shape(wanted), shape(&found)))
            }
            Some(found) => wanted.difference(&found, *tolerance).map(|(x, y)| {
                let pixel = |p: &Raster| p.samples[(y * p.width + x) * p.channels..][..p.channels].to_vec();
                Detail::Pixel(x, y, pixel(wanted), pixel(&found))
            }),
        },
    };
    Check::new(detail.is_none(), true, Subject::File(String::from(name), pattern), detail)
}

/// The first byte in which two files differ.
fn first_byte(wanted: &[u8], found: &[u8]) -> Option<Detail> {
    let at = wanted.iter().zip(found).position(|(a, b)| a != b);
    let at = at.or_else(|| (wanted.len() != found.len()).then(|| wanted.len().min(found.len())))?;
    Some(Detail::Byte(at, wanted.get(at).copied(), found.get(at).copied()))
}

/// The text of the same place in a run of the reference.
type OfReference<'a> = dyn Fn(&dyn RunFacts) -> Option<Vec<u8>> + 'a;

/// Why a text is not the required one.
fn text(
    found: &[u8],
    prints: &Prints,
    reference: Option<ReferenceRun<'_>>,
    of_reference: &OfReference<'_>,
) -> Option<Detail> {
    let shown = String::from_utf8_lossy(found);
    match prints {
        Prints::Exact(wanted) => (found != wanted.as_bytes()).then(|| first_line(wanted, &shown)),
        Prints::Trimmed(wanted) => {
            let (wanted, shown) = (trimmed(wanted), trimmed(&shown));
            (wanted != shown).then(|| first_line(&wanted, &shown))
        }
        Prints::Regex(pattern) => (!pattern::is_match(pattern, found)).then(|| Detail::Printed(start(&shown))),
        Prints::Reference => match reference {
            Some((_, run)) if run.all_halted_with_zero() => match of_reference(run) {
                Some(wanted) => (found != wanted).then(|| first_line(&String::from_utf8_lossy(&wanted), &shown)),
                None => Some(Detail::ReferenceFailed),
            },
            _ => Some(Detail::ReferenceFailed),
        },
        Prints::Digest(digest) => {
            let is_right = [exact_answer(found), trimmed_answer(&shown)].iter().any(|a| digest.is_of(a));
            (!is_right).then_some(Detail::OtherOutput)
        }
    }
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
fn first_line(wanted: &str, found: &str) -> Detail {
    let (mut left, mut right) = (wanted.split('\n'), found.split('\n'));
    for line in 1.. {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => {}
            (None, None) => break,
            (a, b) => return Detail::Line(line, a.map(start), b.map(start)),
        }
    }
    Detail::NotText
}

/// The start of an output: one character more than a message shows, so that the message can show that there is more.
fn start(text: &str) -> String {
    text.chars().take(MAX_SHOWN_OUTPUT + 1).collect()
}
