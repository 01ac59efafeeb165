//! The session of the interconnect simulator: the messages to a form, stepping and rewinding, and the same results as
//! the machine alone.

use mcore::mode::{Refusal, Request};
use mcore::modes::nsim::model::{Mapping, Params, Topology, read_trace};
use mcore::modes::nsim::{NsimAct, NsimCommand, NsimLimits, NsimNews, NsimPlan, NsimSession, NsimStep, NsimUpdate};
use mcore::modes::nsim::{NsimDiagram, NsimFrame, NsimOutcome, NsimShape, NsimState, scenario};
use proptest::prelude::*;

/// A session with the updates that it has sent.
#[derive(Default)]
struct Reported {
    session: NsimSession,
    frame: NsimFrame,
    shape: Option<NsimShape>,
    outcome: Option<NsimOutcome>,
    diagram: Option<NsimDiagram>,
    problems: Vec<String>,
    memory: Option<u64>,
    rows: Vec<(u32, u64, bool)>,
    done: bool,
    asked: u32,
    answered: Vec<u32>,
}

impl Reported {
    fn take(&mut self, updates: Vec<NsimUpdate>) {
        for update in updates {
            match update {
                NsimUpdate::Own(NsimNews::Opened(shape)) => self.shape = Some(*shape),
                NsimUpdate::Refused(id, Refusal::Problems(problems)) => {
                    self.answered.push(id);
                    self.problems = problems.into_iter().map(|p| p.field).collect();
                }
                NsimUpdate::Failed(_, problems) | NsimUpdate::Checked(Err(problems)) => {
                    self.problems = problems.into_iter().map(|p| p.field).collect();
                }
                NsimUpdate::Done(id) | NsimUpdate::Refused(id, Refusal::NotOpen) => self.answered.push(id),
                NsimUpdate::Checked(Ok(memory)) => self.memory = Some(memory),
                NsimUpdate::Frame(frame) => {
                    self.frame = *frame;
                    self.ask(NsimCommand::Ack);
                }
                NsimUpdate::Own(NsimNews::Outcome(outcome)) => self.outcome = Some(*outcome),
                NsimUpdate::Own(NsimNews::Diagram(diagram)) => self.diagram = Some(*diagram),
                NsimUpdate::Row(_, result) => self.rows.push((result.nodes, result.packets, result.ended)),
                NsimUpdate::BatchDone => self.done = true,
                NsimUpdate::Progress(_) | NsimUpdate::Own(NsimNews::MapFile(_)) => {}
            }
        }
    }

    /// Sends a command, which must be answered at once, by its number and as the last update.
    fn ask(&mut self, command: impl Into<NsimCommand>) {
        self.asked += 1;
        let id = self.asked;
        let updates = self.session.handle(Request { id, command: command.into() });
        let is_answer = |update: &NsimUpdate| matches!(update, NsimUpdate::Done(_) | NsimUpdate::Refused(..));
        assert_eq!(updates.iter().filter(|update| is_answer(update)).count(), 1);
        assert!(updates.last().is_some_and(is_answer));
        self.take(updates);
        assert!(self.answered.contains(&id));
    }

    /// Sends a command and runs everything that it starts.
    fn do_all(&mut self, command: impl Into<NsimCommand>) {
        self.ask(command);
        while self.session.is_busy() {
            let updates = self.session.run_slice(7);
            self.take(updates);
        }
    }

    fn open(plan: &NsimPlan) -> Self {
        let mut reported = Self::default();
        reported.do_all(NsimCommand::Open(Box::new(plan.clone())));
        reported
    }
}

fn small() -> NsimPlan {
    NsimPlan { dims: "4x4x4".into(), bytes: "4".into(), ..NsimPlan::default() }
}

#[test]
fn a_run_comes_to_the_known_counts_and_can_be_rewound() {
    let mut reported = Reported::open(&small());
    assert_eq!((reported.frame.state, reported.frame.time), (NsimState::Paused, 0));
    assert_eq!(reported.shape.as_ref().map(|s| (s.nodes, s.links(), s.packets)), Some((64, 64 * 6, Some(384))));
    let begin = reported.frame.digest.clone().expect("a state that stands has one");
    reported.do_all(NsimAct::Run(None));
    let outcome = reported.outcome.take().expect("the run has ended");
    assert_eq!((outcome.result.packets, outcome.result.link_traversals), (384, 684));
    assert_eq!(reported.frame.state, NsimState::Ended);
    assert_eq!(outcome.latencies.iter().map(|(_, _, n)| n).sum::<u64>(), 384);
    assert_eq!(outcome.spread.iter().sum::<u32>(), 384, "as many links");
    let (end, events, digest) = (reported.frame.end, reported.frame.events, reported.frame.digest.clone());
    reported.do_all(NsimAct::Seek(0));
    assert_eq!((reported.frame.time, reported.frame.digest.clone()), (0, Some(begin)));
    assert_eq!(reported.frame.end, end);
    reported.do_all(NsimAct::Run(None));
    assert_eq!((reported.frame.time, reported.frame.events, reported.frame.digest.clone()), (end, events, digest));
    assert!(reported.outcome.is_none(), "told once");
    reported.do_all(NsimAct::Diagram { first: 0, ranks: 8, from: 0, until: end });
    let diagram = reported.diagram.take().expect("asked for");
    assert!(diagram.ranks == 8 && !diagram.cut);
    assert!(diagram.messages.iter().any(|(from, to, sent, received, _)| (*from, *to) == (0, 1) && received > sent));
    assert!(diagram.rank_intervals.iter().all(|(rank, from, until, _)| *rank < 8 && from < until));
}

