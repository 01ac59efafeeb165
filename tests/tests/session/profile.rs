//! The profile against a plain count of the instructions executed.

use mcore::base::{NodeId, Sink};
use mcore::modes::chip::session::{Command, MachineOptions, Update, Watch};
use mcore::modes::chip::view::ProfileView;
use mcore::modes::chip::{Event, EventKind, Machine, Spec, kinds};
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::{Driver, RING};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Instructions by node and address: computing and polling.
#[derive(Default)]
struct Count(BTreeMap<(NodeId, u32), (u64, u64)>);

impl Sink<Event> for Count {
    const WANTS: u32 = kinds::EXECUTED;

    fn emit(&mut self, event: Event) {
        if let EventKind::Executed { pc, polling, .. } = event.what {
            let entry = self.0.entry((event.node, pc)).or_default();
            if polling { entry.1 += 1 } else { entry.0 += 1 }
        }
    }
}

fn profile(d: &mut Driver, node: Option<NodeId>) -> ProfileView {
    d.must(Command::Watch(Watch { profile: true, profile_node: node, ..Watch::default() }));
    d.finish();
    let view =
        d.updates.iter().rev().find_map(|u| if let Update::Profile(view) = u { Some((**view).clone()) } else { None });
    view.expect("a profile")
}

#[test]
fn cycles_by_function_line_and_rank_add_up_to_the_instructions_executed() {
    let mut d = Driver::default();
    d.must(Command::SetMachine(MachineOptions { width: 2, height: 2, ..MachineOptions::default() }));
    d.assemble("ring.s", RING);
    d.run();
    let file = mcore::base::SourceFile { name: "ring.s".into(), text: RING.into() };
    let program = assemble(&[file], &library(), &Options::default()).program.expect("a program");
    let spec = Spec { array: mcore::base::Array::new(2, 2), ..Spec::default() };
    let mut machine = Machine::new(spec, Arc::new(program)).expect("a machine");
    let mut count = Count::default();
    while machine.step_with(&mut count) {}
    for node in [None, Some(NodeId::new(2, 1))] {
        let view = profile(&mut d, node);
        let mine: Vec<_> = count.0.iter().filter(|((id, _), _)| node.is_none_or(|n| n == *id)).collect();
        let sum = |of: fn(&(u64, u64)) -> u64| mine.iter().map(|(_, n)| of(n)).sum::<u64>();
        assert_eq!((view.total, view.polling), (sum(|n| n.0 + n.1), sum(|n| n.1)));
        assert_eq!(view.functions.iter().map(|f| f.computing + f.polling).sum::<u64>(), view.total);
        let program = &machine.image(0).program;
        for row in &view.lines {
            let at = |pc: u32| program.line_of(pc).map(|l| (program.files[l.file as usize].as_str(), l.line));
            let here = mine.iter().filter(|((_, pc), _)| at(*pc) == Some((row.place.file.as_str(), row.place.line)));
            let (computing, polling) = here.fold((0, 0), |sum, (_, n)| (sum.0 + n.0, sum.1 + n.1));
            assert_eq!((row.computing, row.polling), (computing, polling), "{:?}", row.place);
        }
        let barrier = view.functions.iter().find(|f| f.name == "mc_barrier").expect("the barrier");
        assert!(barrier.polling > 0 && !barrier.own);
        assert!(view.functions.iter().any(|f| f.name == "main" && f.own && f.polling == 0));
        for row in &view.ranks {
            let n =
                count.0.iter().filter(|((id, _), _)| *id == row.node).fold((0, 0), |s, (_, n)| (s.0 + n.0, s.1 + n.1));
            assert_eq!((row.computing, row.polling), n);
            assert_eq!(row.computing + row.polling + row.halted, view.cycles);
        }
    }
}

#[test]
fn the_profile_follows_the_run_and_its_edits() {
    let mut d = Driver::default();
    d.assemble("ring.s", RING);
    d.must(Command::Run { until: Some(100), pace: None });
    d.finish();
    let first = profile(&mut d, None);
    assert_eq!((first.cycles, first.total), (100, 1600));
    d.must(Command::Run { until: Some(150), pace: None });
    d.finish();
    assert_eq!(profile(&mut d, None).total, 2400);
    d.must(Command::Seek(10));
    d.must(Command::Poke { node: NodeId::new(1, 1), addr: 0x4000, words: vec![1] });
    d.finish();
    assert_eq!(profile(&mut d, None).cycles, 10, "the later cycles are gone");
}
