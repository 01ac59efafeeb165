//! The last writer, found backwards, against a log of all writes made forwards.

use mcore::base::{Array, Each, NodeId, Rng, SourceFile};
use mcore::modes::chip::session::{Command as Ask, Refused, Update};
use mcore::modes::chip::view::WriterKind;
use mcore::modes::chip::{
    Command, Edit, Event, EventKind, Executed, Machine, Place, REQUEST_BASE, Register, SLOT_BYTES, Spec, Writer,
    WriterSearch,
};
use mcore::net::{FlitKind, PacketTag};
use mcore::timeline::{Limits, Stepped, Timeline};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, random_program};
use std::collections::BTreeMap;
use std::sync::Arc;

fn machine(array: Array, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    let spec = Spec { array, cycle_limit: 2000, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).expect("a machine")
}

/// All writers so far, kept while going forwards.
#[derive(Default)]
struct Log {
    writers: BTreeMap<(usize, Place), Writer>,
    /// DMAs: source, number of the first packet, command, the instruction that started it.
    dmas: Vec<(NodeId, u32, Command, Option<Executed>)>,
    /// The writer of the request in a slot, and of the one that is being answered.
    asked: BTreeMap<u32, Option<Executed>>,
    answered: Option<Executed>,
}

impl Log {
    fn dma(&self, tag: PacketTag) -> (Command, Option<Executed>) {
        let fits = |d: &&(NodeId, u32, Command, Option<Executed>)| {
            d.0 == tag.source && tag.number.wrapping_sub(d.1) < d.2.packets()
        };
        let (_, _, command, by) = self.dmas.iter().rev().find(fits).expect("a DMA");
        (*command, *by)
    }

    fn step(&mut self, machine: &mut Machine) -> bool {
        let cycle = machine.state.cycle;
        let before = machine.clone();
        let mut events: Vec<Event> = Vec::new();
        if !machine.step_with(&mut Each(|event: Event| events.push(event))) {
            return false;
        }
        for (rank, (old, new)) in before.state.nodes.iter().zip(&machine.state.nodes).enumerate() {
            let last = &new.core.processor.last;
            if new.core.processor.executed > old.core.processor.executed {
                let writer = Writer::Instruction(Executed { node: new.id, cycle, pc: last.pc });
                let general = (0..32).filter(|n| last.registers >> n & 1 != 0).map(Register::General);
                let float = (0..32).filter(|n| last.float_registers >> n & 1 != 0).map(Register::Float);
                for register in general.chain(float) {
                    self.writers.insert((rank, Place::Register(register)), writer);
                }
                if let Some(offset) = last.stored {
                    self.writers.insert((rank, Place::Word(offset)), writer);
                    if last.stored_two {
                        self.writers.insert((rank, Place::Word(offset + 4)), writer);
                    }
                }
            }
            if let Some((at, offset)) = new.incc.last_write
                && at == cycle
            {
                let packet = old.incc.input.expect("a flit").tag();
                let (command, by) = self.dma(packet);
                let writer = Writer::Dma { written: cycle, packet, command: Some(command), by };
                self.writers.insert((rank, Place::Word(offset)), writer);
            }
        }
        // The memory node receives before it begins an answer.
        let memory = &before.state.memory_node;
        if machine.state.memory_node.taken_at == Some(cycle)
            && let (Some(flit), Some(packet)) = (memory.input.front(), memory.receiving)
            && flit.kind == FlitKind::Data
            && packet.addr >= REQUEST_BASE
            && (packet.addr - REQUEST_BASE) % SLOT_BYTES == SLOT_BYTES - 4
        {
            let rank = ((packet.addr - REQUEST_BASE) / SLOT_BYTES) as u32;
            self.asked.insert(rank, self.dma(flit.tag).1);
        }
        for event in events {
            let EventKind::DmaStarted { first, command } = event.what else { continue };
            let by = if event.node == NodeId::MEMORY {
                if memory.answering.is_none() {
                    let rank = machine.spec().array.rank(command.dst).expect("a rank") as u32;
                    self.answered = self.asked[&rank];
                }
                self.answered
            } else {
                let pc = machine.node(event.node).expect("a node").core.processor.last.pc;
                Some(Executed { node: event.node, cycle, pc })
            };
            self.dmas.push((event.node, first, command, by));
        }
        true
    }
}

#[test]
fn writers_in_random_programs() {
    let (mut instructions, mut dmas, mut answers, mut loader) = (0, 0, 0, 0);
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let array = [Array::new(1, 1), Array::new(2, 1), Array::new(2, 2), Array::new(3, 2)][rng.below(4) as usize];
        let start = machine(array, &random_program(&mut rng));
        let mut timeline = Timeline::new(start.clone(), Limits::every(1 + rng.below(300)));
        while timeline.advance(3000) != Stepped::Ended {}
        let program = start.image(0).program.clone();
        let address = |name: &str| program.symbol(name).expect("a label").value;
        let (area, flags) = (address("area"), address("flags"));
        for _ in 0..4 {
            let now = rng.below(timeline.end() + 1);
            let (mut log, mut plain) = (Log::default(), start.clone());
            while plain.state.cycle < now && log.step(&mut plain) {}
            timeline.seek(now);
            for _ in 0..12 {
                let rank = rng.below(array.nodes() as u64) as usize;
                let place = match rng.below(4) {
                    0 => Place::Register(Register::General(1 + rng.below(31) as u8)),
                    1 => Place::Register(Register::Float(2 * rng.below(5) as u8)),
                    2 => Place::Word(flags + 4 * rng.below(4) as u32),
                    _ => Place::Word(area + 4 * rng.below(60) as u32),
                };
                let mut search =
                    WriterSearch::new(&timeline, rank, place, timeline.now().state.cycle).expect("a place");
                let found = loop {
                    if let Some(writer) = search.advance(&timeline, 1 + rng.below(2000)) {
                        break writer;
                    }
                };
                let expected = log.writers.get(&(rank, place)).copied().unwrap_or(Writer::Loader);
                assert_eq!(found, expected, "seed {seed}, rank {rank}, {place:?} before {now}");
                match found {
                    Writer::Instruction(_) => instructions += 1,
                    Writer::Dma { packet, .. } if packet.source == NodeId::MEMORY => answers += 1,
                    Writer::Dma { .. } => dmas += 1,
                    _ => loader += 1,
                }
            }
        }
    }
    eprintln!("{instructions} {dmas} {answers} {loader}");
    assert!(instructions > 100 && dmas > 20 && answers > 5 && loader > 100);
}

