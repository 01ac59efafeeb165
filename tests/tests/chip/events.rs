//! The events of a run: emitting them changes nothing, and they obey the closed formulas.

use mcore::base::{Array, Count, Cycle, Each, NodeId, Null, Only, Record, Simulation, Sink, SourceFile, Tee};
use mcore::modes::chip::exercise::read_exercise;
use mcore::modes::chip::{Event, EventKind, InOrder, Latencies, Machine, Outcome, REQUEST_BASE, Spec, Tally, kinds};
use mcore::net::Port;
use mcore::program::Program;
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{BUSY, pack_files, solution};
use std::collections::BTreeMap;
use std::sync::Arc;

fn program(text: &str) -> Arc<Program> {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)))
}

fn machine(width: u8, height: u8, text: &str) -> Machine {
    let spec = Spec { array: Array::new(width, height), cycle_limit: 200_000, ..Spec::default() };
    Machine::new(spec, program(text)).expect("a machine")
}

/// The solution of class/matmul on its machine, inputs in place: computing, polling, DMA, all to all.
fn matmul() -> Machine {
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    let file = solution("class", "matmul", "matmul.s");
    let program = Arc::new(assemble(&[file], &library(), &Options::default()).program.expect("a program"));
    let mut machine = Machine::new(Spec::default(), program.clone()).expect("a machine");
    exercise.cases[0].place(&mut machine).expect("inputs");
    machine
}

/// Node (sx,sy) puts `words` words to a destination; all others halt at once.
fn one_put(source: NodeId, to: NodeId, words: u32) -> String {
    let (own, dst) = (source.to_word(), to.to_word());
    let data: Vec<String> = (0x100..0x100 + words).map(|word| word.to_string()).collect();
    let data = data.join(", ");
    format!(
        ".data\nbuffer: .word {data}\n.text\nmain: lw $t0, -224($zero)\n li $t1, {own}\n bne $t0, $t1, end\n\
         li $t0, {dst}\n sw $t0, -256($zero)\n la $t0, buffer\n sw $t0, -252($zero)\n li $t0, 0x4000\n\
         sw $t0, -248($zero)\n li $t0, {}\n sw $t0, -232($zero)\nend: sw $zero, -204($zero)\n",
        4 * words
    )
}

fn record(mut machine: Machine) -> (Machine, Vec<Event>) {
    let mut record = Record::new(10_000_000);
    while machine.step_with(&mut record) {}
    assert_eq!(record.dropped, 0);
    (machine, record.events)
}

#[test]
fn the_state_is_the_same_with_and_without_a_sink() {
    for start in [matmul(), machine(3, 3, BUSY)] {
        let (mut quiet, mut reported, mut plain) = (start.clone(), start.clone(), start);
        let mut sink = Tee(Count::default(), Tally::new(reported.spec().array));
        let mut cycle = 0u64;
        loop {
            let goes_on = quiet.step();
            assert_eq!(reported.step_with(&mut sink), goes_on);
            assert_eq!(plain.step_in(&mut InOrder, &mut Null), goes_on);
            cycle += 1;
            if cycle % 64 == 0 || !goes_on {
                assert!(quiet.state == reported.state && quiet.state == plain.state, "cycle {cycle}");
                assert_eq!(quiet.digest(), reported.digest());
            }
            if !goes_on {
                break;
            }
        }
        assert!(matches!(quiet.outcome(), Some(Outcome::Halted { .. })), "{:?}", quiet.outcome());
        assert!(sink.0.total() > 10_000);
    }
}

