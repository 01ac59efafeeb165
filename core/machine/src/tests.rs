//! The rules of the chip, one by one: each test is named after the rule that it holds.

use super::*;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;
use mcore_base::{Array, Cycle, NodeId, Null, Rng, Simulation};
use mcore_cpu::isa::{Instr, Op, encode};
use mcore_cpu::program::{Program, Segment, SegmentKind};
use mcore_net::{Flit, FlitKind, PORTS, PackedFlit, PacketTag, Port};

/// A program of a few instructions at 0x1000.
pub(super) fn program(words: &[u32]) -> Arc<Program> {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let size = bytes.len() as u32;
    let segments = alloc::vec![Segment { kind: SegmentKind::Text, addr: 0x1000, size, bytes }];
    Arc::new(Program { segments, entry: 0x1000, ..Program::default() })
}

pub(super) fn i(op: Op, rt: u8, rs: u8, imm: i32) -> u32 {
    encode(&Instr { op, rs, rt, rd: 0, sa: 0, imm: imm as u32 })
}

/// Stores `$zero` to HALT.
pub(super) fn halt() -> u32 {
    i(Op::Sw, 0, 0, reg::HALT as i32 - 0x100)
}

/// A chip on which every core halts in cycle 0, so that only the network moves.
fn quiet(width: u8, height: u8) -> Machine {
    let spec = Spec { array: Array::new(width, height), ..Spec::default() };
    Machine::new(spec, program(&[halt()])).unwrap()
}

fn put(m: &mut Machine, from: NodeId, to: NodeId, words: u32) {
    let rank = m.spec().array.rank(from).unwrap();
    m.state.quiet_since = None; // a core that starts a DMA says so itself
    m.state.nodes[rank].incc.start =
        Some(Command { dst: to, local: 0x2000, remote: 0x3000, local_stride: 4, remote_stride: 4, words });
}

fn run_to_end(m: &mut Machine) {
    while m.step() {}
    assert!(matches!(m.outcome(), Some(Outcome::Halted { .. })), "{:?}", m.outcome());
}

/// Section 5: with the command stored at cycle c, word k of packet p is written during cycle c+5+10p+k+h+3.
#[test]
fn zero_load_timing_holds_for_every_hop_count_and_size() {
    let array = Array::new(6, 5);
    let from = NodeId::new(2, 2);
    for to in (0..array.nodes()).map(|r| array.node(r)) {
        let hops = Cycle::from(from.x.abs_diff(to.x)) + Cycle::from(from.y.abs_diff(to.y));
        for words in [1u32, 2, 6, 7, 8, 13, 14, 15, 22, 64] {
            let mut m = quiet(array.width, array.height);
            let values: Vec<u32> = (1..=words).collect();
            assert!(m.poke(array.rank(from).unwrap(), 0x2000, &values));
            put(&mut m, from, to, words);
            let mut written = BTreeMap::new();
            while m.step() {
                for k in 0..words {
                    if m.peek(array.rank(to).unwrap(), 0x3000 + 4 * k) == Some(k + 1) {
                        // After the step the cycle counter has advanced by one.
                        written.entry(k).or_insert(m.state.cycle - 1);
                    }
                }
            }
            for word in 0..words {
                let (p, k) = (Cycle::from(word / 7), Cycle::from(word % 7));
                assert_eq!(written[&word], 5 + 10 * p + k + hops + 3, "{from} to {to}, word {word} of {words}");
            }
        }
    }
}

/// Section 3: within a cycle the core acts before its INCC. A load in the cycle in which a word is written sees the old
/// word, and the load in the next cycle the new one; in the reference loop, which is the definition, and in the fast
/// one.
#[test]
fn a_word_is_seen_one_cycle_after_the_incc_has_written_it() {
    let load = i(Op::Lw, 8, 0, 0x3000);
    let words: Vec<u32> = core::iter::repeat_n(load, 60).chain([halt(), 0]).collect();
    let run = |step: fn(&mut Machine) -> bool| {
        let spec = Spec { array: Array::new(2, 1), ..Spec::default() };
        let mut m = Machine::new(spec, program(&words)).unwrap();
        assert!(m.poke(0, 0x2000, &[7]));
        put(&mut m, NodeId::new(1, 1), NodeId::new(2, 1), 1);
        let mut seen = Vec::new();
        while step(&mut m) {
            let (written, loaded) = (m.peek(1, 0x3000).unwrap(), m.state.nodes[1].core.processor.registers.general[8]);
            if written == 7 && seen.len() < 2 {
                seen.push((m.state.cycle - 1, loaded));
            }
        }
        seen
    };
    // One hop, one word: written in cycle 5 + 1 + 3.
    assert_eq!(run(|m| m.step_in(&mut InOrder, &mut Null)), [(9, 0), (10, 7)]);
    assert_eq!(run(|m| m.step()), [(9, 0), (10, 7)]);
}

