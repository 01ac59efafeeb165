//! Versions of a project to go back to: which are kept, and how they differ.

use mcore::base::SourceFile;
use serde::{Deserialize, Serialize};
use similar::algorithms::{Capture, Compact, myers};
use similar::{DiffTag, group_diff_ops};
use std::rc::Rc;

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// While the user edits, a version is kept at this interval, in milliseconds.
pub const EVERY: u64 = 5 * MINUTE;
/// Maximum number of versions per project.
pub const MAX_VERSIONS: usize = 120;
/// Unchanged lines that are shown around a change.
const CONTEXT: usize = 3;

/// The reason why a version was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    Assembled,
    /// Some minutes of editing had passed.
    Time,
    /// It was replaced by an earlier version.
    Replaced,
    /// It was imported from a file with exported work.
    Imported,
}

/// The first line that differs from the previous version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The line itself, without surrounding blanks; empty if lines were removed there.
    pub text: String,
}

/// A kept version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    /// Time in milliseconds since 1970; no two versions of a project have the same time.
    pub at: u64,
    pub reason: Reason,
    /// The first line that differs; `None` for the very first version.
    #[serde(default)]
    pub first: Option<Changed>,
    pub files: Rc<Vec<SourceFile>>,
}

/// The first line in which `new` differs from `old`; `None` if they are equal.
pub fn first_change(old: &[SourceFile], new: &[SourceFile]) -> Option<Changed> {
    for file in new {
        let before = old.iter().find(|f| f.name == file.name).map_or("", |f| f.text.as_str());
        if before == file.text && old.iter().any(|f| f.name == file.name) {
            continue;
        }
        let same = before.lines().zip(file.text.lines()).take_while(|(a, b)| a == b).count();
        let text = file.text.lines().nth(same).unwrap_or_default().trim().chars().take(80).collect();
        return Some(Changed { file: file.name.clone(), line: same as u32 + 1, text });
    }
    let gone = old.iter().find(|f| !new.iter().any(|n| n.name == f.name))?;
    Some(Changed { file: gone.name.clone(), line: 1, text: String::new() })
}

/// Times of the versions to remove, of those kept at `times` (ascending): the last twenty stay, and before them one per
/// ten minutes of the last day, one per hour of the last week, and one per day.
pub fn thinned(times: &[u64], now: u64) -> Vec<u64> {
    let recent = times.len().saturating_sub(20);
    let mut gone = Vec::new();
    let mut kept = Vec::new();
    let mut interval = None;
    for &at in &times[..recent] {
        let age = now.saturating_sub(at);
        let length = match age {
            _ if age < DAY => 10 * MINUTE,
            _ if age < 7 * DAY => HOUR,
            _ => DAY,
        };
        let this = Some((length, at / length));
        if interval == this {
            gone.push(at);
        } else {
            kept.push(at);
        }
        interval = this;
    }
    // Still too many: the oldest ones.
    let excess = (kept.len() + times.len() - recent).saturating_sub(MAX_VERSIONS);
    gone.extend(kept.into_iter().take(excess));
    gone
}

/// The kind of a line in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In both texts.
    Both,
    /// Only in the old one.
    Old,
    /// Only in the new one.
    New,
    /// Lines in both that are omitted here.
    Gap,
}

/// A line of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// The texts that contain it.
    pub side: Side,
    /// Number of the line, from 1, in the new text, or in the old one if it is only there.
    pub line: u32,
    /// The line.
    pub text: String,
}

/// Compares two texts line by line; long unchanged parts are omitted.
pub fn diff(old: &str, new: &str) -> Vec<DiffLine> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let mut hook = Compact::new(Capture::new(), &*old, &*new);
    // One algorithm by its own name: the crate's function for texts brings them all into the page.
    let Ok(()) = myers::diff(&mut hook, &*old, 0..old.len(), &*new, 0..new.len());
    let mut lines = Vec::new();
    for (index, group) in group_diff_ops(hook.into_inner().into_ops(), CONTEXT).iter().enumerate() {
        if index > 0 {
            lines.push(DiffLine { side: Side::Gap, line: 0, text: String::new() });
        }
        for op in group {
            let (side, texts, range) = match op.tag() {
                DiffTag::Equal => (Side::Both, &new, op.new_range()),
                DiffTag::Delete => (Side::Old, &old, op.old_range()),
                DiffTag::Insert | DiffTag::Replace => (Side::New, &new, op.new_range()),
            };
            let shown = range.clone().zip(&texts[range]);
            lines.extend(shown.map(|(line, text)| DiffLine {
                side,
                line: line as u32 + 1,
                text: text.trim_end_matches(['\n', '\r']).to_owned(),
            }));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn the_first_changed_line_is_found() {
        let old = [file("a.s", "one\ntwo\nthree\n"), file("b.s", "x\n")];
        assert_eq!(first_change(&old, &old), None);
        let changed = |file: &str, line, text: &str| Some(Changed { file: file.into(), line, text: text.into() });
        let new = [file("a.s", "one\n  2\nthree\n"), file("b.s", "x\n")];
        assert_eq!(first_change(&old, &new), changed("a.s", 2, "2"));
        assert_eq!(first_change(&old, &[file("a.s", "one\n"), file("b.s", "x\n")]), changed("a.s", 2, ""));
        let more = [old[0].clone(), old[1].clone(), file("c.s", "new\n")];
        assert_eq!(first_change(&old, &more), changed("c.s", 1, "new"));
        assert_eq!(first_change(&old, &old[..1]), changed("b.s", 1, ""));
    }

    #[test]
    fn old_versions_become_fewer() {
        let now = 100 * DAY;
        // One per minute over the last three hours.
        let times: Vec<_> = (0..180).map(|i| now - (180 - i) * MINUTE).collect();
        let gone = thinned(&times, now);
        assert_eq!(times.len() - gone.len(), 20 + 16, "the last twenty, and one in ten minutes before");
        assert!(!gone.contains(&times[0]), "the first of a stretch stays");
        assert!(!gone.contains(&times[179]));
        assert!(thinned(&times[..15], now).is_empty(), "few are all kept");
    }

    proptest! {
        #[test]
        fn thinning_keeps_the_latest_and_a_bounded_number(ages in prop::collection::btree_set(0u64..400 * DAY, 0..400)) {
            let now = 500 * DAY;
            let times: Vec<u64> = ages.iter().rev().map(|age| now - age).collect();
            let gone = thinned(&times, now);
            let left: Vec<_> = times.iter().filter(|t| !gone.contains(t)).copied().collect();
            prop_assert!(left.len() <= MAX_VERSIONS);
            prop_assert!(left.ends_with(&times[times.len().saturating_sub(20)..]));
            prop_assert_eq!(left.len() + gone.len(), times.len(), "nothing goes twice");
        }

        #[test]
        fn a_comparison_holds_every_change(old in "([abc]\n){0,12}", new in "([abc]\n){0,12}") {
            let lines = diff(&old, &new);
            let count = |side| lines.iter().filter(|l| l.side == side).count();
            let length = |text: &str| text.lines().count();
            prop_assert_eq!(length(&new) + count(Side::Old), length(&old) + count(Side::New));
            prop_assert_eq!(lines.is_empty(), old == new);
        }
    }
}
