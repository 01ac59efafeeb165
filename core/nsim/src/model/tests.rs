//! Tests of the machine against closed formulas and published results.

use super::machine::Recording;
use super::params::transfer;
use super::*;
use alloc::{vec, vec::Vec};
use mcore_base::Rng;
use mcore_ranks::MapFault;

#[test]
fn a_program_in_c_is_no_trace_and_is_told_where_it_runs() {
    let c = [
        ("#include <mpi.h>\nint main(void) { return 0; }\n", 1),
        ("/* x */\n# include \"a.h\"\n", 2),
        ("\nint main()\n", 2),
    ];
    for (text, line) in c {
        let error = read_trace(text, 1e9).expect_err("C");
        assert_eq!(error.line, line);
        assert!(error.message.en.contains("a program in C") && error.message.en.contains("mcore run"), "{error:?}");
    }
    assert!(read_trace("# includes 4 messages\n0 send 1 4\n1 recv 0\n", 1e9).is_ok());
}

fn machine(topology: Topology, params: Params, program: Program, ranks: u32, parts: usize) -> Machine {
    let recording = Recording { links: 64, ..Recording::default() };
    Machine::new(topology, params, Mapping::in_order(ranks), program, parts, &recording).expect("it can be built")
}

fn finished(mut machine: Machine) -> Machine {
    while machine.run(1000) == Progress::Running {}
    assert_eq!(machine.run(1), Progress::Ended, "{:?}", machine.waiting(5));
    machine
}

fn pattern(topology: Topology, params: Params, pattern: Pattern) -> Machine {
    let ranks = topology.nodes();
    finished(machine(topology, params, Program::pattern(pattern, ranks), ranks, 1))
}

fn trace(topology: Topology, params: Params, ops: Vec<Vec<Op>>) -> Machine {
    let ranks = ops.len() as u32;
    finished(machine(topology, params, Program::trace(Trace::of(ops)), ranks, 1))
}

/// Bruck's all-to-all of 4 bytes: packets, link traversals, and the lower bound of its time in ns with ties one way and
/// split (0: not known). The numbers follow from the dimension order and the packet size alone.
const BRUCK: [(&[u32], u64, u64, [f64; 2]); 4] = [
    (&[4, 4, 4], 384, 684, [0.0, 0.0]),
    (&[8, 8, 8], 18_432, 46_816, [0.0, 0.0]),
    (&[16, 8, 8], 81_920, 253_376, [7_420.0, 6_400.0]),
    (&[16, 16, 16], 1_572_864, 6_151_680, [46_100.0, 42_000.0]),
];

/// The cost of a step besides its bytes: two MPI functions, and the route of the packet that goes furthest.
fn beside_the_bytes(dims: &[u32], params: &Params) -> f64 {
    let routes = Routes::new(Topology::torus(dims), 1, params.tie);
    let nodes = routes.topology().nodes();
    let steps = nodes.ilog2();
    let hops = |step: u32| (0..nodes).map(|rank| routes.hops(rank, (rank + (1 << step)) % nodes)).max().unwrap_or(0);
    (0..steps).map(|step| 400.0 + f64::from(hops(step)) * params.hop() as f64 / NS as f64).sum()
}

#[test]
fn bruck_needs_the_known_packets_and_link_traversals_and_is_close_to_its_floor() {
    for (dims, packets, traversals, floors) in BRUCK {
        for (tie, floor) in [Tie::OneWay, Tie::Split].into_iter().zip(floors) {
            if tie == Tie::Split && dims == [16, 16, 16] {
                continue; // It is the same again, and the longest run here.
            }
            let params = Params { tie, ..Params::TORUS };
            let run = pattern(Topology::torus(dims), params.clone(), Pattern::BruckAlltoall { bytes: 4 });
            let report = run.report();
            assert_eq!((report.packets, report.link_traversals), (packets, traversals), "{dims:?}");
            let bound = floor + beside_the_bytes(dims, &params);
            assert!(report.time_ns() >= floor, "{dims:?} {tie:?}: {} ns, floor {floor}", report.time_ns());
            if floor > 0.0 {
                assert!(report.time_ns() <= 1.15 * bound, "{dims:?} {tie:?}: {} ns, bound {bound}", report.time_ns());
            }
        }
    }
}

