//! The checks against an independent model: random programs that put, signal, wait, load and store, whose accesses are
//! ordered or not by a graph written out in full. There is a report if and only if the graph has a race.

use mcore::base::{Array, SourceFile};
use mcore::isa::{Operand, decode, encode, rows};
use mcore::modes::chip::check::{Check, Finding, Kind};
use mcore::modes::chip::view::ReportsView;
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::program::{Program, Segment, SegmentKind};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::sync::Arc;

const NODES: usize = 4;
const SLOTS: usize = 3;

/// One step of a node. Slots are pairs of words, at the same addresses on every node.
#[derive(Clone, Copy, Debug)]
enum Step {
    Put {
        from: usize,
        to: usize,
        slot: usize,
        target: usize,
    },
    Signal {
        from: usize,
        to: usize,
    },
    /// Waits for one of the signals that were sent before in this list.
    Wait {
        which: usize,
    },
    Load {
        node: usize,
        slot: usize,
    },
    Store {
        node: usize,
        slot: usize,
    },
    Pause {
        node: usize,
        cycles: usize,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let (node, slot) = (0..NODES, 0..SLOTS);
    prop_oneof![
        3 => (node.clone(), node.clone(), slot.clone(), slot.clone())
            .prop_map(|(from, to, slot, target)| Step::Put { from, to, slot, target }),
        4 => (node.clone(), node.clone()).prop_map(|(from, to)| Step::Signal { from, to }),
        5 => (0..32usize).prop_map(|which| Step::Wait { which }),
        2 => (node.clone(), slot.clone()).prop_map(|(node, slot)| Step::Load { node, slot }),
        1 => (node.clone(), slot).prop_map(|(node, slot)| Step::Store { node, slot }),
        1 => (node, 1..200usize).prop_map(|(node, cycles)| Step::Pause { node, cycles }),
    ]
}

/// The program: each node does its own steps in their order.
fn text(steps: &[Step]) -> String {
    let mut parts = vec![String::new(); NODES];
    let mut signals = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let id = |rank: usize| format!("0x{:x}", (rank % 2 + 1) << 8 | (rank / 2 + 1));
        match *step {
            Step::Put { from, to, slot, target } => {
                let to = id(to);
                writeln!(parts[from], "li $a0, {to}\nla $a1, s{target}\nla $a2, s{slot}\nli $a3, 8\njal mc_put")
            }
            Step::Signal { from, to } => {
                signals.push((i, to));
                let to = id(to);
                writeln!(parts[from], "li $a0, {to}\nla $a1, flags + {}\nli $a2, 1\njal mc_signal", 4 * i)
            }
            Step::Wait { which } => match signals.get(which % signals.len().max(1)) {
                Some((i, to)) => {
                    writeln!(parts[*to], "la $a0, flags + {}\nli $a1, 1\njal mc_wait_eq", 4 * i)
                }
                None => Ok(()),
            },
            Step::Load { node, slot } => writeln!(parts[node], "la $t0, s{slot}\nlw $t1, 4($t0)"),
            Step::Store { node, slot } => writeln!(parts[node], "la $t0, s{slot}\nsw $zero, 4($t0)"),
            Step::Pause { node, cycles } => {
                writeln!(parts[node], "li $t0, {cycles}\n1: addiu $t0, $t0, -1\nbnez $t0, 1b")
            }
        }
        .expect("a string takes everything");
    }
    let mut text = String::from(".include \"mclib.s\"\nmain: jal mc_rank\n");
    for rank in 1..NODES {
        writeln!(text, "li $t0, {rank}\nbeq $v0, $t0, node{rank}").expect("a string");
    }
    for (rank, part) in parts.iter().enumerate() {
        writeln!(text, "node{rank}:\n{part}sw $zero, HALT($zero)").expect("a string");
    }
    for slot in 0..SLOTS {
        writeln!(text, ".data\ns{slot}: .word 1, 2").expect("a string");
    }
    writeln!(text, "flags: .space {}", 4 * steps.len().max(1)).expect("a string");
    text
}

/// An access to a slot of a node's memory: by what, and at which point of the graph.
struct Access {
    node: usize,
    slot: usize,
    write: bool,
    by_core: bool,
    point: usize,
}

