//! The built-in programs.

use crate::{NS, Op, Place, Status, Time};
use alloc::{vec, vec::Vec};
use mcore_base::{Rng, near_cube};

/// A communication pattern. `bytes` is the size of a message, or of one rank's part in a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Each rank sends to the next rank and to the previous one.
    Ring {
        bytes: u64,
        /// Number of repetitions.
        rounds: u32,
    },
    /// The same in a random order of ranks (HPC Challenge, b_eff).
    RandomRing {
        bytes: u64,
        /// Number of repetitions.
        rounds: u32,
        /// Seed of the order.
        seed: u64,
    },
    /// Bruck's algorithm: all ranks get the parts of all ranks, in log2 steps (rounded up). In step k each rank sends all parts that
    /// it has to the rank 2^k further (Sano and Kise, figure 7). The mirror image, to the rank 2^k before, has the same cost.
    BruckAllgather { bytes: u64 },
    /// Bruck's algorithm: each rank has a different part for every rank. In step k each rank sends the parts whose
    /// distance has bit k to the rank 2^k further.
    BruckAlltoall { bytes: u64 },
    /// All-to-all in as many steps as there are other ranks: in step k with the ranks k before and k after (with the
    /// rank exclusive-or k if the number of ranks is a power of two).
    PairwiseAlltoall { bytes: u64 },
    /// Exchange with the neighbours in a grid of ranks: two in each dimension.
    Halo {
        grid: Grid,
        bytes: u64,
        /// Number of repetitions.
        rounds: u32,
        /// Computation before each exchange, in ns.
        compute_ns: u64,
    },
    /// From rank 0 to all by the binomial tree of MPICH and Open MPI: a rank gets the data from the rank without its
    /// lowest 1 bit, and sends to the furthest rank first.
    BinomialBcast { bytes: u64 },
    /// From all ranks to rank 0 by the same tree, with every message reversed.
    BinomialReduce { bytes: u64 },
    /// All ranks get the sum of all parts, by recursive doubling. If the number of ranks exceeds a power of two by r,
    /// the first 2 r ranks are folded in pairs of neighbours, as in MPICH and Open MPI: an even rank sends its part to
    /// the next rank first and gets the result from that rank last.
    RecursiveDoublingAllreduce { bytes: u64 },
    /// Rank 0 hands out tasks to the ranks that ask; their lengths vary.
    MasterWorker {
        /// Bytes of a task.
        bytes: u64,
        /// Number of tasks.
        tasks: u32,
        /// Mean length of a task, in ns; lengths vary from half to one and a half times of it.
        compute_ns: u64,
        /// Seed of the lengths.
        seed: u64,
    },
    /// All ranks send to rank 0.
    HotSpot {
        bytes: u64,
        /// Number of repetitions.
        rounds: u32,
    },
}

/// The grid of ranks of a halo exchange, the first dimension is the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    dims: u32,
    /// The sizes; none: as near to a square or a cube as possible.
    sizes: Option<[u32; 3]>,
    /// Whether the ranks at opposite borders are neighbours.
    periodic: bool,
}

impl Grid {
    /// A periodic grid of 2 or 3 dimensions for any number of ranks, as near to a square or a cube as possible.
    pub const fn near_cube(dims: u32) -> Self {
        Self { dims, sizes: None, periodic: true }
    }

    /// A grid of 2 or 3 sizes, for as many ranks as their product.
    pub fn new(sizes: &[u32], periodic: bool) -> Self {
        let get = |dim: usize| sizes.get(dim).copied().unwrap_or(1);
        Self { dims: sizes.len() as u32, sizes: Some([get(0), get(1), get(2)]), periodic }
    }

    /// The same grid with the sizes for a number of ranks: they are looked for once, not at each operation.
    pub(crate) fn of_ranks(self, ranks: u32) -> Self {
        Self { sizes: Some(self.sizes_of(ranks)), ..self }
    }

    /// The sizes for a number of ranks.
    fn sizes_of(&self, ranks: u32) -> [u32; 3] {
        self.sizes.unwrap_or_else(|| {
            let near = near_cube(ranks, self.dims as usize);
            core::array::from_fn(|dim| near.get(dim).copied().unwrap_or(1))
        })
    }

    /// The rank beside another one; none at a border.
    fn neighbour(&self, sizes: &[u32; 3], rank: u32, dim: usize, up: bool) -> Option<u32> {
        let stride: u32 = sizes[..dim].iter().product();
        let (size, at) = (sizes[dim], rank / stride % sizes[dim]);
        let at_border = if up { at + 1 == size } else { at == 0 };
        let to = if up { (at + 1) % size } else { (at + size - 1) % size };
        (self.periodic || !at_border).then(|| rank - at * stride + to * stride)
    }
}