#[test]
fn the_busiest_link_of_a_step_carries_a_power_of_two_of_messages() {
    let dims = [16u32, 8, 8];
    let ranks: u32 = dims.iter().product();
    // The step within its dimension.
    let within = [0, 1, 2, 3, 0, 1, 2, 0, 1, 2];
    for (step, within) in within.into_iter().enumerate() {
        let to = |rank: u32| (rank + (1 << step)) % ranks;
        let ops = (0..ranks)
            .map(|rank| vec![Op::Isend { to: to(rank), bytes: 256, tag: 0 }, Op::Recv { from: None, tag: None }]);
        let run = trace(Topology::torus(&dims), Params::TORUS, ops.collect());
        let busiest = run.report().busiest.expect("something was sent");
        assert_eq!(busiest.packets, 1 << within, "step {step}");
    }
}

/// One message from rank 0 to another over an empty network.
fn one_message(topology: &Topology, params: &Params, to: u32, bytes: u64) -> Time {
    let mut ops = vec![Vec::new(); to as usize + 1];
    ops[0] = vec![Op::Send { to, bytes, tag: 0 }];
    ops[to as usize] = vec![Op::Recv { from: Some(0), tag: Some(0) }];
    trace(topology.clone(), params.clone(), ops).report().time
}

#[test]
fn one_message_over_an_empty_network_takes_the_closed_formula_for_all_distances() {
    let p = Params::TORUS;
    let topology = Topology::torus(&[8, 6, 5]);
    let routes = Routes::new(topology.clone(), 1, p.tie);
    for to in 1..topology.nodes() {
        let hops = Time::from(routes.hops(0, to));
        for bytes in [0, 1, 256, 257, 5000] {
            // Both functions, the allocations at the first switch, the hops, the last switch, and the bytes once:
            // cut-through.
            let last = p.routing_delay + p.vc_delay + p.allocation_delay + hops * p.hop() + p.switch_delay;
            let wire = transfer(bytes, p.link_rate);
            assert_eq!(one_message(&topology, &p, to, bytes), 2 * p.mpi_overhead + last + wire, "{to}, {bytes} B");
        }
    }
}

#[test]
fn a_slow_nic_holds_the_tail_back_and_a_slow_switch_too() {
    let topology = Topology::torus(&[8]);
    let fast = one_message(&topology, &Params::TORUS, 3, 256);
    let slow_nic = Params { nic_rate: 2_000_000_000, ..Params::TORUS };
    // 128 ns instead of 32, once: the slowest link determines the tail's arrival at both NICs and all links.
    assert_eq!(one_message(&topology, &slow_nic, 3, 256) - fast, 96 * NS);
    let slow_switch = Params { switch_rate: 4_000_000_000, ..Params::TORUS };
    assert_eq!(one_message(&topology, &slow_switch, 3, 256) - fast, 32 * NS);
    // A second packet follows at the rate of the slowest component.
    assert_eq!(one_message(&topology, &slow_nic, 3, 512) - one_message(&topology, &slow_nic, 3, 256), 128 * NS);
}

#[test]
fn a_message_in_a_fat_tree_goes_up_and_down() {
    let p = Params::INFINIBAND;
    let topology = Topology::named("fat-tree", &[4, 4, 4]).expect("valid");
    for (to, hops) in [(1, 0), (4, 2), (16, 4), (63, 4)] {
        let first = p.nic_delay + p.routing_delay + p.vc_delay + p.allocation_delay;
        let way = first + hops * p.hop() + p.switch_delay + p.nic_delay;
        let wire = transfer(1000, p.nic_rate);
        assert_eq!(one_message(&topology, &p, to, 1000), 2 * p.mpi_overhead + way + wire, "{to}");
    }
}

#[test]
fn a_fat_tree_has_full_bisection() {
    let topology = Topology::named("fat-tree", &[4, 4, 4]).expect("valid");
    let (ranks, half) = (64, 32);
    // All ranks send across the middle at once; with up-straight routing no two need the same link.
    let ops = (0..ranks).map(|rank| {
        let to = (rank + half) % ranks;
        vec![Op::Isend { to, bytes: 1 << 20, tag: 0 }, Op::Recv { from: None, tag: None }]
    });
    let run = trace(topology.clone(), Params::INFINIBAND, ops.collect());
    let alone = one_message(&topology, &Params::INFINIBAND, 32, 1 << 20);
    assert_eq!(run.report().time, alone);
}

