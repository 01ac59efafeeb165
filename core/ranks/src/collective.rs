//! Collective operations as messages between two ranks each, by the algorithms of the chip's library (`core/lib/c/mpi_*.c`).

use crate::pattern::{Pattern, children, parent};
use crate::{Op, Place};
use alloc::vec::Vec;

/// The bit of tags that belong to collective operations. A receive of any tag takes no such message, as in MPI, where they have a
/// context of their own.
pub const COLLECTIVE: u32 = 1 << 31;

/// Allgather uses Bruck's algorithm for parts up to this number of bytes.
const SHORT_PART: u64 = 256;
/// And only if all parts together have at most this number of bytes.
const SHORT_WHOLE: u64 = 16 * 1024;
/// All-to-all uses Bruck's algorithm from this number of ranks on, for parts of 4 or 8 bytes.
const MANY_RANKS: u32 = 32;

/// A collective operation of all ranks. Sizes are in bytes: of the data, or of the part of one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collective {
    /// Dissemination: in step k an empty message to the rank 2^k after this one.
    Barrier,
    /// A binomial tree.
    Bcast { root: u32, bytes: u64 },
    /// A binomial tree.
    Reduce { root: u32, bytes: u64 },
    /// Recursive doubling.
    Allreduce { bytes: u64 },
    /// Recursive doubling, without a fold.
    Scan { bytes: u64 },
    /// Bruck's algorithm for many short parts; else in step k with the ranks k before and k after.
    Alltoall { bytes: u64 },
    /// The steps of a long all-to-all; the bytes to each rank.
    Alltoallv { bytes: Vec<u64> },
    /// The steps of a long all-to-all; the bytes of each rank's part of the result.
    ReduceScatter { bytes: Vec<u64> },
    /// A binomial tree, in which a message has the parts of a whole branch.
    Gather { root: u32, bytes: u64 },
    /// A binomial tree, in which a message has the parts of a whole branch.
    Scatter { root: u32, bytes: u64 },
    /// One message from each rank to the root; the bytes of the caller, which the receiver need not know.
    Gatherv { root: u32, bytes: u64 },
    /// One message from the root to each rank; the bytes to each of them, which only the root knows.
    Scatterv { root: u32, bytes: Vec<u64> },
    /// Bruck's algorithm for short parts, else a ring.
    Allgather { bytes: u64 },
    /// A ring; the bytes of each rank.
    Allgatherv { bytes: Vec<u64> },
}

/// The place of a rank in the operation.
#[derive(Clone, Copy)]
struct Caller {
    rank: u32,
    ranks: u32,
    tag: u32,
}

impl Caller {
    /// The rank that is this many ranks after this one.
    fn after(self, distance: u32) -> u32 {
        ((u64::from(self.rank) + u64::from(distance)) % u64::from(self.ranks)) as u32
    }

    /// The rank that is this many ranks before this one.
    fn before(self, distance: u32) -> u32 {
        self.after(self.ranks - distance % self.ranks)
    }

    fn exchange(self, to: u32, bytes: u64, from: u32) -> Op {
        Op::Sendrecv { to, bytes, from: Some(from), tag: self.tag }
    }

    /// The rank of the tree whose root is rank 0 that is this rank of the tree with this root.
    fn in_tree(self, root: u32) -> u32 {
        self.before(root)
    }

    /// The other direction: the rank that is this rank of the tree whose root is rank 0.
    fn of_tree(self, root: u32, rank: u32) -> u32 {
        Self { rank, ..self }.after(root)
    }

    /// Ranks in the branch below a rank of the tree, with itself.
    fn branch(self, rank: u32) -> u64 {
        let most = if rank == 0 { self.ranks } else { 1 << rank.trailing_zeros() };
        most.min(self.ranks - rank).into()
    }
}

