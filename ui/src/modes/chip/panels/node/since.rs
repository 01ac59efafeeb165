//! Values that changed since the last frame of the same node: a step may be many cycles long.

use mcore::base::Cycle;
use std::collections::BTreeMap;

/// Remembers the values of one frame until the next one. `P` is the place that they are of, such as a node; `K` names a value.
#[derive(Debug)]
pub struct Since<P, K, V> {
    at: Option<(P, Cycle)>,
    now: BTreeMap<K, V>,
    before: BTreeMap<K, V>,
}

impl<P, K, V> Default for Since<P, K, V> {
    fn default() -> Self {
        Self { at: None, now: BTreeMap::new(), before: BTreeMap::new() }
    }
}

impl<P: PartialEq, K: Ord, V: PartialEq> Since<P, K, V> {
    /// Records the values of a frame. The same cycle again adds the values that are shown now; another place, or the start of
    /// a run, has no previous frame.
    pub fn look(&mut self, place: P, cycle: Cycle, values: impl Iterator<Item = (K, V)>) {
        match &self.at {
            Some((p, c)) if *p == place && *c == cycle => {}
            Some((p, _)) if *p == place && cycle > 0 => self.before = std::mem::take(&mut self.now),
            _ => {
                self.before.clear();
                self.now.clear();
            }
        }
        self.at = Some((place, cycle));
        self.now.extend(values);
    }

    /// The value in the last frame, if it differed.
    pub fn before(&self, key: &K) -> Option<&V> {
        let before = self.before.get(key)?;
        (self.now.get(key)? != before).then_some(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::NodeId;

    #[test]
    fn a_value_has_changed_if_the_last_picture_of_the_node_had_another() {
        let (here, there) = (NodeId::new(1, 1), NodeId::new(2, 1));
        let mut since = Since::default();
        since.look(here, 5, [(0, 1), (1, 2)].into_iter());
        assert_eq!((since.before(&0), since.before(&1)), (None, None));
        since.look(here, 90, [(0, 1), (1, 3)].into_iter());
        assert_eq!((since.before(&0), since.before(&1)), (None, Some(&2)));
        // Drawn again, with more values visible.
        since.look(here, 90, [(1, 3), (2, 9)].into_iter());
        assert_eq!((since.before(&1), since.before(&2)), (Some(&2), None));
        since.look(here, 80, [(1, 2)].into_iter());
        assert_eq!(since.before(&1), Some(&3), "backwards too");
        since.look(there, 80, [(1, 7)].into_iter());
        assert_eq!(since.before(&1), None, "another node");
        since.look(there, 0, [(1, 8)].into_iter());
        assert_eq!(since.before(&1), None, "a run has begun");
    }
}