#[test]
fn every_program_ends_on_any_number_of_ranks() {
    for ranks in [2u32, 3, 5, 8, 13, 16] {
        for name in Pattern::NAMES {
            let program = Pattern::named(name, 300, 3, 50, 7).expect("known");
            let topology = Topology::torus(&[ranks, 2]);
            let run = finished(machine(topology, Params::TORUS, Program::pattern(program, ranks), ranks, 1));
            let report = run.report();
            assert_eq!(report.ended, (ranks, ranks), "{name} {ranks}");
            let sent = match name {
                "ring" | "random-ring" => Some(u64::from(ranks) * 2 * 3),
                "pairwise-alltoall" => Some(u64::from(ranks) * u64::from(ranks - 1)),
                "binomial-bcast" | "binomial-reduce" => Some(u64::from(ranks) - 1),
                "hot-spot" => Some(u64::from(ranks - 1) * 3),
                "halo-2d" => Some(u64::from(ranks) * 4 * 3),
                "halo-3d" => Some(u64::from(ranks) * 6 * 3),
                // A request for each task and one more for each worker, and an answer to each.
                "master-worker" => Some(2 * (3 + u64::from(ranks) - 1)),
                _ => None,
            };
            assert!(sent.is_none_or(|sent| sent == report.messages), "{name} {ranks}: {}", report.messages);
        }
    }
}

#[test]
fn bruck_alltoall_moves_every_part_as_often_as_its_distance_has_bits() {
    for ranks in [2u64, 3, 7, 12, 16] {
        let program = Program::pattern(Pattern::BruckAlltoall { bytes: 1 }, ranks as u32);
        let run = finished(machine(Topology::torus(&[ranks as u32]), Params::TORUS, program, ranks as u32, 1));
        let parts: u64 = (0..ranks).map(|distance| u64::from(distance.count_ones())).sum();
        assert_eq!(run.report().bytes, ranks * parts, "{ranks}");
    }
}

/// The operations of each rank of a built-in program that does not depend on the messages received.
fn operations(pattern: Pattern, ranks: u32) -> Vec<Vec<Op>> {
    let program = Program::pattern(pattern, ranks);
    let of = |rank| {
        let mut place = Place::default();
        core::iter::from_fn(|| Some(program.next(rank, ranks, &mut place, None)).filter(|op| *op != Op::Done)).collect()
    };
    (0..ranks).map(of).collect()
}

/// Each rank performs the loops of MPICH (`MPIR_Bcast_intra_binomial` with root 0), and in the reduction the reverse.
#[test]
fn the_binomial_tree_is_that_of_mpich_and_the_reduction_is_its_mirror() {
    for ranks in (1..=40).chain([64, 100, 255, 256, 257, 1000]) {
        let bcast = operations(Pattern::BinomialBcast { bytes: 8 }, ranks);
        let reduce = operations(Pattern::BinomialReduce { bytes: 8 }, ranks);
        for rank in 0..ranks {
            let mut ops = Vec::new();
            let mut mask = 1;
            while mask < ranks {
                if rank & mask != 0 {
                    ops.push(Op::Recv { from: Some(rank - mask), tag: Some(0) });
                    break;
                }
                mask <<= 1;
            }
            mask >>= 1;
            while mask > 0 {
                if rank + mask < ranks {
                    ops.push(Op::Send { to: rank + mask, bytes: 8, tag: 0 });
                }
                mask >>= 1;
            }
            assert_eq!(bcast[rank as usize], ops, "{rank} of {ranks}");
            let turned = |op: &Op| match *op {
                Op::Recv { from: Some(from), .. } => Op::Send { to: from, bytes: 8, tag: 0 },
                Op::Send { to, .. } => Op::Recv { from: Some(to), tag: Some(0) },
                other => other,
            };
            let mirror: Vec<Op> = ops.iter().rev().map(turned).collect();
            assert_eq!(reduce[rank as usize], mirror, "{rank} of {ranks}");
        }
    }
}

/// The hops were counted by another author's script from the tree of MPICH. The tree by highest bits gives 23,205 and
/// 432 hops.
#[test]
fn a_broadcast_crosses_as_many_links_as_the_tree_of_mpich() {
    let torus = Topology::torus(&[16, 16, 16]);
    let tree = Topology::named("fat-tree", &[8, 4, 4]).expect("valid");
    for (topology, params, hops) in [(torus, Params::TORUS, 8736), (tree, Params::INFINIBAND, 36)] {
        for program in [Pattern::BinomialBcast { bytes: 4 }, Pattern::BinomialReduce { bytes: 4 }] {
            let report = pattern(topology.clone(), params.clone(), program).report();
            assert_eq!(report.link_traversals, hops, "{}", topology.name());
        }
    }
}

