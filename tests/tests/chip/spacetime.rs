//! The space-time picture of any part of a run equals that of a machine observed in every cycle, and its messages are
//! the DMAs of the log.

use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::Message;
use mcore::modes::chip::session::{Command, MachineOptions, Refused, Register, Update, Watch};
use mcore::modes::chip::view::{LogFilter, LogKind, LogLevel, SpaceTimeView};
use mcore_tests::{BUSY, Driver, RING};

fn driver(source: &str) -> Driver {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 3, height: 2, ..MachineOptions::default() }));
    d.assemble("ring.s", source);
    d.run();
    d
}

fn picture(d: &mut Driver, from: Cycle, until: Cycle) -> SpaceTimeView {
    d.updates.clear();
    d.must(Command::SpaceTime { from, until });
    d.finish();
    let views = d.updates.iter().filter_map(|u| if let Update::SpaceTime(view) = u { Some(&**view) } else { None });
    let views: Vec<_> = views.cloned().collect();
    assert_eq!(views.len(), 1, "one answer");
    views[0].clone()
}

fn whole(d: &mut Driver) -> SpaceTimeView {
    d.must(Command::Watch(Watch { stats: true, ..Watch::default() }));
    d.finish();
    let reported = d.updates.iter().rev().find_map(|u| match u {
        Update::Stats { space, .. } => Some((**space).clone()),
        _ => None,
    });
    d.must(Command::Watch(Watch::default()));
    reported.expect("statistics")
}

#[test]
fn a_part_that_is_fine_enough_shows_every_cycle_as_it_was() {
    let mut d = driver(RING);
    let end = d.frame.end;
    let view = picture(&mut d, 300, 400);
    assert_eq!((view.from, view.cycles, view.per_column, view.columns), (300, 100, 1, 100));
    assert!(view.links.is_empty());
    for cycle in 300..400 {
        d.must(Command::Seek(cycle + 1));
        let mesh = d.frame.mesh.as_ref().expect("watched");
        for rank in 0..6 {
            let role = mesh.cores[rank];
            let expected = match role {
                0 => [255, 0],
                1 => [0, 255],
                _ => [0, 0],
            };
            let column = view.column(cycle).expect("covered");
            assert_eq!(view.core(rank, column), expected, "rank {rank}, cycle {cycle}, role {role}");
        }
    }
    assert_eq!((view.column(299), view.column(400)), (None, None));
    // For any part: a request changes nothing.
    assert_eq!(d.frame.end, end);
}

#[test]
fn the_picture_of_the_whole_run_agrees_with_that_of_a_part() {
    for source in [RING, BUSY] {
        whole_and_part_agree(source);
    }
}

fn whole_and_part_agree(source: &str) {
    let mut d = driver(source);
    let end = d.frame.end;
    let reported = whole(&mut d);
    let asked = picture(&mut d, 0, Cycle::MAX);
    assert_eq!((reported.cycles, asked.cycles), (end, end));
    assert_eq!((&reported.messages, reported.total, reported.every), (&asked.messages, asked.total, asked.every));
    // The columns have different widths; the sums over the run agree except for the rounding of each column.
    let sum = |view: &SpaceTimeView, rank: usize, what: usize| -> f64 {
        let share = |column: usize| match rank {
            6 => view.memory_node(column)[what],
            _ => view.core(rank, column)[what],
        };
        let width = |column: u64| view.per_column.min(view.cycles - column * view.per_column);
        (0..view.columns).map(|c| f64::from(share(c as usize)) / 255.0 * width(u64::from(c)) as f64).sum()
    };
    for rank in 0..=6 {
        for what in 0..2 {
            let (a, b) = (sum(&reported, rank, what), sum(&asked, rank, what));
            assert!((a - b).abs() <= end as f64 / 200.0, "rank {rank}, {what}: {a} and {b}");
        }
    }
    assert!(sum(&reported, 0, 0) > 0.0);
    let at_memory = reported.messages.iter().filter(|m| m.source == NodeId::MEMORY).count();
    assert_eq!(
        (at_memory > 0, sum(&reported, 6, 0) > 0.0),
        (source == BUSY, source == BUSY),
        "the memory node answers"
    );
}

