//! The picture of the chip shows its true state.

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::exercise::read_exercise;
use mcore::modes::chip::view::{FlitPlace, MeshView};
use mcore::modes::chip::{Machine, Spec};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::docs::read;
use mcore_tests::{pack_files, solution};
use std::collections::BTreeSet;
use std::sync::Arc;

fn machine(array: Array, file: SourceFile) -> Machine {
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    Machine::new(Spec { array, ..Spec::default() }, Arc::new(program)).expect("a machine")
}

/// A program with little traffic and one with much: in each cycle every flit that has been formed and not yet written is
/// in the picture, each at a place of its own.
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