#[test]
fn steps_go_there_and_back() {
    for step in [NsimStep::Event, NsimStep::Message, NsimStep::Window] {
        let mut reported = Reported::open(&small());
        let mut seen = Vec::new();
        for _ in 0..25 {
            let before = (reported.frame.time, reported.frame.events, reported.frame.messages);
            seen.push((reported.frame.digest.clone(), reported.frame.time));
            reported.do_all(NsimAct::Step(step, false));
            let after = (reported.frame.time, reported.frame.events, reported.frame.messages);
            match step {
                NsimStep::Event => assert!(after.1 > before.1),
                NsimStep::Message => assert!(after.2 > before.2),
                NsimStep::Window => assert!(after.0 == before.0 + 100_000),
            }
        }
        // Back to every one of them except the first, before which nothing has happened.
        for (digest, time) in seen.into_iter().rev() {
            reported.do_all(NsimAct::Step(step, true));
            assert_eq!((reported.frame.time, &reported.frame.digest), (time, &digest), "{step:?}");
        }
        assert_eq!(reported.frame.time, 0);
    }
}

#[test]
fn the_form_is_told_which_field_is_wrong() {
    let cases: [(&str, NsimPlan); 13] = [
        ("dims", NsimPlan { dims: "4x0".into(), ..small() }),
        ("dims", NsimPlan { dims: "four".into(), ..small() }),
        ("dims", NsimPlan { dims: "1024x1024".into(), ..small() }),
        ("dims", NsimPlan { topology: "tofu".into(), ..small() }),
        ("bytes", NsimPlan { bytes: "-1".into(), ..small() }),
        ("bytes", NsimPlan { bytes: "99999999999".into(), ..small() }),
        ("ranks", NsimPlan { ranks: "65".into(), ..small() }),
        ("seed", NsimPlan { map: "random".into(), seed: "x".into(), ..small() }),
        ("map_text", NsimPlan { map: "file".into(), map_text: "0 0\n0 1".into(), ..small() }),
        ("trace", NsimPlan { program: "trace".into(), trace: "0 send 1".into(), ..small() }),
        ("watch", NsimPlan { watch: "3,64".into(), ..small() }),
        ("mtu_bytes", NsimPlan { params: vec![("mtu_bytes".into(), "0".into())], ..small() }),
        ("link_gb_per_s", NsimPlan { params: vec![("link_gb_per_s".into(), "fast\"\nx = 1".into())], ..small() }),
    ];
    for (field, plan) in cases {
        let mut reported = Reported::open(&plan);
        assert_eq!(reported.problems, [field], "{plan:?}");
        assert!(reported.shape.is_none());
        reported.do_all(NsimCommand::Check(Box::new(plan)));
        assert_eq!(reported.problems, [field]);
    }
    // A valid plan reports its memory need: the same one that a refusal for lack of memory names.
    let needs = |dims: &str| {
        let mut reported = Reported::default();
        reported.do_all(NsimCommand::Check(Box::new(NsimPlan { dims: dims.into(), ..small() })));
        assert!(reported.problems.is_empty());
        reported.memory.unwrap_or_default()
    };
    let (half, whole) = (needs("16x16x16"), needs("32x16x16"));
    assert_eq!(whole, 2 * half, "as many bytes a node");
    // A packet of 2 KiB is not held as bytes: some KB per node, and never 0.
    assert!((1024..65_536).contains(&(half / 4096)), "{half}");
    let all = NsimPlan { dims: "x".into(), bytes: "y".into(), base: "z".into(), ..small() };
    assert_eq!(Reported::open(&all).problems.len(), 3, "all at once");
}