#[test]
fn the_messages_of_a_part_are_the_dmas_of_the_log() {
    let mut d = driver(RING);
    let (from, until) = (250, 700);
    let view = picture(&mut d, from, until);
    let filter = LogFilter { level: LogLevel::Dma, node: None, packet: None, limit: 10_000 };
    d.updates.clear();
    d.must(Command::Log { from, until, filter });
    d.finish();
    let rows = d.updates.iter().find_map(|u| if let Update::Log(log) = u { Some(log.rows.clone()) } else { None });
    let rows = rows.expect("a log");
    let of = |words: &str| -> Vec<(Cycle, NodeId)> {
        let dmas = rows.iter().filter(|r| r.kind == LogKind::Dma && r.text.en.contains(words));
        dmas.map(|r| (r.cycle, r.node)).collect()
    };
    let sorted = |mut ends: Vec<(Cycle, NodeId)>| {
        ends.sort_unstable();
        ends
    };
    let begins = view.messages.iter().filter_map(|m| m.from.map(|c| (c, m.source))).collect();
    let ends = view.messages.iter().filter_map(|m| m.until.map(|c| (c, m.dst))).collect();
    assert_eq!(sorted(begins), sorted(of("started")));
    assert_eq!(sorted(ends), sorted(of("delivered")));
    assert_eq!((view.every, view.total), (1, view.messages.len() as u64));
    let both = |m: &&Message| m.from.is_some() && m.until.is_some();
    assert!(view.messages.iter().filter(both).count() >= 6, "{:?}", view.messages);
    // The last of 30 words is word 1 of packet 4: written 5 + 10 p + k + h + 3 cycles after the store, or later where
    // packets block each other.
    let one = view.messages.iter().filter(both).find(|m| m.bytes == Some(120)).expect("a block");
    let hops = u64::from(one.source.x.abs_diff(one.dst.x)) + u64::from(one.source.y.abs_diff(one.dst.y));
    let least = 5 + 10 * 4 + 1 + hops + 3;
    assert!(one.until.unwrap() - one.from.unwrap() >= least, "{one:?}");
}

#[test]
fn a_part_can_be_asked_for_anew_given_up_and_lies_within_the_run() {
    let mut d = Driver::default();
    let answer = d.send(Command::SpaceTime { from: 0, until: 10 });
    assert!(matches!(answer, Update::Refused(_, Refused::NoProgram)), "{answer:?}");
    let mut d = driver(RING);
    let end = d.frame.end;
    let empty = picture(&mut d, end + 5, end + 9);
    assert_eq!((empty.from, empty.cycles, empty.total), (end, 0, 0));
    assert_eq!(picture(&mut d, 70, 20).cycles, 0);
    d.updates.clear();
    d.must(Command::SpaceTime { from: 0, until: end });
    d.must(Command::SpaceTime { from: 10, until: 20 });
    d.finish();
    let reported: Vec<_> = d
        .updates
        .iter()
        .filter_map(|u| if let Update::SpaceTime(v) = u { Some((v.from, v.cycles)) } else { None })
        .collect();
    assert_eq!(reported, [(10, 10)], "the newest wish counts");
    d.updates.clear();
    d.must(Command::SpaceTime { from: 0, until: end });
    d.must(Command::StopSpaceTime);
    d.finish();
    assert!(!d.updates.iter().any(|u| matches!(u, Update::SpaceTime(_))));
    // An edit makes it another run.
    d.must(Command::Seek(20));
    d.must(Command::SpaceTime { from: 0, until: end });
    d.must(Command::SetRegister { node: NodeId::new(1, 1), register: Register::General(9), value: 1 });
    d.updates.clear();
    d.finish();
    assert!(!d.updates.iter().any(|u| matches!(u, Update::SpaceTime(_))));
}

#[test]
fn slices_of_any_size_make_the_same_picture_and_tell_how_far_it_is() {
    let mut d = driver(RING);
    let end = d.frame.end;
    let once = picture(&mut d, 100, end - 100);
    d.updates.clear();
    d.must(Command::SpaceTime { from: 100, until: end - 100 });
    d.finish_in(37);
    let reported = d.updates.iter().find_map(|u| if let Update::SpaceTime(v) = u { Some((**v).clone()) } else { None });
    assert_eq!(reported, Some(once));
    let progress: Vec<_> = d
        .updates
        .iter()
        .filter_map(|u| if let Update::SpaceTimeProgress { cycle, .. } = u { Some(*cycle) } else { None })
        .collect();
    assert!(progress.len() > 3 && progress.is_sorted() && progress.iter().all(|c| *c < end), "{progress:?}");
}
