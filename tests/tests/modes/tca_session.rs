//! The session of the verbs mode: a script is recorded, and the timeline goes to any event of it.

use mcore::mode::{Command, Plan as _, Refusal, Request, Update};
use mcore::modes::tca::model::{Stage, lessons};
use mcore::modes::tca::{TcaAct, TcaMoment, TcaNews, TcaPlan, TcaSession, TcaUpdate};

fn ask(session: &mut TcaSession, command: Command<TcaPlan, TcaAct>) -> Vec<TcaUpdate> {
    let mut updates = session.handle(Request { id: 1, command });
    updates.extend(session.handle(Request { id: 2, command: Command::Ack }));
    updates
}

fn moment(updates: Vec<TcaUpdate>) -> TcaMoment {
    let mut frames = updates.into_iter().rev().filter_map(|update| match update {
        Update::Frame(frame) => Some(*frame),
        _ => None,
    });
    frames.next().expect("a frame")
}

#[test]
fn every_event_is_the_same_forwards_and_back() {
    for lesson in lessons::lessons() {
        let mut session = TcaSession::default();
        let plan = TcaPlan { script: lesson.script };
        let first = moment(ask(&mut session, Command::Open(Box::new(plan))));
        assert_eq!((first.now, first.event), (0, 0));
        let mut forwards = vec![first];
        while forwards.last().is_none_or(|moment| moment.event != moment.last) {
            forwards.push(moment(ask(&mut session, Command::Own(TcaAct::Step))));
        }
        assert!(forwards.len() > 20 && forwards.windows(2).all(|pair| pair[0].now <= pair[1].now));
        for known in forwards.iter().rev().skip(1) {
            assert_eq!(&moment(ask(&mut session, Command::Own(TcaAct::Back))), known);
        }
        let last = forwards.len() as u64 - 1;
        for event in [last, 0, last / 2, last / 3] {
            assert_eq!(moment(ask(&mut session, Command::Own(TcaAct::Seek(event)))), forwards[event as usize]);
        }
    }
}

#[test]
fn the_first_lesson_opens_and_stops_at_its_completions() {
    let mut session = TcaSession::default();
    let updates = ask(&mut session, Command::Open(Box::default()));
    let events = updates.iter().find_map(|update| match update {
        Update::Own(TcaNews::Recorded { events, findings, end }) if findings.is_empty() && end.is_empty() => {
            Some(events)
        }
        _ => None,
    });
    let events = events.expect("a recorded run");
    assert!(events.iter().any(|event| (event.stage, event.begin) == (Stage::Psn, 2503)), "{events:?}");
    let times: Vec<u64> = (0..3).map(|_| moment(ask(&mut session, Command::Own(TcaAct::NextCompletion))).now).collect();
    assert_eq!(times, [3504, 5754, 5754]);
    assert_eq!(moment(ask(&mut session, Command::Own(TcaAct::LastCompletion))).now, 3504);
    let at = moment(ask(&mut session, Command::Own(TcaAct::SeekTime(2300))));
    assert!(at.now <= 2300 && !at.sentences.is_empty());
    assert_eq!(at.pairs[0].sent, [1, 0]);
}

#[test]
fn a_wrong_script_is_refused_with_its_places() {
    let mut session = TcaSession::default();
    let updates = ask(&mut session, Command::Own(TcaAct::Step));
    assert!(matches!(updates[0], Update::Refused(1, Refusal::NotOpen)), "{updates:?}");
    let mut plan = TcaPlan::default();
    plan.set("script", "node 0 {\n qp = conect(1); }");
    assert!(plan.get("script").contains("conect"));
    let updates = ask(&mut session, Command::Open(Box::new(plan.clone())));
    match &updates[0] {
        Update::Refused(1, Refusal::Problems(problems)) => {
            assert_eq!(problems[0].field, "script");
            assert!(problems[0].text.en.starts_with("2:2: no call `conect`"), "{problems:?}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(&ask(&mut session, Command::Check(Box::new(plan)))[0], Update::Checked(Err(_))));
}

#[test]
fn a_run_that_waits_for_ever_says_who_waits() {
    let mut session = TcaSession::default();
    let script = "node 0 { qp = connect(1); wait_cq(qp, 1); } node 1 { qp = connect(0); }".to_owned();
    let updates = ask(&mut session, Command::Open(Box::new(TcaPlan { script })));
    let said = updates.iter().any(|update| match update {
        Update::Own(TcaNews::Recorded { end, .. }) => {
            end.iter().any(|text| text.en.contains("node 0 waits for ever in line 1"))
        }
        _ => false,
    });
    assert!(said, "{updates:?}");
}
