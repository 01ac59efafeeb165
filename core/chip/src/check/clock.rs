//! Vector clocks that share their equal chunks.

use alloc::{sync::Arc, vec::Vec};

/// Entries in a chunk.
const CHUNK: usize = 64;

/// For each entry, how far it is known. An entry that was never raised is 0 and takes no space; a clone shares all
/// chunks until one of the two is raised.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    chunks: Vec<Option<Arc<[u32; CHUNK]>>>,
}

impl Clock {
    /// The value of an entry.
    pub fn get(&self, entry: u32) -> u32 {
        match self.chunks.get(entry as usize / CHUNK) {
            Some(Some(chunk)) => chunk[entry as usize % CHUNK],
            _ => 0,
        }
    }

    /// Raises an entry to at least a value.
    pub fn raise(&mut self, entry: u32, to: u32) {
        if self.get(entry) >= to {
            return;
        }
        let index = entry as usize / CHUNK;
        if self.chunks.len() <= index {
            self.chunks.resize(index + 1, None);
        }
        let chunk = self.chunks[index].get_or_insert_with(|| Arc::new([0; CHUNK]));
        Arc::make_mut(chunk)[entry as usize % CHUNK] = to;
    }

    /// Raises every entry to its value in `other`.
    pub fn join(&mut self, other: &Self) {
        if self.chunks.len() < other.chunks.len() {
            self.chunks.resize(other.chunks.len(), None);
        }
        for (own, others) in self.chunks.iter_mut().zip(&other.chunks) {
            match (&mut *own, others) {
                (_, None) => {}
                (None, Some(_)) => own.clone_from(others),
                (Some(a), Some(b)) if Arc::ptr_eq(a, b) => {}
                (Some(a), Some(b)) => {
                    if b.iter().zip(a.iter()).any(|(b, a)| b > a) {
                        let a = Arc::make_mut(a);
                        a.iter_mut().zip(b.iter()).for_each(|(a, b)| *a = (*a).max(*b));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use mcore_base::Rng;

    /// A clock behaves like a plain vector, and clones do not change when the original does.
    #[test]
    fn clocks_are_vectors_with_a_maximum() {
        let mut rng = Rng::new(3);
        let mut clocks = vec![(Clock::default(), vec![0u32; 300]); 8];
        for _ in 0..4000 {
            let (a, b) = (rng.below(8) as usize, rng.below(8) as usize);
            match rng.below(3) {
                0 => {
                    let (entry, to) = (rng.below(300) as u32, rng.below(1000) as u32);
                    clocks[a].0.raise(entry, to);
                    let old = &mut clocks[a].1[entry as usize];
                    *old = (*old).max(to);
                }
                1 => clocks[a] = clocks[b].clone(),
                _ => {
                    let (clock, plain) = clocks[b].clone();
                    clocks[a].0.join(&clock);
                    clocks[a].1.iter_mut().zip(plain).for_each(|(a, b)| *a = (*a).max(b));
                }
            }
            for (clock, plain) in &clocks {
                assert!((0..300).all(|i| clock.get(i) == plain[i as usize]));
            }
        }
    }
}