impl Collective {
    /// Adds the operations of a rank. `requests` is the number of requests that the rank has issued before; `number` is that of the
    /// collective operation.
    pub fn ops(&self, rank: u32, ranks: u32, number: u32, requests: &mut u32, out: &mut Vec<Op>) {
        let caller = Caller { rank, ranks, tag: COLLECTIVE | number };
        match *self {
            Self::Barrier => {
                let steps = (0..32).map(|bit| 1_u32 << bit).take_while(|distance| *distance < ranks);
                out.extend(steps.map(|distance| caller.exchange(caller.after(distance), 0, caller.before(distance))));
            }
            Self::Bcast { root, bytes } => pattern(Pattern::BinomialBcast { bytes }, caller, root, out),
            Self::Reduce { root, bytes } => pattern(Pattern::BinomialReduce { bytes }, caller, root, out),
            Self::Allreduce { bytes } => pattern(Pattern::RecursiveDoublingAllreduce { bytes }, caller, 0, out),
            Self::Scan { bytes } => {
                let partners = (0..32).map(|bit| 1_u32 << bit).take_while(|bit| *bit < ranks).map(|bit| rank ^ bit);
                let partners = partners.filter(|partner| *partner < ranks);
                out.extend(partners.map(|partner| caller.exchange(partner, bytes, partner)));
            }
            Self::Alltoall { bytes: bytes @ (4 | 8) } if ranks >= MANY_RANKS => {
                pattern(Pattern::BruckAlltoall { bytes }, caller, 0, out);
            }
            Self::Alltoall { bytes } => in_steps(caller, |_| bytes, out),
            Self::Alltoallv { ref bytes } | Self::ReduceScatter { ref bytes } => {
                in_steps(caller, |to| of(bytes, to), out);
            }
            Self::Gather { root, bytes } => {
                let (rank, of_root) = (caller.in_tree(root), |rank| caller.of_tree(root, rank));
                let receive = |bit| Op::Recv { from: Some(of_root(rank + (1_u32 << bit))), tag: Some(caller.tag) };
                out.extend((0..children(rank, ranks)).map(receive));
                if rank != 0 {
                    let bytes = bytes.saturating_mul(caller.branch(rank));
                    out.push(Op::Send { to: of_root(parent(rank)), bytes, tag: caller.tag });
                }
            }
            Self::Scatter { root, bytes } => {
                let (rank, of_root) = (caller.in_tree(root), |rank| caller.of_tree(root, rank));
                if rank != 0 {
                    out.push(Op::Recv { from: Some(of_root(parent(rank))), tag: Some(caller.tag) });
                }
                let send = |bit| {
                    let child = rank + (1_u32 << bit);
                    let bytes = bytes.saturating_mul(caller.branch(child));
                    Op::Send { to: of_root(child), bytes, tag: caller.tag }
                };
                out.extend((0..children(rank, ranks)).rev().map(send));
            }
            Self::Gatherv { root, bytes } if rank != root => out.push(Op::Send { to: root, bytes, tag: caller.tag }),
            Self::Gatherv { .. } => {
                let others = (0..ranks).filter(|other| *other != rank);
                out.extend(others.map(|other| Op::Irecv { from: Some(other), tag: Some(caller.tag) }));
                let first = *requests;
                *requests += ranks - 1;
                out.extend((first..*requests).map(Op::Wait));
            }
            Self::Scatterv { root, .. } if rank != root => {
                out.push(Op::Recv { from: Some(root), tag: Some(caller.tag) });
            }
            Self::Scatterv { ref bytes, .. } => {
                let others = (0..ranks).filter(|other| *other != rank);
                out.extend(others.map(|to| Op::Send { to, bytes: of(bytes, to), tag: caller.tag }));
            }
            Self::Allgather { bytes } if bytes <= SHORT_PART && bytes.saturating_mul(ranks.into()) <= SHORT_WHOLE => {
                pattern(Pattern::BruckAllgather { bytes }, caller, 0, out);
            }
            Self::Allgather { bytes } => ring(caller, |_| bytes, out),
            Self::Allgatherv { ref bytes } => ring(caller, |owner| of(bytes, owner), out),
        }
    }
}

/// The bytes of a rank in a list.
fn of(bytes: &[u64], rank: u32) -> u64 {
    bytes.get(rank as usize).copied().unwrap_or(0)
}

/// The operations of a built-in program whose rank 0 is another rank.
fn pattern(pattern: Pattern, caller: Caller, root: u32, out: &mut Vec<Op>) {
    let Caller { ranks, tag, .. } = caller;
    let (rank, mut place) = (caller.in_tree(root), Place::default());
    let peer = |rank| caller.of_tree(root, rank);
    loop {
        let op = pattern.op(rank, ranks, &mut place, None, &[]);
        place.step += 1;
        out.push(match op {
            Op::Send { to, bytes, .. } => Op::Send { to: peer(to), bytes, tag },
            Op::Recv { from, .. } => Op::Recv { from: from.map(peer), tag: Some(tag) },
            Op::Sendrecv { to, bytes, from, .. } => Op::Sendrecv { to: peer(to), bytes, from: from.map(peer), tag },
            _ => return,
        });
    }
}

/// In step k data to the rank k after this one, and from the rank k before.
fn in_steps(caller: Caller, bytes: impl Fn(u32) -> u64, out: &mut Vec<Op>) {
    out.extend((1..caller.ranks).map(|step| {
        let to = caller.after(step);
        caller.exchange(to, bytes(to), caller.before(step))
    }));
}