/// True if two accesses to a slot, one of them a write, are not ordered by the graph. A store into data that the own
/// INCC is sending is checked by time, not by order, and left out.
fn races(steps: &[Step]) -> bool {
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut points = 0;
    let mut point = || {
        points += 1;
        points - 1
    };
    let mut last = [None; NODES];
    let mut last_read = [None; NODES];
    let mut last_arrival = [[None; NODES]; NODES];
    let mut accesses: Vec<Access> = Vec::new();
    let mut signals = Vec::new();
    for step in steps {
        let on = match *step {
            Step::Put { from, .. } | Step::Signal { from, .. } => from,
            Step::Load { node, .. } | Step::Store { node, .. } | Step::Pause { node, .. } => node,
            Step::Wait { which } if !signals.is_empty() => {
                let (_, to): (usize, usize) = signals[which % signals.len()];
                to
            }
            Step::Wait { .. } => continue,
        };
        let here = point();
        edges.extend(last[on].replace(here).map(|before| (before, here)));
        // A DMA is read word by word after the earlier ones of that node, and arrives after those on the same route.
        let mut dma = |to: usize| {
            let (read, arrival) = (point(), point());
            edges.extend([(here, read), (read, arrival)]);
            edges.extend(last_read[on].replace(read).map(|before| (before, read)));
            edges.extend(last_arrival[on][to].replace(arrival).map(|before| (before, arrival)));
            (read, arrival)
        };
        match *step {
            Step::Put { to, slot, target, .. } => {
                let (read, arrival) = dma(to);
                accesses.push(Access { node: on, slot, write: false, by_core: false, point: read });
                accesses.push(Access { node: to, slot: target, write: true, by_core: false, point: arrival });
            }
            Step::Signal { to, .. } => {
                let (_, arrival) = dma(to);
                signals.push((arrival, to));
            }
            Step::Wait { which } => edges.push((signals[which % signals.len()].0, here)),
            Step::Load { node, slot } | Step::Store { node, slot } => {
                let write = matches!(step, Step::Store { .. });
                accesses.push(Access { node, slot, write, by_core: true, point: here });
            }
            Step::Pause { .. } => {}
        }
    }
    // Every edge leads to a later point or starts at a wait, so a few rounds reach everything.
    // Bit i of an entry: point i is before it. There are at most three points for each step.
    let mut before = vec![0u128; points];
    loop {
        let mut changed = false;
        for (a, b) in &edges {
            let now = before[*b] | before[*a] | 1 << a;
            changed |= now != before[*b];
            before[*b] = now;
        }
        if !changed {
            break;
        }
    }
    let comes_before = |a: &Access, b: &Access| before[b.point] >> a.point & 1 != 0;
    let unordered = |a: &Access, b: &Access| !comes_before(a, b) && !comes_before(b, a);
    let own_sending = |a: &Access, b: &Access| a.by_core && a.write && !b.by_core && !b.write;
    accesses.iter().enumerate().any(|(i, a)| {
        accesses[..i].iter().any(|b| {
            (a.node, a.slot) == (b.node, b.slot)
                && (a.write || b.write)
                && unordered(a, b)
                && !own_sending(a, b)
                && !own_sending(b, a)
        })
    })
}

fn machine(text: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    let program = assembly.program.unwrap_or_else(|| panic!("{:#?}\n{text}", assembly.diagnostics));
    let spec = Spec { array: Array::new(2, 2), cycle_limit: 100_000, ..Spec::default() };
    Machine::new(spec, Arc::new(program)).expect("a machine")
}

fn findings(text: &str, slice: impl FnMut() -> u64) -> Vec<Finding> {
    ended(Check::new(machine(text)), slice).checker().findings().list().to_vec()
}

/// The check of a run that halts, at its end.
fn ended(mut check: Check, mut slice: impl FnMut() -> u64) -> Check {
    while !check.has_ended() {
        check.advance(slice(), u64::MAX);
    }
    assert!(matches!(check.machine().outcome(), Some(Outcome::Halted { .. })), "{:?}", check.machine().outcome());
    check
}

