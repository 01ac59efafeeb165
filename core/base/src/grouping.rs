//! Factoring a number into similar factors.

use alloc::{vec, vec::Vec};

/// `parts` factors of `number`, largest first, as similar as a simple rule makes them: take the largest prime factors
/// first and multiply each into the smallest product so far (the usual implementation of `MPI_Dims_create`).
pub fn near_cube(number: u32, parts: usize) -> Vec<u32> {
    let mut primes = Vec::new();
    let (mut rest, mut p) = (number.max(1), 2);
    while p * p <= rest {
        while rest % p == 0 {
            primes.push(p);
            rest /= p;
        }
        p += 1;
    }
    if rest > 1 {
        primes.push(rest);
    }
    let mut dims = vec![1u32; parts.max(1)];
    for prime in primes.into_iter().rev() {
        if let Some(least) = dims.iter_mut().min() {
            *least *= prime;
        }
    }
    dims.sort_unstable_by(|a, b| b.cmp(a));
    dims
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_lie_close_together() {
        assert_eq!(near_cube(64, 3), [4, 4, 4]);
        assert_eq!(near_cube(1024, 3), [16, 8, 8]);
        assert_eq!(near_cube(12, 2), [4, 3]);
        assert_eq!(near_cube(13, 2), [13, 1]);
        assert_eq!(near_cube(1, 3), [1, 1, 1]);
        assert_eq!(near_cube(1 << 16, 6).iter().product::<u32>(), 1 << 16);
    }
}
