//! Reads the documents in `docs/`, so that tests can check their statements.
//!
//! A number in a document that was measured on the machine follows a marker, a comment that no reader sees: `the store
//! is executed in cycle <!--stored-->19`. Tests compare it with the fact of that name.

use crate::root;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Numbers that tests determine, by name.
pub type Facts = BTreeMap<String, i64>;

/// The text of a file of the repository.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A number that follows a marker.
#[derive(Debug, PartialEq, Eq)]
pub struct Marked {
    /// Name of the fact.
    pub name: String,
    /// Its digits in the text.
    pub digits: String,
    /// The range of the marker and its digits.
    pub at: Range<usize>,
}

/// The numbers of a text that follow markers. Thousands are grouped by commas.
pub fn marked(text: &str) -> Vec<Marked> {
    let mut out = Vec::new();
    for (start, _) in text.match_indices("<!--") {
        let Some(end) = text[start..].find("-->").map(|n| start + n) else { continue };
        let name = text[start + 4..end].trim().to_owned();
        let rest = &text[end + 3..];
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != ',').unwrap_or(rest.len());
        let digits = rest[..length].trim_end_matches(',').to_owned();
        if !digits.is_empty() {
            out.push(Marked { name, at: start..end + 3 + digits.len(), digits });
        }
    }
    out
}

/// Compares a document with the facts; with `MCORE_BLESS` set it writes the right numbers instead.
pub fn hold(path: &str, facts: &Facts) {
    hold_edited(path, |text| {
        let mut right = text.to_owned();
        for marked in marked(text).into_iter().rev() {
            let fact = facts.get(&marked.name).unwrap_or_else(|| panic!("{path}: there is no fact `{}`", marked.name));
            right.replace_range(marked.at, &format!("<!--{}-->{}", marked.name, grouped(*fact)));
        }
        right
    });
}

/// Compares a document with what `edit` makes of it; with `MCORE_BLESS` set it is written. Tests of one program may edit different
/// parts of a document at the same time.
pub fn hold_edited(path: &str, edit: impl Fn(&str) -> String) {
    static EDITED: Mutex<()> = Mutex::new(());
    let guard = EDITED.lock().unwrap_or_else(PoisonError::into_inner);
    let text = read(path);
    bless(path, &text, &edit(&text));
    drop(guard);
}

/// Compares a file with its expected contents; with `MCORE_BLESS` set it is written.
pub fn bless(path: &str, is: &str, expected: &str) {
    if std::env::var_os("MCORE_BLESS").is_some() {
        if is != expected {
            fs::write(root().join(path), expected).unwrap_or_else(|e| panic!("{path}: {e}"));
        }
        return;
    }
    for (number, (is, expected)) in is.lines().zip(expected.lines()).enumerate() {
        assert_eq!(is, expected, "{path} line {} is stale: MCORE_BLESS=1 writes it anew; look at it then", number + 1);
    }
    assert_eq!(is, expected, "{path} is stale: MCORE_BLESS=1 writes it anew; look at it then");
}

/// A number with its thousands grouped.
pub fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A fenced block: its info string and its lines.
pub struct Block {
    /// The text after the opening fence.
    pub info: String,
    pub lines: Vec<String>,
}

/// The fenced blocks of a text, and the text without them.
pub fn blocks(text: &str) -> (Vec<Block>, String) {
    let (mut blocks, mut rest, mut open): (Vec<Block>, String, Option<Block>) = (Vec::new(), String::new(), None);
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some(Block { info: info.trim().to_owned(), lines: Vec::new() }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.lines.push(line.to_owned());
                open = Some(block);
            }
            (None, None) => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    (blocks, rest)
}

/// The links of a text outside of fenced blocks: the shown text and the target.
pub fn links(text: &str) -> Vec<(String, String)> {
    let (_, text) = blocks(text);
    text.match_indices("](")
        .filter_map(|(at, _)| {
            let shown = text[..at].rfind('[').map(|from| text[from + 1..at].to_owned())?;
            let target = text[at + 2..].split(')').next()?;
            Some((shown, target.to_owned()))
        })
        .collect()
}

/// Numbers in running text without a marker. Code, links, lists' numbers and node IDs such as (3,2) are left out; the
/// IDs are returned as well.
pub fn unmarked_numbers(text: &str) -> (Vec<String>, Vec<(u8, u8)>) {
    let (_, mut text) = blocks(text);
    for marked in marked(&text).into_iter().rev() {
        text.replace_range(marked.at, "");
    }
    let mut plain = String::new();
    for line in text.lines() {
        // Every second piece between backquotes is code.
        let pieces: String = line.split('`').step_by(2).collect();
        let mut rest = pieces.as_str();
        while let Some(at) = rest.find("](") {
            plain.push_str(&rest[..at]);
            rest = rest[at..].split_once(')').map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        plain.push('\n');
    }
    let mut nodes = Vec::new();
    let mut numbers = Vec::new();
    let mut rest = plain.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = &rest[..at];
        let from_digit = &rest[at..];
        let length = from_digit.find(|c: char| !c.is_ascii_digit()).unwrap_or(from_digit.len());
        let (digits, after) = from_digit.split_at(length);
        let second = after.strip_prefix(',').and_then(|s| s.split_once(')'));
        if let (true, Some((y, _)), Ok(x)) = (before.ends_with('('), second, digits.parse())
            && let Ok(y) = y.parse()
        {
            nodes.push((x, y));
            rest = &after[after.find(')').map_or(0, |n| n + 1)..];
            continue;
        }
        let line_start = before.rsplit('\n').next().is_some_and(|l| l.trim().is_empty());
        if !(line_start && after.starts_with(". ")) {
            numbers.push(digits.to_owned());
        }
        rest = after;
    }
    (numbers, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_and_told_apart() {
        let text = "In cycle <!--stored-->1,234, and 5 more; `6` [7](8) (3,2)\n1. one\n```\n9\n```\nx2\n";
        let marked = marked(text);
        assert_eq!((marked.len(), marked[0].name.as_str(), marked[0].digits.as_str()), (1, "stored", "1,234"));
        let (numbers, nodes) = unmarked_numbers(text);
        assert_eq!(numbers, ["5", "7", "2"]);
        assert_eq!(nodes, [(3, 2)]);
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(links(text), [("7".to_owned(), "8".to_owned())]);
    }
}
