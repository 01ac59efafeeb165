//! Synthetic traffic: destinations and injection times of packets, without programs (Dally and Towles, "Principles and
//! Practices of
//! Interconnection Networks", chapters 3.2 and 24).

use mcore_base::{Array, Cycle, NodeId, Rng};

/// A probability, exact to 2^-63, so that results are the same on every platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chance(u64);

impl Chance {
    const ONE: u64 = 1 << 63;

    /// A number from 0 to 1; `None` for any other.
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self((value * Self::ONE as f64) as u64))
    }

    /// True if it can never happen.
    pub const fn is_never(self) -> bool {
        self.0 == 0
    }

    /// The number from 0 to 1.
    pub fn value(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }

    /// True with this probability.
    pub fn happens(self, rng: &mut Rng) -> bool {
        rng.next_u64() >> 1 < self.0
    }
}

/// The number of cycles until something that happens with the same probability in each cycle: the geometric
/// distribution, drawn with one random number for any length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wait {
    /// Probability that it does not happen for 2^i cycles.
    never: [u64; 32],
}

impl Wait {
    /// The waiting time for something with a given probability.
    pub fn new(chance: Chance) -> Self {
        let mut power = Chance::ONE - chance.0;
        let never = core::array::from_fn(|_| {
            let this = power;
            power = product(power, power);
            this
        });
        Self { never }
    }

    /// Cycles in which it does not happen before the one in which it does; below 2^32.
    pub fn draw(&self, rng: &mut Rng) -> Cycle {
        // The greatest n for which "not in n cycles" is more probable than a uniform number; built bit by bit.
        let uniform = rng.next_u64() >> 1;
        let (mut cycles, mut never) = (0, Chance::ONE);
        for (bit, power) in self.never.iter().enumerate().rev() {
            let longer = product(never, *power);
            if longer > uniform {
                never = longer;
                cycles |= 1 << bit;
            }
        }
        cycles
    }
}

fn product(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 63) as u64
}

/// A rule that selects the destinations of each node's packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Each node with the same probability, the sender itself included.
    Uniform,
    /// From column x, row y of the array to column y, row x: square arrays only. Nodes of the diagonal send to themselves.
    Transpose,
    /// To the node on the opposite side of the centre: for sides that are powers of two, each bit of column and row is
    /// complemented.
    BitComplement,
    /// To the next column and the next row, with wrap-around.
    Neighbour,
    /// Half the columns further, less one if their number is even, and likewise for rows: from column x (from 0) of M
    /// to column (x + ceil(M/2) - 1) mod M.
    Tornado,
    /// To the node whose rank has the bits of the sender's rank in reverse order. Arrays whose sides are powers of two only.
    BitReverse,
    /// To the node whose rank is the sender's with its bits rotated left by one (perfect shuffle). Only for the same
    /// arrays.
    Shuffle,
    /// To one node with a given probability, otherwise as in [`Pattern::Uniform`].
    HotSpot {
        /// The hot node, a compute node.
        node: NodeId,
        /// Share of the packets that always go there.
        share: Chance,
    },
}

/// Why a pattern does not fit an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// Transpose needs as many rows as columns.
    NotSquare,
    /// Patterns that permute the bits of ranks need sides that are powers of two.
    NotPowerOfTwo,
    /// The hot spot is not a compute node of the array.
    NoSuchNode(NodeId),
}

impl Pattern {
    /// Checks that it can be used on an array.
    pub fn validate(self, array: Array) -> Result<(), PatternError> {
        match self {
            Self::Transpose if array.width != array.height => Err(PatternError::NotSquare),
            Self::BitReverse | Self::Shuffle if !array.nodes().is_power_of_two() => Err(PatternError::NotPowerOfTwo),
            Self::HotSpot { node, .. } if array.rank(node).is_none() => Err(PatternError::NoSuchNode(node)),
            _ => Ok(()),
        }
    }

