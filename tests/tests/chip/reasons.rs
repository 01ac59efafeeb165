//! Each part of the chip, in each cycle, makes progress or has exactly one reason; and the chain of waiting can be
//! followed.

use mcore::base::{Array, NodeId, Record, Rng, Sink, SourceFile, Tee};
use mcore::modes::chip::view::{MemoryFocus, NodeView};
use mcore::modes::chip::{Cause, Event, EventKind, Link, Machine, Outcome, Part, SpaceTime, Spec, Stall, Tally, kinds};
use mcore::net::{FlitKind, Port};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn machine(width: u8, height: u8, text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)));
    let spec = Spec { array: Array::new(width, height), cycle_limit: 100_000, ..Spec::default() };
    Machine::new(spec, program).expect("a machine")
}

/// Every node puts `words` words to node `to` (0 is the memory node), waits until its INCC is free, and halts.
fn all_to(to: u32, words: u32) -> String {
    format!(
        ".data\nbuffer: .space {bytes}\n.text\nmain: li $t0, {to}\n sw $t0, -256($zero)\n la $t0, buffer\n\
         sw $t0, -252($zero)\n li $t1, 0x8000\n sw $t1, -248($zero)\n li $t0, {bytes}\n sw $t0, -232($zero)\n\
         wait: lw $t0, -228($zero)\n bnez $t0, wait\n sw $zero, -204($zero)\n",
        bytes = 4 * words
    )
}

/// Every node puts 20 words to its mirror image, waits for the words addressed to it, and meets all others.
const EXCHANGE: &str = "
        .include \"mclib.s\"
        .data
flag:   .word 1
mine:   .space 80
theirs: .space 84
        .text
main:   jal   mc_rank
        move  $s0, $v0
        jal   mc_nodes
        addiu $v0, $v0, -1
        subu  $a0, $v0, $s0
        jal   mc_id
        move  $s1, $v0
        move  $a0, $s1
        la    $a1, theirs
        la    $a2, mine
        li    $a3, 80
        jal   mc_put
        move  $a0, $s1
        la    $a1, theirs + 80
        la    $a2, flag
        li    $a3, 4
        jal   mc_put
wait:   lw    $t0, theirs + 80
        beqz  $t0, wait
        jal   mc_barrier
        rdhwr $t1, $2
        addiu $t1, $t1, 200
later:  rdhwr $t0, $2
        sltu  $t0, $t0, $t1
        bnez  $t0, later
        li    $a0, 0
        jal   mc_exit
";

/// Every node requests twelve words of main memory, each on a different page, and meanwhile puts words to node (1,1):
/// so answers stop in the middle of a packet, and other packets wait behind them.
const SLOW_ANSWERS: &str = "
        .data
slot:   .word inbox, 0x5000, 0, 4096, 0, flag, 1, 48
flag:   .word 0
inbox:  .space 48
buffer: .space 400
        .text
main:   rdhwr $s0, $0
        la    $t0, slot
        sw    $zero, -256($zero)
        sw    $t0, -252($zero)
        sll   $t1, $s0, 5
        lui   $t2, 0xffc0
        addu  $t1, $t1, $t2
        sw    $t1, -248($zero)
        li    $t1, -1
        sw    $t1, -244($zero)
        li    $t1, 32
        sw    $t1, -232($zero)
        li    $s1, 12
again:  lw    $t0, -228($zero)
        bnez  $t0, again
        li    $t0, 0x0101
        sw    $t0, -256($zero)
        la    $t0, buffer
        sw    $t0, -252($zero)
        li    $t0, 0x8000
        sw    $t0, -248($zero)
        li    $t0, 400
        sw    $t0, -232($zero)
        addiu $s1, $s1, -1
        bnez  $s1, again
wait:   lw    $t0, flag
        beqz  $t0, wait
        sw    $zero, -204($zero)
";

fn subjects() -> Vec<Machine> {
    vec![
        machine(3, 3, EXCHANGE),
        machine(4, 3, &all_to(0x0202, 60)),
        machine(3, 2, &all_to(0, 40)),
        machine(3, 1, SLOW_ANSWERS),
        machine(2, 1, "main: lw $t0, -224($zero)\n li $t1, 0x201\n bne $t0, $t1, main\n nop\n nop\n break 5\n"),
    ]
}

