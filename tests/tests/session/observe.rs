//! Statistics and logs from a session: right at every cycle, after every rewind, whatever the slices are.

use mcore::base::{NodeId, SourceFile, Tee};
use mcore::modes::chip::session::{Command, MachineOptions, Update, Watch};
use mcore::modes::chip::view::{LogFilter, LogKind, LogLevel, LogView, PacketId, SpaceTimeView, StatsView};
use mcore::modes::chip::{Machine, SpaceTime, Spec, Tally};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, RING};
use std::sync::Arc;

fn driver() -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 3, height: 2, ..MachineOptions::default() }));
    d.assemble("ring.s", RING);
    d
}

/// Observes the run of `driver` from its start, without a session.
fn plain(cycle: u64) -> (StatsView, SpaceTimeView) {
    let file = SourceFile { name: "ring.s".into(), text: RING.into() };
    let program = Arc::new(assemble(&[file], &library(), &Options::default()).program.expect("a program"));
    let spec = Spec { array: mcore::base::Array::new(3, 2), ..Spec::default() };
    let array = spec.array;
    let mut m = Machine::new(spec, program).expect("a machine");
    let mut sink = Tee(Tally::new(array), SpaceTime::new(array));
    while m.state.cycle < cycle && m.step_with(&mut sink) {}
    (StatsView::of(&m, &sink.0), SpaceTimeView::of(&m, &sink.1))
}

fn last_stats(d: &Driver) -> (u64, StatsView, SpaceTimeView) {
    let stats = d.updates.iter().rev().find_map(|u| match u {
        Update::Stats { cycle, stats, space, .. } => Some((*cycle, (**stats).clone(), (**space).clone())),
        _ => None,
    });
    stats.expect("statistics")
}

#[test]
fn statistics_are_right_at_every_cycle_after_every_rewind() {
    let mut d = driver();
    d.run();
    let end = d.frame.end;
    assert!(!d.updates.iter().any(|u| matches!(u, Update::Stats { .. })), "nobody has asked");
    d.must(Command::Watch(Watch { stats: true, ..Watch::default() }));
    d.finish();
    let (cycle, stats, space) = last_stats(&d);
    assert_eq!(cycle, end);
    assert_eq!((stats, space), plain(end));
    for wanted in [0, 1, 500, end / 2, 77, end - 1] {
        d.must(Command::Seek(wanted));
        d.updates.clear();
        d.finish();
        let (cycle, stats, space) = last_stats(&d);
        assert_eq!(cycle, wanted);
        assert_eq!(stats, plain(wanted).0, "cycle {wanted}");
        assert_eq!(space, plain(end).1, "pictures are of the whole run");
    }
    d.updates.clear();
    d.finish();
    assert!(d.updates.is_empty(), "told once");
}

#[test]
fn what_is_shown_is_counted_first() {
    let mut d = driver();
    d.run();
    d.must(Command::Seek(100));
    d.must(Command::Watch(Watch { stats: true, ..Watch::default() }));
    d.updates.clear();
    d.finish();
    let reported = d.updates.iter().filter_map(|u| match u {
        Update::Stats { cycle, space, .. } => Some((*cycle, space.cycles)),
        _ => None,
    });
    assert_eq!(reported.collect::<Vec<_>>(), [(100, 100), (100, d.frame.end)]);
}

fn log(d: &mut Driver, from: u64, until: u64, filter: LogFilter) -> LogView {
    d.updates.clear();
    d.must(Command::Log { from, until, filter });
    d.finish();
    let logs: Vec<_> = d
        .updates
        .iter()
        .filter_map(|u| if let Update::Log(view) = u { Some((**view).clone()) } else { None })
        .collect();
    assert_eq!(logs.len(), 1, "one answer");
    logs[0].clone()
}

const ALL: LogFilter = LogFilter { level: LogLevel::Flit, node: None, packet: None, limit: 10_000 };

#[test]
fn a_log_of_any_window_is_that_part_of_the_whole_log() {
    let mut d = driver();
    d.run();
    let (end, shown) = (d.frame.end, d.frame.cycle);
    let whole = log(&mut d, 0, u64::MAX, ALL);
    assert_eq!((whole.from, whole.until, whole.more), (0, end, false));
    assert!(whole.rows.len() > 1000);
    for (from, until) in [(0, 10), (200, 300), (end - 50, end), (end, end), (end + 5, end + 9)] {
        let view = log(&mut d, from, until, ALL);
        let part: Vec<_> = whole.rows.iter().filter(|r| (from..until).contains(&r.cycle)).cloned().collect();
        // The latency of a packet that was injected before the window is not known in it.
        let facts = |rows: &[mcore::modes::chip::view::LogRow]| {
            rows.iter().map(|r| (r.cycle, r.node, r.kind, r.packet)).collect::<Vec<_>>()
        };
        assert_eq!(facts(&view.rows), facts(&part));
    }
    assert_eq!((d.frame.end, d.frame.cycle), (end, shown), "looking moves nothing");
}

#[test]
fn a_log_can_be_filtered_by_grain_node_and_packet() {
    let mut d = driver();
    d.run();
    let whole = log(&mut d, 0, u64::MAX, ALL).rows;
    let coarse = log(&mut d, 0, u64::MAX, LogFilter { level: LogLevel::Dma, ..ALL }).rows;
    let expected: Vec<_> =
        whole.iter().filter(|r| !matches!(r.kind, LogKind::Packet | LogKind::Flit)).cloned().collect();
    assert_eq!(coarse, expected);
    let here = NodeId::new(2, 1);
    let node = log(&mut d, 0, u64::MAX, LogFilter { node: Some(here), ..ALL }).rows;
    assert!(!node.is_empty() && node.iter().all(|r| r.node == here));
    // A packet of ten flits from (1,1) to (2,1): formed, enters, two routers, delivered.
    let packet = Some(PacketId { source: NodeId::new(1, 1), number: 0 });
    let way = log(&mut d, 0, u64::MAX, LogFilter { packet, ..ALL }).rows;
    assert_eq!(way.iter().filter(|r| r.kind == LogKind::Flit).count(), 30);
    assert_eq!(way.iter().filter(|r| r.kind == LogKind::Packet).count(), 2);
    assert!(way.iter().all(|r| r.packet == packet));
}

#[test]
fn a_log_is_bounded_and_can_be_continued() {
    let mut d = driver();
    d.run();
    let whole = log(&mut d, 0, u64::MAX, ALL).rows;
    let view = log(&mut d, 0, u64::MAX, LogFilter { limit: 100, ..ALL });
    assert!(view.more);
    assert_eq!(view.rows, whole[..100]);
    let next = whole[100].cycle;
    assert!((next..=next + 1).contains(&view.until), "{} {next}", view.until);
    let none = log(&mut d, 0, u64::MAX, LogFilter { limit: 0, ..ALL });
    assert!(none.rows.is_empty() && none.more);
}
