//! How many random cases a test tries.
//!
//! By hand, and with `cargo xtask test --all`, a test tries all of its cases. `cargo xtask test` tries a third of them, chosen by
//! the commit, so that three commits in a row together try nearly all.

use std::ops::Range;

/// One of this many cases is tried.
const PART: u64 = 3;
/// Seeds in a row that are tried or left out together. A test may use the remainders of a seed, and all of them occur then.
const BLOCK: u64 = 12;

/// The number that chooses the part: `MCORE_VARIANTS`, which `cargo xtask test` sets.
fn part() -> Option<u64> {
    std::env::var("MCORE_VARIANTS").ok()?.parse().ok()
}

/// The seeds to try, of all those of a test.
pub fn seeds(all: Range<u64>) -> Vec<u64> {
    chosen(all, part())
}

fn chosen(all: Range<u64>, part: Option<u64>) -> Vec<u64> {
    all.filter(|seed| part.is_none_or(|part| seed / BLOCK % PART == part % PART)).collect()
}

/// The number of cases of a property test to try, of all of them. Their seeds are new in each run.
pub fn cases(all: u32) -> u32 {
    if part().is_some() { all.div_ceil(PART as u32) } else { all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_together_are_all_seeds() {
        let mut tried: Vec<u64> = (70..73).flat_map(|part| chosen(5..605, Some(part))).collect();
        tried.sort_unstable();
        assert_eq!(tried, chosen(5..605, None));
        for part in 0..3 {
            assert!((190..=210).contains(&chosen(5..605, Some(part)).len()));
            let remainders: std::collections::BTreeSet<_> = chosen(0..36, Some(part)).iter().map(|n| n % 12).collect();
            assert_eq!(remainders.len(), 12);
        }
    }
}
