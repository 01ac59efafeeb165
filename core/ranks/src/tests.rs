//! Patterns: every message is received, the data reach who wants them, and the traffic is that of the textbook.

use crate::{Grid, Matching, NS, Op, Pattern, Place, Program, Status, Trace, write_op};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::{vec, vec::Vec};
use mcore_base::{Rng, near_cube};

const BYTES: u64 = 1000;
const ROUNDS: u32 = 3;

fn named(name: &str) -> Pattern {
    Pattern::named(name, BYTES, ROUNDS, 10, 5).expect("a pattern")
}

/// A message in flight: source, destination, tag, and the ranks whose data it carries.
type Sent = (u32, u32, u32, u64);

/// A rank of an interpreter without time.
#[derive(Clone, Default)]
struct Rank {
    place: Place,
    /// The operation that waits.
    op: Option<Op>,
    /// Receives that were started.
    open: Vec<(Option<u32>, Option<u32>)>,
    status: Option<Status>,
    /// The ranks whose data it has, as bits.
    data: u64,
    ended: bool,
}

/// Runs a program whose messages arrive at once. The data that each rank has at the end, if all ranks end and no message is left.
fn gossip(program: &Program, ranks: u32) -> Vec<u64> {
    let mut all: Vec<Rank> = (0..ranks).map(|rank| Rank { data: 1 << rank, ..Rank::default() }).collect();
    let mut flying: Vec<Sent> = Vec::new();
    let mut moved = true;
    while moved {
        moved = false;
        for own in 0..ranks {
            let rank = &mut all[own as usize];
            if rank.ended {
                continue;
            }
            let fresh = rank.op.is_none();
            let op = rank.op.take().unwrap_or_else(|| program.next(own, ranks, &mut rank.place, rank.status.take()));
            if let (true, Op::Send { to, tag, .. } | Op::Isend { to, tag, .. } | Op::Sendrecv { to, tag, .. }) =
                (fresh, op)
            {
                flying.push((own, to, tag, rank.data));
            }
            match op {
                Op::Irecv { from, tag } => rank.open.push((from, tag)),
                Op::Recv { from, tag } => rank.open = vec![(from, tag)],
                Op::Sendrecv { from, tag, .. } => rank.open = vec![(from, Some(tag))],
                Op::Done => rank.ended = true,
                _ => {}
            }
            if matches!(op, Op::Recv { .. } | Op::Sendrecv { .. } | Op::WaitAll) {
                while let Some((from, tag)) = rank.open.first().copied() {
                    let fits = |(source, to, of, _): &Sent| {
                        *to == own && from.is_none_or(|from| from == *source) && tag.is_none_or(|tag| tag == *of)
                    };
                    let Some(at) = flying.iter().position(fits) else { break };
                    let (source, _, tag, data) = flying.remove(at);
                    rank.data |= data;
                    rank.status = Some(Status { source, tag, bytes: 0 });
                    rank.open.remove(0);
                }
                if !rank.open.is_empty() {
                    rank.op = Some(op);
                    continue;
                }
            }
            moved = true;
        }
    }
    assert!(all.iter().all(|rank| rank.ended), "a rank waits for ever");
    assert_eq!(flying, [], "a message is never received");
    all.iter().map(|rank| rank.data).collect()
}

#[test]
fn every_message_is_received_and_data_reach_the_ranks_that_want_them() {
    for (name, ranks) in Pattern::NAMES.into_iter().flat_map(|name| (1..=34).map(move |ranks| (name, ranks))) {
        let found = gossip(&Program::pattern(named(name), ranks), ranks);
        let everything = (1u64 << ranks) - 1;
        match name {
            "bruck-allgather" | "bruck-alltoall" | "pairwise-alltoall" | "recursive-doubling-allreduce" => {
                assert!(found.iter().all(|data| *data == everything), "{name}, {ranks} ranks: {found:x?}");
            }
            "binomial-bcast" => assert!(found.iter().all(|data| data & 1 == 1), "{ranks} ranks"),
            "binomial-reduce" | "hot-spot" => assert_eq!(found[0], everything, "{name}, {ranks} ranks"),
            "ring" => {
                let neighbours = |rank: u32| 1u64 << ((rank + 1) % ranks) | 1 << ((rank + ranks - 1) % ranks);
                assert!((0..ranks).all(|rank| found[rank as usize] & neighbours(rank) == neighbours(rank)));
            }
            _ => {}
        }
    }
}