/// Recursive doubling as in the loops of MPICH (`MPIR_Allreduce_intra_recursive_doubling`).
#[test]
fn allreduce_folds_neighbours_as_mpich_does() {
    for ranks in (1u32..=40).chain([64, 100, 1000]) {
        let ours = operations(Pattern::RecursiveDoublingAllreduce { bytes: 8 }, ranks);
        let mut power = 1;
        while power * 2 <= ranks {
            power *= 2;
        }
        let rem = ranks - power;
        for rank in 0..ranks {
            let mut ops = Vec::new();
            let mut new_rank = Some(rank.wrapping_sub(rem));
            if rank < 2 * rem {
                if rank % 2 == 0 {
                    ops.push(Op::Send { to: rank + 1, bytes: 8, tag: 0 });
                    new_rank = None;
                } else {
                    ops.push(Op::Recv { from: Some(rank - 1), tag: Some(0) });
                    new_rank = Some(rank / 2);
                }
            }
            let mut mask = 1;
            while let Some(new_rank) = new_rank.filter(|_| mask < power) {
                let new = new_rank ^ mask;
                let to = if new < rem { new * 2 + 1 } else { new + rem };
                ops.push(Op::Sendrecv { to, bytes: 8, from: Some(to), tag: 1 });
                mask <<= 1;
            }
            if rank < 2 * rem {
                ops.push(match rank % 2 {
                    0 => Op::Recv { from: Some(rank + 1), tag: Some(99) },
                    _ => Op::Send { to: rank - 1, bytes: 8, tag: 99 },
                });
            }
            assert_eq!(ours[rank as usize], ops, "{rank} of {ranks}");
        }
    }
}

/// One link, and a buffer of one slot at its end: a packet advances when the credit of the previous one has returned.
/// The previous one needs 104 ns for allocation and cable, 140 ns for the next switch and 32 ns for its tail, and the
/// credit 100 ns for the cable.
#[test]
fn one_buffer_place_lets_a_packet_through_every_376_ns() {
    let tiny = Params { input_buffer: 1, output_buffer: 1, ..Params::TORUS };
    let topology = Topology::mesh(&[2]);
    let time = |packets: u64| one_message(&topology, &tiny, 1, packets * 256);
    for packets in [3, 4, 10, 50] {
        assert_eq!(time(packets) - time(2), (packets - 2) * 376 * NS, "{packets} packets");
    }
}

fn saturating() -> Vec<(Topology, Params, Pattern)> {
    let tiny = Params { input_buffer: 1, output_buffer: 1, ..Params::TORUS };
    let robin = Params { arbitration: Arbitration::RoundRobin, tie: Tie::Split, ..tiny.clone() };
    let nics =
        Params { nics: 3, copies: Copies::OneCopy, rendezvous_from: Some(500), packet_gap: 7 * NS, ..Params::TORUS };
    let tree = Topology::named("fat-tree", &[4, 2, 3]).expect("valid");
    vec![
        (Topology::torus(&[6, 5]), tiny.clone(), Pattern::PairwiseAlltoall { bytes: 3000 }),
        (Topology::torus(&[4, 4, 2]), robin, Pattern::HotSpot { bytes: 2000, rounds: 4 }),
        (Topology::mesh(&[5, 6]), tiny, Pattern::PairwiseAlltoall { bytes: 3000 }),
        (tree.clone(), Params::INFINIBAND, Pattern::PairwiseAlltoall { bytes: 9000 }),
        // Ranks that wait as long as they send, from the same time on.
        (
            Topology::torus(&[6, 5]),
            Params::MOPT,
            Pattern::MasterWorker { bytes: 1900, tasks: 3, compute_ns: 300, seed: 7 },
        ),
        (Topology::torus(&[3, 3, 3]), nics.clone(), Pattern::RandomRing { bytes: 4000, rounds: 3, seed: 5 }),
        (tree, Params { mtu: 512, ..nics }, Pattern::MasterWorker { bytes: 800, tasks: 60, compute_ns: 900, seed: 2 }),
    ]
}