/// Section 5: packets to the memory node carry two address flits and at most six words.
#[test]
fn main_memory_receives_a_put_after_its_page_has_come() {
    let mut m = quiet(4, 4);
    let values: Vec<u32> = (1..=20).collect();
    m.poke(0, 0x2000, &values);
    m.state.nodes[0].incc.start = Some(Command {
        dst: NodeId::MEMORY,
        local: 0x2000,
        remote: 0x7_0000_3000,
        local_stride: 4,
        remote_stride: 8,
        words: 20,
    });
    // The first data flit is in the output buffer in cycle 6; two hops, router and INCC later it is taken out in cycle
    // 11, misses, and is written 40 cycles later.
    while m.state.memory_node.main.word(0x7_0000_3000) == 0 {
        assert!(m.step());
    }
    assert_eq!(m.state.cycle - 1, 6 + 2 + 2 + 1 + 40);
    run_to_end(&mut m);
    for k in 0..20 {
        assert_eq!(m.state.memory_node.main.word(0x7_0000_3000 + 8 * k), k as u32 + 1);
    }
    assert_eq!(m.state.memory_node.page(), (Some(0x70_0003), false));
}

/// The shortcut for a quiet network must leave the same state as the reference loop.
#[test]
fn after_the_last_flit_the_plain_loop_and_the_short_cut_agree() {
    let spec = Spec { array: Array::new(2, 2), cycle_limit: 300, ..Spec::default() };
    // An endless loop, so that there are later cycles with nothing in flight.
    let iteration = [i(Op::Addiu, 8, 8, 1), i(Op::Beq, 0, 0, -8), 0];
    for to in [NodeId::MEMORY, NodeId::new(2, 2)] {
        let mut short = Machine::new(spec.clone(), program(&iteration)).unwrap();
        put(&mut short, NodeId::new(1, 1), to, 9);
        let mut plain = short.clone();
        while short.step() {
            assert!(plain.step_in(&mut InOrder, &mut Null));
            assert!(short.state == plain.state, "cycle {}", short.state.cycle);
        }
        assert_eq!(short.outcome(), Some(&Outcome::CycleLimit));
    }
}

/// Section 5: a request in the node's slot is answered by data and, last, a flag.
#[test]
fn a_request_is_answered_by_data_and_then_the_flag() {
    let mut m = quiet(3, 3);
    for k in 0..10u32 {
        m.state.memory_node.main.set_word(0x5000 + 4 * u64::from(k), 100 + k).unwrap();
    }
    let rank = 5;
    m.poke(rank, 0x2000, &[0x4000, 0x5000, 0, 0, 8, 0x4800, 77, 40]);
    m.state.nodes[rank].incc.start = Some(Command {
        dst: NodeId::MEMORY,
        local: 0x2000,
        remote: REQUEST_BASE + SLOT_BYTES * rank as u64,
        local_stride: 4,
        remote_stride: 4,
        words: 8,
    });
    let mut data_done = None;
    while m.step() {
        if m.peek(rank, 0x4000 + 8 * 9) == Some(109) {
            data_done.get_or_insert(m.state.cycle);
        }
        if m.peek(rank, 0x4800) == Some(77) {
            assert!(data_done.is_some(), "the flag comes last");
        }
    }
    assert_eq!(m.peek(rank, 0x4800), Some(77));
    for k in 0..10 {
        assert_eq!(m.peek(rank, 0x4000 + 8 * k), Some(100 + k));
    }
}

