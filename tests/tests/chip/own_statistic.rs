//! A custom statistic in ten lines: the distribution of a program's packets over their distances.
//!
//! A statistic is a [`Sink`] of events: it declares the kinds of events it wants, and counts. `mcore::modes::chip::Tally` is
//! the same with more counters; a statistic for all users belongs there (CONTRIBUTING.md, "Recipes").

use mcore::base::{Array, SourceFile, Tee};
use mcore::modes::chip::{Machine, Spec, Tally};
use mcore::program::Program;
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::docs::{blocks, read};
use std::sync::Arc;

// The statistic: from here ...
use mcore::base::Sink;
use mcore::modes::chip::{Event, EventKind, kinds};
use std::collections::BTreeMap;

/// Packets by the number of hops that they have to go.
#[derive(Default)]
struct Distances(BTreeMap<u16, u64>);

impl Sink<Event> for Distances {
    const WANTS: u32 = kinds::PACKET;

    fn emit(&mut self, event: Event) {
        if let EventKind::PacketInjected { dst, .. } = event.what {
            let hops = u16::from(event.node.x.abs_diff(dst.x)) + u16::from(event.node.y.abs_diff(dst.y));
            *self.0.entry(hops).or_default() += 1;
        }
    }
}
// ... to here.

fn program(text: &str) -> Arc<Program> {
    let file = SourceFile { name: "test.s".into(), text: text.into() };
    let assembly = assemble(&[file], &library(), &Options::default());
    Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)))
}

/// The program of the chapter `docs/dma-put.md`: two packets go three hops, and the rival's one goes one.
#[test]
fn a_sink_of_events_is_a_statistic() {
    let spec = Spec { array: Array::new(3, 2), ..Spec::default() };
    let mut machine = Machine::new(spec, program(&read("docs/dma-put.s"))).expect("a machine");
    let mut distances = Distances::default();
    while machine.step_with(&mut distances) {}
    assert_eq!(distances.0, BTreeMap::from([(1, 1), (3, 2)]));
}

/// CONTRIBUTING.md quotes it verbatim.
#[test]
fn it_is_the_one_that_is_shown() {
    let own = read("tests/tests/chip/own_statistic.rs");
    let (shown, _) = blocks(&read("CONTRIBUTING.md"));
    let shown = shown.iter().find(|b| b.info == "rust tests/tests/chip/own_statistic.rs").expect("it is shown");
    assert!(own.contains(&shown.lines.join("\n")), "CONTRIBUTING.md shows another one:\n{}", shown.lines.join("\n"));
}

/// Each node puts a word to its mirror image: on 3 x 3 nodes four go four hops, four go two, and one stays where it is.
/// The statistics of the lab count the same packets at the same time.
#[test]
fn it_counts_beside_the_statistics_of_the_lab() {
    let text = "
        .include \"mclib.s\"
        .data
word:   .word   7
inbox:  .word   0
        .text
main:   jal     mc_nodes
        move    $s0, $v0
        jal     mc_rank
        addiu   $t0, $v0, 1
        subu    $a0, $s0, $t0
        jal     mc_id
        move    $a0, $v0
        la      $a1, inbox
        la      $a2, word
        li      $a3, 4
        jal     mc_put
        li      $a0, 0
        jal     mc_exit
";
    let array = Array::new(3, 3);
    let mut machine = Machine::new(Spec { array, ..Spec::default() }, program(text)).expect("a machine");
    let mut sink = Tee(Distances::default(), Tally::new(array));
    while machine.step_with(&mut sink) {}
    let Tee(distances, tally) = sink;
    assert_eq!(distances.0, BTreeMap::from([(0, 1), (2, 4), (4, 4)]));
    assert_eq!(distances.0.values().sum::<u64>(), tally.packets);
}
