//! The model: counts prime numbers, one number after the other.

/// A count in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The next number to test.
    pub next: u64,
    /// Prime numbers so far.
    pub primes: u64,
    /// The count ends before this number.
    pub limit: u64,
}

impl Count {
    /// A count from 2 up to, but without, `limit`.
    pub fn new(limit: u64) -> Self {
        Self { next: 2, primes: 0, limit }
    }

    /// Tests up to `part` numbers; true if some are left.
    pub fn advance(&mut self, part: u64) -> bool {
        let end = self.limit.min(self.next.saturating_add(part));
        self.primes += (self.next..end).filter(|&number| is_prime(number)).count() as u64;
        self.next = end.max(self.next);
        self.next < self.limit
    }
}

fn is_prime(number: u64) -> bool {
    (2..).take_while(|divisor| divisor * divisor <= number).all(|divisor| !number.is_multiple_of(divisor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_168_primes_below_1000_whatever_the_parts() {
        for part in [1, 7, 10_000] {
            let mut count = Count::new(1000);
            while count.advance(part) {}
            assert_eq!(count.primes, 168);
        }
    }
}
