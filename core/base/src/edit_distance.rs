//! Similar names, for "did you mean ...?".

use alloc::{vec, vec::Vec};

/// Longest name that gets suggestions, and most candidates examined: this bounds the work for any text.
const LONGEST_NAME: usize = 40;
const MAX_CANDIDATES: usize = 2000;

/// Maximum number of suggestions.
const SUGGESTIONS: usize = 3;

/// The candidates with the smallest distance from `name`, if that distance is small for a name of this length.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted: Vec<char> = name.chars().take(LONGEST_NAME + 1).flat_map(char::to_lowercase).collect();
    let mut best = match wanted.len() {
        0 => return Vec::new(),
        1..=4 => 1,
        5..=7 => 2,
        8..=LONGEST_NAME => 3,
        _ => return Vec::new(),
    };
    let mut found: Vec<&str> = Vec::new();
    for candidate in candidates.filter(|c| c.len().abs_diff(name.len()) <= 4).take(MAX_CANDIDATES) {
        let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        let distance = distance(&wanted, &letters);
        // A distance as large as the name itself would suggest something with no letter in common.
        if distance > best || distance >= letters.len().min(wanted.len()).max(1) && distance > 0 {
            continue;
        }
        if distance < best {
            found.clear();
            best = distance;
        }
        if found.len() < SUGGESTIONS && !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found
}

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`
/// (Damerau's edit distance in its "optimal string alignment" form).
fn distance(a: &[char], b: &[char]) -> usize {
    // Three rows of the table: the one before the last, the last, and the one being filled.
    let mut older = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(older[j - 2] + 1);
            }
        }
        older = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let d = |a: &str, b: &str| distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(d("", "abc"), 3);
        assert_eq!(d("addiu", "adiu"), 1);
        assert_eq!(d("adiu", "aidu"), 1);
        assert_eq!(d("kitten", "sitting"), 3);
    }

    #[test]
    fn nearest_names() {
        let names = ["add", "addu", "and", "sub", "lw"];
        assert_eq!(nearest("ad", names.into_iter()), ["add", "and"]);
        assert_eq!(nearest("ADD", names.into_iter()), ["add"]);
        assert_eq!(nearest("adn", names.into_iter()), ["add", "and"]);
        assert_eq!(nearest("xyzzy", names.into_iter()), [""; 0]);
    }
}
