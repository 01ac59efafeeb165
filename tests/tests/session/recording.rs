//! The loads and stores of a shown run, as a trace: the same for any slices, of the run so far, with its edits.

use mcore::base::NodeId;
use mcore::modes::chip::session::{Command, MachineOptions, Refused, Register, Update};
use mcore_tests::Driver;

/// Loads one word and stores it at another place, on each node; `$t9` holds the number of repetitions.
const COPY: &str = "
        .data
from:   .word   7
to:     .space  4
        .text
main:   li      $t9, 3
loop:   lw      $t0, from
        sw      $t0, to
        addiu   $t9, $t9, -1
        bgtz    $t9, loop
        li      $v0, 10
        syscall
";

fn driver() -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 1, ..MachineOptions::default() }));
    d.assemble("copy.s", COPY);
    d
}

/// The trace in slices of `slice` cycles, and the number of updates that carried it.
fn trace(d: &mut Driver, slice: u64) -> (String, usize) {
    d.updates.clear();
    d.must(Command::RecordAccesses);
    d.finish_in(slice);
    let (mut text, mut chunks, mut ended) = (String::new(), 0, false);
    for update in &d.updates {
        let Update::Accesses { text: chunk, cycle, until, done, cut } = update else { continue };
        assert!(!ended && !cut && cycle <= until, "{update:?}");
        assert_eq!(*until, d.frame.end);
        text.push_str(std::str::from_utf8(chunk).expect("lines"));
        (chunks, ended) = (chunks + 1, *done);
    }
    assert!(ended, "the last piece says so");
    (text, chunks)
}

fn accesses(text: &str, rank: u8) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with(&format!("{rank} "))).collect()
}

#[test]
fn the_trace_is_of_the_run_so_far_whatever_the_slices() {
    let mut d = driver();
    assert!(trace(&mut d, 100).0.ends_with("# flops 0 0 0 0\n# flops 0 0 0 1\n"), "nothing has happened yet");
    d.run();
    let (text, _) = trace(&mut d, u64::MAX);
    for rank in 0..2 {
        let lines = accesses(&text, rank);
        assert_eq!(lines.len(), 6, "{text}");
        // The second word follows the first one; node memories follow each other.
        let place =
            |line: &str| u64::from_str_radix(line.split(' ').nth(2).expect("an address"), 16).expect("a number");
        assert_eq!(place(lines[0]) + 4, place(lines[1]));
        assert_eq!(place(lines[0]) / (512 << 10), u64::from(rank));
        for pair in lines.chunks(2) {
            assert!(pair[0].contains(" R ") && pair[1].contains(" W ") && pair.iter().all(|l| l.ends_with(" 4")));
        }
    }
    assert_eq!(trace(&mut d, 1).0, text);
    // The shown cycle does not matter.
    d.must(Command::Seek(2));
    assert_eq!(trace(&mut d, 7).0, text);
}

#[test]
fn what_was_changed_by_hand_is_in_it() {
    let mut d = driver();
    d.must(Command::Step(4));
    d.must(Command::SetRegister { node: NodeId::new(2, 1), register: Register::General(25), value: 5 });
    d.run();
    let (text, _) = trace(&mut d, 50);
    let before = accesses(&text, 1).len();
    assert_eq!(accesses(&text, 0).len(), 6);
    assert!(before > 6, "the second node goes round more often: {text}");
}

#[test]
fn a_trace_can_be_given_up_and_a_new_program_gives_it_up() {
    let mut d = Driver::default();
    assert_eq!(d.send(Command::RecordAccesses), Update::Refused(1, Refused::NoProgram));
    for command in [Command::StopRecording, Command::CloseExercise] {
        let mut d = driver();
        d.run();
        d.updates.clear();
        d.must(Command::RecordAccesses);
        d.must(command);
        d.finish();
        assert!(!d.updates.iter().any(|u| matches!(u, Update::Accesses { .. })));
    }
    // Loading the program again gives the same program, and the trace is that of the original run.
    let mut d = driver();
    d.run();
    let (text, _) = trace(&mut d, 100);
    d.updates.clear();
    d.must(Command::RecordAccesses);
    d.must(Command::Reset);
    d.finish();
    let reported: Vec<u8> = d
        .updates
        .iter()
        .flat_map(|u| if let Update::Accesses { text, .. } = u { text.clone() } else { vec![] })
        .collect();
    assert_eq!(String::from_utf8(reported).expect("lines"), text);
}

#[test]
fn a_long_trace_comes_in_pieces() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 1, ..MachineOptions::default() }));
    d.assemble("copy.s", &COPY.replace("li      $t9, 3", "li      $t9, 30000"));
    d.run();
    let (text, chunks) = trace(&mut d, 5_000);
    assert_eq!(text.lines().count(), 2 * 2 * 30_000 + 2);
    assert!((4..60).contains(&chunks), "{chunks}");
}
