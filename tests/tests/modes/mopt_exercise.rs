//! Exercises of the mapping mode: the session of the page judges as the grader does, in slices of any size; hand-ins and packs
//! from outside are answered.

use mcore::base::SourceFile;
use mcore::mode::{Refusal, Request};
use mcore::modes::mopt::exercise::{Exercise, Judging, MoptSubmission, MoptWork, References, read_exercise};
use mcore::modes::mopt::model::{Measures, Method, Options, Run};
use mcore::modes::mopt::{
    MOPT_OWN, MoptAct, MoptCommand, MoptExerciseView, MoptGrade, MoptGraded, MoptHandIn, MoptMethod, MoptNews,
    MoptOwnAct, MoptSession, MoptUpdate,
};
use mcore::packs::PackFile;
use mcore_tests::{hostile, invariants, pack_files};
use std::sync::Arc;

fn exercise(folder: &str) -> Exercise {
    read_exercise(folder, &pack_files("mapping")).unwrap_or_else(|error| panic!("{}", error.text().en))
}

fn method(word: &str) -> MoptMethod {
    MoptMethod { method: word.into(), starts: 1, then: "first".into(), refine: 0, seed: 1 }
}

/// The grade as the command finds it, in steps of this size.
fn judged(exercise: Exercise, work: MoptWork, steps: u64) -> MoptGrade {
    let mut references = References::default();
    while !references.advance(&exercise, steps) {}
    let mut judging = Judging::new(Arc::new(exercise), work);
    loop {
        if let Some(grade) = judging.advance(&references, steps) {
            return grade;
        }
    }
}

/// A session and its last news.
#[derive(Default)]
struct Page {
    session: MoptSession,
    asked: u32,
}

impl Page {
    fn ask(&mut self, command: impl Into<MoptCommand>) -> Result<Vec<MoptNews>, Refusal> {
        self.asked += 1;
        let mut news = Vec::new();
        for update in self.session.handle(Request { id: self.asked, command: command.into() }) {
            match update {
                MoptUpdate::Own(own) => news.push(own),
                MoptUpdate::Refused(_, why) => return Err(why),
                _ => {}
            }
        }
        Ok(news)
    }