/// In each step a rank has its part and those of the ranks just before it; the bytes say how many of them it sends.
#[test]
fn bruck_s_algorithms_move_each_part_to_its_place() {
    for ranks in 1u32..=40 {
        let of = |name, rank: u32, step: u64| {
            let mut place = Place { step, ..Place::default() };
            match Program::pattern(named(name), ranks).next(rank, ranks, &mut place, None) {
                Op::Sendrecv { to, bytes, from, .. } => Some((to, bytes / BYTES, from.expect("a source"))),
                _ => None,
            }
        };
        let mut parts: Vec<Vec<u32>> = (0..ranks).map(|rank| vec![rank]).collect();
        for step in 0.. {
            let Some((_, count, _)) = of("bruck-allgather", 0, step) else { break };
            let before = parts.clone();
            for rank in 0..ranks {
                let (to, same, _) = of("bruck-allgather", rank, step).expect("all ranks have the same steps");
                assert_eq!((same, to), (count, (rank + (1 << step)) % ranks));
                parts[to as usize].extend(&before[rank as usize][..count as usize]);
            }
        }
        for (rank, parts) in (0..ranks).zip(&parts) {
            let all: Vec<u32> = (0..ranks).map(|back| (rank + ranks - back) % ranks).collect();
            assert_eq!(*parts, all, "{ranks} ranks");
        }
        // The part for the rank `far` further has got there when each bit of `far` was a step.
        let mut parts: Vec<(u32, u32)> = (0..ranks).flat_map(|rank| (0..ranks).map(move |far| (rank, far))).collect();
        for step in 0.. {
            let Some((_, count, _)) = of("bruck-alltoall", 0, step) else { break };
            let mut sent = vec![0; ranks as usize];
            for (at, _) in parts.iter_mut().filter(|(_, far)| far >> step & 1 == 1) {
                sent[*at as usize] += 1;
                *at = of("bruck-alltoall", *at, step).expect("a step").0;
            }
            assert!(sent.iter().all(|sent| *sent == count), "{ranks} ranks, step {step}: {sent:?}, {count}");
        }
        let mut found = vec![vec![0; ranks as usize]; ranks as usize];
        parts.iter().for_each(|(at, far)| found[*at as usize][*far as usize] += 1);
        assert!(found.iter().flatten().all(|count| *count == 1), "each rank has one part of each distance");
    }
}

/// Bytes by source and destination, without messages of a rank to itself.
type Traffic = BTreeMap<(u32, u32), u64>;

fn traffic(pattern: Pattern, ranks: u32) -> Traffic {
    let mut sums = Traffic::new();
    Program::pattern(pattern, ranks).sends(ranks, |from, to, bytes| *sums.entry((from, to)).or_default() += bytes);
    sums.retain(|(from, to), bytes| from != to && *bytes > 0);
    sums
}

/// The same by formulas of the whole run.
fn formula(name: &str, ranks: u32) -> Traffic {
    let mut sums = Traffic::new();
    let mut add = |from: u32, to: u32, bytes: u64| {
        if from != to {
            *sums.entry((from, to)).or_default() += bytes;
        }
    };
    let all = || (0..ranks).flat_map(|a| (0..ranks).map(move |b| (a, b)));
    let rounds = u64::from(ROUNDS);
    let mut order: Vec<u32> = (0..ranks).collect();
    match name {
        "bruck-allgather" | "bruck-alltoall" => {
            for d in (0..32).map(|step| 1u32 << step).take_while(|d| *d < ranks) {
                let with_bit = (0..ranks).filter(|number| number & d != 0).count() as u64;
                let parts = if name == "bruck-alltoall" { with_bit } else { u64::from(d.min(ranks - d)) };
                (0..ranks).for_each(|rank| add(rank, (rank + d) % ranks, BYTES * parts));
            }
        }
        "pairwise-alltoall" => all().for_each(|(a, b)| add(a, b, BYTES)),
        "recursive-doubling-allreduce" => {
            let steps = ranks.ilog2();
            let extra = ranks - (1 << steps);
            (0..extra)
                .flat_map(|pair| [(2 * pair, 2 * pair + 1), (2 * pair + 1, 2 * pair)])
                .for_each(|(a, b)| add(a, b, BYTES));
            let rank = |number: u32| if number < extra { 2 * number + 1 } else { number + extra };
            for (number, step) in (0..1u32 << steps).flat_map(|number| (0..steps).map(move |step| (number, step))) {
                add(rank(number), rank(number ^ (1 << step)), BYTES);
            }
        }
        "binomial-bcast" => (1..ranks).for_each(|rank| add(rank & (rank - 1), rank, BYTES)),
        "binomial-reduce" => (1..ranks).for_each(|rank| add(rank, rank & (rank - 1), BYTES)),
        "hot-spot" => (1..ranks).for_each(|rank| add(rank, 0, BYTES * rounds)),
        "ring" | "random-ring" => {
            if name == "random-ring" {
                Rng::new(5).shuffle(&mut order);
            }
            for at in 0..order.len() {
                let next = order[(at + 1) % order.len()];
                add(order[at], next, BYTES * rounds);
                add(next, order[at], BYTES * rounds);
            }
        }
        "halo-2d" | "halo-3d" => {
            let sizes = near_cube(ranks, if name == "halo-2d" { 2 } else { 3 });
            halo(&sizes, true, |a, b| add(a, b, BYTES * rounds));
        }
        _ => {}
    }
    sums
}

