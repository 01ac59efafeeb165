//! Exercises of the verbs mode: the judge, what a task adds to a script, and packs and hand-ins from outside.

use mcore::base::Text;
use mcore::mode::{Plan as _, Refusal, Request};
use mcore::modes::tca::exercise::{Exercise, Judging, TcaSubmission, read_exercise, script_of};
use mcore::modes::tca::model::script::{Data, Prepare, Task, compile, compile_task};
use mcore::modes::tca::model::{Log, Machine, Outcome, Params, Program, Status};
use mcore::modes::tca::{TcaAct, TcaCommand, TcaExerciseView, TcaGraded, TcaNews, TcaPlan, TcaSession, TcaUpdate};
use mcore::packs::{Grade, PackFile};
use mcore_tests::{hostile, invariants, pack_files};
use std::sync::Arc;

fn exercise(folder: &str) -> Exercise {
    read_exercise(folder, &pack_files("verbs")).unwrap_or_else(|error| panic!("{}", error.text().en))
}

fn solution(folder: &str) -> String {
    mcore_tests::solution("verbs", folder, "script.tca").text
}

fn judged(exercise: &Exercise, script: &str, events: u64) -> Grade {
    let mut judging = Judging::new(Arc::new(exercise.clone()), script.to_owned());
    loop {
        if let Some(grade) = judging.advance(events) {
            return grade;
        }
    }
}

fn run(program: Program) -> Machine {
    let mut machine = Machine::new(Arc::new(program));
    let mut log = Log::default();
    while machine.step_with(&mut log) {}
    machine
}

fn english(text: Option<&Text>) -> &str {
    text.map_or("", |text| text.en.as_str())
}

#[test]
fn the_steps_of_the_judge_do_not_matter() {
    for folder in ["ping-pong", "repair", "lock"] {
        let exercise = exercise(folder);
        for script in [solution(folder), exercise.start.en.clone(), exercise.start.ja.clone()] {
            let at_once = judged(&exercise, &script, u64::MAX);
            assert_eq!(judged(&exercise, &script, 1), at_once, "{folder}");
            assert_eq!(judged(&exercise, &script, 37), at_once, "{folder}");
            assert_eq!(at_once.passed, script == solution(folder), "{folder}: {at_once:#?}");
        }
    }
}

