//! Values that changed since the last frame of the same node: a step may be many cycles long.

use mcore::base::{Cycle, NodeId};
use std::collections::BTreeMap;

/// Remembers the values of one frame until the next one.
#[derive(Debug, Default)]
pub struct Since {
    at: Option<(NodeId, Cycle)>,
    now: BTreeMap<u32, u32>,
    before: BTreeMap<u32, u32>,
}

impl Since {
    /// Records the values of a frame: number or address, and value. The same cycle again only adds values not seen
    /// before; another node, or the start of a run, has no previous frame.
    pub fn look(&mut self, node: NodeId, cycle: Cycle, values: impl Iterator<Item = (u32, u32)>) {
        let values: BTreeMap<u32, u32> = values.collect();
        match self.at {
            Some((n, c)) if n == node && c == cycle => {}
            Some((n, _)) if n == node && cycle > 0 => self.before = std::mem::take(&mut self.now),
            _ => self.before.clear(),
        }
        self.at = Some((node, cycle));
        self.now = values;
    }

    /// The value in the last frame, if it differed.
    pub fn before(&self, key: u32) -> Option<u32> {
        let before = self.before.get(&key)?;
        (self.now.get(&key)? != before).then_some(*before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_changed_if_the_last_picture_of_the_node_had_another() {
        let (here, there) = (NodeId::new(1, 1), NodeId::new(2, 1));
        let mut since = Since::default();
        since.look(here, 5, [(0, 1), (1, 2)].into_iter());
        assert_eq!((since.before(0), since.before(1)), (None, None));
        since.look(here, 90, [(0, 1), (1, 3)].into_iter());
        assert_eq!((since.before(0), since.before(1)), (None, Some(2)));
        // Drawn again, with more values visible.
        since.look(here, 90, [(1, 3), (2, 9)].into_iter());
        assert_eq!((since.before(1), since.before(2)), (Some(2), None));
        since.look(here, 80, [(1, 2)].into_iter());
        assert_eq!(since.before(1), Some(3), "backwards too");
        since.look(there, 80, [(1, 7)].into_iter());
        assert_eq!(since.before(1), None, "another node");
        since.look(there, 0, [(1, 8)].into_iter());
        assert_eq!(since.before(1), None, "a run has begun");
    }
}
