//! Bit planes: sets of ports of eight routers at once.

use mcore_net::Port;

/// Routers that share a [`BitPlanes`].
pub(super) const ROUTERS: usize = 8;
/// The members of a set, in ascending order.
#[inline]
pub(super) fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    core::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let member = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(member)
    })
}

/// The state on which the routers 8w to 8w+7 of the network base their decisions, one bit per port: byte r of each word
/// belongs to router 8w+r, bit p of it to its port p.
///
/// One operation on a word is the same operation in eight routers, and eight idle routers cost one comparison with 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct BitPlanes {
    /// Inputs to which a link carries a flit.
    pub(super) arriving: u64,
    /// Flits in the FIFO of each input, 0 to 4, as binary digits: the lowest first.
    count: [u64; 3],
    /// Inputs whose packet holds an output. The head of any other non-empty FIFO is a header.
    pub(super) granted: u64,
    /// Outputs that a packet holds.
    pub(super) held: u64,
    /// Inputs that say Xoff: their FIFO was full at the end of this cycle's *update*.
    pub(super) xoff: u64,
    /// At the bit of port 4: the link to the INCC carries a flit.
    pub(super) leaving: u64,
}

impl BitPlanes {
    /// True if no flit is in these routers or on a link into them, and no packet holds an output.
    #[inline]
    pub(crate) fn is_still(&self) -> bool {
        self.arriving | self.occupied() | self.held | self.xoff == 0
    }

    /// Inputs in which flits wait.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.count[0] | self.count[1] | self.count[2]
    }

    /// Flits in the FIFO of the input at a bit.
    pub(crate) fn flits(&self, bit: usize) -> usize {
        self.count.iter().enumerate().map(|(digit, word)| ((word >> bit & 1) << digit) as usize).sum()
    }

    /// Phase *update* of the inputs in `mask`: adds one flit where a link carried one, then sets Xon or Xoff.
    #[inline]
    pub(super) fn update(&mut self, mask: u64) {
        if self.arriving | self.xoff | self.count[2] == 0 {
            return;
        }
        let mut carry = self.arriving & mask;
        self.arriving &= !mask;
        for digit in &mut self.count {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        debug_assert!(carry == 0 && self.count[2] & (self.count[0] | self.count[1]) == 0, "sent against Xoff");
        self.xoff = self.xoff & !mask | self.count[2] & mask;
    }

    /// Removes one flit from each input of a set; none of them is empty.
    #[inline]
    pub(super) fn remove(&mut self, inputs: u64) {
        let mut borrow = inputs;
        for digit in &mut self.count {
            (*digit, borrow) = (*digit ^ borrow, !*digit & borrow);
        }
    }
}

/// The position of a router's port in the planes: index of the word, number of the bit.
#[inline]
pub(super) const fn place(router: usize, port: usize) -> (usize, usize) {
    (router / ROUTERS, router % ROUTERS * 8 + port)
}

/// The bit of an INCC's port in the planes of a router.
#[inline]
pub(super) const fn incc(router: usize) -> (usize, u64) {
    let (word, bit) = place(router, Port::Incc as usize);
    (word, 1 << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore_base::Rng;

    /// A bit for each port of each router.
    const ALL: u64 = 0x1f1f_1f1f_1f1f_1f1f;

    /// Forty small counters in bit planes count like forty numbers.
    #[test]
    fn planes_count_as_numbers_do() {
        let mut rng = Rng::new(2);
        let (mut planes, mut numbers) = (BitPlanes::default(), [0usize; 64]);
        for _ in 0..2000 {
            let less = rng.next_u64() & planes.occupied() & ALL;
            planes.remove(less);
            members(less).for_each(|bit| numbers[bit] -= 1);
            planes.arriving = rng.next_u64() & !planes.xoff & ALL;
            let more = planes.arriving;
            let mask = if rng.below(2) == 0 { u64::MAX } else { 0x00ff_ff00_00ff_00ff };
            planes.update(mask);
            members(more & mask).for_each(|bit| numbers[bit] += 1);
            assert_eq!(planes.arriving, more & !mask);
            planes.arriving = 0;
            planes.update(u64::MAX);
            for bit in members(ALL) {
                assert_eq!(planes.flits(bit), numbers[bit]);
                assert_eq!(planes.xoff >> bit & 1 != 0, numbers[bit] == 4);
                assert_eq!(planes.occupied() >> bit & 1 != 0, numbers[bit] != 0);
            }
        }
    }
}