/// A text of any instructions at all; every other memory operand is made to hit data or the register page.
fn any_text() -> impl Strategy<Value = Vec<u32>> {
    let word = (0..rows().len(), any::<u32>(), 0..4u8).prop_map(|(row, bits, place)| {
        let row = &rows()[row];
        let mut instr = decode(row.bits() | bits & !row.mask());
        if row.operands.contains(&Operand::Memory) {
            match place {
                0 => (instr.rs, instr.imm) = (0, 0u32.wrapping_sub(4 * (bits % 64 + 1))),
                1 => (instr.rs, instr.imm) = (29, 0u32.wrapping_sub(8 * (bits % 64))),
                2 => (instr.rs, instr.imm) = (0, 0x1000 + bits % 64 * 8),
                _ => {}
            }
        }
        if row.operands.contains(&Operand::Branch) {
            instr.imm = 4 * (bits % 16);
        }
        encode(&instr)
    });
    prop::collection::vec(word, 1..200)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: mcore_tests::cases(3000), failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a program does, following it does no harm: no panic, and its findings can be worded.
    #[test]
    fn any_program_can_be_followed(words in any_text(), mirrored in any::<bool>()) {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let text = Segment { kind: SegmentKind::Text, addr: 0x1000, size: bytes.len() as u32, bytes };
        let program = Program { segments: vec![text], entry: 0x1000, ..Program::default() };
        let spec = Spec { array: Array::new(2, 1), mirrored, cycle_limit: 1000, ..Spec::default() };
        let machine = Machine::new(spec, Arc::new(program)).expect("a machine");
        let (mut check, mut every) = (Check::new(machine.clone()), Check::new(machine));
        every.follow_every_iteration();
        check.advance(u64::MAX, u64::MAX);
        every.advance(u64::MAX, u64::MAX);
        prop_assert_eq!(check.checker().findings(), every.checker().findings());
        let view = ReportsView::of(check.machine(), check.checker());
        prop_assert_eq!(view.reports.len(), check.checker().findings().list().len());
        prop_assert!(view.reports.iter().all(|r| !r.message.ja.is_empty() && !r.tip.ja.is_empty()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: mcore_tests::cases(400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_report_comes_if_and_only_if_there_is_a_race(steps in prop::collection::vec(step(), 1..24)) {
        let text = text(&steps);
        let found = findings(&text, || 100_000);
        let of_order: Vec<_> = found.iter().filter(|f| !matches!(f.kind, Kind::StoreWhileSending { .. })).collect();
        prop_assert_eq!(!of_order.is_empty(), races(&steps), "{:#?}\n{}", of_order, text);
    }

    /// Reports depend only on the run, not on its division into slices or on other sinks.
    #[test]
    fn reports_do_not_depend_on_slices(
        steps in prop::collection::vec(step(), 1..24),
        slices in prop::collection::vec(1..60u64, 1..20),
    ) {
        let text = text(&steps);
        let mut next = slices.iter().cycle();
        let whole = findings(&text, || u64::MAX);
        let cut = findings(&text, || next.next().copied().unwrap_or(1));
        prop_assert_eq!(whole, cut);
    }

    /// Iterations of polling loops that change nothing are not followed, and every finding is the same.
    #[test]
    fn reports_do_not_depend_on_iterations_that_change_nothing(steps in prop::collection::vec(step(), 1..24)) {
        let text = text(&steps);
        let check = ended(Check::new(machine(&text)), || u64::MAX);
        let mut every = Check::new(machine(&text));
        every.follow_every_iteration();
        let every = ended(every, || u64::MAX);
        prop_assert_eq!(check.checker().findings(), every.checker().findings());
    }
}

#[test]
fn a_core_that_waits_is_followed_for_a_few_iterations() {
    let steps = [
        Step::Pause { node: 0, cycles: 5000 },
        Step::Put { from: 0, to: 1, slot: 0, target: 0 },
        Step::Signal { from: 0, to: 1 },
        Step::Wait { which: 0 },
        Step::Load { node: 1, slot: 0 },
    ];
    let check = ended(Check::new(machine(&text(&steps))), || u64::MAX);
    assert_eq!(check.checker().findings().list(), []);
    let skipped = check.checker().skipped();
    // Node 1 waits while node 0 counts.
    assert!((4000..check.cycle()).contains(&skipped), "{skipped} of {}", check.cycle());
}