#[test]
fn parts_and_threads_change_nothing() {
    for (topology, params, pattern) in saturating() {
        let ranks = topology.nodes();
        let program = Program::pattern(pattern, ranks);
        let recording = Recording { links: 64, ranks: true, switches: (0..topology.switches()).collect() };
        let build = |parts| {
            let mapping = Mapping::random(ranks, ranks, 3).expect("fits");
            Machine::new(topology.clone(), params.clone(), mapping, program.clone(), parts, &recording).expect("valid")
        };
        let alone = finished(build(1));
        let all = |m: &Machine| {
            (m.report(), m.links(), m.rank_times(), m.rank_history(), m.buffer_changes(), m.link_history())
        };
        for parts in [2, 3, 7] {
            assert_eq!(all(&finished(build(parts))), all(&alone), "{} in {parts} parts", topology.name());
            let mut threads = build(parts);
            assert_eq!(threads.run_threads(|_, _| true), Progress::Ended);
            assert_eq!(all(&threads), all(&alone), "{} in {parts} threads", topology.name());
        }
    }
}

/// The command shows the progress of a run from the calls of `watch`.
#[test]
#[cfg(feature = "std")]
fn time_and_packets_grow_while_a_run_is_watched() {
    let topology = Topology::torus(&[16, 8, 8]);
    let program = Program::pattern(Pattern::BruckAlltoall { bytes: 4 }, 1024);
    for parts in [1, 3] {
        let mapping = Mapping::in_order(1024);
        let recording = Recording::default();
        let machine = Machine::new(topology.clone(), Params::TORUS, mapping, program.clone(), parts, &recording);
        let (mut machine, mut seen) = (machine.expect("valid"), Vec::new());
        let came = machine.run_threads(|now, packets| {
            seen.push((now, packets));
            true
        });
        assert_eq!((came, machine.packets()), (Progress::Ended, 81_920));
        assert!(seen.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1), "{parts}: {seen:?}");
        assert!(seen.last().is_some_and(|(_, packets)| (1..=81_920).contains(packets)), "{parts}: {seen:?}");
    }
}

#[test]
fn a_recording_that_is_cut_is_cut_at_the_same_place_in_any_number_of_parts() {
    // Bruck's all-to-all on 1,024 nodes: 253,376 hops, each of which adds a packet to a buffer and removes it.
    let topology = Topology::torus(&[16, 8, 8]);
    let program = Program::pattern(Pattern::BruckAlltoall { bytes: 4 }, 1024);
    let recording = Recording { switches: (0..1024).collect(), ..Recording::default() };
    let changes = [1, 3].map(|parts| {
        let mapping = Mapping::in_order(1024);
        let machine = Machine::new(topology.clone(), Params::TORUS, mapping, program.clone(), parts, &recording);
        finished(machine.expect("valid")).buffer_changes()
    });
    assert!(changes[0].1 && (90_000..=100_000).contains(&changes[0].0.len()), "{}", changes[0].0.len());
    assert!(changes[0] == changes[1]);
}

#[test]
fn buffers_never_hold_more_than_they_can_and_are_empty_at_the_end() {
    for (topology, params, pattern) in saturating() {
        let ranks = topology.nodes();
        let recording = Recording { switches: (0..topology.switches()).collect(), ..Recording::default() };
        let program = Program::pattern(pattern, ranks);
        let machine = Machine::new(topology, params.clone(), Mapping::in_order(ranks), program, 1, &recording);
        let run = finished(machine.expect("valid"));
        let (changes, cut) = run.buffer_changes();
        assert!(!cut && !changes.is_empty());
        let mut held = alloc::collections::BTreeMap::new();
        for change in changes {
            let packets: &mut i32 = held.entry((change.switch, change.port, change.channel)).or_default();
            *packets += i32::from(change.change);
            assert!((0..=i32::from(params.input_buffer)).contains(packets), "{change:?}: {packets}");
        }
        assert!(held.values().all(|packets| *packets == 0));
        let report = run.report();
        let history = run.link_history();
        assert!(history.is_none() && report.packets > 0);
    }
}

#[test]
fn the_history_of_links_adds_up() {
    let run = pattern(Topology::torus(&[4, 4]), Params::TORUS, Pattern::PairwiseAlltoall { bytes: 5000 });
    let (_, rows) = run.link_history().expect("recorded");
    for (link, row) in run.links().iter().zip(rows) {
        assert_eq!(link.bytes, row.iter().map(|bytes| u64::from(*bytes)).sum::<u64>(), "{}", link.name);
    }
}