    /// The single destination of all packets of a node; `None` if there are several.
    pub fn partner(self, array: Array, from: NodeId) -> Option<NodeId> {
        match self {
            Self::Uniform | Self::HotSpot { .. } => None,
            Self::Transpose => Some(NodeId::new(from.y, from.x)),
            Self::BitComplement => Some(NodeId::new(array.width - from.x + 1, array.height - from.y + 1)),
            Self::Neighbour => Some(NodeId::new(from.x % array.width + 1, from.y % array.height + 1)),
            Self::Tornado => Some(NodeId::new(half_round(from.x, array.width), half_round(from.y, array.height))),
            Self::BitReverse => permuted(array, from, |rank, bits| {
                (0..bits).filter(|bit| rank >> bit & 1 == 1).map(|bit| 1 << (bits - 1 - bit)).sum()
            }),
            Self::Shuffle => permuted(array, from, |rank, bits| {
                let top = bits.saturating_sub(1);
                (rank << 1 | rank >> top) & ((1 << bits) - 1)
            }),
        }
    }

    /// The destination of a node's next packet.
    pub fn destination(self, array: Array, from: NodeId, rng: &mut Rng) -> NodeId {
        match (self, self.partner(array, from)) {
            (_, Some(node)) => node,
            (Self::HotSpot { node, share }, _) if share.happens(rng) => node,
            _ => array.node(rng.below(array.nodes() as u64) as usize),
        }
    }
}

/// The destination of a tornado in one dimension, from a column or row `at` of `side`, both from 1.
fn half_round(at: u8, side: u8) -> u8 {
    let (at, side) = (u16::from(at) - 1, u16::from(side));
    ((at + side.div_ceil(2) - 1) % side) as u8 + 1
}