/// The pairs of neighbours in a grid, both directions; twice if they are neighbours on both sides.
fn halo(sizes: &[u32], periodic: bool, mut add: impl FnMut(u32, u32)) {
    let ranks: u32 = sizes.iter().product();
    let mut stride = 1;
    for size in sizes {
        for rank in 0..ranks {
            let at = rank / stride % size;
            let up = if at + 1 < *size { Some(rank + stride) } else { periodic.then_some(rank - at * stride) };
            if let Some(up) = up {
                add(rank, up);
                add(up, rank);
            }
        }
        stride *= size;
    }
}

#[test]
fn the_traffic_of_patterns_is_that_of_the_textbook() {
    for name in Pattern::NAMES.into_iter().filter(|name| *name != "master-worker") {
        for ranks in 1..=70 {
            assert_eq!(traffic(named(name), ranks), formula(name, ranks), "{name}, {ranks} ranks");
        }
    }
}

#[test]
fn a_grid_may_have_borders_and_any_sizes() {
    for sizes in [&[4u32, 3][..], &[1, 5], &[2, 2], &[3, 4, 2], &[5, 1, 1], &[1, 1, 1]] {
        for periodic in [false, true] {
            let ranks: u32 = sizes.iter().product();
            let pattern = Pattern::Halo { grid: Grid::new(sizes, periodic), bytes: 8, rounds: 2, compute_ns: 1 };
            let mut expected = Traffic::new();
            halo(sizes, periodic, |a, b| *expected.entry((a, b)).or_default() += 16);
            expected.retain(|(a, b), _| a != b);
            assert_eq!(traffic(pattern, ranks), expected, "{sizes:?} {periodic}");
            gossip(&Program::pattern(pattern, ranks), ranks);
        }
    }
}

#[test]
fn operations_are_written_as_they_are_read() {
    let ops = vec![
        Op::Compute(12 * NS),
        Op::Send { to: 1, bytes: 4096, tag: 7 },
        Op::Isend { to: 0, bytes: 0, tag: 0 },
        Op::Recv { from: None, tag: Some(3) },
        Op::Recv { from: Some(1), tag: None },
        Op::Irecv { from: Some(0), tag: Some(1) },
        Op::Sendrecv { to: 1, bytes: 9, from: None, tag: 2 },
        Op::Sendrecv { to: 1, bytes: 9, from: Some(1), tag: 2 },
        Op::Wait(3),
        Op::WaitAll,
    ];
    let mut text = String::new();
    for (rank, op) in (0..2).flat_map(|rank| ops.iter().map(move |op| (rank, op))) {
        write_op(&mut text, rank, op);
    }
    write_op(&mut text, 0, &Op::Done);
    assert_eq!(Trace::read(&text), Ok(Trace::of(vec![ops.clone(), ops])));
}

/// MPI's matching order by a small model: lists, searched from the start.
#[test]
fn matching_follows_mpi() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut matching = Matching::default();
        let mut posted: Vec<(Option<u32>, Option<u32>, u32)> = Vec::new();
        let mut arrived: Vec<(u32, u32, u32)> = Vec::new();
        for number in 0..40u32 {
            let (from, tag) = (rng.below(3) as u32, rng.below(2) as u32);
            let (found, expected) = if rng.below(2) == 0 {
                let (from, tag) = (Some(from).filter(|_| rng.below(3) > 0), Some(tag).filter(|_| rng.below(3) > 0));
                let fits = |a: &(u32, u32, u32)| from.is_none_or(|f| f == a.0) && tag.is_none_or(|t| t == a.1);
                let message = arrived.iter().position(fits).map(|at| arrived.remove(at));
                if message.is_none() {
                    posted.push((from, tag, number));
                }
                let found = matching.post(from, tag, number);
                (
                    found.map(|(status, message)| (message, status.source)),
                    message.map(|(from, _, message)| (message, from)),
                )
            } else {
                let fits =
                    |p: &(Option<u32>, Option<u32>, u32)| p.0.is_none_or(|f| f == from) && p.1.is_none_or(|t| t == tag);
                let request = posted.iter().position(fits).map(|at| posted.remove(at).2);
                if request.is_none() {
                    arrived.push((from, tag, number));
                }
                let found = matching.arrive(Status { source: from, tag, bytes: 0 }, number);
                (found, request.map(|request| (request, number)))
            };
            assert_eq!(found, expected, "seed {seed}");
        }
        assert_eq!(matching.unreceived(), arrived.len(), "seed {seed}");
    }
}