/// The closed formula of ARCHITECTURE.md: a command stored at cycle c, h hops, packet p, its word k.
#[test]
fn a_packet_on_an_idle_network_takes_the_time_of_the_formula() {
    let (array, source) = (Array::new(5, 4), NodeId::new(2, 3));
    for to in (0..array.nodes()).map(|rank| array.node(rank)) {
        let hops = Cycle::from(source.x.abs_diff(to.x)) + Cycle::from(source.y.abs_diff(to.y));
        for words in [1u32, 6, 7, 8, 14, 15, 36] {
            let (_, events) = record(machine(5, 4, &one_put(source, to, words)));
            let mut latencies = Latencies::default();
            let (mut stored, mut injected, mut delivered, mut sent, mut arrived) = (None, 0, 0, None, None);
            for event in &events {
                let latency = latencies.take(event);
                let data = |p: u64| (u64::from(words) - 7 * p).min(7);
                match event.what {
                    EventKind::DmaStarted { first, command } => {
                        assert_eq!((event.node, command.dst, command.words), (source, to, words));
                        assert_eq!((first, stored.replace(event.cycle)), (0, None));
                    }
                    EventKind::PacketInjected { tag, dst, flits } => {
                        let (c, p) = (stored.expect("stored before"), u64::from(tag.number));
                        assert_eq!((p, dst, tag.source, event.node), (injected, to, source, source));
                        assert_eq!(event.cycle, c + 2 + 10 * p);
                        assert_eq!(u64::from(flits), 3 + data(p));
                        injected += 1;
                    }
                    EventKind::PacketDelivered { tag } => {
                        let (c, p) = (stored.expect("stored before"), u64::from(tag.number));
                        assert_eq!((p, event.node), (delivered, to));
                        assert_eq!(event.cycle, c + 5 + 10 * p + (data(p) - 1) + hops + 3, "{to}, {words} words");
                        assert_eq!(latency, Some(3 + data(p) + hops + 2), "flits + hops + 2");
                        delivered += 1;
                    }
                    EventKind::DmaSent { .. } => sent = Some(event.cycle),
                    EventKind::DmaDelivered { tag } => {
                        assert_eq!(u64::from(tag.number) + 1, injected);
                        arrived = Some(event.cycle);
                    }
                    EventKind::HeldUp { .. } => panic!("nothing is held up on an idle network"),
                    _ => {}
                }
            }
            assert_eq!((injected, delivered), (u64::from(words.div_ceil(7)), injected));
            let last = events.iter().rev().find(|e| matches!(e.what, EventKind::PacketDelivered { .. }));
            assert_eq!(arrived, last.map(|e| e.cycle));
            assert_eq!(arrived.expect("arrived") - sent.expect("sent"), hops + 3, "buffer to memory");
        }
    }
}

/// Each flit enters once, passes the routers of its XY route, one per cycle, and leaves to the INCC.
#[test]
fn the_way_of_each_flit_can_be_followed() {
    let (source, to) = (NodeId::new(1, 2), NodeId::new(3, 1));
    let (_, events) = record(machine(3, 2, &one_put(source, to, 9)));
    type Step = (Cycle, NodeId, Option<(Port, Port)>);
    let mut ways: BTreeMap<(u32, u32), Vec<Step>> = BTreeMap::new();
    let mut formed = 0;
    for event in &events {
        match event.what {
            EventKind::FlitEntered { flit } => {
                ways.entry((flit.tag.number, flit.word)).or_default().push((event.cycle, event.node, None));
                formed += 1;
            }
            EventKind::FlitMoved { flit, from, to } => {
                let way = ways.get_mut(&(flit.tag.number, flit.word)).expect("it has entered");
                way.push((event.cycle, event.node, Some((from, to))));
            }
            _ => {}
        }
    }
    assert_eq!((formed, ways.len()), (10 + 5, 10 + 5), "the words of a packet differ");
    for way in ways.values() {
        let steps: Vec<_> = way.iter().map(|(_, node, ports)| (*node, *ports)).collect();
        assert_eq!(
            steps,
            [
                (source, None),
                (source, Some((Port::Incc, Port::East))),
                (NodeId::new(2, 2), Some((Port::West, Port::East))),
                (NodeId::new(3, 2), Some((Port::West, Port::North))),
                (to, Some((Port::South, Port::Incc))),
            ]
        );
        assert!(way.windows(2).all(|w| w[0].0 + 1 == w[1].0), "one step a cycle");
    }
}

