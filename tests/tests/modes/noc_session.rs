//! The NoC bench of a session: the same curve as without one, in slices; it can be refused and stopped.

use mcore::base::NodeId;
use mcore::modes::chip::noc::{Bench, Spec};
use mcore::modes::chip::session::{Command, NocOptions, NocTraffic, Refused, Update};
use mcore::modes::chip::view::NocCurve;
use mcore_tests::Driver;

fn options() -> NocOptions {
    NocOptions { width: 4, height: 3, loads: vec![50, 150, 700], cycles: 2_000, ..NocOptions::default() }
}

fn curves(d: &Driver) -> Vec<(NocCurve, bool)> {
    let found = d.updates.iter().filter_map(|u| match u {
        Update::NocCurve { curve, done } => Some(((**curve).clone(), *done)),
        _ => None,
    });
    found.collect()
}

#[test]
fn a_curve_is_that_of_the_bench() {
    let mut d = Driver::default();
    d.must(Command::Noc(options()));
    d.finish();
    let reported = curves(&d);
    assert_eq!(
        reported.iter().map(|(c, done)| (c.points.len(), *done)).collect::<Vec<_>>(),
        [(1, false), (2, false), (3, true)]
    );
    for point in &reported[2].0.points {
        let spec = Spec { array: mcore::base::Array::new(4, 3), load: point.load, ..Spec::of_cycles(2_000) };
        let mut bench = Bench::new(spec).expect("a valid spec");
        while bench.run(u64::MAX) {}
        let report = bench.report();
        assert_eq!((point.offered, point.accepted, point.cycles), (report.offered, report.accepted, report.cycles));
        assert_eq!(point.latency.map(|l| l.mean), report.latency.map(|l| l.mean));
    }
    assert!(reported[2].0.points[2].saturated, "0.7 flits a node and cycle are too many");
    let far = d.updates.iter().filter(|u| matches!(u, Update::NocProgress { .. })).count();
    assert!(far >= 2, "progress is told");
}

#[test]
fn a_curve_can_be_stopped() {
    let mut d = Driver::default();
    d.must(Command::Noc(options()));
    assert!(d.session.is_busy());
    d.must(Command::StopNoc);
    assert!(!d.session.is_busy());
    d.finish();
    assert!(curves(&d).is_empty());
}

#[test]
fn what_cannot_be_measured_is_refused_in_words() {
    let hot = NocTraffic::HotSpot { node: NodeId::new(9, 9), share: 100 };
    let bad = [
        NocOptions { width: 0, ..options() },
        NocOptions { traffic: NocTraffic::Transpose, ..options() },
        NocOptions { traffic: NocTraffic::Shuffle, ..options() },
        NocOptions { traffic: hot, ..options() },
        NocOptions { traffic: NocTraffic::HotSpot { node: NodeId::new(1, 1), share: 2000 }, ..options() },
        NocOptions { burst: 0, ..options() },
        NocOptions { packet: 1, ..options() },
        NocOptions { loads: vec![], ..options() },
        NocOptions { loads: vec![0], ..options() },
        NocOptions { loads: vec![1001], ..options() },
        NocOptions { loads: vec![1; 1000], ..options() },
        NocOptions { cycles: 0, ..options() },
        NocOptions { cycles: u64::MAX, ..options() },
    ];
    for options in bad {
        let mut d = Driver::default();
        let answer = d.send(Command::Noc(options.clone()));
        let Update::Refused(_, Refused::BadNoc(text)) = answer else { panic!("{options:?}: {answer:?}") };
        assert!(!text.en.is_empty() && !text.ja.is_empty());
        assert!(!d.session.is_busy());
    }
}