#[test]
fn edits_are_writers_too() {
    let start = machine(Array::new(1, 1), "main: addiu $t0, $t0, 1\n nop\n nop\n b main\n");
    let mut timeline = Timeline::new(start, Limits::every(10));
    while timeline.end() < 100 {
        timeline.advance(100);
    }
    timeline.seek(50);
    let node = NodeId::new(1, 1);
    timeline.input(Edit::Memory { node, addr: 0x4000, words: vec![1, 2, 3] });
    timeline.input(Edit::Register { node, register: Register::General(8), value: 7 });
    let writer = |timeline: &Timeline<Machine>, place| {
        WriterSearch::new(timeline, 0, place, timeline.now().state.cycle)
            .expect("a place")
            .advance(timeline, u64::MAX)
            .expect("found")
    };
    let t0 = Place::Register(Register::General(8));
    assert_eq!(writer(&timeline, Place::Word(0x4008)), Writer::Edit(50));
    assert_eq!(writer(&timeline, Place::Word(0x400c)), Writer::Loader);
    assert_eq!(writer(&timeline, t0), Writer::Edit(50));
    while timeline.end() < 100 {
        timeline.advance(100);
    }
    assert!(matches!(writer(&timeline, t0), Writer::Instruction(by) if by.cycle > 90));
    timeline.seek(50);
    assert_eq!(writer(&timeline, t0), Writer::Edit(50));
    // The loop has five instructions: the first one executes in cycle 50, after the edit.
    timeline.seek(51);
    assert!(matches!(writer(&timeline, t0), Writer::Instruction(by) if by.cycle == 50));
    timeline.seek(49);
    assert!(matches!(writer(&timeline, t0), Writer::Instruction(by) if by.cycle < 49));
}

#[test]
fn a_session_answers_in_a_sentence() {
    let mut d = Driver::default();
    d.must(Ask::SetMachine(mcore::modes::chip::session::MachineOptions { width: 2, height: 1, ..Default::default() }));
    d.assemble(
        "a.s",
        ".include \"mclib.s\"\n.data\nin: .word 0\nout: .word 7\n.text\nmain: jal mc_rank\n bnez $v0, wait\n\
         li $a0, 0x0201\n la $a1, in\n la $a2, out\n li $a3, 4\n jal mc_put\n b end\n\
         wait: lw $t0, in\n beqz $t0, wait\nend: li $a0, 0\n jal mc_exit\n",
    );
    let symbols = d.updates.iter().find_map(|u| match u {
        Update::Assembled(view) => Some(view.symbols.clone()),
        _ => None,
    });
    let symbols = symbols.expect("symbols");
    d.run();
    d.updates.clear();
    let node = NodeId::new(2, 1);
    let addr = symbols.iter().find(|s| s.name == "in").expect("a label").value;
    d.must(Ask::LastWriter { node, place: Place::Word(addr), at_end: false });
    d.finish();
    let views: Vec<_> =
        d.updates.iter().filter_map(|u| if let Update::LastWriter(v) = u { Some(v.clone()) } else { None }).collect();
    assert_eq!(views.len(), 1);
    let view = &views[0];
    assert_eq!((view.kind, view.node), (WriterKind::Dma, node));
    let by = view.by.clone().expect("a store");
    assert_eq!(by.node, NodeId::new(1, 1));
    assert!(view.text.en.contains("(1,1)") && view.text.ja.contains("(1,1)"), "{:?}", view.text);
    // When asked at the end of the run, the answer is the same for any shown cycle.
    d.must(Ask::Seek(0));
    d.updates.clear();
    d.must(Ask::LastWriter { node, place: Place::Word(addr), at_end: true });
    d.finish();
    let at_end = d.updates.iter().find_map(|u| if let Update::LastWriter(v) = u { Some(v.clone()) } else { None });
    assert_eq!(at_end.as_ref(), Some(view));
    d.must(Ask::LastWriter { node, place: Place::Word(addr), at_end: false });
    d.finish();
    let at_start = d.updates.iter().rev().find_map(|u| if let Update::LastWriter(v) = u { Some(v.kind) } else { None });
    assert_eq!(at_start, Some(WriterKind::Loader), "at cycle 0 nothing has been written");
    let answer = d.send(Ask::LastWriter { node, place: Place::Register(Register::Pc), at_end: false });
    assert!(matches!(answer, Update::Refused(_, Refused::Impossible(_))));
}