#[test]
fn each_likely_mistake_fails_with_its_reason() {
    let told = |folder: &str, change: &dyn Fn(String) -> String| {
        let grade = judged(&exercise(folder), &change(solution(folder)), 1000);
        assert!(!grade.passed, "{folder}");
        let lines = grade.cases.iter().flat_map(|case| {
            let failed = case.checks.iter().filter(|check| !check.passed).map(|check| check.text.en.clone());
            failed.chain(case.refused.iter().map(|why| why.en.clone())).collect::<Vec<_>>()
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    // A fixed wait in place of the completion is right on one machine only.
    let waits = told("trusted-flag", &|script| script.replace("wait_cq(qp, 1);", "at 100000 ns;"));
    assert!(waits.contains("node 1 shows 64 B of the data of the task; found"), "{waits}");
    // The lock is taken without a loop.
    let once = told("lock", &|script| script.replace("repeat 100 until (got, 0)", "repeat 1"));
    assert!(once.contains("`entered`: 0x00 in 8 B; found from byte 0 on 01"), "{once}");
    // Nothing is posted again after the error.
    let lost = told("repair", &|script| script.replacen("IBV_QPS_RESET", "IBV_QPS_RTS", 1));
    assert!(lost.contains("WR_FLUSH_ERR"), "{lost}");
    // The ball has the wrong name, and nothing at all is handed in.
    let name = told("ping-pong", &|script| script.replace("ball", "sphere"));
    assert!(name.contains("the task needs a buffer `ball` of at least 8 bytes on node 0"), "{name}");
    let never = told("ping-pong", &|script| script.replace("wait_cq(qp, 1);", "wait_cq(qp, 9);"));
    assert!(never.contains("node 0 waits"), "{never}");
    // One pair of nodes in the wrong place.
    let placed = told("halo", &|script| script.replace("4, 12, 11, 3", "12, 4, 11, 3"));
    assert!(placed.contains("most transfers on a link at once: at most 2; found"), "{placed}");
}

#[test]
fn points_are_shared_by_the_expectations() {
    let exercise = exercise("halo");
    let snake = "place { 0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12 }";
    let grade = judged(&exercise, snake, 1000);
    assert_eq!((grade.passed, grade.of), (false, 100));
    assert_eq!(grade.cases.iter().map(|case| case.points).collect::<Vec<_>>(), [20, 20], "at most 4 on a link");
}

#[test]
fn a_script_cannot_touch_what_the_task_gives() {
    let task = Task {
        given: "node 1 { buf = tcaMalloc(64); qp = connect(0); }".into(),
        prepare: vec![Prepare { node: 0, buffer: "x".into(), offset: 8, data: Data::Bytes(vec![7; 8]) }],
    };
    let params = Params::default();
    let wrong = |script: &str| {
        let errors = compile_task(script, &task, &params).expect_err(script);
        errors.iter().map(|error| error.with_place().en).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(wrong("node 0 { x = tcaMalloc(16); } node 1 { }"), "1:31: the task gives node 1");
    assert_eq!(wrong("machine { check = 0; } node 0 { x = tcaMalloc(16); }"), "1:11: the task fixes the machine");
    assert!(wrong("node 0 { x = tcaMalloc(15); }").contains("a buffer `x` of at least 16 bytes on node 0"));
    assert!(wrong("node 0 { y = tcaMalloc(16); }").contains("a buffer `x` of at least 16 bytes on node 0"));
    let program = compile_task("node 0 { x = tcaMalloc(16); qp = connect(1); show(x, 16); }", &task, &params);
    let machine = run(program.expect("a script"));
    assert_eq!(machine.shown(0)[0].1, [[0; 8], [7; 8]].concat());
    // An error in a node of the task says so, because a student cannot see it in the script.
    let task = Task { given: "node 1 {\n  qp = connect(0);\n  show(no, 8);\n}".into(), prepare: Vec::new() };
    let errors = compile_task("node 0 { qp = connect(1); }", &task, &params).expect_err("no such buffer");
    assert_eq!(errors[0].with_place().en, "a node of the task, 3:8: node 1 has no buffer `no`");
    for given in ["machine { check = 1; }", "place { 0 }", "node 99 { }", "node 0 {"] {
        let task = Task { given: given.into(), prepare: Vec::new() };
        assert!(task.check(&params).is_err_and(|why| !why.en.is_empty() && !why.ja.is_empty()), "{given}");
    }
}

#[test]
fn a_loop_ends_when_its_value_is_there() {
    let script = |times: u32, value: u64| {
        format!(
            "node 0 {{ n = tcaMalloc(64); old = tcaMalloc(64); ibv_reg_mr(old, LOCAL_WRITE); qp = connect(1);
               repeat {times} until (old, {value}) {{
                 ibv_post_send(qp, .wr_id = 1, .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD, .addr = old, .length = 8,
                   .remote_addr = peer(1).count, .compare_add = 1, .flags = IBV_SEND_SIGNALED);
                 wait_cq(qp, 1);
               }}
               show(old, 8);
             }}
             node 1 {{ count = tcaMalloc(8); ibv_reg_mr(count, LOCAL_WRITE | REMOTE_ATOMIC); qp = connect(0); }}"
        )
    };
    for (times, value, rounds) in [(10, 4, 5), (3, 4, 3), (1, 0, 1), (10, 99, 10)] {
        let machine = run(compile(&script(times, value)).expect("a script"));
        assert_eq!(machine.outcome(), Some(&Outcome::Finished));
        assert_eq!(machine.completions(0).len(), rounds, "at most {times} times until {value}");
        assert_eq!(u64::from_le_bytes(machine.shown(0)[0].1[..].try_into().expect("8 bytes")), rounds as u64 - 1);
    }
    for (text, why) in [
        ("node 0 { b = tcaMalloc(8); repeat 2 until (b) { show(b, 8); } }", "expected `until (buf, value)`"),
        ("node 0 { b = tcaMalloc(7); repeat 2 until (b, 1) { show(b, 1); } }", "do not fit into `b`"),
        ("node 0 { b = tcaMalloc(8); repeat 2 until (c, 1) { show(b, 8); } }", "no buffer `c`"),
    ] {
        let errors = compile(text).expect_err(text);
        assert!(errors[0].text.en.contains(why), "{text}: {}", errors[0].text.en);
    }
}

#[test]
fn nodes_run_on_the_boards_where_they_are_placed() {
    let pair = "node 0 { b = tcaMalloc(8); ibv_reg_mr(b, LOCAL_WRITE); qp = connect(1);
          ibv_post_send(qp, .wr_id = 1, .opcode = IBV_WR_SEND, .addr = b, .length = 8); }
        node 1 { b = tcaMalloc(8); ibv_reg_mr(b, LOCAL_WRITE); qp = connect(0);
          ibv_post_recv(qp, .wr_id = 1, .addr = b, .length = 8); wait_cq(qp, 1); }";
    let time = |boards: &str, on: u8| {
        let machine = run(compile(&format!("place {{ {boards} }}\n{pair}")).expect("a script"));
        assert_eq!(machine.completions(on)[0].status, Status::Success);
        machine.completions(on)[0].at_ns
    };
    assert_eq!(time("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", 1), 3504);
    // Board 5 is four hops away on the ring, and one more across.
    assert_eq!(time("9, 5, 2, 3, 4, 1, 6, 7, 8, 0, 10, 11, 12, 13, 14, 15", 5), 3504 + 4 * 150);
    for (boards, why) in
        [("0, 1", "it has 2 numbers"), ("0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", "once")]
    {
        let errors = compile(&format!("place {{ {boards} }} {pair}")).expect_err(boards);
        assert!(errors[0].text.en.contains(why), "{}", errors[0].text.en);
    }
    // Messages name nodes of the script, not boards.
    let swapped = "place { 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 } node 0 { show(b, 8); }";
    assert!(compile(swapped).expect_err("no buffer")[0].text.en.starts_with("node 0 has no buffer `b`"));
}

#[test]
fn hand_ins_are_read_and_written() {
    let exercise = exercise("ping-pong");
    let grade = judged(&exercise, &exercise.start.en, 1000);
    let file = TcaSubmission::new(&exercise, "d", "t", &exercise.start.en, &grade);
    assert_eq!(TcaSubmission::read(file.to_json().as_bytes()), Ok(file.clone()));
    assert_eq!((file.header.pack.as_str(), file.header.exercise.as_str()), ("verbs", "ping-pong"));
    assert!(!grade.differs_from(&file.claims));
    let mut better = file.claims.clone();
    better[0].points += 1;
    assert!(grade.differs_from(&better));
    let own = |name: &str, text: &[u8]| PackFile { name: name.into(), bytes: text.to_vec() };
    assert_eq!(script_of(&[own("a.tca", "\u{feff}node 0 { }".as_bytes())]).as_deref(), Ok("node 0 { }"));
    for files in
        [vec![], vec![own("a.tca", b""), own("b.tca", b"")], vec![own("a", b"\xff")], vec![own("a", &[b' '; 70_000])]]
    {
        assert!(script_of(&files).is_err_and(|why| !why.en.is_empty() && !why.ja.is_empty()));
    }
    let verdict = judged(&exercise, "node 0 {", 10);
    assert!(english(verdict.cases[0].refused.as_ref()).starts_with("the script: 1:"), "{verdict:?}");
}

#[test]
fn hostile_texts_are_answered() {
    let file = pack_files("verbs").into_iter().find(|file| file.name == "repair/exercise.toml").expect("a file");
    let whole = String::from_utf8(file.bytes).expect("UTF-8");
    let pieces =
        ["\"", "[", "]", "=", "-1", "1e9", "99999999999", "random", "visible = false", "at_most", "\n", "{", "}", "0"];
    hostile::mutated(&whole, &pieces, 2000, invariants::verbs_exercise);
    for data in [&b"{"[..], b"{}", b"\xff", b"{\"kind\":\"mcore-submission\",\"format\":1,\"pack\":\"p\",\"exercise\":\"e\",\"version\":\"1\",\"script\":\"\"}"] {
        invariants::verbs_submission(data);
    }
}

/// A session and its last news.
#[derive(Default)]
struct Page {
    session: TcaSession,
    asked: u32,
}

impl Page {
    fn ask(&mut self, command: impl Into<TcaCommand>) -> Result<Vec<TcaNews>, Refusal> {
        self.asked += 1;
        let mut news = Vec::new();
        for update in self.session.handle(Request { id: self.asked, command: command.into() }) {
            match update {
                TcaUpdate::Own(own) => news.push(own),
                TcaUpdate::Refused(_, why) => return Err(why),
                _ => {}
            }
        }
        Ok(news)
    }

    fn open(&mut self, folder: &str) -> TcaExerciseView {
        let news = self.ask(TcaAct::Exercise { folder: folder.into(), files: pack_files("verbs") });
        match news.expect("an exercise").into_iter().next() {
            Some(TcaNews::Exercise(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn judge(&mut self, script: &str, part: u64) -> TcaGraded {
        self.ask(TcaAct::Judge(script.into())).expect("a script");
        loop {
            assert!(self.session.is_busy());
            for update in self.session.run_slice(part) {
                if let TcaUpdate::Own(TcaNews::Graded(graded)) = update {
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
    assert!(matches!(page.ask(TcaAct::Judge(String::new())), Err(Refusal::Problems(_))), "nothing is open");
    for folder in ["ping-pong", "trusted-flag", "repair", "lock", "halo"] {
        let view = page.open(folder);
        assert!(view.cases.iter().all(|case| case.plan.is_some() && !case.asked.is_empty()), "a lecturer's pack");
        let said = |script: &str| script.contains(|letter| matches!(letter, 'あ'..='ん'));
        assert!(!said(&view.own.en) && said(&view.own.ja), "{folder}: the script at the start in both languages");
        for script in [view.own.en.clone(), solution(folder)] {
            let graded = page.judge(&script, 100);
            assert_eq!(graded.grade, judged(&exercise(folder), &script, 7), "{folder}");
            assert_eq!(page.judge(&script, u64::MAX), graded);
            let file = TcaSubmission::read(graded.file.as_bytes()).expect("the page's own file");
            assert_eq!((&file.script, file.points), (&script, Some(graded.grade.points)));
        }
        // The case is opened as a run: the task's nodes and memory are there, and errors are those of the judge.
        let plan = TcaPlan { script: solution(folder), ..view.cases[0].plan.clone().expect("visible") };
        page.ask(TcaCommand::Open(Box::new(plan.clone()))).expect("a run");
        let updates = (0..10_000).find_map(|_| {
            let updates = page.session.run_slice(10_000);
            updates.into_iter().find_map(|update| match update {
                TcaUpdate::Own(TcaNews::Recorded(run)) => Some(run),
                _ => None,
            })
        });
        let run = updates.expect("the run ends");
        assert!(run.ending.is_empty() && run.findings.is_empty(), "{folder}: {run:?}");
        let taken = TcaPlan { script: format!("{}\nnode 15 {{ }} node 15 {{ }}", plan.script), ..plan };
        assert!(page.ask(TcaCommand::Open(Box::new(taken))).is_err(), "{folder}");
    }
    // Pausing gives the judgement up, and another origin of the run leaves the exercise.
    let view = page.open("lock");
    page.ask(TcaAct::Judge(solution("lock"))).expect("a script");
    page.ask(TcaCommand::Pause).expect("a pause");
    assert!(!page.session.is_busy());
    let mut plan = view.cases[0].plan.clone().expect("visible");
    plan.set("script", "node 1 { }");
    assert!(plan.task.is_some());
    plan.set("preset", "send");
    assert!(plan.task.is_none());
    let news = page.ask(TcaAct::Exercise { folder: "gone".into(), files: pack_files("verbs") });
    assert!(matches!(news, Err(Refusal::Problems(problems)) if problems[0].text.en.contains("`gone`")));
}