    fn open(&mut self, folder: &str) -> MoptExerciseView {
        let files: Vec<PackFile> = pack_files("mapping");
        let news = self.ask(MoptAct::Exercise { folder: folder.into(), files }).expect("an exercise");
        match news.into_iter().next() {
            Some(MoptNews::Exercise(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn judge(&mut self, hand_in: MoptHandIn, part: u64) -> MoptGraded {
        self.ask(MoptAct::Judge(Box::new(hand_in))).expect("a hand-in");
        loop {
            assert!(self.session.is_busy());
            for update in self.session.run_slice(part) {
                if let MoptUpdate::Own(MoptNews::Graded(graded)) = update {
                    assert!(!self.session.is_busy());
                    return *graded;
                }
            }
        }
    }
}

#[test]
fn the_page_judges_as_the_command_does() {
    let mut page = Page::default();
    for folder in ["place-16", "halo-shape", "beat-mincost"] {
        let view = page.open(folder);
        assert!(view.cases.iter().all(|case| case.visible && case.plan.is_some() && !case.asked.is_empty()));
        let mut hand_in = MoptHandIn::default();
        for (case, number) in view.cases.iter().zip(0u32..) {
            // The case is opened as a lesson would be, and the own map of it handed in.
            page.ask(MoptCommand::Open(Box::new(case.plan.clone().expect("visible")))).expect("opens");
            let news = page.ask(MoptOwnAct::Put(0, case.ranks / 2)).expect("a change");
            let Some(MoptNews::Own(own)) = news.into_iter().next() else { panic!("no map") };
            assert_eq!(own.map.len(), case.ranks as usize);
            hand_in.maps.push((number, own.map.clone()));
        }
        let graded = page.judge(hand_in.clone(), 1);
        assert!(!graded.grade.passed, "{folder}");
        let submission = MoptSubmission::read(graded.file.as_bytes()).expect("the page's own file");
        assert_eq!((submission.header.exercise.as_str(), submission.points), (folder, Some(graded.grade.points)));
        let work = submission.clone().work().expect("maps");
        assert_eq!(MoptSubmission::read(submission.to_json().as_bytes()), Ok(submission));
        for steps in [1, 1000] {
            assert_eq!(judged(exercise(folder), work.clone(), steps), graded.grade, "{folder}");
        }
        assert_eq!(page.judge(hand_in, 1000), graded);
    }
}

#[test]
fn a_method_is_judged_for_the_visible_case_alone_in_the_page() {
    let mut page = Page::default();
    let files = pack_files("mapping");
    let view = page.open("one-method");
    assert!(view.own.method && !view.own.maps);
    let hand_in = |word: &str| MoptHandIn { maps: Vec::new(), method: Some(method(word)) };
    let graded = page.judge(hand_in("xyz"), 100);
    assert!(!graded.grade.passed);
    let direct = judged(
        read_exercise("one-method", &files).expect("an exercise"),
        MoptWork::new(Vec::new(), Some(method("xyz"))).expect("a method"),
        7,
    );
    assert_eq!(direct, graded.grade);
    // Pausing gives the judgement up.
    page.ask(MoptAct::Judge(Box::new(hand_in("mincost")))).expect("a hand-in");
    page.ask(MoptCommand::Pause).expect("a pause");
    assert!(!page.session.is_busy());
}

#[test]
fn shares_of_the_points_follow_the_measures() {
    let exercise = exercise("place-16");
    let network = exercise.network.clone();
    let (_, graph) = exercise.cases[1].traffic.clone().expect("visible");
    let map_of = |word| {
        let mut run = Run::new(graph.clone(), &network, word, Options::default()).expect("a run");
        loop {
            if let Some(outcome) = run.step(1 << 20) {
                return outcome.map.clone();
            }
        }
    };
    for (word, points) in [(Method::Xyz, 0), (Method::None, 50), (Method::Mincost, 70)] {
        let map = map_of(word);
        let lines: String = map.iter().zip(0..).map(|(node, rank)| format!("{rank} {node}\n")).collect();
        let work = MoptWork::new(vec![SourceFile { name: "2.map".into(), text: lines }], None).expect("a map");
        let grade = judged(exercise.clone(), work, 10);
        let cost = Measures::new(&graph, &network, &map).mesh_cost;
        assert_eq!(grade.cases[1].points, points, "{word:?}: {cost}");
        assert_eq!(grade.cases[0].refused.as_ref().map(|why| why.en.as_str()), Some("there is no map for this case"));
        assert_eq!((grade.points, grade.of, grade.passed), (points, 100, false));
    }
}

#[test]
fn wrong_hand_ins_and_exercises_are_refused() {
    let mut page = Page::default();
    assert!(matches!(page.ask(MoptAct::Judge(Box::default())), Err(Refusal::Problems(_))), "nothing is open");
    page.open("place-16");
    assert!(matches!(page.ask(MoptAct::Judge(Box::default())), Err(Refusal::Problems(_))), "nothing is handed in");
    for (wrong, why) in [
        (MoptMethod { method: "magic".into(), ..method("xyz") }, "no method `magic`"),
        (MoptMethod { starts: 65, ..method("xyz") }, "`starts` is 65"),
        (MoptMethod { refine: 1000, ..method("xyz") }, "`refine` is 1000"),
        (MoptMethod { then: "best".into(), ..method("xyz") }, "`then` is `best`"),
    ] {
        let found = MoptWork::new(Vec::new(), Some(wrong)).expect_err(why);
        assert!(found.en.contains(why) && !found.ja.is_empty(), "{found:?}");
    }
    let map = |name: &str| SourceFile { name: name.into(), text: "0 0\n".into() };
    assert!(MoptWork::new(vec![map("1.map"), map("1.txt")], None).is_err_and(|why| why.en.contains("two maps")));
    // A short map and one that is no map are refused with their places; the rest of the hand-in is judged.
    let work = MoptWork::new(vec![map("1.map"), map("2.map")], None).expect("maps");
    let grade = judged(exercise("place-16"), work, 5);
    for case in &grade.cases {
        assert!(case.judged && case.refused.as_ref().is_some_and(|why| why.en.contains("15 ranks have no node")));
    }
    let news = page.ask(MoptAct::Exercise { folder: "gone".into(), files: pack_files("mapping") });
    assert!(matches!(news, Err(Refusal::Problems(problems)) if problems[0].text.en.contains("`gone`")));
    assert!(page.ask(MoptAct::Loads(MOPT_OWN)).is_err());
}

#[test]
fn hostile_texts_are_answered() {
    let whole = String::from_utf8(
        pack_files("mapping").into_iter().find(|f| f.name == "beat-mincost/exercise.toml").expect("a file").bytes,
    )
    .expect("UTF-8");
    invariants::mapping_exercise(&whole);
    let pieces =
        ["\"", "[", "]", "=", "-1", "1e9", "99999999999", "ranks", "visible = false", "torus", "\n", "{", "}", "0"];
    hostile::mutated(&whole, &pieces, 3000, invariants::mapping_exercise);
    for data in [
        &b"{"[..],
        b"{\"kind\":\"mcore-submission\",\"format\":1,\"pack\":\"p\",\"exercise\":\"e\",\"version\":\"1\",\"maps\":[{\"name\":\"\",\"text\":\"\"}]}",
        b"{\"kind\":\"mcore-submission\",\"format\":1,\"pack\":\"p\",\"exercise\":\"e\",\"version\":\"1\",\"method\":{\"method\":\"\",\"x\":1}}",
        b"\xff",
    ] {
        invariants::mapping_submission(data);
    }
}
