//! Round-robin arbitration.

use super::PORTS;

/// A fair arbiter over the ports of a router: the cursor is one past the last winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoundRobin {
    cursor: u8,
}

impl RoundRobin {
    /// Grants the first request at or after the cursor and moves the cursor past it. `requests` has bit p set if input
    /// p requests.
    #[inline]
    pub fn grant(&mut self, requests: u8) -> Option<u8> {
        if requests == 0 {
            return None;
        }
        let from_cursor = requests >> self.cursor << self.cursor;
        let winner = if from_cursor != 0 { from_cursor } else { requests }.trailing_zeros() as u8;
        self.cursor = (winner + 1) % PORTS as u8;
        Some(winner)
    }

    /// The input that has the highest priority next time.
    pub const fn cursor(&self) -> u8 {
        self.cursor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_turns() {
        let mut a = RoundRobin::default();
        let wins: alloc::vec::Vec<_> = (0..6).map(|_| a.grant(0b1_0101)).collect();
        assert_eq!(wins, [Some(0), Some(2), Some(4), Some(0), Some(2), Some(4)]);
        assert_eq!(a.grant(0), None);
        assert_eq!(a.grant(0b1_0000), Some(4));
        assert_eq!(a.cursor(), 0);
    }
}