#[test]
fn what_is_told_agrees_with_what_the_state_counts() {
    for start in [matmul(), machine(3, 3, BUSY)] {
        let mut reported = start;
        let mut tally = Tally::new(reported.spec().array);
        let mut count = Count::default();
        let mut printed = 0;
        {
            let print = Only::<{ kinds::PRINTED }, _>(Each(|e: Event| {
                let EventKind::Printed { bytes, .. } = e.what else { panic!("{e:?}") };
                printed += bytes as usize;
            }));
            let mut sink = Tee(&mut tally, Tee(&mut count, print));
            while reported.step_with(&mut sink) {}
        }
        let nodes = &reported.state.nodes;
        assert_eq!(tally.executed(), nodes.iter().map(|n| n.core.processor.executed).sum::<u64>());
        assert_eq!(tally.polled, nodes.iter().map(|n| n.core.processor.polled).sum::<u64>());
        assert_eq!(tally.by_class().values().sum::<u64>(), tally.executed());
        assert_eq!(tally.by_instruction().map(|(_, n)| n).sum::<u64>(), tally.executed());
        assert_eq!(printed, nodes.iter().map(|n| n.console.len()).sum::<usize>());
        let packets = nodes.iter().map(|n| u64::from(n.incc.packets)).sum::<u64>()
            + u64::from(reported.state.memory_node.packets);
        assert_eq!((tally.packets, tally.latency.range().count), (packets, packets), "every packet has arrived");
        assert!(tally.latency.range().least > 0 && tally.latency.quantile(1000) == tally.latency.range().most);
        let started: u64 = nodes.iter().map(|n| u64::from(n.incc.started)).sum();
        let answers = if reported.state.memory_node.packets > 0 { 2 * nodes.len() as u64 } else { 0 };
        assert_eq!(tally.dmas, started + answers, "data and flag of each answer");
        let of = |kinds: u32| (0..32).filter(|k| kinds >> k & 1 != 0).map(|k| count.by_kind[k]).collect::<Vec<_>>();
        assert_eq!(of(kinds::DMA), [tally.dmas; 3]);
        assert_eq!(of(kinds::HALTED), [nodes.len() as u64]);
        let delivered = (0..reported.spec().array.routers()).map(|i| {
            tally.carried(mcore::modes::chip::Link { from: reported.spec().array.router_id(i), port: Port::Incc })
        });
        let delivered: Vec<_> = delivered.collect();
        assert_eq!(delivered.iter().map(|c| c.flits).sum::<u64>(), tally.flits, "no flit is lost");
        assert_eq!(delivered.iter().map(|c| c.packets).sum::<u64>(), tally.packets);
        let (router, held) = tally.most_congested().expect("all to one is congested");
        assert!(held > 0 && held == tally.held_up(router) && held <= reported.state.cycle);
        assert!(tally.busiest_link().is_some_and(|(_, flits)| flits <= reported.state.cycle));
    }
}

/// The packets of a DMA have consecutive numbers from its first one; they link the events of both to the same DMA.
#[test]
fn packets_are_numbered_as_their_dma_foretells() {
    for start in [matmul(), machine(3, 3, BUSY)] {
        let (machine, events) = record(start);
        let mut predicted: BTreeMap<(NodeId, u32), (NodeId, u32)> = BTreeMap::new();
        let mut lasts = BTreeMap::new();
        for event in &events {
            match event.what {
                EventKind::DmaStarted { first, command } => {
                    for number in first..first + command.packets() {
                        assert_eq!(predicted.insert((event.node, number), (command.dst, command.words)), None);
                    }
                    lasts.insert((event.node, first + command.packets() - 1), (command.dst, event.cycle));
                }
                EventKind::PacketInjected { tag, dst, .. } => {
                    assert_eq!(predicted.get(&(tag.source, tag.number)).map(|(to, _)| *to), Some(dst));
                }
                EventKind::DmaDelivered { tag } => {
                    let (to, started) = lasts.remove(&(tag.source, tag.number)).expect("a DMA that was started");
                    assert_eq!(to, event.node);
                    assert!(event.cycle > started + 5);
                }
                _ => {}
            }
        }
        assert!(lasts.is_empty());
        assert!(machine.state.in_flight == 0 && predicted.len() > 20);
    }
}

/// The log of an interval of a run is recomputed from the state at its start.
#[test]
fn the_events_of_a_window_are_that_part_of_all_events() {
    let start = machine(3, 3, BUSY);
    let (end, all) = record(start.clone());
    let mut at = start;
    while at.state.cycle < 700 {
        assert!(at.step());
    }
    let before = at.state.clone();
    let mut window = Record::new(usize::MAX);
    at.emit_until(1000, &mut window);
    assert!(at.state == before, "looking changes nothing");
    let part: Vec<Event> = all.iter().filter(|e| (700..1000).contains(&e.cycle)).copied().collect();
    assert!(!part.is_empty() && window.events == part);
    let mut rest = Count::default();
    at.emit_until(u64::MAX, &mut Only::<{ kinds::HALTED }, _>(&mut rest));
    assert_eq!(rest.total(), end.state.nodes.len() as u64);
}