#[test]
fn a_slot_overwritten_while_its_request_waits_is_an_overrun() {
    let mut m = quiet(2, 1);
    let slot = [0x4000, 0x5000, 0, 0, 0, 0, 0, 4096];
    for rank in 0..2 {
        m.poke(rank, 0x2000, &slot);
        m.poke(rank, 0x2020, &slot);
        m.state.nodes[rank].incc.start = Some(Command {
            dst: NodeId::MEMORY,
            local: 0x2000,
            remote: REQUEST_BASE + SLOT_BYTES * rank as u64,
            local_stride: 4,
            remote_stride: 4,
            words: 8,
        });
        let again = m.state.nodes[rank].incc.start;
        m.state.nodes[rank].incc.interface = again;
    }
    while m.step() {}
    let Some(Outcome::Trapped(traps)) = m.outcome() else { panic!("{:?}", m.outcome()) };
    assert!(matches!(traps[0].cause, TrapCause::SlotOverrun(_)));
    assert_eq!(traps[0].node, NodeId::MEMORY);
}

/// Section 6: a stream through one output moves one flit per cycle without bubbles, also from one packet to the next.
#[test]
fn a_loaded_stream_keeps_one_flit_a_cycle() {
    let mut m = quiet(4, 1);
    put(&mut m, NodeId::new(1, 1), NodeId::new(4, 1), 70);
    let incc = &mut m.state.nodes[0].incc;
    incc.interface = incc.start; // a second command follows at once
    let mut carried = Vec::new();
    while m.step() {
        let router = m.spec().array.router(NodeId::new(4, 1));
        carried.push(m.state.network.router(router).on_link(Port::West as usize).is_some());
    }
    let first = carried.iter().position(|c| *c).unwrap();
    assert!(carried[first..first + 200].iter().all(|c| *c), "200 flits of two commands without a gap");
    assert_eq!(carried.iter().filter(|c| **c).count(), 200);
}

/// Section 6: the shares of n inputs at one output are 1/n within one packet.
#[test]
fn contended_output_is_shared_fairly_and_stays_full() {
    // Three senders, one from each side, into the node in the middle.
    let mut m = quiet(3, 3);
    let to = NodeId::new(2, 2);
    let senders = [NodeId::new(1, 2), NodeId::new(3, 2), NodeId::new(2, 3)];
    for s in senders {
        put(&mut m, s, to, 700);
    }
    let (mut packets, mut flits, mut first, mut last) = (BTreeMap::<NodeId, u32>::new(), 0u64, None, 0);
    while m.step() {
        if let Some(f) = m.state.network.router(m.spec().array.router(to)).to_incc() {
            first.get_or_insert(m.state.cycle);
            (flits, last) = (flits + 1, m.state.cycle);
            *packets.entry(f.tag.source).or_default() += u32::from(f.tail);
            let counts: Vec<u32> = senders.iter().map(|s| packets.get(s).copied().unwrap_or(0)).collect();
            assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{counts:?}");
        }
    }
    assert_eq!(flits, 3000);
    assert_eq!(last - first.unwrap() + 1, 3000, "one flit a cycle through the contended output");
}

fn on_links(router: Router<'_>) -> usize {
    let inwards = (0..PORTS).filter(|port| router.on_link(*port).is_some()).count();
    inwards + usize::from(router.to_incc().is_some())
}

fn in_flight_by_looking(m: &Machine) -> usize {
    let s = &m.state;
    let fifos: usize = s.network.routers().map(|r| (0..PORTS).map(|p| r.len(p)).sum::<usize>()).sum();
    let links: usize = s.network.routers().map(on_links).sum();
    let inccs: usize =
        s.nodes.iter().map(|n| usize::from(n.incc.out.is_some()) + usize::from(n.incc.input.is_some())).sum();
    fifos + links + inccs + s.memory_node.input.len() + usize::from(s.memory_node.out.is_some())
}

/// Random puts for some cycles; every core has halted, so the commands are injected from outside.
fn random_traffic(m: &mut Machine, rng: &mut Rng, load: u64, cycles: u32, mut each: impl FnMut(&mut Machine)) -> u64 {
    let array = m.spec().array;
    let mut words_sent = 0;
    for _ in 0..cycles {
        for rank in 0..array.nodes() {
            if !m.state.nodes[rank].incc.is_occupied() && rng.below(100) < load {
                let to = array.node(rng.below(array.nodes() as u64) as usize);
                let words = 1 + rng.below(20) as u32;
                put(m, array.node(rank), to, words);
                words_sent += u64::from(words);
            }
        }
        if matches!(m.state.phase, Phase::Ended(_)) {
            m.state.phase = Phase::Running;
        }
        m.step();
        each(m);
    }
    words_sent
}

