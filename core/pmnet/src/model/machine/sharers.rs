//! One word of the directory: the cores that may hold a line, and whether it may be dirty in a cache.
//!
//! The word may name too many cores, never too few: caches do not report clean lines that they drop, and many cores are
//! recorded by groups. Code that needs certainty checks the caches, so results do not depend on how exact the word is.

/// Groups of cores per word.
const GROUPS: usize = 30;
const DIRTY: u32 = 1 << 31;
const MANY: u32 = 1 << 30;

/// A word: 0, or the number of the only core plus one, or [`MANY`] with a bit for each group of cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sharers(pub u32);

impl Sharers {
    /// A single core, which has written or may write.
    pub fn only(core: usize, dirty: bool) -> Self {
        Self((core as u32 + 1) | if dirty { DIRTY } else { 0 })
    }

    /// True if no core but this one can hold the line.
    #[inline]
    pub fn nobody_but(self, core: usize) -> bool {
        let who = self.0 & !DIRTY;
        who == 0 || who == core as u32 + 1
    }

    /// True if the line may be dirty in some cache.
    #[inline]
    pub fn may_be_dirty(self) -> bool {
        self.0 & DIRTY != 0
    }

    fn group(core: usize, cores: usize) -> u32 {
        let group = if cores <= GROUPS { core } else { core * GROUPS / cores };
        1 << group
    }

    /// Adds a core; `dirty` is the present state of the line.
    pub fn with(self, core: usize, cores: usize, dirty: bool) -> Self {
        let who = self.0 & !DIRTY;
        let groups = match who {
            _ if who & MANY != 0 => who & !MANY,
            _ if self.nobody_but(core) => return Self::only(core, dirty),
            only => Self::group(only as usize - 1, cores),
        };
        Self(MANY | groups | Self::group(core, cores) | if dirty { DIRTY } else { 0 })
    }

    /// True if a core may hold the line.
    pub fn may_hold(self, core: usize, cores: usize) -> bool {
        if self.0 & MANY != 0 { self.0 & Self::group(core, cores) != 0 } else { self.0 & !DIRTY == core as u32 + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_who_holds_a_line_is_forgotten() {
        for cores in [1, 4, 30, 31, 128, 4096] {
            let mut word = Sharers(0);
            let mut held = alloc::vec::Vec::new();
            for core in (0..cores).step_by(7) {
                word = if held.is_empty() { Sharers::only(core, true) } else { word.with(core, cores, false) };
                held.push(core);
                assert!(held.iter().all(|c| word.may_hold(*c, cores)), "{cores}: {word:?}");
                assert_eq!(word.nobody_but(core), held.len() == 1);
            }
            assert!(!word.may_be_dirty() || cores <= 7);
        }
    }
}