#[test]
fn parameters_and_rings_of_the_form_reach_the_machine() {
    let slow = NsimPlan { params: vec![("cable_delay_ns".into(), "1000.5".into())], ..small() };
    let time = |plan: &NsimPlan| {
        let mut reported = Reported::open(plan);
        reported.do_all(NsimAct::Run(None));
        reported.outcome.map(|o| o.result.time_ns).unwrap_or_default()
    };
    assert!(time(&slow) > time(&small()) * 2.0);
    let mesh = NsimPlan { topology: "cube".into(), rings: "x".into(), ..small() };
    assert!(time(&mesh) > time(&small()), "without two of its rings ways are longer");
    // Every value of a parameter set, written into the form, gives that set.
    for base in ["torus", "infiniband", "mopt"] {
        let own = NsimPlan { base: base.into(), params: NsimPlan::parameters(base), ..small() };
        let plain = NsimPlan { base: base.into(), ..small() };
        assert_eq!(time(&own), time(&plain), "{base}");
    }
}

#[test]
fn a_deadlock_is_told_with_who_waits_for_whom() {
    let trace = "0 recv 1\n0 send 1 8\n1 recv 0\n1 send 0 8\n".into();
    let mut reported = Reported::open(&NsimPlan { program: "trace".into(), trace, ..small() });
    reported.do_all(NsimAct::Run(None));
    assert_eq!(reported.frame.state, NsimState::Deadlock);
    let result = reported.outcome.expect("what there is").result;
    assert_eq!((result.deadlocked, result.waiting.len()), (2, 2));
    assert!(result.waiting[0].text.en.contains("rank 1") && result.waiting[0].text.ja.contains("ランク 1"));
}

#[test]
fn experiments_run_one_after_the_other_and_can_be_stopped() {
    let mut reported = Reported::default();
    reported.do_all(NsimCommand::Batch(scenario("bruck-alltoall", 64, &NsimLimits::PAGE)));
    assert!(reported.done);
    // 1,024 bytes per part: in each step half of the parts, in packets of 256 bytes.
    assert_eq!(reported.rows, [(8, 24, true), (64, 384, true), (8, 384, true), (64, 49_152, true)]);
    let mut reported = Reported::default();
    reported.ask(NsimCommand::Batch(scenario("random-ring", 4096, &NsimLimits::PAGE)));
    let updates = reported.session.run_slice(1);
    reported.take(updates);
    reported.ask(NsimCommand::Pause);
    assert!(reported.done && !reported.session.is_busy());
}

#[test]
fn recorded_buffers_and_heat_follow_the_traffic() {
    let plan = NsimPlan {
        program: "hot-spot".into(),
        bytes: "4096".into(),
        rounds: "2".into(),
        // Half of a ring passes switch 3 on its route to rank 0; none passes switch 1.
        watch: "0, 1, 3".into(),
        ..small()
    };
    let mut reported = Reported::open(&plan);
    reported.do_all(NsimAct::Run(None));
    let outcome = reported.outcome.take().expect("ended");
    assert_eq!(outcome.buffers.len(), 3);
    assert!(outcome.buffers[0].1.iter().any(|(_, held)| *held > 4));
    assert_eq!(outcome.buffers[1], ("(1,0,0)".into(), vec![(0.0, 0)]));
    assert!(outcome.buffers[2].1.iter().any(|(_, held)| *held > 0));
    // At the end of the run only the side with the most nodes still sends, and rank 0 serves it alone.
    reported.do_all(NsimAct::Seek(outcome.result.time_ns as u64 * 900));
    assert_eq!(reported.frame.heat.len(), 64 * 6);
    let hottest = reported.frame.heat.iter().filter(|heat| **heat <= 200).max();
    assert!(hottest.is_some_and(|heat| *heat > 100), "links to rank 0 are busy: {hottest:?} of 200");
    reported.do_all(NsimAct::Look(Some(0)));
    let switch = reported.frame.switch.as_ref().expect("looked at");
    assert_eq!((switch.links.len(), switch.name.as_str()), (6, "(0,0,0)"));
}