/// The node whose rank is computed by `permute` from the sender's rank and the number of bits in ranks. `None` if the
/// array does not have that many nodes.
fn permuted(array: Array, from: NodeId, permute: impl Fn(usize, u32) -> usize) -> Option<NodeId> {
    let to = permute(array.rank(from)?, array.nodes().ilog2());
    (to < array.nodes()).then(|| array.node(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_have_the_mean_and_the_tail_of_the_geometric_distribution() {
        for p in [1.0, 0.5, 0.1, 0.004] {
            let wait = Wait::new(Chance::new(p).unwrap());
            let (mut rng, mut sum, mut none, mut long, draws) = (Rng::new(5), 0u64, 0u64, 0u64, 200_000u32);
            for _ in 0..draws {
                let cycles = wait.draw(&mut rng);
                sum += cycles;
                none += u64::from(cycles == 0);
                long += u64::from(cycles >= 10);
            }
            let n = f64::from(draws);
            let mean = (1.0 - p) / p;
            assert!((sum as f64 / n - mean).abs() <= 0.015 * mean, "{p}: {}", sum as f64 / n);
            assert!((none as f64 / n - p).abs() < 0.005, "{p}");
            let tail = (0..10).fold(1.0, |q, _| q * (1.0 - p));
            assert!((long as f64 / n - tail).abs() < 0.005, "{p}: {}", long as f64 / n);
        }
    }

    #[test]
    fn chances_are_from_0_to_1() {
        assert!([-0.1, 1.1, f64::NAN, f64::INFINITY].iter().all(|v| Chance::new(*v).is_none()));
        let mut rng = Rng::new(1);
        assert!((0..100).all(|_| Chance::new(1.0).unwrap().happens(&mut rng)));
        assert!((0..100).all(|_| !Chance::new(0.0).unwrap().happens(&mut rng)));
        assert!(Chance::new(0.0).unwrap().is_never());
    }

    /// All patterns except uniform and hot spot are permutations; the expectations are the textbook's, by bits and by
    /// digits.
    #[test]
    fn patterns_are_those_of_the_textbook() {
        let array = Array::new(8, 8);
        let bit = |word: u8, n: u8| word >> n & 1;
        for pattern in [
            Pattern::Transpose,
            Pattern::BitComplement,
            Pattern::Neighbour,
            Pattern::Tornado,
            Pattern::BitReverse,
            Pattern::Shuffle,
        ] {
            let mut hit = [0; 64];
            for from in (0..64).map(|rank| array.node(rank)) {
                let to = pattern.partner(array, from).unwrap();
                hit[array.rank(to).unwrap()] += 1;
                let (x, y) = (from.x - 1, from.y - 1);
                let expected = match pattern {
                    Pattern::Transpose => (y, x),
                    Pattern::BitComplement => (!x & 7, !y & 7),
                    Pattern::Tornado => ((x + 3) & 7, (y + 3) & 7),
                    // The bits of a rank are y2 y1 y0 x2 x1 x0.
                    Pattern::BitReverse => {
                        let reversed = |word| bit(word, 0) << 2 | bit(word, 1) << 1 | bit(word, 2);
                        (reversed(y), reversed(x))
                    }
                    Pattern::Shuffle => ((x << 1 | bit(y, 2)) & 7, (y << 1 | bit(x, 2)) & 7),
                    _ => ((x + 1) & 7, (y + 1) & 7),
                };
                assert_eq!((to.x - 1, to.y - 1), expected);
            }
            assert_eq!(hit, [1; 64]);
        }
    }

    /// They are permutations on any array. On a side of 5 a tornado goes 2 further, on 7 it goes 3; on 2 and 1 it
    /// stays.
    #[test]
    fn permutations_on_arrays_that_are_not_square() {
        for (width, height) in [(4, 8), (16, 2), (1, 4), (1, 1), (7, 5), (5, 2), (255, 3)] {
            let array = Array::new(width, height);
            let nodes = || (0..array.nodes()).map(|rank| array.node(rank));
            for pattern in [Pattern::Tornado, Pattern::BitReverse, Pattern::Shuffle] {
                if pattern.validate(array).is_err() {
                    assert_eq!(pattern.validate(array), Err(PatternError::NotPowerOfTwo));
                    assert!(pattern != Pattern::Tornado && !array.nodes().is_power_of_two());
                    continue;
                }
                let mut hit = alloc::vec![0; array.nodes()];
                nodes().for_each(|from| hit[array.rank(pattern.partner(array, from).unwrap()).unwrap()] += 1);
                assert!(hit.iter().all(|n| *n == 1), "{pattern:?} on {width}x{height}");
            }
        }
        let tornado = |array, x, y| Pattern::Tornado.partner(array, NodeId::new(x, y)).unwrap();
        assert_eq!(tornado(Array::new(7, 5), 2, 4), NodeId::new(5, 1));
        assert_eq!(tornado(Array::new(5, 2), 5, 2), NodeId::new(2, 2));
        // Ranks 0 to 31 on 8 columns: 6 is 00110, reversed 01100 and shuffled the same; 19 is 10011, reversed 11001, shuffled 00111.
        let wide = Array::new(8, 4);
        let to = |pattern: Pattern, rank| wide.rank(pattern.partner(wide, wide.node(rank)).unwrap()).unwrap();
        assert_eq!([to(Pattern::BitReverse, 6), to(Pattern::Shuffle, 6)], [12, 12]);
        assert_eq!([to(Pattern::BitReverse, 19), to(Pattern::Shuffle, 19)], [25, 7]);
    }

    #[test]
    fn uniform_traffic_reaches_every_node_alike_and_a_hot_spot_its_share() {
        let array = Array::new(4, 3);
        let hot = NodeId::new(3, 2);
        let spot = Pattern::HotSpot { node: hot, share: Chance::new(0.3).unwrap() };
        for (pattern, share) in [(Pattern::Uniform, 1.0 / 12.0), (spot, 0.3 + 0.7 / 12.0)] {
            let (mut rng, mut hits) = (Rng::new(7), 0u32);
            for _ in 0..120_000 {
                let to = pattern.destination(array, NodeId::new(1, 1), &mut rng);
                hits += u32::from(to == hot);
            }
            assert!((f64::from(hits) / 120_000.0 - share).abs() < 0.005);
        }
    }

    #[test]
    fn patterns_that_do_not_fit_are_refused() {
        assert_eq!(Pattern::Transpose.validate(Array::new(4, 3)), Err(PatternError::NotSquare));
        let node = NodeId::new(5, 1);
        let spot = Pattern::HotSpot { node, share: Chance::new(0.5).unwrap() };
        assert_eq!(spot.validate(Array::new(4, 4)), Err(PatternError::NoSuchNode(node)));
        assert_eq!(spot.validate(Array::new(5, 1)), Ok(()));
    }
}