/// The uses and events of one cycle.
#[derive(Default)]
struct Reported {
    moved: BTreeSet<NodeId>,
    held: BTreeSet<NodeId>,
    entered: BTreeSet<NodeId>,
    executed: BTreeMap<NodeId, bool>,
    delivered: BTreeSet<NodeId>,
    used: Vec<(NodeId, Part, Option<Stall>)>,
}

fn reported(events: &[Event]) -> Reported {
    let mut reported = Reported::default();
    for event in events {
        match event.what {
            EventKind::FlitMoved { to, .. } => {
                reported.moved.insert(event.node);
                if to == Port::Incc {
                    reported.delivered.insert(event.node);
                }
            }
            EventKind::HeldUp { .. } => drop(reported.held.insert(event.node)),
            EventKind::FlitEntered { .. } => drop(reported.entered.insert(event.node)),
            EventKind::Executed { polling, .. } => drop(reported.executed.insert(event.node, polling)),
            EventKind::Used { part, stall } => reported.used.push((event.node, part, stall)),
            _ => {}
        }
    }
    reported
}

/// The reasons are read from the state; the phases themselves emit the events. Both must agree.
#[test]
fn each_part_in_each_cycle_has_progress_or_one_reason_and_it_agrees_with_what_happened() {
    let mut seen = BTreeSet::new();
    for mut m in subjects() {
        let array = m.spec().array;
        loop {
            let mut record = Record::new(usize::MAX);
            if !m.step_with(&mut record) {
                break;
            }
            let reported = reported(&record.events);
            let parts: BTreeSet<_> = reported.used.iter().map(|(node, part, _)| (*node, *part)).collect();
            assert_eq!(parts.len(), reported.used.len(), "each part once");
            assert_eq!(parts.len(), 2 * array.nodes() + 1 + array.routers(), "every part");
            for (at, part, stall) in reported.used {
                seen.extend(stall);
                let case = format!("{at} {part:?} {stall:?} in cycle {}", m.state.cycle - 1);
                match part {
                    Part::Router => {
                        let router = m.state.network.router(array.router(at));
                        assert_eq!(stall.is_none(), reported.moved.contains(&at), "{case}");
                        if stall.is_some() {
                            let held = matches!(stall, Some(Stall::Xoff | Stall::OutputHeld));
                            assert_eq!(held, reported.held.contains(&at), "{case}");
                            assert_eq!(held, !router.is_empty(), "{case}");
                        }
                    }
                    Part::Core => {
                        let node = m.node(at).expect("a compute node");
                        let executed = reported.executed.contains_key(&at);
                        match stall {
                            None => assert!(executed, "{case}"),
                            Some(Stall::Halted) => assert!(!executed && node.core.processor.halted.is_some(), "{case}"),
                            Some(Stall::Trapped) => assert!(!executed && node.core.processor.trapped, "{case}"),
                            Some(_) => assert!(executed && node.core.processor.polling().is_some(), "{case}"),
                        }
                    }
                    Part::Incc => {
                        let incc = &m.node(at).expect("a compute node").incc;
                        if reported.entered.contains(&at) || reported.delivered.contains(&at) && incc.input.is_some() {
                            assert_eq!(stall, None, "{case}");
                        }
                        let nothing = incc.is_idle() && incc.receiving.is_none();
                        assert_eq!(stall == Some(Stall::Idle), stall.is_some() && nothing, "{case}");
                        if stall == Some(Stall::Xoff) {
                            assert!(incc.out.is_some() && !reported.entered.contains(&at), "{case}");
                        }
                    }
                    Part::MemoryNode => {
                        if reported.entered.contains(&NodeId::MEMORY) {
                            assert_eq!(stall, None, "{case}");
                        }
                        if stall == Some(Stall::PageMiss) {
                            assert!(m.state.memory_node.page().1, "{case}");
                        }
                    }
                }
            }
        }
    }
    let all: BTreeSet<_> = Stall::ALL.into_iter().collect();
    assert_eq!(seen, all, "every reason has occurred");
}