#[test]
fn what_a_rank_does_fills_its_time() {
    let params = Params { copies: Copies::OneCopy, ..Params::TORUS };
    let ops = vec![
        vec![Op::Compute(5 * NS), Op::Send { to: 1, bytes: 1000, tag: 0 }, Op::Compute(7 * NS)],
        vec![Op::Recv { from: Some(0), tag: None }],
    ];
    let run = trace(Topology::torus(&[4]), params.clone(), ops);
    let times = run.rank_times();
    let copy = transfer(1000, params.memory_rate);
    assert_eq!(times[0].end, 12 * NS + params.mpi_overhead + copy);
    assert_eq!((times[0].computed, times[0].waited), (12 * NS, 0));
    assert_eq!(times[1].waited + params.mpi_overhead, times[1].end);
}

#[test]
fn zero_copy_waits_for_the_nic_and_one_copy_for_the_memory() {
    let ops = || vec![vec![Op::Send { to: 1, bytes: 100_000, tag: 0 }], vec![Op::Recv { from: None, tag: None }]];
    let end = |copies| trace(Topology::torus(&[4]), Params { copies, ..Params::TORUS }, ops()).rank_times()[0].end;
    let p = Params::TORUS;
    assert_eq!(end(Copies::OneCopy), p.mpi_overhead + transfer(100_000, p.memory_rate));
    let pipeline = p.routing_delay + p.vc_delay + p.allocation_delay;
    assert_eq!(end(Copies::ZeroCopy), p.mpi_overhead + pipeline + transfer(100_000, p.link_rate));
}

#[test]
fn rendezvous_asks_first_and_sends_when_the_receive_is_there() {
    let ops = |late| {
        vec![
            vec![Op::Send { to: 1, bytes: 4096, tag: 3 }],
            vec![Op::Compute(late), Op::Recv { from: Some(0), tag: Some(3) }],
        ]
    };
    let params = Params { rendezvous_from: Some(4096), ..Params::TORUS };
    let eager = trace(Topology::torus(&[4]), Params::TORUS, ops(0)).report().time;
    let asked = trace(Topology::torus(&[4]), params.clone(), ops(0));
    assert!(asked.report().time > eager);
    assert_eq!(asked.report().packets, 16 + 2, "the data, the question and the answer");
    // The sender waits until the receiver posts its receive.
    let late = trace(Topology::torus(&[4]), params, ops(1_000_000 * NS));
    assert!(late.rank_times()[0].end > 1_000_000 * NS);
}

#[test]
fn several_nics_share_a_message() {
    let ops = || vec![vec![Op::Send { to: 1, bytes: 1 << 20, tag: 0 }], vec![Op::Recv { from: None, tag: None }]];
    let slow = Params { nic_rate: 2_000_000_000, ..Params::TORUS };
    let one = trace(Topology::torus(&[4]), slow.clone(), ops()).report().time;
    let four = trace(Topology::torus(&[4]), Params { nics: 4, ..slow }, ops()).report().time;
    // Less than four times as fast: a packet that arrives slowly from its NIC occupies the faster link until its tail
    // has arrived.
    assert!(four * 2 < one && four * 4 > one, "{four} {one}");
}

#[test]
fn a_gap_between_packets_slows_down() {
    let gap = |packet_gap| one_message(&Topology::torus(&[4]), &Params { packet_gap, ..Params::TORUS }, 1, 256 * 100);
    assert_eq!(gap(50 * NS) - gap(0), 99 * 50 * NS);
}