/// In each step the part that came last to the next rank.
fn ring(caller: Caller, bytes: impl Fn(u32) -> u64, out: &mut Vec<Op>) {
    let steps = 1..caller.ranks;
    out.extend(steps.map(|step| caller.exchange(caller.after(1), bytes(caller.before(step - 1)), caller.before(1))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{vec, vec::Vec};
    use mcore_base::Rng;

    /// Runs operations without time: all ranks go on until none can. Returns the bytes from each rank to each other one.
    fn run(programs: &[Vec<Op>]) -> Vec<Vec<(u64, u64)>> {
        let ranks = programs.len();
        let (mut at, mut sent) = (vec![0; ranks], vec![vec![(0, 0); ranks]; ranks]);
        // Messages on their way, by source and destination; all of one operation have its tag.
        let mut flying = vec![vec![0_u32; ranks]; ranks];
        let mut posted: Vec<Vec<u32>> = vec![Vec::new(); ranks];
        let mut half: Vec<bool> = vec![false; ranks];
        loop {
            let mut moved = false;
            for rank in 0..ranks {
                while let Some(op) = programs[rank].get(at[rank]) {
                    let mut send = |to: u32, bytes: u64| {
                        let pair = &mut sent[rank][to as usize];
                        (pair.0, pair.1) = (pair.0 + 1, pair.1 + bytes);
                        flying[rank][to as usize] += 1;
                    };
                    let from = match *op {
                        Op::Send { to, bytes, .. } => {
                            send(to, bytes);
                            None
                        }
                        Op::Recv { from, .. } => from,
                        Op::Sendrecv { to, bytes, from, .. } => {
                            if !core::mem::replace(&mut half[rank], true) {
                                send(to, bytes);
                            }
                            from
                        }
                        Op::Irecv { from, .. } => {
                            posted[rank].push(from.expect("a rank"));
                            None
                        }
                        Op::Wait(request) => Some(posted[rank][request as usize]),
                        ref other => panic!("{other:?}"),
                    };
                    if let Some(from) = from {
                        let left = &mut flying[from as usize][rank];
                        if *left == 0 {
                            break;
                        }
                        *left -= 1;
                    }
                    half[rank] = false;
                    (at[rank], moved) = (at[rank] + 1, true);
                }
            }
            if !moved {
                break;
            }
        }
        assert!(programs.iter().zip(&at).all(|(ops, at)| ops.len() == *at), "a rank waits for ever: {programs:?}");
        assert!(flying.iter().flatten().all(|left| *left == 0), "a message is not received: {programs:?}");
        sent
    }

    fn programs(ranks: u32, of: impl Fn(u32) -> Collective) -> Vec<Vec<Op>> {
        let ops = |rank| {
            let (mut out, mut requests) = (Vec::new(), 0);
            of(rank).ops(rank, ranks, 5, &mut requests, &mut out);
            out
        };
        (0..ranks).map(ops).collect()
    }

    #[test]
    fn every_operation_ends_with_its_messages() {
        let mut rng = Rng::new(1);
        for ranks in [1, 2, 3, 4, 5, 7, 8, 13, 16, 32, 33] {
            let (root, bytes) = (rng.below(ranks.into()) as u32, 1 + rng.below(5000));
            let others = u64::from(ranks - 1);
            let total = |of: &dyn Fn(u32) -> Collective| {
                let sent = run(&programs(ranks, of));
                sent.iter().flatten().fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1))
            };
            let log = u64::from(u32::BITS - (ranks - 1).leading_zeros());
            assert_eq!(total(&|_| Collective::Barrier), (u64::from(ranks) * log, 0), "{ranks}");
            for tree in [Collective::Bcast { root, bytes }, Collective::Reduce { root, bytes }] {
                assert_eq!(total(&|_| tree.clone()), (others, others * bytes), "{ranks} {tree:?}");
            }
            // In a tree each part goes over as many edges as its rank has 1 bits.
            let edges: u64 = (0..ranks).map(|rank| u64::from(rank.count_ones())).sum();
            for tree in [Collective::Gather { root, bytes }, Collective::Scatter { root, bytes }] {
                assert_eq!(total(&|_| tree.clone()), (others, edges * bytes), "{ranks} {tree:?}");
            }
            total(&|_| Collective::Allreduce { bytes });
            total(&|_| Collective::Scan { bytes });
            let long = bytes + 300;
            let pairs = u64::from(ranks) * others;
            assert_eq!(total(&|_| Collective::Alltoall { bytes: long }), (pairs, pairs * long));
            assert_eq!(total(&|_| Collective::Allgather { bytes: long }), (pairs, pairs * long));
            assert_eq!(total(&|_| Collective::Allgather { bytes: 2 }), (u64::from(ranks) * log, pairs * 2));
            let short = total(&|_| Collective::Alltoall { bytes: 4 }).0;
            assert_eq!(short, if ranks >= 32 { u64::from(ranks) * log } else { pairs });
            let list: Vec<u64> = (0..ranks).map(|rank| u64::from(rank) * 7).collect();
            let all: u64 = list.iter().sum();
            let sent = run(&programs(ranks, |_| Collective::Alltoallv { bytes: list.clone() }));
            for (from, row) in sent.iter().enumerate() {
                for (to, pair) in row.iter().enumerate().filter(|(to, _)| *to != from) {
                    assert_eq!(*pair, (1, list[to]), "{from} to {to}");
                }
            }
            assert_eq!(total(&|_| Collective::Allgatherv { bytes: list.clone() }), (pairs, others * all));
            assert_eq!(
                total(&|_| Collective::Scatterv { root, bytes: list.clone() }),
                (others, all - list[root as usize])
            );
            let gathered = total(&|rank| Collective::Gatherv { root, bytes: list[rank as usize] });
            assert_eq!(gathered, (others, all - list[root as usize]));
        }
    }
}