/// Progress and stalls together are the cycles, and agree with the cores' own counts.
#[test]
fn progress_and_stalls_are_the_cycles() {
    for mut m in subjects() {
        let array = m.spec().array;
        let mut tally = Tally::new(array);
        while m.step_with(&mut tally) {}
        for rank in 0..array.nodes() {
            assert_eq!(tally.core(rank).cycles(), m.state.cycle);
            assert_eq!(tally.incc(rank).cycles(), m.state.cycle);
            let p = &m.state.nodes[rank].core.processor;
            let core = tally.core(rank);
            let idle = core.stalled(Stall::Halted) + core.stalled(Stall::Trapped);
            assert_eq!(core.cycles() - idle, p.executed, "one instruction a cycle");
        }
        for index in 0..array.routers() {
            assert_eq!(tally.router(array.router_id(index)).cycles(), m.state.cycle);
        }
        assert_eq!(tally.memory_node.cycles(), m.state.cycle);
    }
}

/// A chain goes from head to head: each link is the one that the last link names, and its end is something that moves,
/// or the memory node.
#[test]
fn blocked_chains_lead_to_what_holds_them_back() {
    let (mut longest, mut by_memory, mut held, mut xoff) = (0, 0, 0, 0);
    for mut m in [machine(4, 4, &all_to(0x0404, 60)), machine(4, 4, &all_to(0, 60)), machine(3, 3, EXCHANGE)] {
        let array = m.spec().array;
        while m.step() {
            for index in 0..array.routers() {
                let at = array.router_id(index);
                for input in Port::ALL {
                    let chain = m.blocked_chain(at, input);
                    let Some(first) = chain.links.first() else { continue };
                    assert_eq!((first.at, first.input), (at, input));
                    longest = longest.max(chain.links.len());
                    let places: BTreeSet<_> = chain.links.iter().map(|b| (b.at, b.input)).collect();
                    assert_eq!(places.len(), chain.links.len(), "no circle");
                    for pair in chain.links.windows(2) {
                        match pair[0].cause {
                            Cause::Held { by, packet, .. } => {
                                assert_eq!((pair[1].at, pair[1].input), (pair[0].at, by));
                                assert_eq!(packet, Some(pair[1].packet));
                                held += 1;
                            }
                            Cause::Xoff { output } => {
                                assert_eq!(pair[1].input, output.opposite());
                                xoff += 1;
                            }
                            Cause::MemoryNode { .. } => panic!("the memory node is an end"),
                        }
                    }
                    match chain.links.last().expect("a link").cause {
                        Cause::MemoryNode { .. } => by_memory += 1,
                        Cause::Held { packet, .. } => assert_eq!(chain.moving, packet),
                        Cause::Xoff { .. } => assert!(chain.moving.is_some()),
                    }
                }
            }
        }
        assert!(matches!(m.outcome(), Some(Outcome::Halted { .. })), "{:?}", m.outcome());
    }
    assert!(longest >= 4 && by_memory > 0 && held > 0 && xoff > 0, "{longest} {by_memory} {held} {xoff}");
}

/// A head that a chain calls blocked does not move in the next cycle if the packets that it waits for do not either.
#[test]
fn a_packet_that_waits_for_an_output_cannot_leave_by_it_before_the_holders_tail() {
    let mut m = machine(4, 4, &all_to(0x0303, 60));
    let array = m.spec().array;
    let mut held = 0;
    let mut seen = 0;
    loop {
        let waiting: Vec<_> = (0..array.routers())
            .flat_map(|i| Port::ALL.map(|p| (array.router_id(i), p)))
            .filter_map(|(at, input)| m.blocked_head(at, input))
            .collect();
        let mut record = Record::new(usize::MAX);
        if !m.step_with(&mut record) {
            break;
        }
        for blocked in waiting {
            let Cause::Held { output, by, .. } = blocked.cause else { continue };
            held += 1;
            let left = record.events.iter().filter(|e| e.node == blocked.at).filter_map(|e| match e.what {
                EventKind::FlitMoved { flit, from, to } if to == output => Some((flit, from)),
                _ => None,
            });
            for (flit, from) in left {
                seen += 1;
                assert_eq!(from, by, "only the holder leaves");
                assert_ne!((flit.kind, flit.tag), (FlitKind::Header, blocked.packet));
            }
        }
    }
    assert!(held > 1000 && seen > 1000, "{held} heads waited for a holder, {seen} of its flits left");
}