#[test]
fn ranks_that_wait_for_ever_are_told() {
    let ops = vec![
        vec![Op::Recv { from: Some(1), tag: Some(7) }, Op::Send { to: 1, bytes: 8, tag: 0 }],
        vec![Op::Recv { from: Some(0), tag: None }, Op::Send { to: 0, bytes: 8, tag: 7 }],
        vec![Op::Compute(NS)],
    ];
    let mut run = machine(Topology::mesh(&[3]), Params::TORUS, Program::trace(Trace::of(ops)), 3, 2);
    while run.run(10) == Progress::Running {}
    assert_eq!(run.run(1), Progress::Deadlock);
    let waiting = run.waiting(10);
    assert_eq!(waiting.iter().map(|w| w.rank).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(waiting[0].op, Op::Recv { from: Some(1), tag: Some(7) });
}

#[test]
fn maps_read_back_and_bad_ones_are_refused_with_their_line() {
    let topology = Topology::torus(&[4, 3, 2]);
    let mapping = Mapping::random(20, 24, 9).expect("fits");
    assert_eq!(Mapping::read(&mapping.write(&topology), &topology, 20), Ok(mapping));
    let read = |text: &str| Mapping::read(text, &topology, 2);
    assert!(read("0 0,0,0\n1: (3,2,1) # far\n").is_ok());
    let wrong = |text: &str| read(text).map_err(|error| (error.line, error.fault)).expect_err(text);
    assert_eq!(wrong("0 0,0,0"), (0, MapFault::Missing(1, 1)));
    assert_eq!(wrong("0 0\n0 1"), (2, MapFault::Twice(0, 1)));
    assert_eq!(wrong("0 5\n1 1,1,0"), (2, MapFault::Taken(1)));
    assert_eq!(wrong("0 24"), (1, MapFault::Node("24".into())));
    assert_eq!(wrong("0 4,0,0"), (1, MapFault::Node("4,0,0".into())));
    assert_eq!(wrong("7 0"), (1, MapFault::Rank(7, 2)));
    assert_eq!(wrong("\nzero 0"), (2, MapFault::Line("zero 0".into())));
    let many = Mapping::read("", &topology, 25).expect_err("too many").fault;
    assert_eq!(many, MapFault::TooMany(25, 24));
}

#[test]
fn traces_are_read_and_bad_lines_are_refused() {
    let text = "# a comment\n0 send 1 4096 7\n\n1 recv any 7 # with one\n1 compute 12\n0 sendrecv 1 8 any 2\n1 sendrecv 0 8 0 2";
    let trace = Trace::read(text).expect("valid");
    assert_eq!(trace.ranks(), 2);
    assert_eq!(trace.op(0, 0), Op::Send { to: 1, bytes: 4096, tag: 7 });
    assert_eq!(trace.op(1, 0), Op::Recv { from: None, tag: Some(7) });
    assert_eq!(trace.op(1, 1), Op::Compute(12 * NS));
    assert_eq!(trace.op(1, 9), Op::Done);
    for (text, line) in [
        ("", 1),
        ("0", 1),
        ("0 send 1", 1),
        ("0 compute 1\n0 jump 1", 2),
        ("0 send 1 8\n0 send 2 8\n1 recv", 2),
        ("-1 compute 5", 1),
        ("0 compute 99999999999999999999", 1),
        ("0 recv 0 0 0", 1),
    ] {
        let error = Trace::read(text).expect_err(text);
        assert_eq!(error.line, line, "{text}");
        assert!(!error.text().ja.is_empty());
    }
}

/// Requests are counted over `isend` and `irecv`; blocking functions have none that a program can name.
#[test]
fn a_wait_names_the_requests_of_the_program_alone() {
    let end = |wait: &str| {
        let text = std::format!(
            "0 send 1 8\n0 isend 1 8\n0 irecv 1 5\n0 {wait}\n1 recv 0\n1 recv 0\n1 compute 50000\n1 send 0 8 5\n"
        );
        let run = finished(machine(
            Topology::mesh(&[2]),
            Params::TORUS,
            Program::trace(Trace::read(&text).expect("valid")),
            2,
            1,
        ));
        run.rank_times()[0].end
    };
    assert!(end("wait 0") < 20_000 * NS, "the send");
    assert!(end("wait 1") > 50_000 * NS, "the receive");
}

#[test]
fn parameters_are_read_and_nonsense_is_refused_with_its_key() {
    let text =
        "base = \"infiniband\"\nlink_gb_per_s = 12.5\ncable_delay_ns = 50\nmtu_bytes = 1024\ncopies = \"one-copy\"";
    let params = Params::read(text).expect("valid");
    assert_eq!((params.link_rate, params.cable_delay, params.mtu), (12_500_000_000, 50 * NS, 1024));
    assert_eq!((params.copies, params.switch_rate), (Copies::OneCopy, Params::INFINIBAND.switch_rate));
    assert_eq!(Params::read(""), Ok(Params::TORUS));
    for (text, key) in [
        ("cable_delay_ns = 0", "cable_delay_ns"),
        ("mtu_bytes = 0", "mtu_bytes"),
        ("mtu_bytes = 70000", "mtu_bytes"),
        ("link_gb_per_s = -1", "link_gb_per_s"),
        ("nics = 9", "nics"),
        ("input_buffer_packets = 0", "input_buffer_packets"),
    ] {
        match Params::read(text) {
            Err(ParamsError::Range(found, _)) => assert_eq!(found, key),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(Params::read("\nlink = 5"), Err(ParamsError::Syntax(Some(2), _))));
    assert!(matches!(Params::read("base = \"x\""), Err(ParamsError::Name(_))));
}

#[test]
fn impossible_topologies_and_machines_are_refused() {
    let refused = |kind: &str, dims: &[u32]| Topology::named(kind, dims).expect_err("refused");
    assert_eq!(refused("torus", &[]), TopologyError::Dims(0));
    assert_eq!(refused("torus", &[1; 7]), TopologyError::Dims(7));
    assert_eq!(refused("mesh", &[4, 0]), TopologyError::Size(0));
    assert_eq!(refused("fat-tree", &[4, 64]), TopologyError::Size(64));
    assert_eq!(refused("torus", &[1 << 11, 1 << 11]), TopologyError::Nodes(1 << 22));
    assert_eq!(refused("tofu", &[4, 4, 4]), TopologyError::Tofu);
    assert!(matches!(refused("ring", &[4]), TopologyError::Kind(_)));
    let huge = Params { input_buffer: 64, ..Params::TORUS };
    let ranks = 1 << 20;
    let program = Program::pattern(Pattern::Ring { bytes: 1, rounds: 1 }, ranks);
    let error = Machine::new(
        Topology::torus(&[1 << 10, 1 << 10]),
        huge,
        Mapping::in_order(ranks),
        program,
        1,
        &Recording::default(),
    );
    assert!(matches!(error, Err(SpecError::Memory(bytes, _)) if bytes > 8 << 30));
}

#[test]
fn messages_that_overtake_each_other_wait_for_their_turn() {
    use super::rank::{Envelope, Kind, Rank};
    let (mut rank, mut actions) = (Rank::new(), Vec::new());
    let envelope = |turn: u32| Envelope {
        from: 4,
        message: turn,
        turn,
        tag: 0,
        bytes: u64::from(turn),
        kind: Kind::Eager,
        parts: 0,
        sent: 0,
    };
    for turn in [2, 1, 0] {
        rank.message(envelope(turn), true, 0, &mut actions);
    }
    for turn in 0..3 {
        let request = rank.request();
        rank.post(None, None, request, 0, &mut actions);
        rank.wait(request, request, 0, 0, 0);
        assert_eq!(rank.take_status().map(|s| s.bytes), Some(turn), "turn {turn}");
    }
}

/// The state at a time is the same whether the machine got there in one go, in small steps, or from a kept state.
#[test]
fn a_time_of_a_run_is_the_same_however_it_is_reached() {
    use mcore_base::Simulation;
    use mcore_base::timeline::{Limits, Timeline};
    for (topology, params, pattern) in saturating() {
        let ranks = topology.nodes();
        let start = || machine(topology.clone(), params.clone(), Program::pattern(pattern, ranks), ranks, 1);
        let end = {
            let mut run = start();
            assert_eq!(run.advance(Time::MAX), Progress::Ended);
            assert_eq!(run.report(), finished(start()).report(), "the same as window by window");
            run.now()
        };
        let mut rng = Rng::new(end);
        let mut times: Vec<Time> = (0..12).map(|_| rng.below(end)).collect();
        times.extend([0, 1, end - 1, end]);
        let direct: Vec<u64> = times
            .iter()
            .map(|time| {
                let mut run = start();
                run.advance(*time);
                assert_eq!(run.now(), *time);
                run.digest()
            })
            .collect();
        // Small steps: to every event.
        let mut run = start();
        let mut order: Vec<usize> = (0..times.len()).collect();
        order.sort_by_key(|i| times[*i]);
        for i in order {
            while run.next_time() < times[i] {
                let next = run.next_time() + 1;
                run.advance(next.min(times[i]));
            }
            run.advance(times[i]);
            assert_eq!(run.digest(), direct[i], "{} at {} ps, by events", topology.name(), times[i]);
        }
        let mut timeline = Timeline::new(start(), Limits { keyframes: 8, ..Limits::every(end / 20) });
        while timeline.advance(Time::MAX) != mcore_base::timeline::Stepped::Ended {}
        assert_eq!(timeline.end(), end);
        for (time, digest) in times.iter().zip(&direct) {
            assert!(timeline.seek(*time));
            assert_eq!(timeline.now().digest(), *digest, "{} at {time} ps, by seeking", topology.name());
        }
    }
}
