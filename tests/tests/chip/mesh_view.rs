//! The picture of the chip shows its true state.

use mcore::base::{Array, Sink, SourceFile};
use mcore::modes::chip::exercise::read_exercise;
use mcore::modes::chip::view::{CoreBar, FlitPlace, MeshView};
use mcore::modes::chip::{Event, EventKind, Machine, Spec, kinds};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::docs::read;
use mcore_tests::{pack_files, solution};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn machine(array: Array, file: SourceFile) -> Machine {
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    Machine::new(Spec { array, ..Spec::default() }, Arc::new(program)).expect("a machine")
}

/// A program with little traffic and one with much: in each cycle every flit that has been formed and not yet written is
/// in the picture, each at a different place.
#[test]
fn every_flit_in_flight_can_be_seen() {
    let put = SourceFile { name: "dma-put.s".into(), text: read("docs/dma-put.s") };
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    let mut busy = machine(Array::new(4, 4), solution("class", "matmul", "matmul.s"));
    exercise.cases[0].place(&mut busy).expect("inputs");
    let (mut most, mut waited) = (0, 0);
    for mut machine in [machine(Array::new(3, 2), put), busy] {
        while machine.step() {
            let flits: Vec<_> = MeshView::of(&machine).flits().collect();
            assert_eq!(flits.len() as u32, machine.state.in_flight, "after cycle {}", machine.state.cycle - 1);
            let places: BTreeSet<String> = flits.iter().map(|f| format!("{} {:?}", f.at, f.place)).collect();
            assert_eq!(places.len(), flits.len(), "after cycle {}", machine.state.cycle - 1);
            most = most.max(flits.len());
            // The painter draws these two nearly at the same point.
            for flit in flits.iter().filter(|f| f.place == FlitPlace::OutBuffer) {
                waited += 1;
                assert!(!flits.iter().any(|f| f.at == flit.at && f.place == FlitPlace::Entering));
            }
        }
    }
    assert!(most > 20 && waited > 0, "there is traffic: {most}, {waited}");
}

/// Whether the instruction of each core in each cycle belonged to a polling loop.
#[derive(Default)]
struct Instructions(BTreeMap<usize, BTreeMap<u64, bool>>);

impl Sink<Event> for Instructions {
    const WANTS: u32 = kinds::EXECUTED;

    fn emit(&mut self, event: Event) {
        if let EventKind::Executed { polling, .. } = event.what {
            let rank = Array::new(4, 4).rank(event.node).expect("a compute node");
            self.0.entry(rank).or_default().insert(event.cycle, polling);
        }
    }
}

/// The bars of a core are its last 64 cycles: computing, in a polling loop, or neither after it has halted.
#[test]
fn the_bars_of_a_core_are_the_instructions_of_its_last_cycles() {
    let exercise = read_exercise("matmul", &pack_files("class")).expect("the exercise");
    let mut machine = machine(Array::new(4, 4), solution("class", "matmul", "matmul.s"));
    exercise.cases[0].place(&mut machine).expect("inputs");
    let mut seen = Instructions::default();
    let (mut polled, mut halted) = (0, 0);
    while machine.step_with(&mut seen) {
        let end = machine.state.cycle;
        let view = MeshView::of(&machine);
        for (rank, cycles) in &seen.0 {
            for (index, bar) in view.bars(*rank).enumerate() {
                let span = (end + 8 * index as u64).saturating_sub(64)..(end + 8 * index as u64 + 8).saturating_sub(64);
                let count = |kind| cycles.range(span.clone()).filter(|(_, polling)| **polling == kind).count() as u8;
                let expected = CoreBar { computed: count(false), polled: count(true) };
                assert_eq!(bar, expected, "rank {rank}, bar {index}, before cycle {end}");
                polled += u32::from(bar.polled);
                halted += u32::from(end > 64 && bar == CoreBar::default());
            }
        }
    }
    assert!(polled > 1000 && halted > 1000, "cores have polled and halted: {polled}, {halted}");
}