#[test]
fn every_command_is_answered_and_one_frame_is_in_flight() {
    let mut reported = Reported::default();
    // Nothing is open: these are refused, and change nothing.
    let end = NsimAct::Diagram { first: 0, ranks: 8, from: 0, until: 1 };
    let refused =
        [NsimAct::Run(None), NsimAct::Seek(0), NsimAct::Step(NsimStep::Event, false), NsimAct::Look(None), end];
    for act in refused.clone() {
        let updates = reported.session.handle(Request { id: 7, command: act.into() });
        assert_eq!(updates, [NsimUpdate::Refused(7, Refusal::NotOpen)]);
        assert!(!reported.session.is_busy());
    }
    let wrong = NsimAct::MapFile(Box::new(NsimPlan { dims: "x".into(), ..small() }));
    let updates = reported.session.handle(Request { id: 8, command: wrong.into() });
    assert!(matches!(&updates[..], [NsimUpdate::Refused(8, Refusal::Problems(list))] if list[0].field == "dims"));
    // With a machine they succeed.
    reported.do_all(NsimCommand::Open(Box::new(small())));
    for (id, act) in refused.into_iter().enumerate() {
        let updates = reported.session.handle(Request { id: id as u32, command: act.into() });
        assert_eq!(updates.last(), Some(&NsimUpdate::Done(id as u32)));
    }
    // The first frame was not acknowledged, so no second one was sent; one Ack sends the newest, and only that.
    let count = |updates: Vec<NsimUpdate>| updates.iter().filter(|u| matches!(u, NsimUpdate::Frame(_))).count();
    let mut session = NsimSession::default();
    let mut ask = |command: NsimCommand| count(session.handle(Request { id: 0, command }));
    assert_eq!(ask(NsimCommand::Open(Box::new(small()))), 1);
    assert_eq!(ask(NsimAct::Look(Some(1)).into()) + ask(NsimAct::Look(Some(2)).into()), 0);
    assert_eq!([ask(NsimCommand::Ack), ask(NsimCommand::Ack)], [1, 0]);
}

#[test]
fn files_of_another_kind_are_named() {
    let said = |text: &str| read_trace(text, 1e9).expect_err("not a trace").text().en;
    let record = "{\"format\":1,\"ranks\":16,\"clock_hz\":1000000000}\n{\"rank\":0,\"begin\":0,\"end\":27}\n";
    assert!(said(record).contains("communication record of the chip") && said(record).contains("mcore tca"));
    assert!(said("{\n  \"a\": 1\n}").contains("this is JSON, not a trace"));
    assert!(said("#include <mpi.h>\nint main(void) {}").contains("program in C"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: mcore_tests::cases(300), ..ProptestConfig::default() })]

    /// Readers accept any text: they refuse it with a message in both languages, or it works.
    #[test]
    fn readers_survive_any_text(text in "([0-9]{1,3}|send|recv|isend|wait|waitall|compute|any|[ ,():#x=\\.\"-]|\n|[a-z_]{1,12}|\\PC){0,60}") {
        let topology = Topology::torus(&[4, 2]);
        if let Err(error) = read_trace(&text, 1e9) {
            prop_assert!(!error.text().en.is_empty() && !error.text().ja.is_empty());
        }
        if let Err(error) = Mapping::read(&text, &topology, 8) {
            prop_assert!(!error.text().en.is_empty() && !error.text().ja.is_empty());
        }
        match Params::read(&text) {
            Ok(params) => prop_assert!(params.validate().is_ok()),
            Err(error) => prop_assert!(!error.text().en.is_empty()),
        }
        let plan = NsimPlan { dims: text.clone(), bytes: text.clone(), watch: text.clone(), map: "file".into(), map_text: text, ..small() };
        let reported = Reported::open(&plan);
        prop_assert!(reported.shape.is_some() || !reported.problems.is_empty());
    }

    /// A written map is read back.
    #[test]
    fn maps_are_read_back(ranks in 1u32..24, seed: u64) {
        let topology = Topology::torus(&[4, 3, 2]);
        let mapping = Mapping::random(ranks, 24, seed).expect("fits");
        prop_assert_eq!(Mapping::read(&mapping.write(&topology), &topology, ranks), Ok(mapping));
    }

    /// Any small trace ends or reaches a deadlock, never anything else, and the same with several parts.
    #[test]
    fn any_trace_ends_or_deadlocks(ops in proptest::collection::vec((0u32..4, 0u8..7, 0u32..4, 0u64..2000, 0u32..2), 1..40)) {
        let mut text = String::from("3 compute 1\n");
        for (rank, op, peer, bytes, tag) in ops {
            text += &match op {
                0 => format!("{rank} send {peer} {bytes} {tag}\n"),
                1 => format!("{rank} isend {peer} {bytes} {tag}\n"),
                2 => format!("{rank} recv {peer} {tag}\n"),
                3 => format!("{rank} irecv any {tag}\n"),
                4 => format!("{rank} compute {bytes}\n"),
                5 => format!("{rank} waitall\n"),
                _ => format!("{rank} wait {tag}\n"),
            };
        }
        let plan = NsimPlan { program: "trace".into(), dims: "2x2".into(), trace: text, ..small() };
        let mut reported = Reported::open(&plan);
        reported.do_all(NsimAct::Run(None));
        prop_assert!(matches!(reported.frame.state, NsimState::Ended | NsimState::Deadlock));
        let first = reported.outcome.take();
        prop_assert!(first.is_some());
    }
}
