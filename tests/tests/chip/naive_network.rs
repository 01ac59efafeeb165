//! The simulator's network, INCCs and memory node against the reference model (`chip/reference/`): the same FIFOs,
//! holders, pointers, Xoff, links, buffers and memories in every cycle, on random programs and random traffic.

use mcore::base::{Array, NodeId, Null, Record, Rng, SourceFile};
use mcore::modes::chip::reference::{self, Place};
use mcore::modes::chip::{
    Command, Event, EventKind, InOrder, Machine, Network, Order, Outcome, Phase, REQUEST_BASE, Spec,
};
use mcore::net::{Flit, FlitKind, PackedFlit, PacketTag};
use mcore::program::Program;
use mcore::toolchain::asm::{Options, assemble};
use mcore_tests::seeds;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;

/// Node memory of these tests in bytes.
const NODE_MEMORY: u32 = 64 * 1024;

/// Panics at the first difference between the networks.
fn compare_networks(array: Array, real: &Network, reference: &reference::Network, cycle: u64) {
    for index in 0..array.routers() {
        let at = array.router_id(index);
        let (ours, theirs) = (real.router(index), &reference.routers[&(at.x, at.y)]);
        for port in 0..5 {
            let place = (cycle, at, port);
            assert!(ours.flits(port).eq(theirs.fifo[port].iter().copied()), "FIFO {place:?}: {ours:?} {theirs:?}");
            assert_eq!(ours.holder(port), theirs.holder[port], "holder {place:?}");
            assert_eq!(usize::from(ours.arbiter(port).cursor()), theirs.pointer[port], "pointer {place:?}");
            assert_eq!(ours.xoff(port), theirs.xoff[port], "Xoff {place:?}");
            let link = reference.to_router.get(&((at.x, at.y), port));
            assert_eq!(ours.on_link(port).as_ref(), link, "link {place:?}");
        }
        assert_eq!(real.router(index).to_incc().as_ref(), reference.to_incc.get(&(at.x, at.y)), "link {at} {cycle}");
    }
}

/// Panics at the first difference in the communication. `memories`: compares every word of node memories too.
fn compare(machine: &Machine, reference: &reference::Chip, memories: bool) {
    let (array, cycle) = (machine.spec().array, machine.state.cycle);
    compare_networks(array, &machine.state.network, &reference.network, cycle);
    for (rank, node) in machine.state.nodes.iter().enumerate() {
        let other = &reference.nodes[&(node.id.x, node.id.y)];
        let at = (cycle, node.id);
        assert_eq!(node.incc.out.map(PackedFlit::flit), other.out, "output buffer {at:?}");
        assert_eq!(node.incc.input.map(PackedFlit::flit), other.input, "input buffer {at:?}");
        assert_eq!(node.incc.interface, other.interface, "interface {at:?}");
        assert_eq!(node.incc.current.is_some(), other.is_sending(), "current command {at:?}");
        if let Some((when, offset)) = node.incc.last_write
            && when + 1 == cycle
        {
            assert_eq!(machine.peek(rank, offset), Some(other.memory[offset as usize / 4]), "word {at:?}");
        }
        if memories {
            for address in (0x400..NODE_MEMORY).step_by(4) {
                let word = machine.peek(rank, address);
                assert_eq!(word, Some(other.memory[address as usize / 4]), "{} {address:#x}", node.id);
            }
        }
    }
    let (ours, theirs) = (&machine.state.memory_node, &reference.memory);
    assert!(ours.input.iter().eq(&theirs.input), "memory node's input buffer, {cycle}");
    assert_eq!(ours.out.map(PackedFlit::flit), theirs.out, "memory node's output buffer, {cycle}");
    if memories {
        for (address, word) in &theirs.words {
            assert_eq!(ours.main.word(*address), *word, "main memory {address:#x}");
        }
    }
}

/// The reference chip beside a machine, with the same node memories.
fn beside(machine: &Machine) -> reference::Chip {
    let array = machine.spec().array;
    let mut reference = reference::Chip::new(array.width, array.height);
    for (rank, node) in (0..array.nodes()).map(|r| (r, array.node(r))) {
        let words = (0..NODE_MEMORY).step_by(4).map(|address| machine.peek(rank, address).unwrap_or_default());
        reference.nodes.get_mut(&(node.x, node.y)).expect("a node").memory = words.collect();
    }
    reference
}

/// One random DMA of a node: mostly to nodes, sometimes to main memory.
fn random_command(array: Array, rng: &mut Rng, to_memory: u64) -> Command {
    const STRIDES: [i32; 6] = [4, 4, 4, 8, -4, 12];
    let stride = |rng: &mut Rng| STRIDES[rng.below(6) as usize];
    let to_memory = rng.below(100) < to_memory;
    let remote = 0x6000 + 4 * rng.below(0x1000);
    let most = if rng.below(4) == 0 { 60 } else { 10 };
    Command {
        dst: if to_memory { NodeId::MEMORY } else { array.node(rng.below(array.nodes() as u64) as usize) },
        local: 0x6000 + 4 * rng.below(0x1000),
        remote: if to_memory { (rng.below(3) << 32) + (rng.below(3) << 12) + remote } else { remote },
        local_stride: stride(rng),
        remote_stride: stride(rng),
        words: 1 + rng.below(most) as u32,
    }
}