#[test]
fn traps_are_told_with_their_node_and_cause() {
    let (machine, events) =
        record(machine(2, 1, "main: lw $t0, -224($zero)\n li $t1, 0x201\n bne $t0, $t1, main\n break 5\n"));
    let Some(Outcome::Trapped(traps)) = machine.outcome() else { panic!("{:?}", machine.outcome()) };
    let reported = events.iter().filter_map(|e| match e.what {
        EventKind::Trapped { pc, cause } => Some((e.node, pc, e.cycle, cause)),
        _ => None,
    });
    assert_eq!(
        reported.collect::<Vec<_>>(),
        traps.iter().map(|t| (t.node, t.pc, t.cycle, t.cause)).collect::<Vec<_>>()
    );
}

#[test]
fn a_sink_that_wants_nothing_is_told_nothing() {
    struct Deaf;
    impl Sink<Event> for Deaf {
        const WANTS: u32 = 0;
        fn emit(&mut self, event: Event) {
            panic!("{event:?}");
        }
    }
    let mut m = machine(2, 2, BUSY);
    while m.step_with(&mut Deaf) {}
    assert_eq!(REQUEST_BASE >> 32, 0xffff_ffff, "where the requests of this program go");
}

/// The cores' results, value by value: the retired instructions alone give the registers of every core.
#[test]
fn retired_instructions_retell_the_registers() {
    for mut machine in [machine(2, 2, BUSY), matmul()] {
        let array = machine.spec().array;
        let start: Vec<[u32; 32]> = machine.state.nodes.iter().map(|n| n.core.processor.registers.general).collect();
        let mut registers = start;
        let mut retired = 0;
        let sink = &mut Only::<{ kinds::RETIRED }, _>(Each(|e: Event| {
            let EventKind::Retired { target, value, .. } = e.what else { panic!("{e:?}") };
            let rank = array.rank(e.node).expect("a compute node");
            if target != 0 {
                registers[rank][target as usize] = value;
            }
            retired += 1;
        }));
        while machine.step_with(sink) {}
        let executed: u64 = machine.state.nodes.iter().map(|n| n.core.processor.executed).sum();
        assert_eq!(retired, executed);
        for (node, reported) in machine.state.nodes.iter().zip(&registers) {
            assert_eq!(node.core.processor.registers.general, *reported, "{}", node.id);
        }
    }
}

/// Each word of each DMA is read once and written once, in order, at the places in its command.
#[test]
fn every_word_is_read_and_written_where_its_command_says() {
    for machine in [machine(2, 2, BUSY), matmul()] {
        // By source: commands started, words read, words written; flags of answers are not read from memory.
        let mut commands: BTreeMap<NodeId, Vec<(u32, mcore::modes::chip::Command)>> = BTreeMap::new();
        let mut reads: BTreeMap<NodeId, Vec<u64>> = BTreeMap::new();
        let mut writes: BTreeMap<(NodeId, u32), Vec<u64>> = BTreeMap::new();
        machine.emit_until(
            Cycle::MAX,
            &mut Only::<{ kinds::WORD | kinds::DMA_STARTED_ONLY }, _>(Each(|e: Event| match e.what {
                EventKind::DmaStarted { first, command } => commands.entry(e.node).or_default().push((first, command)),
                EventKind::WordRead { tag, addr } => {
                    assert_eq!(tag.source, e.node);
                    reads.entry(e.node).or_default().push(addr);
                }
                EventKind::WordWritten { tag, addr, .. } => {
                    writes.entry((tag.source, tag.number)).or_default().push(addr);
                }
                _ => panic!("{e:?}"),
            })),
        );
        for (source, list) in &commands {
            let places = |from: u64, stride: i32, words: u32| {
                (0..words).map(move |i| from.wrapping_add_signed(i64::from(stride) * i64::from(i)))
            };
            let sent = list.iter().filter(|(_, c)| *source != NodeId::MEMORY || c.local != 0);
            let read: Vec<u64> = sent.flat_map(|(_, c)| places(c.local, c.local_stride, c.words)).collect();
            assert_eq!(reads.get(source), Some(&read), "{source}");
            for (first, command) in list {
                let packets = *first..first + command.packets();
                let written: Vec<u64> = packets.flat_map(|n| writes[&(*source, n)].iter().copied()).collect();
                let expected: Vec<u64> = places(command.remote, command.remote_stride, command.words).collect();
                assert_eq!(written, expected, "{source} {command:?}");
            }
        }
    }
}
