//! Regions of addresses with names: the arrays of a program, or ranges that the user gives.

use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of regions that a user gives.
pub const MAX_REGIONS: usize = 256;
/// Maximum number of regions, with those of the arrays of all ranks of a program.
const MAX_ALL: usize = 1 << 14;

/// A range of addresses with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub name: String,
    /// First address.
    pub first: u64,
    /// Last address.
    pub last: u64,
}

impl Region {
    /// A region of this many bytes, at least one.
    pub fn new(name: impl Into<String>, first: u64, bytes: u64) -> Self {
        Self { name: name.into(), first, last: first.saturating_add(bytes.max(1) - 1) }
    }

    /// Reads `NAME=FIRST-LAST`, with addresses in hexadecimal.
    ///
    /// # Errors
    /// The text has another form.
    pub fn read(text: &str) -> Result<Self, Text> {
        let hex = |number: &str| {
            let number = number.trim();
            u64::from_str_radix(number.strip_prefix("0x").unwrap_or(number), 16).ok()
        };
        let parts = text.split_once('=').and_then(|(name, range)| {
            let (first, last) = range.split_once('-')?;
            Some((name.trim(), hex(first)?, hex(last)?))
        });
        let (name, first, last) =
            parts.filter(|(name, first, last)| !name.is_empty() && first <= last).ok_or_else(|| {
                text!(
                    "write a name, and the first and the last address in hexadecimal: table=0x10000000-0x1000ffff",
                    "名前と、最初と最後のアドレス（16 進）を、table=0x10000000-0x1000ffff のように書いてください"
                )
            })?;
        Ok(Self { name: name.into(), first, last })
    }

    fn meets(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// Adds regions of a program to those of the user; a region that meets an earlier one is left out.
pub fn with_symbols(mut given: Vec<Region>, symbols: impl IntoIterator<Item = Region>) -> Vec<Region> {
    for symbol in symbols {
        if given.len() < MAX_ALL && !given.iter().any(|region| region.meets(&symbol)) {
            given.push(symbol);
        }
    }
    given
}

/// Checks regions of the user.
///
/// # Errors
/// There are too many, or two of them have common addresses.
pub fn check(regions: &[Region]) -> Result<(), Text> {
    if regions.len() > MAX_REGIONS {
        let count = regions.len();
        return Err(text!(
            "{count} regions are more than {MAX_REGIONS}",
            "{count} 個の領域は上限 {MAX_REGIONS} を超えています"
        ));
    }
    for (place, region) in regions.iter().enumerate() {
        if let Some(other) = regions[..place].iter().find(|other| other.meets(region)) {
            let (one, two) = (&other.name, &region.name);
            return Err(text!(
                "the regions `{one}` and `{two}` have common addresses",
                "領域 `{one}` と `{two}` のアドレスが重なっています"
            ));
        }
    }
    Ok(())
}

/// Regions without common addresses, for lookups.
#[derive(Clone, Debug)]
pub struct Regions {
    /// By first address.
    sorted: Vec<Region>,
}

impl Regions {
    pub(super) fn new(mut regions: Vec<Region>) -> Self {
        regions.sort_by_key(|region| region.first);
        Self { sorted: regions }
    }

    /// Number of regions, with one more for all other addresses.
    pub fn count(&self) -> usize {
        self.sorted.len() + 1
    }

    /// The regions by first address, without the last one.
    pub fn named(&self) -> &[Region] {
        &self.sorted
    }

    /// The number of the region of an address.
    pub(super) fn find(&self, addr: u64) -> usize {
        self.of_all(addr, addr).unwrap_or(self.sorted.len())
    }

    /// The number of the region of all addresses from a first to a last one; `None` if they are in several.
    pub(super) fn of_all(&self, first: u64, last: u64) -> Option<usize> {
        let after = self.sorted.partition_point(|region| region.first <= last);
        match after.checked_sub(1).map(|place| (place, &self.sorted[place])) {
            Some((place, region)) if region.last >= first => {
                (region.first <= first && last <= region.last).then_some(place)
            }
            _ => Some(self.sorted.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_belong_to_their_region_or_to_the_rest() {
        let region = |text: &str| Region::read(text).expect("a region");
        let given = [region("b=0x2000-0x2fff"), region(" a = 1000-10ff ")];
        assert_eq!(check(&given), Ok(()));
        let symbols = [Region::new("c", 0x2800, 8), Region::new("d", 0x3000, 0x1000)];
        let regions = Regions::new(with_symbols(given.to_vec(), symbols));
        let names: Vec<&str> = regions.named().iter().map(|r| r.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "d"], "a symbol that meets a region of the user is left out");
        let found = [0x1000, 0x10ff, 0x1100, 0x2fff, 0x3000, 0x3fff, 0x4000, 0].map(|addr| regions.find(addr));
        assert_eq!(found, [0, 0, 3, 1, 2, 2, 3, 3]);
        let all =
            [(0x1000, 0x10ff), (0xfff, 0x1000), (0x10ff, 0x1100), (0x2fff, 0x3000), (0x4000, 0x4fff), (0x0, 0x5000)];
        let all = all.map(|(first, last)| regions.of_all(first, last));
        assert_eq!(all, [Some(0), None, None, None, Some(3), None]);
    }

    #[test]
    fn a_region_that_cannot_be_is_refused() {
        for text in ["", "a", "a=5", "=1-2", "a=2-1", "a=x-y"] {
            assert!(Region::read(text).is_err(), "{text}");
        }
        let same = [Region::new("a", 0, 10), Region::new("b", 9, 1)];
        assert!(check(&same).expect_err("they meet").en.contains("`a` and `b`"));
    }
}