/// Visits the nodes of a phase in a random order.
struct Shuffled(Rng);

impl Order for Shuffled {
    fn each(&mut self, count: usize, visit: impl FnMut(usize)) {
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, self.0.below(i as u64 + 1) as usize);
        }
        order.into_iter().for_each(visit);
    }
}

fn program(text: &str) -> Arc<Program> {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let options = Options { memory_size: NODE_MEMORY, ..Options::default() };
    let assembly = assemble(&[file], &[], &options);
    Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)))
}

fn spec(width: u8, height: u8) -> Spec {
    Spec { array: Array::new(width, height), node_memory: NODE_MEMORY, cycle_limit: 200_000, ..Spec::default() }
}

/// Sections 5 and 6: commands from outside at every load, the memory node included; the cores have halted.
fn commands_from_outside(seed: u64, width: u8, height: u8, shuffle: bool) {
    let mut rng = Rng::new(seed);
    let mut machine = Machine::new(spec(width, height), program("main: sw $zero, -204($zero)\n")).expect("a machine");
    let array = machine.spec().array;
    for rank in 0..array.nodes() {
        let words: Vec<u32> = (0..0x1800).map(|_| rng.next_u64() as u32).collect();
        assert!(machine.poke(rank, 0x5000, &words));
    }
    let mut reference = beside(&machine);
    let mut order = Shuffled(Rng::new(seed ^ 1));
    let (load, to_memory) = ([2, 10, 60, 100][rng.below(4) as usize], [0, 3, 30][rng.below(3) as usize]);
    for cycle in 0..1200 {
        for rank in 0..array.nodes() {
            // Some idle cycles in between, so that every pointer also occurs with an empty network.
            if cycle % 400 < 300 && !machine.state.nodes[rank].incc.is_occupied() && rng.below(100) < load {
                let command = random_command(array, &mut rng, to_memory);
                let node = &mut machine.state.nodes[rank];
                node.incc.start = Some(command);
                reference.nodes.get_mut(&(node.id.x, node.id.y)).expect("a node").stored = Some(command);
            }
        }
        machine.state.phase = Phase::Running;
        if shuffle {
            machine.step_in(&mut order, &mut Null);
        } else {
            machine.step_in(&mut InOrder, &mut Null);
        }
        reference.cycle();
        compare(&machine, &reference, false);
    }
    compare(&machine, &reference, true);
}

#[test]
fn the_naive_model_agrees_on_commands_from_outside() {
    for seed in seeds(0..72) {
        let (width, height) = [(1, 1), (4, 1), (1, 5), (3, 3), (4, 4), (6, 3)][seed as usize % 6];
        commands_from_outside(seed, width, height, seed % 4 == 3);
    }
}

/// Text of a program of random DMA_PUTs, with random pauses, puts to main memory, and one request to it.
fn random_program(array: Array, rank: usize, rng: &mut Rng) -> String {
    let mut text = String::from(".data\nslot: .word ");
    let flag = 0xd000 + 4 * rng.below(16);
    let slot = [
        0x6000 + 4 * rng.below(0x800),
        0x5000 + 4 * rng.below(0x1000),
        rng.below(3),
        4 * rng.below(3),
        4 * rng.below(3),
        if rng.below(4) == 0 { 0 } else { flag },
        rng.next_u64() >> 32,
        4 * rng.below(50),
    ];
    let _ = writeln!(text, "{}", slot.map(|w| w.to_string()).join(", "));
    let words: Vec<String> = (0..512).map(|_| ((rng.next_u64() >> 32) as u32).to_string()).collect();
    let _ = writeln!(text, "words: .word {}\n.text\nmain:", words.join(", "));
    let puts = 1 + rng.below(8);
    let asks_at = rng.below(puts + 3);
    for number in 0..puts {
        let mut put = random_command(array, rng, 20);
        let mut local = format!("words + {}", 4 * rng.below(200));
        put.local_stride = put.local_stride.abs();
        if number == asks_at {
            local = "slot".into();
            let remote = REQUEST_BASE + 32 * rank as u64;
            put = Command { dst: NodeId::MEMORY, remote, local_stride: 4, remote_stride: 4, words: 8, ..put };
        }
        let _ = writeln!(text, " li $t1, {}\npause{number}: addiu $t1, $t1, -1", 1 + rng.below(30));
        let _ = writeln!(text, " bgtz $t1, pause{number}\npoll{number}: lw $t0, -228($zero)\n andi $t0, $t0, 1");
        let _ = writeln!(text, " bnez $t0, poll{number}\n la $t0, {local}\n sw $t0, -252($zero)");
        let registers = [
            (-256, put.dst.to_word()),
            (-248, put.remote as u32),
            (-244, (put.remote >> 32) as u32),
            (-240, put.local_stride as u32),
            (-236, put.remote_stride as u32),
            (-232, 4 * put.words),
        ];
        for (offset, value) in registers {
            let _ = writeln!(text, " li $t0, {value}\n sw $t0, {offset}($zero)");
        }
    }
    text + " sw $zero, -204($zero)\n"
}