/// Section 6: no flit is ever lost, whatever the load, and FIFOs reach every fill level.
#[test]
fn flits_are_conserved_under_random_traffic() {
    let mut levels = BTreeSet::new();
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut m = quiet(4, 3);
        let load = [1, 5, 20, 50, 80, 100][seed as usize];
        let mut received = 0u64;
        let mut expected: BTreeMap<(NodeId, NodeId), Vec<u32>> = BTreeMap::new();
        let sent = random_traffic(&mut m, &mut rng, load, 1500, |m| {
            assert_eq!(m.state.in_flight as usize, in_flight_by_looking(m));
            for r in m.state.network.routers() {
                levels.extend((0..PORTS).map(|p| r.len(p)));
            }
            for n in &m.state.nodes {
                if let Some(f) = n.incc.input.map(PackedFlit::flit) {
                    received += u64::from(f.kind == FlitKind::Data);
                    expected.entry((f.tag.source, n.id)).or_default().push(f.tag.number);
                }
            }
        });
        while m.step() {
            for n in &m.state.nodes {
                if let Some(f) = n.incc.input.map(PackedFlit::flit) {
                    received += u64::from(f.kind == FlitKind::Data);
                    expected.entry((f.tag.source, n.id)).or_default().push(f.tag.number);
                }
            }
        }
        assert_eq!(m.state.in_flight, 0);
        assert_eq!(received, sent, "every word that was sent arrived, load {load} %");
        for (pair, numbers) in expected {
            assert!(numbers.is_sorted(), "packets of {pair:?} arrive in the order sent");
        }
    }
    assert_eq!(levels.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

/// A different order at each call.
struct Shuffled(Rng);

impl Order for Shuffled {
    fn each(&mut self, count: usize, visit: impl FnMut(usize)) {
        let mut order: Vec<usize> = (0..count).collect();
        self.0.shuffle(&mut order);
        order.into_iter().for_each(visit);
    }
}

/// Section 7: the order of nodes inside a phase never changes a result; nor does the shortcut of `step`.
#[test]
fn node_order_never_matters() {
    let mut plain = quiet(4, 4);
    let mut rng = Rng::new(3);
    let mut shuffled = plain.clone();
    let mut order = Shuffled(Rng::new(99));
    for cycle in 0..1500 {
        let load = if cycle / 250 % 2 == 0 { 30 } else { 0 };
        for rank in 0..16 {
            if !plain.state.nodes[rank].incc.is_occupied() && rng.below(100) < load {
                let to = match rng.below(17) {
                    16 => NodeId::MEMORY,
                    r => Array::new(4, 4).node(r as usize),
                };
                let words = 1 + rng.below(20) as u32;
                for m in [&mut plain, &mut shuffled] {
                    put(m, Array::new(4, 4).node(rank), to, words);
                }
            }
        }
        for m in [&mut plain, &mut shuffled] {
            if matches!(m.state.phase, Phase::Ended(_)) {
                m.state.phase = Phase::Running;
            }
        }
        plain.step();
        shuffled.step_in(&mut order, &mut Null);
        assert_eq!(plain.state, shuffled.state);
    }
}

/// Section 6: a grant is made whether or not the neighbour says Xon, and an idle router still says Xon.
#[test]
fn a_full_input_says_xoff_and_nothing_enters_it() {
    let mut m = quiet(2, 1);
    let router = m.spec().array.router(NodeId::new(2, 1));
    let tag = PacketTag { source: NodeId::new(9, 9), number: 0 };
    let header = Flit { word: 0x0201, kind: FlitKind::Header, tail: false, last: false, tag };
    let data = Flit { kind: FlitKind::Data, ..header };
    // A packet that never ends holds the output to the INCC; another one waits for it in the west input for ever.
    m.state.quiet_since = None;
    m.state.in_flight = 5;
    m.state.network.place(router, Port::North, header);
    m.step();
    for flit in [header, data, data, data] {
        m.state.network.place(router, Port::West, flit);
        m.step();
    }
    put(&mut m, NodeId::new(1, 1), NodeId::new(2, 1), 7);
    for _ in 0..40 {
        m.step();
    }
    let sender = m.state.network.router(m.spec().array.router(NodeId::new(1, 1)));
    assert_eq!(sender.holder(Port::East as usize), Some(Port::Incc as usize));
    assert_eq!(sender.len(Port::Incc as usize), 4, "the flits wait behind Xoff");
    let full = m.state.network.router(router);
    assert_eq!((full.len(Port::West as usize), full.xoff(Port::West as usize)), (4, true));
    assert_eq!(full.wanted(Port::West as usize), Some(Port::Incc));
    assert_eq!(in_flight_by_looking(&m), 9, "4 + 4 + the one in the output buffer: nothing is lost");
    assert_eq!(PORTS, 5);
}

/// Section 7: the run ends when all cores have halted; the network drains first, counted separately.
#[test]
fn draining_is_counted_separately() {
    let mut m = quiet(4, 1);
    put(&mut m, NodeId::new(1, 1), NodeId::new(4, 1), 7);
    run_to_end(&mut m);
    // All cores halt in cycle 0; the last word is written in cycle 5+6+3+3, and that cycle ends at 18.
    assert_eq!(m.outcome(), Some(&Outcome::Halted { cycles: 1, drain: 17 }));
}

/// Section 3: execution starts at the entry with `$sp` at the top of node memory - 64 and all else 0.
#[test]
fn cores_start_as_the_manual_says() {
    let m = quiet(2, 2);
    for n in &m.state.nodes {
        assert_eq!(n.core.processor.pc, 0x1000);
        let r = &n.core.processor.registers.general;
        assert_eq!(r[29], 512 * 1024 - 64);
        assert_eq!(r.iter().filter(|v| **v != 0).count(), 1);
    }
}

fn trap_of(words: &[u32], spec: Spec) -> Trap {
    let mut m = Machine::new(spec, program(words)).unwrap();
    while m.step() {}
    match m.outcome() {
        Some(Outcome::Trapped(traps)) => traps[0],
        other => panic!("no trap but {other:?}"),
    }
}

#[test]
fn two_dmas_without_polling_are_an_overrun() {
    let one = Spec { array: Array::new(1, 1), ..Spec::default() };
    let t = trap_of(
        &[
            i(Op::Addiu, 8, 0, 0x0101),
            i(Op::Sw, 8, 0, -256),
            i(Op::Addiu, 9, 0, 0x2000),
            i(Op::Sw, 9, 0, -252),
            i(Op::Sw, 9, 0, -248),
            i(Op::Addiu, 10, 0, 4),
            i(Op::Sw, 10, 0, reg::INCC_SIZE as i32 - 256),
            i(Op::Sw, 10, 0, reg::INCC_SIZE as i32 - 256),
            halt(),
        ],
        one,
    );
    assert_eq!((t.node, t.pc, t.cycle), (NodeId::new(1, 1), 0x101c, 7));
    assert_eq!(t.cause, TrapCause::Dma(DmaFault::Overrun));
}

#[test]
fn a_dma_to_a_path_node_or_outside_is_refused() {
    for id in [0x0001, 0x0100, 0x0501, 0x0105, 0x1_0101] {
        let t = trap_of(
            &[
                i(Op::Lui, 8, 0, id >> 16),
                i(Op::Ori, 8, 8, id & 0xffff),
                i(Op::Sw, 8, 0, -256),
                i(Op::Addiu, 9, 0, 0x2000),
                i(Op::Sw, 9, 0, -252),
                i(Op::Sw, 9, 0, -248),
                i(Op::Addiu, 10, 0, 4),
                i(Op::Sw, 10, 0, reg::INCC_SIZE as i32 - 256),
            ],
            Spec::default(),
        );
        assert_eq!(t.cause, TrapCause::Dma(DmaFault::NoSuchNode(id as u32)));
    }
}

/// Section 7: every live core spins on a load that nothing can change.
#[test]
fn deadlock_is_found_and_names_what_is_waited_for() {
    // loop: lw $t0, 0x2000($zero); beq $t0, $zero, loop; nop
    let words = [i(Op::Lw, 8, 0, 0x2000), i(Op::Beq, 0, 8, -8), 0];
    let mut m = Machine::new(Spec::default(), program(&words)).unwrap();
    while m.step() {}
    let Some(Outcome::Deadlock(waiting)) = m.outcome() else { panic!("{:?}", m.outcome()) };
    assert_eq!(waiting.len(), 16);
    assert_eq!(waiting[3], Waiting { node: NodeId::new(4, 1), pc: 0x1000, addr: Some(0x2000) });
    assert!(m.state.cycle < 20);
}

/// A loop that tests a register again and again does not wait for the word that was read before it.
#[test]
fn a_loop_that_reads_nothing_waits_for_no_address() {
    // lw $t0, 0x2000($zero); loop: beq $t0, $zero, loop; nop
    let words = [i(Op::Lw, 8, 0, 0x2000), i(Op::Beq, 0, 8, -4), 0];
    let mut m = Machine::new(Spec::default(), program(&words)).unwrap();
    while m.step() {}
    let Some(Outcome::Deadlock(waiting)) = m.outcome() else { panic!("{:?}", m.outcome()) };
    assert_eq!(waiting[3], Waiting { node: NodeId::new(4, 1), pc: 0x1004, addr: None });
    // The load can be in the delay slot: loop: beq $t0, $zero, loop; lw $t0, 0x2000($zero)
    let words = [i(Op::Beq, 0, 8, -4), i(Op::Lw, 8, 0, 0x2000)];
    let mut m = Machine::new(Spec::default(), program(&words)).unwrap();
    while m.step() {}
    let Some(Outcome::Deadlock(waiting)) = m.outcome() else { panic!("{:?}", m.outcome()) };
    assert_eq!(waiting[3], Waiting { node: NodeId::new(4, 1), pc: 0x1000, addr: Some(0x2000) });
}

/// A loop that waits for the cycle counter ends by itself and must not be called a deadlock.
#[test]
fn waiting_for_a_time_is_no_deadlock() {
    // loop: lw $t0, CYCLE_LO; sltiu $t0, $t0, 200; bne $t0, $zero, loop; nop; halt
    let clock = reg::CYCLE_LO as i32 - 256;
    let words = [i(Op::Lw, 8, 0, clock), i(Op::Sltiu, 8, 8, 200), i(Op::Bne, 0, 8, -12), 0, halt()];
    let mut m = Machine::new(Spec::default(), program(&words)).unwrap();
    run_to_end(&mut m);
    assert!(m.state.nodes[0].core.processor.polled > 150, "but it is polling");
}

#[test]
fn a_program_that_never_ends_meets_the_cycle_limit() {
    let words = [i(Op::Addiu, 8, 8, 1), i(Op::Beq, 0, 0, -8), 0];
    let spec = Spec { cycle_limit: 1000, ..Spec::default() };
    let mut m = Machine::new(spec, program(&words)).unwrap();
    while m.step() {}
    assert_eq!(m.outcome(), Some(&Outcome::CycleLimit));
    assert_eq!(m.state.cycle, 1000);
}

/// Equal states have equal digests, and a flipped bit anywhere changes the digest.
#[test]
fn digest_sees_the_whole_state() {
    let mut m = quiet(2, 2);
    let before = m.digest();
    assert_eq!(m.clone().digest(), before);
    m.state.nodes[3].core.memory.set_word(0x7_fff0, 1);
    assert_ne!(m.digest(), before);
}

/// Section 2: self-modifying code and DMA into code take effect.
#[test]
fn a_written_instruction_is_executed_as_written() {
    let patched = i(Op::Addiu, 4, 0, 42);
    let words = [
        i(Op::Lui, 8, 0, (patched >> 16) as i32),
        i(Op::Ori, 8, 8, (patched & 0xffff) as i32),
        i(Op::Sw, 8, 0, 0x1010),
        0,
        i(Op::Addiu, 4, 0, 1),
        i(Op::Sw, 4, 0, reg::HALT as i32 - 0x100),
    ];
    let mut m = Machine::new(Spec { array: Array::new(1, 1), ..Spec::default() }, program(&words)).unwrap();
    run_to_end(&mut m);
    assert_eq!(m.state.nodes[0].core.processor.halted.map(|h| h.0), Some(42));
}
