//! The model against the paper and against its closed forms.

use super::measure::{Lone, Operation, PAPER, half_bandwidth, simple, sizes};
use super::*;
use alloc::{sync::Arc, vec::Vec};

fn lone(operation: Operation, gpu: bool, bytes: u64) -> u64 {
    Lone { operation, gpu, bytes, shift: 0 }.latency(&Params::default()).expect("it ends")
}

#[test]
fn the_figures_of_the_paper_follow_from_the_events() {
    for (operation, gpu, us, gb) in PAPER {
        let latency = lone(operation, gpu, 8) as f64 / 1000.0;
        assert!((latency / us - 1.0).abs() < 0.01, "{operation:?} gpu {gpu}: {latency} µs, paper {us}");
        if gb > 0.0 {
            let rate = (4u64 << 20) as f64 / lone(operation, gpu, 4 << 20) as f64;
            assert!((rate / gb - 1.0).abs() < 0.03, "{operation:?} gpu {gpu}: {rate} GB/s, paper {gb}");
        }
    }
    let ratio = lone(Operation::Cas, false, 8) as f64 / 1500.0;
    assert!((ratio - 4.33).abs() < 0.01, "{ratio}");
}

#[test]
fn a_lone_operation_takes_its_closed_form() {
    let copies = |n: f64| 2.0 * n / 8.0;
    for n in sizes(8, 4 << 20).into_iter().chain([480, 481, 4064, 4065, 32_767, 32_768]) {
        let x = n as f64;
        let wire = x / 3.5;
        let small = n <= 480;
        let send = match n {
            ..=480 => 3500.0 + wire + copies(x),
            481..32_768 => 3850.0 + wire + copies(x),
            _ => 9300.0 + wire,
        };
        let write = if small { 3500.0 + wire + copies(x) } else { 3750.0 + wire };
        let read = if small { 6500.0 + wire + copies(x) } else { 6700.0 + wire };
        let table = [
            (Operation::Put, 2000.0 + wire),
            (Operation::PutHost, 2200.0 + wire),
            (Operation::Send, send),
            (Operation::Write, write),
            (Operation::Read, read),
            (Operation::Mpi, send + 100.0),
        ];
        for (operation, expected) in table {
            let found = lone(operation, false, n) as f64;
            assert!((found - expected).abs() <= 3.0, "{operation:?}, {n} B: {found}, closed form {expected}");
        }
    }
}

#[test]
fn the_simple_curves_have_their_half_points() {
    let table = [
        (Operation::Put, false, 7.0),
        (Operation::PutHost, false, 7.7),
        (Operation::Send, false, 12.25),
        (Operation::Send, true, 11.34),
        (Operation::Read, false, 22.75),
        (Operation::Read, true, 19.44),
        (Operation::Mpi, false, 12.6),
        (Operation::Mpi, true, 11.96),
    ];
    for (operation, gpu, kb) in table {
        assert!((half_bandwidth(operation, gpu).unwrap() / 1000.0 - kb).abs() < 0.01, "{operation:?} {gpu}");
    }
    let faces: Vec<f64> = [8192, 32_768, 131_072].map(|n| simple(Operation::Mpi, true, n).unwrap() / 1000.0).into();
    for (found, (us, share)) in faces.iter().zip([(7.8, 59.0), (17.2, 27.0), (55.0, 8.0)]) {
        assert!((found - us).abs() < 0.06, "{found}");
        assert!((460.0 / found - share).abs() < 0.5, "{found}");
    }
}

fn run(script: &str) -> (Machine, Log) {
    let program = script::compile(script).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut machine = Machine::new(Arc::new(program));
    let mut log = Log::default();
    machine.run(&mut log);
    (machine, log)
}

#[test]
fn the_lessons_show_their_figures() {
    let runs: Vec<(Machine, Log)> = LESSONS.iter().map(|script| run(script)).collect();
    let at = |lesson: usize, node: u8| -> Vec<u64> {
        runs[lesson - 1].0.completions(node).iter().map(|completion| completion.at_ns).collect()
    };
    for (machine, _) in &runs {
        assert_eq!(machine.outcome(), Some(&Outcome::Finished));
    }
    // 1: the parts, and the sender's own completion.
    assert_eq!((at(1, 1), at(1, 0)), ([3504].to_vec(), [5754].to_vec()));
    let sum = |part: Part| -> u64 {
        let events = runs[0].1.events.iter().filter(|event| event.begin < 3500 && event.stage.part() == part);
        // The PSN that goes back runs beside the completion.
        events.filter(|event| event.begin < 3306).map(|event| event.end - event.begin).sum()
    };
    assert_eq!((sum(Part::Hardware), sum(Part::Software), sum(Part::Psn)), (2002, 1402, 100));
    // 2: there and back, twice.
    let times = at(2, 0);
    assert!(times[0].abs_diff(6504) <= 2 && (times[1] - times[0]).abs_diff(6504) <= 2, "{times:?}");
    assert_eq!(runs[1].0.shown(0)[0].1[8], 42);
    // 3 and 4.
    let times = at(3, 1);
    assert!(times[0].abs_diff(8239) <= 2 && (times[1] - 100_000).abs_diff(28_025) <= 2, "{times:?}");
    let times = at(4, 1);
    for (found, expected) in times.iter().zip([22_475, 138_959, 238_959]) {
        assert!(found.abs_diff(expected) <= 3, "{times:?}");
    }
    assert_eq!(runs[3].1.findings.len(), 2);
    // 5 and 6.
    let statuses = |lesson: usize, node: u8| -> Vec<Status> {
        runs[lesson - 1].0.completions(node).iter().map(|completion| completion.status).collect()
    };
    assert_eq!(statuses(5, 0), [Status::RnrRetriesExceeded]);
    assert_eq!(runs[4].1.events.iter().filter(|event| event.stage == Stage::Retry).count(), 2);
    assert_eq!(
        statuses(6, 0),
        [Status::RemoteAccess, Status::Flushed, Status::Flushed, Status::Flushed, Status::Success]
    );
    assert_eq!(runs[5].0.pair_state(0, 0), Some(QpState::Err));
    // 7: two transfers are on one link; the third has a way of its own.
    let landed: Vec<u64> =
        runs[6].1.events.iter().filter(|event| event.stage == Stage::Land).map(|event| event.end).collect();
    let free = 1048576.0 / 3.5;
    assert!((landed[0] as f64 - free - 2150.0).abs() < 3.0, "{landed:?}");
    assert!((landed[1] as f64 - 2.0 * free - 2150.0).abs() < 3.0, "{landed:?}");
    assert_eq!(runs[6].0.links()[&Link::Board(2, 3)].shared, 2);
    // The crossing of eager and rendezvous.
    let eager = Params { rendezvous: 1 << 20, ..Params::default() };
    let ask = Params { rendezvous: 1, ..Params::default() };
    let time = |params: &Params, bytes| {
        Lone { operation: Operation::Send, gpu: false, bytes, shift: 0 }.latency(params).unwrap()
    };
    assert!(time(&eager, 8192).abs_diff(8239) <= 2 && time(&ask, 8192).abs_diff(11_641) <= 2);
    assert!(time(&eager, 65_536).abs_diff(38_959) <= 2 && time(&ask, 65_536).abs_diff(28_025) <= 2);
    assert!(time(&eager, 21_700) < time(&ask, 21_700) && time(&eager, 21_900) > time(&ask, 21_900));
}