/// Sections 5 to 7: the cores run random programs; the reference model gets the commands that they store.
fn random_programs(seed: u64, width: u8, height: u8) {
    let mut rng = Rng::new(seed);
    let array = Array::new(width, height);
    let programs = (0..array.nodes()).map(|rank| program(&random_program(array, rank, &mut rng))).collect();
    let mut machine = Machine::with_programs(spec(width, height), programs, |rank| rank).expect("a machine");
    let mut reference = beside(&machine);
    let mut puts = 0;
    loop {
        let mut events: Record<Event> = Record::new(10_000);
        if !machine.step_with(&mut events) {
            break;
        }
        for event in events.events {
            if let EventKind::DmaStarted { command, .. } = event.what
                && event.node != NodeId::MEMORY
            {
                reference.nodes.get_mut(&(event.node.x, event.node.y)).expect("a node").stored = Some(command);
                puts += 1;
            }
        }
        reference.cycle();
        compare(&machine, &reference, false);
    }
    assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}", machine.outcome());
    assert!(puts >= array.nodes());
    assert_eq!(reference.network.flits(), 0, "the run ended when everything had arrived");
    compare(&machine, &reference, true);
}

#[test]
fn the_naive_model_agrees_on_random_programs() {
    for seed in seeds(100..160) {
        let (width, height) = [(1, 1), (2, 2), (5, 1), (1, 4), (4, 4), (3, 5)][seed as usize % 6];
        random_programs(seed, width, height);
    }
}

/// The destination of a synthetic packet.
fn destination(array: Array, from: NodeId, pattern: u64, rng: &mut Rng) -> NodeId {
    let any = array.node(rng.below(array.nodes() as u64) as usize);
    match pattern {
        0 => any,
        1 => NodeId::new(from.y.min(array.width), from.x.min(array.height)),
        2 => NodeId::new(array.width + 1 - from.x, array.height + 1 - from.y),
        3 => NodeId::new(from.x % array.width + 1, from.y),
        _ if rng.below(2) == 0 => NodeId::new(1, 1),
        _ => any,
    }
}

/// Section 6 alone: packets of 2 to 20 flits straight into the routers, without INCCs that form them.
fn synthetic(seed: u64, array: Array, order: &mut impl Order) {
    let mut rng = Rng::new(seed);
    let (mut real, mut reference) = (Network::new(array), reference::Network::new(array.width, array.height));
    let load = [3, 20, 100][rng.below(3) as usize];
    let mut queues: Vec<(Place, VecDeque<Flit>, Option<Flit>)> =
        (0..array.nodes()).map(|rank| array.node(rank)).map(|node| ((node.x, node.y), VecDeque::new(), None)).collect();
    for cycle in 0..800 {
        let arrived = reference.update();
        for (at, queue, out) in &mut queues {
            let node = NodeId::new(at.0, at.1);
            assert_eq!(real.deliver(array.router(node)).map(PackedFlit::flit), arrived.get(at).copied());
            if queue.is_empty() && rng.below(100) < load {
                let flits = 2 + rng.below(19) as u32;
                let tag = PacketTag { source: node, number: cycle };
                let to = destination(array, node, seed % 5, &mut rng);
                queue.extend((0..flits).map(|i| {
                    let (kind, word) = match i {
                        0 => (FlitKind::Header, to.to_word()),
                        _ => (FlitKind::Data, rng.next_u64() as u32),
                    };
                    Flit { word, kind, tail: i + 1 == flits, last: false, tag }
                }));
            }
            if out.is_none() {
                *out = queue.pop_front();
            }
        }
        real.update(order);
        reference.switching();
        real.switch(order);
        for (at, _, out) in &mut queues {
            let mut copy = out.map(PackedFlit::new);
            real.inject(array.router(NodeId::new(at.0, at.1)), &mut copy, u64::from(cycle), &mut Null);
            reference.inject(*at, out);
            assert_eq!(copy.map(PackedFlit::flit), *out);
        }
        reference.comm(false);
        real.comm(order, u64::from(cycle), false, &mut Null);
        compare_networks(array, &real, &reference, u64::from(cycle));
    }
}

#[test]
fn the_naive_model_agrees_on_synthetic_traffic() {
    for seed in seeds(200..320) {
        let (width, height) = [(2, 2), (5, 4), (4, 4), (7, 1), (3, 6), (6, 6)][seed as usize % 6];
        let array = Array::new(width, height);
        if seed % 3 == 0 {
            synthetic(seed, array, &mut Shuffled(Rng::new(seed)));
        } else {
            synthetic(seed, array, &mut InOrder);
        }
    }
}
