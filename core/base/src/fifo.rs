//! A queue of fixed capacity, as in hardware.

/// First in, first out; at most `N` items. Equal contents compare equal whatever was stored before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fifo<T, const N: usize> {
    slots: [Option<T>; N],
    len: u8,
}

impl<T: Copy, const N: usize> Default for Fifo<T, N> {
    fn default() -> Self {
        Self { slots: [None; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> Fifo<T, N> {
    /// Number of items.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True if there is no item.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if no further item fits.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len as usize == N
    }

    /// The oldest item.
    #[inline]
    pub fn front(&self) -> Option<&T> {
        self.slots[0].as_ref()
    }

    /// Appends an item and returns whether there was room; if not, the caller keeps the item.
    #[inline]
    #[must_use]
    pub fn push(&mut self, item: T) -> bool {
        if self.is_full() {
            return false;
        }
        self.slots[self.len as usize] = Some(item);
        self.len += 1;
        true
    }

    /// Takes the oldest item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let item = self.slots[0]?;
        // Shifting keeps equal contents bit-identical, and N is 4: cheaper than a ring's index arithmetic.
        self.slots.copy_within(1.., 0);
        self.len -= 1;
        self.slots[self.len as usize] = None;
        if self.len as usize + 1 < N {
            self.slots[N - 1] = None;
        }
        Some(item)
    }

    /// The items from oldest to newest.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order_and_bound() {
        let mut f: Fifo<u32, 4> = Fifo::default();
        for i in 0..4 {
            assert!(f.push(i));
        }
        assert!(f.is_full() && !f.push(9));
        assert_eq!(f.pop(), Some(0));
        assert!(f.push(4));
        assert_eq!(f.iter().copied().collect::<alloc::vec::Vec<_>>(), [1, 2, 3, 4]);
        while f.pop().is_some() {}
        assert_eq!(f, Fifo::default());
    }
}