/// Tags of a task, of a request for one, and of the end.
const TASK: u32 = 1;
const ASK: u32 = 2;
const END: u32 = 3;

impl Pattern {
    /// Names of all patterns, as [`Pattern::named`] takes them.
    pub const NAMES: [&'static str; 12] = [
        "ring",
        "random-ring",
        "bruck-allgather",
        "bruck-alltoall",
        "pairwise-alltoall",
        "halo-2d",
        "halo-3d",
        "binomial-bcast",
        "binomial-reduce",
        "recursive-doubling-allreduce",
        "master-worker",
        "hot-spot",
    ];

    /// The pattern with a name, with messages of `bytes`, `rounds` rounds (or tasks), computation of `compute_ns`, and
    /// a seed, as far as it uses them.
    pub fn named(name: &str, bytes: u64, rounds: u32, compute_ns: u64, seed: u64) -> Option<Self> {
        Some(match name {
            "ring" => Self::Ring { bytes, rounds },
            "random-ring" => Self::RandomRing { bytes, rounds, seed },
            "bruck-allgather" => Self::BruckAllgather { bytes },
            "bruck-alltoall" => Self::BruckAlltoall { bytes },
            "pairwise-alltoall" => Self::PairwiseAlltoall { bytes },
            "halo-2d" => Self::Halo { grid: Grid::near_cube(2), bytes, rounds, compute_ns },
            "halo-3d" => Self::Halo { grid: Grid::near_cube(3), bytes, rounds, compute_ns },
            "binomial-bcast" => Self::BinomialBcast { bytes },
            "binomial-reduce" => Self::BinomialReduce { bytes },
            "recursive-doubling-allreduce" => Self::RecursiveDoublingAllreduce { bytes },
            "master-worker" => Self::MasterWorker { bytes, tasks: rounds, compute_ns, seed },
            "hot-spot" => Self::HotSpot { bytes, rounds },
            _ => return None,
        })
    }

    /// The program as a textbook counts it, for the rank that is done last: messages one after the other, their bytes, and
    /// computation in ns. Messages that a rank sends at once count as one with all their bytes. `None` if it depends on the
    /// run.
    pub fn critical_path(&self, ranks: u32) -> Option<(u64, u64, u64)> {
        let (others, log) = (u64::from(ranks - 1), u64::from(u32::BITS - (ranks - 1).leading_zeros()));
        let of = |messages: u64, bytes: u64, all: u64| Some((messages, bytes.saturating_mul(all), 0));
        match *self {
            _ if ranks < 2 => None,
            Self::Ring { bytes, rounds } | Self::RandomRing { bytes, rounds, .. } => {
                of(rounds.into(), bytes, 2 * u64::from(rounds))
            }
            Self::BruckAllgather { bytes } => of(log, bytes, others),
            Self::BruckAlltoall { bytes } => of(log, bytes, (0..log as u32).map(|bit| with_bit(bit, ranks)).sum()),
            Self::PairwiseAlltoall { bytes } => of(others, bytes, others),
            Self::Halo { grid, bytes, rounds, compute_ns } => {
                let (sides, rounds) = (2 * u64::from(grid.dims), u64::from(rounds));
                Some((rounds, bytes.saturating_mul(sides * rounds), compute_ns.saturating_mul(rounds)))
            }
            Self::BinomialBcast { bytes } | Self::BinomialReduce { bytes } => of(log, bytes, log),
            Self::RecursiveDoublingAllreduce { bytes } => {
                let folds = if ranks.is_power_of_two() { 0 } else { 2 };
                let steps = u64::from(ranks.ilog2()) + folds;
                of(steps, bytes, steps)
            }
            Self::HotSpot { bytes, rounds } => of(1, bytes, others * u64::from(rounds)),
            Self::MasterWorker { .. } => None,
        }
    }