/// The sums over time and space are those of the whole run, at any length of run.
#[test]
fn space_and_time_add_up_to_the_totals() {
    for mut m in subjects() {
        let array = m.spec().array;
        let mut sink = Tee(Tally::new(array), SpaceTime::new(array));
        while m.step_with(&mut sink) {}
        let Tee(tally, space) = sink;
        assert_eq!(space.cycles(), m.state.cycle);
        let last = m.state.cycle % space.cores.per_column();
        let columns = space.cores.core(0).count() as u64;
        let weight = |i: u64| if i + 1 == columns && last != 0 { last } else { space.cores.per_column() };
        for rank in 0..array.nodes() {
            // Thousandths are rounded down, so each column may lack less than one thousandth of its cycles.
            let total: u64 = (0..).zip(space.cores.core(rank)).map(|(i, [c, _])| u64::from(c) * weight(i)).sum();
            let progress = tally.core(rank).progress * 1000;
            assert!(total <= progress && progress < total + columns * space.cores.per_column(), "{total} {progress}");
        }
        for (link, carried) in tally.links() {
            let total: u64 =
                (0..).zip(space.link(array.router(link.from), link.port)).map(|(i, f)| u64::from(f) * weight(i)).sum();
            let flits = carried.flits * 1000;
            assert!(total <= flits && flits < total + columns * space.per_link_column(), "{link:?} {total} {flits}");
        }
        let unused = Link { from: NodeId::MEMORY, port: Port::North };
        assert_eq!(space.link(array.router(unused.from), unused.port).sum::<u32>(), 0);
    }
}

/// A selected node shows the activity of each of its parts, and the chain of waiting.
#[test]
fn the_view_of_a_node_says_why_it_waits() {
    let mut m = machine(4, 4, &all_to(0, 60));
    let at = NodeId::new(1, 1);
    let view = |m: &Machine, at| NodeView::of(m, at, &MemoryFocus::Address(0x1000), 1);
    assert!(view(&m, at).parts.is_empty(), "nothing has happened yet");
    (0..40).for_each(|_| assert!(m.step()));
    let doing = |v: &NodeView| v.parts.iter().map(|p| (p.name.en.clone(), p.doing.en.clone())).collect::<Vec<_>>();
    let expected = [
        ("core", "waiting for the INCC"),
        ("INCC", "Xoff: the next FIFO is full"),
        ("router", "Xoff: the next FIFO is full"),
    ];
    assert_eq!(doing(&view(&m, at)), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert_eq!(doing(&view(&m, NodeId::MEMORY))[0], ("memory node".to_owned(), "page miss".to_owned()));
    let chain = view(&m, at).chains.pop().expect("a chain");
    assert_eq!(chain.end.en, "The memory node copies a page into its page buffer.");
    assert!(chain.links.len() >= 2 && chain.links[0].at == at);
    assert!(view(&m, NodeId::new(200, 1)).parts.is_empty(), "outside the mesh there is nothing");
}

/// Random programs, random chips: the number of emitted uses is always the same.
#[test]
fn nothing_is_told_to_a_sink_that_does_not_want_uses() {
    struct NoUses;
    impl Sink<Event> for NoUses {
        const WANTS: u32 = kinds::ALL & !kinds::USED;
        fn emit(&mut self, event: Event) {
            assert!(!matches!(event.what, EventKind::Used { .. }));
        }
    }
    let mut random = Rng::new(7);
    for _ in 0..5 {
        let mut m =
            machine(1 + random.below(4) as u8, 1 + random.below(4) as u8, &all_to(0, 1 + random.below(30) as u32));
        while m.step_with(&mut NoUses) {}
    }
}