    /// The data shared by all ranks of the program: a random order of the ranks and its inverse, or the lengths of the
    /// tasks.
    pub(crate) fn order(&self, ranks: u32) -> Vec<u32> {
        match *self {
            Self::RandomRing { seed, .. } => {
                let mut rng = Rng::new(seed);
                let mut order: Vec<u32> = (0..ranks).collect();
                rng.shuffle(&mut order);
                let mut places = vec![0; order.len()];
                order.iter().enumerate().for_each(|(place, rank)| places[*rank as usize] = place as u32);
                order.extend(places);
                order
            }
            Self::MasterWorker { tasks, compute_ns, seed, .. } => {
                let mut rng = Rng::new(seed);
                let length = compute_ns.min(u64::from(u32::MAX / 2));
                (0..tasks).map(|_| (length / 2 + rng.below(length + 1)) as u32).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The next operation of a rank.
    pub(crate) fn op(&self, rank: u32, ranks: u32, place: &mut Place, status: Option<Status>, order: &[u32]) -> Op {
        let step = place.step;
        match *self {
            Self::Ring { bytes, rounds } => {
                both_ways(step, rounds, bytes, (rank + 1) % ranks, (rank + ranks - 1) % ranks)
            }
            Self::RandomRing { bytes, rounds, .. } => {
                let at = order[(ranks + rank) as usize];
                let next = order[((at + 1) % ranks) as usize];
                let before = order[((at + ranks - 1) % ranks) as usize];
                both_ways(step, rounds, bytes, next, before)
            }
            Self::BruckAllgather { bytes } => match distance(step, ranks) {
                // The last step moves only the parts that are still missing.
                Some(d) => Op::Sendrecv {
                    to: (rank + d) % ranks,
                    bytes: bytes.saturating_mul(u64::from(d.min(ranks - d))),
                    from: Some((rank + ranks - d) % ranks),
                    tag: step as u32,
                },
                None => Op::Done,
            },
            Self::BruckAlltoall { bytes } => match distance(step, ranks) {
                Some(d) => Op::Sendrecv {
                    to: (rank + d) % ranks,
                    bytes: bytes.saturating_mul(with_bit(step as u32, ranks)),
                    from: Some((rank + ranks - d) % ranks),
                    tag: step as u32,
                },
                None => Op::Done,
            },
            Self::PairwiseAlltoall { bytes } => {
                let k = step as u32 + 1;
                if step + 1 >= u64::from(ranks) {
                    return Op::Done;
                }
                let (to, from) = match ranks.is_power_of_two() {
                    true => (rank ^ k, rank ^ k),
                    false => ((rank + k) % ranks, (rank + ranks - k) % ranks),
                };
                Op::Sendrecv { to, bytes, from: Some(from), tag: k }
            }
            Self::Halo { grid, bytes, rounds, compute_ns } => halo(&grid, rank, ranks, step, bytes, rounds, compute_ns),
            Self::BinomialBcast { bytes } => {
                let (children, first) = (children(rank, ranks), u64::from(rank != 0));
                match step.checked_sub(first) {
                    None => Op::Recv { from: Some(parent(rank)), tag: Some(0) },
                    Some(sent) if sent < children => {
                        Op::Send { to: rank + (1 << (children - 1 - sent)), bytes, tag: 0 }
                    }
                    Some(_) => Op::Done,
                }
            }
            Self::BinomialReduce { bytes } => {
                let children = children(rank, ranks);
                match step {
                    _ if step < children => Op::Recv { from: Some(rank + (1 << step)), tag: Some(0) },
                    _ if step == children && rank != 0 => Op::Send { to: parent(rank), bytes, tag: 0 },
                    _ => Op::Done,
                }
            }
            Self::RecursiveDoublingAllreduce { bytes } => {
                let steps = u64::from(ranks.ilog2());
                let extra = ranks - (1 << steps);
                let folded = rank / 2 < extra;
                if folded && rank % 2 == 0 {
                    return match step {
                        0 => Op::Send { to: rank + 1, bytes, tag: 0 },
                        1 => Op::Recv { from: Some(rank + 1), tag: Some(99) },
                        _ => Op::Done,
                    };
                }
                // The remaining ranks have consecutive numbers of their own.
                let (number, paired) = if folded { (rank / 2, 1) } else { (rank - extra, 0) };
                match step {
                    0 if folded => Op::Recv { from: Some(rank - 1), tag: Some(0) },
                    _ if step - paired < steps => {
                        let partner = number ^ (1 << (step - paired));
                        let partner = if partner < extra { 2 * partner + 1 } else { partner + extra };
                        Op::Sendrecv { to: partner, bytes, from: Some(partner), tag: 1 }
                    }
                    _ if folded && step == 1 + steps => Op::Send { to: rank - 1, bytes, tag: 99 },
                    _ => Op::Done,
                }
            }
            Self::MasterWorker { bytes, tasks, .. } => {
                if rank == 0 {
                    master(ranks, place, status, bytes, tasks)
                } else {
                    worker(place, status, order)
                }
            }
            Self::HotSpot { bytes, rounds } => {
                let others = u64::from(ranks - 1);
                match rank {
                    0 if step < others * u64::from(rounds) => Op::Recv { from: None, tag: None },
                    0 => Op::Done,
                    _ if step < u64::from(rounds) => Op::Send { to: 0, bytes, tag: 0 },
                    _ => Op::Done,
                }
            }
        }
    }
}

/// Parent of a rank in the binomial tree whose root is rank 0: the rank without its lowest 1 bit.
pub(crate) fn parent(rank: u32) -> u32 {
    rank & rank.saturating_sub(1)
}

/// Number of children of a rank in that tree. They are 1, 2, 4 ... ranks further: below the lowest 1 bit of this rank,
/// as far as there are such ranks.
pub(crate) fn children(rank: u32, ranks: u32) -> u64 {
    let own = if rank == 0 { u32::BITS } else { rank.trailing_zeros() };
    let there = (ranks - rank - 1).checked_ilog2().map_or(0, |log| log + 1);
    own.min(there).into()
}

/// Distance of a step of Bruck's algorithms: 2^step, if it is less than the number of ranks.
fn distance(step: u64, ranks: u32) -> Option<u32> {
    1u32.checked_shl(step.try_into().ok()?).filter(|d| *d < ranks)
}

/// The number of ranks below `ranks` that have this bit set.
fn with_bit(bit: u32, ranks: u32) -> u64 {
    let (ranks, size) = (u64::from(ranks), 1u64 << bit);
    (ranks / (2 * size)) * size + (ranks % (2 * size)).saturating_sub(size)
}

/// One round: two receives, two sends, wait.
fn both_ways(step: u64, rounds: u32, bytes: u64, next: u32, before: u32) -> Op {
    if step / 5 >= u64::from(rounds) {
        return Op::Done;
    }
    // With two ranks, the next one and the previous one are the same, so the directions need tags.
    match step % 5 {
        0 => Op::Irecv { from: Some(before), tag: Some(1) },
        1 => Op::Irecv { from: Some(next), tag: Some(2) },
        2 => Op::Isend { to: next, bytes, tag: 1 },
        3 => Op::Isend { to: before, bytes, tag: 2 },
        _ => Op::WaitAll,
    }
}

/// Computation, then receives and sends in all directions of a grid of ranks.
fn halo(grid: &Grid, rank: u32, ranks: u32, step: u64, bytes: u64, rounds: u32, compute_ns: u64) -> Op {
    let sizes = grid.sizes_of(ranks);
    let neighbour = |direction: u32, up: bool| grid.neighbour(&sizes, rank, (direction / 2) as usize, up);
    // Data sent upwards arrives from below.
    let mut sends = (0..2 * grid.dims).filter_map(|d| Some((d, neighbour(d, d % 2 == 0)?)));
    let mut receives = (0..2 * grid.dims).filter_map(|d| Some((d, neighbour(d, d % 2 != 0)?)));
    let sides = if grid.periodic { 2 * u64::from(grid.dims) } else { sends.clone().count() as u64 };
    let (round, phase) = (step / (2 + 2 * sides), step % (2 + 2 * sides));
    match phase {
        _ if round >= u64::from(rounds) => Op::Done,
        0 => Op::Compute(compute_ns.saturating_mul(NS).min(Time::MAX / 4)),
        _ if phase <= sides => receives
            .nth(phase as usize - 1)
            .map_or(Op::Done, |(tag, from)| Op::Irecv { from: Some(from), tag: Some(tag) }),
        _ if phase <= 2 * sides => {
            sends.nth((phase - sides) as usize - 1).map_or(Op::Done, |(tag, to)| Op::Isend { to, bytes, tag })
        }
        _ => Op::WaitAll,
    }
}

/// Hands out tasks; `memory` counts the tasks handed out and the workers dismissed.
fn master(ranks: u32, place: &mut Place, status: Option<Status>, bytes: u64, tasks: u32) -> Op {
    let [given, home] = place.memory;
    match status.filter(|s| s.tag == ASK) {
        Some(asked) if given < tasks => {
            place.memory[0] += 1;
            Op::Send { to: asked.source, bytes, tag: TASK + 3 * (given + 1) }
        }
        Some(asked) => {
            place.memory[1] += 1;
            Op::Send { to: asked.source, bytes: 0, tag: END }
        }
        None if home + 1 < ranks => Op::Recv { from: None, tag: Some(ASK) },
        None => Op::Done,
    }
}

/// Asks, receives, computes. A task's tag contains its number.
fn worker(place: &mut Place, status: Option<Status>, order: &[u32]) -> Op {
    if let Some(status) = status {
        if status.tag == END {
            place.memory[0] = 2;
            return Op::Done;
        }
        let task = (status.tag / 3) as usize - 1;
        place.memory[0] = 0;
        return Op::Compute(u64::from(order.get(task).copied().unwrap_or(0)) * NS);
    }
    match place.memory[0] {
        0 => {
            place.memory[0] = 1;
            Op::Send { to: 0, bytes: 8, tag: ASK }
        }
        1 => Op::Recv { from: Some(0), tag: None },
        _ => Op::Done,
    }
}
