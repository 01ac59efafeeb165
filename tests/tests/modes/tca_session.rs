//! The session of the verbs mode: a script or a record is simulated in slices, and then shown at any time, forwards and back;
//! diagrams, divided times, charts, and the benchmark as a list.

use mcore::mode::{Command, Plan as _, Refusal, Request, Update};
use mcore::modes::tca::model::LESSONS;
use mcore::modes::tca::{
    TCA_HEADER_FIELDS, TcaAct, TcaCommand, TcaDiagram, TcaMoment, TcaNews, TcaPart, TcaParts, TcaPlan, TcaRun,
    TcaSession, TcaSet, TcaSlotState, TcaUpdate,
};

/// A time after every run.
const END: TcaAct = TcaAct::SeekTime(u64::MAX);

/// A command with its updates; each frame is acknowledged.
fn ask(session: &mut TcaSession, command: impl Into<TcaCommand>) -> Vec<TcaUpdate> {
    let mut updates = session.handle(Request { id: 1, command: command.into() });
    updates.extend(session.handle(Request { id: 2, command: Command::Ack }));
    updates
}

/// Works until nothing is left to do.
fn finish(session: &mut TcaSession, part: u64) -> Vec<TcaUpdate> {
    let mut updates = Vec::new();
    while session.is_busy() {
        updates.extend(session.run_slice(part));
        updates.extend(session.handle(Request { id: 3, command: Command::Ack }));
    }
    updates
}

fn moment(updates: &[TcaUpdate]) -> TcaMoment {
    let frame = updates.iter().rev().find_map(|update| match update {
        Update::Frame(frame) => Some((**frame).clone()),
        _ => None,
    });
    frame.unwrap_or_else(|| panic!("no frame: {updates:?}"))
}

fn news<T>(updates: &[TcaUpdate], pick: impl Fn(&TcaNews) -> Option<T>) -> T {
    let found = updates.iter().rev().find_map(|update| match update {
        Update::Own(news) => pick(news),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("not in {updates:?}"))
}

fn run(updates: &[TcaUpdate]) -> TcaRun {
    news(updates, |news| match news {
        TcaNews::Recorded(run) => Some((**run).clone()),
        _ => None,
    })
}

fn parts(updates: &[TcaUpdate]) -> TcaParts {
    news(updates, |news| match news {
        TcaNews::Parts(parts) => Some((**parts).clone()),
        _ => None,
    })
}

fn diagram(session: &mut TcaSession, from: u64, until: u64) -> TcaDiagram {
    let updates = ask(session, TcaAct::Diagram(from, until));
    news(&updates, |news| match news {
        TcaNews::Diagram(diagram) => Some((**diagram).clone()),
        _ => None,
    })
}

/// Opens a plan and records it.
fn opened(plan: TcaPlan) -> (TcaSession, TcaRun, Vec<TcaUpdate>) {
    let mut session = TcaSession::default();
    let mut updates = ask(&mut session, Command::Open(Box::new(plan)));
    updates.extend(finish(&mut session, 100));
    let run = run(&updates);
    (session, run, updates)
}

fn lesson(number: usize) -> TcaPlan {
    TcaPlan { script: LESSONS[number - 1].into(), ..TcaPlan::default() }
}

#[test]
fn every_step_is_the_same_forwards_and_back() {
    for number in 1..=8 {
        let (mut session, run, updates) = opened(lesson(number));
        let first = moment(&updates);
        assert_eq!((first.now, first.step, first.steps), (0, 0, run.steps));
        let mut forwards = vec![first];
        while forwards.last().is_none_or(|moment| !moment.ended) {
            forwards.push(moment(&ask(&mut session, TcaAct::Step)));
        }
        assert_eq!(forwards.len() as u64, run.steps);
        assert!(forwards.len() >= 8 && forwards.windows(2).all(|pair| pair[0].now < pair[1].now), "lesson {number}");
        assert_eq!(forwards.last().map(|last| last.now), Some(run.end));
        for known in forwards.iter().rev().skip(1) {
            assert_eq!(&moment(&ask(&mut session, TcaAct::Back)), known);
        }
        let last = forwards.len() as u64 - 1;
        for step in [last, 0, last / 2, last / 3] {
            assert_eq!(moment(&ask(&mut session, TcaAct::Seek(step))), forwards[step as usize]);
        }
        // The slices do not change what is recorded.
        let mut at_once = TcaSession::default();
        ask(&mut at_once, Command::Open(Box::new(lesson(number))));
        assert_eq!(self::run(&finish(&mut at_once, u64::MAX)), run);
    }
}

#[test]
fn the_first_lesson_shows_its_figures_and_stops_at_its_completions() {
    let (mut session, run, updates) = opened(TcaPlan::default());
    assert!(run.findings.is_empty() && run.ending.is_empty() && !run.stopped);
    assert_eq!((run.pairs.clone(), run.nodes.clone(), run.first), (vec![(0, 1)], vec![0, 1], Some(3504)));
    let divided = parts(&updates);
    assert!(divided.is_paper && divided.title.en == "3.50 µs, as in the paper", "{divided:?}");
    let sums: Vec<(Option<TcaPart>, u64)> = divided.sums.iter().map(|sum| (sum.part, sum.ns)).collect();
    let wanted = [(TcaPart::Hardware, 2002), (TcaPart::Software, 501), (TcaPart::Psn, 100), (TcaPart::Software, 901)];
    assert_eq!(sums, wanted.map(|(part, ns)| (Some(part), ns)));
    assert_eq!(divided.pieces.len(), 12, "check to completion, without a gap");
    assert!(divided.pieces.windows(2).all(|pair| pair[0].end == pair[1].begin));
    let times: Vec<u64> = (0..3).map(|_| moment(&ask(&mut session, TcaAct::NextCompletion)).now).collect();
    assert_eq!(times, [3504, 5754, 5754]);
    assert_eq!(moment(&ask(&mut session, TcaAct::LastCompletion)).now, 3504);
    let at = moment(&ask(&mut session, TcaAct::SeekTime(2300)));
    assert_eq!(at.now, 2300);
    assert!(at.sentences[0].text.en.contains("arrive in the memory of the peer"), "{:?}", at.sentences);
    assert_eq!(at.pairs[0].sent, [1, 0]);
}

#[test]
fn a_packet_is_followed_through_its_slot_with_its_bytes() {
    let (mut session, ..) = opened(TcaPlan::default());
    let slot = |session: &mut TcaSession, time: u64| {
        let at = moment(&ask(session, TcaAct::SeekTime(time)));
        let ring = at.rings.iter().find(|ring| ring.from == 0)?.clone();
        assert_eq!((ring.set, ring.slots, ring.sent), (TcaSet::Low, 16, 1));
        ring.used.into_iter().next()
    };
    let states = [(300, TcaSlotState::Built), (1000, TcaSlotState::Sent), (2000, TcaSlotState::Sent)];
    for (time, state) in states.into_iter().chain([(2800, TcaSlotState::Landed), (4500, TcaSlotState::Processed)]) {
        let own = slot(&mut session, time).unwrap_or_else(|| panic!("a slot at {time}"));
        assert_eq!((own.slot, own.psn, own.state), (0, 0, state), "at {time}");
        if state != TcaSlotState::Processed {
            let header = TCA_HEADER_FIELDS.iter().map(|(_, from, count)| from + count).max().unwrap_or(0);
            assert_eq!(own.bytes.len(), header + 8);
            // length 8, last 1, data 42.
            assert_eq!((own.bytes[8], own.bytes[28], own.bytes[header], own.length), (8, 1, 42, 8));
        }
    }
    assert_eq!(slot(&mut session, 5754), None, "the sender knows that the slot is free");
}

#[test]
fn a_diagram_has_the_lanes_of_the_way_and_the_return_as_one_arrow() {
    let (mut session, run, _) = opened(TcaPlan::default());
    let whole = diagram(&mut session, 0, run.end);
    let used: Vec<usize> = (0..whole.columns.len()).filter(|at| whole.columns[*at]).collect();
    assert_eq!(used, [0, 2, 3, 4, 7, 8], "CPU, descriptors, DMA, cables; memory, CPU");
    assert!(!whole.coarse && whole.blocks.len() == 14, "{:?}", whole.blocks);
    let returns: Vec<_> = whole.arrows.iter().filter(|arrow| arrow.returns).collect();
    assert_eq!(returns.len(), 1);
    assert_eq!((returns[0].from.0, returns[0].to.0), (8, 0));
    assert_eq!(returns[0].to.1 - returns[0].from.1, 1700, "fetch 100, read 600, cross 600, land 400");
    let notes: Vec<(u64, bool)> = whole.notes.iter().map(|note| (note.at, note.wrong)).collect();
    assert_eq!(notes, [(3504, false), (5754, false)]);
    let first = diagram(&mut session, 0, 400);
    assert_eq!(first.blocks.len(), 2, "check and build");
    // A Read goes there and back: all lanes of both nodes.
    let (mut session, run, _) = opened(lesson(2));
    assert!(diagram(&mut session, 0, run.end).columns.iter().all(|used| *used));
}

#[test]
fn a_long_run_is_drawn_coarser_and_stays_quick_to_move_in() {
    let script = "node 0 { buf = tcaMalloc(64); ibv_reg_mr(buf, LOCAL_WRITE); qp = connect(1); repeat 1500 { \
                  ibv_post_send(qp, .wr_id = 1, .opcode = IBV_WR_SEND, .addr = buf, .length = 8, .flags = IBV_SEND_SIGNALED); \
                  wait_cq(qp, 1); } } node 1 { buf = tcaMalloc(64); ibv_reg_mr(buf, LOCAL_WRITE); qp = connect(0); \
                  repeat 1500 { ibv_post_recv(qp, .wr_id = 1, .addr = buf, .length = 8); wait_cq(qp, 1); } }";
    let (mut session, run, _) = opened(TcaPlan { script: script.into(), ..TcaPlan::default() });
    assert_eq!(run.all_completions, 3000);
    assert_eq!(run.completions.len(), 2000, "long lists are cut");
    let whole = diagram(&mut session, 0, run.end);
    assert!(whole.coarse && whole.blocks.len() < 9000 && whole.arrows.is_empty(), "{}", whole.blocks.len());
    assert!(whole.blocks.iter().all(|block| block.begin < block.end));
    let part = diagram(&mut session, run.end / 2, run.end / 2 + 10_000);
    assert!(!part.coarse && !part.arrows.is_empty());
    let middle = moment(&ask(&mut session, TcaAct::SeekTime(run.end / 2)));
    let back = moment(&ask(&mut session, TcaAct::Seek(middle.step)));
    assert_eq!(back.event, middle.event);
}

#[test]
fn every_completion_divides_into_its_stages() {
    for number in 1..=8 {
        let (mut session, run, _) = opened(lesson(number));
        for (at, done) in (0u32..).zip(&run.completions) {
            let own = ask(&mut session, TcaAct::Explain(at));
            let flushed = done.status.name() == "WR_FLUSH_ERR";
            let Some(divided) = own.iter().find_map(|update| match update {
                Update::Own(TcaNews::Parts(parts)) => Some(parts.clone()),
                _ => None,
            }) else {
                assert!(flushed, "lesson {number}, completion {at}: {done:?}");
                continue;
            };
            assert_eq!((divided.of, divided.end), (at, done.at));
            let sum: u64 = divided.sums.iter().map(|sum| sum.ns).sum();
            assert_eq!(sum, divided.end - divided.begin, "lesson {number}, completion {at}: {divided:?}");
            assert!(divided.pieces.windows(2).all(|pair| pair[0].end <= pair[1].begin), "{divided:?}");
        }
    }
    // The two operations of the second lesson are figures of the paper, too.
    let (mut session, ..) = opened(lesson(2));
    for (number, title) in [(0, "6.50 µs, as in the paper"), (1, "6.50 µs, as in the paper")] {
        let divided = parts(&ask(&mut session, TcaAct::Explain(number)));
        assert_eq!(divided.title.en, title, "{divided:?}");
    }
}

#[test]
fn transfers_that_share_a_link_have_their_part_of_it() {
    let (mut session, run, _) = opened(lesson(7));
    let rates: Vec<(u8, &str)> = run.transfers.iter().map(|one| (one.from, one.rate.as_str())).collect();
    assert!(rates.contains(&(1, "1.75 GB/s")) && rates.contains(&(9, "3.50 GB/s")), "{rates:?}");
    let link = run.links.iter().find(|link| (link.from, link.to) == (2, 3)).expect("the link");
    assert_eq!((link.shared, link.bytes), (2, 2 << 20));
    let at = moment(&ask(&mut session, TcaAct::SeekTime(100_000)));
    let flows: Vec<(u8, u8, u64)> = at.flows.iter().map(|flow| (flow.from, flow.to, flow.rate)).collect();
    assert_eq!(flows.len(), 3);
    assert!(flows.contains(&(1, 3, 1750)) && flows.contains(&(9, 11, 3500)), "{flows:?}");
    let left = at.flows.iter().find(|flow| flow.from == 9).map(|flow| flow.bytes - flow.left).expect("a flow");
    assert!(left.abs_diff((100_000 - 1000) * 7 / 2) < 2000, "{left}");
    assert!(moment(&ask(&mut session, END)).flows.is_empty());
    // Other nodes can be looked at.
    let looked = moment(&ask(&mut session, TcaAct::Look(9, 11)));
    assert_eq!(looked.nodes, (9, 11));
    assert_eq!(moment(&ask(&mut session, TcaAct::Look(3, 3))).nodes, (9, 11), "two different nodes");
}

#[test]
fn a_run_is_recorded_in_slices_and_can_be_stopped() {
    let mut session = TcaSession::default();
    ask(&mut session, Command::Open(Box::new(lesson(3))));
    let mut times = Vec::new();
    for _ in 0..5 {
        let updates = session.run_slice(3);
        times.push(news(&updates, |news| match news {
            TcaNews::Recording(events, time) => Some((*events, *time)),
            _ => None,
        }));
    }
    assert!(times.windows(2).all(|pair| pair[0].0 + 3 == pair[1].0 && pair[0].1 <= pair[1].1), "{times:?}");
    let refused = ask(&mut session, TcaAct::Step);
    assert!(matches!(refused[0], Update::Refused(1, Refusal::NotOpen)), "{refused:?}");
    ask(&mut session, Command::Pause);
    let stopped = run(&finish(&mut session, 100));
    assert!(stopped.stopped && stopped.events == 15, "{stopped:?}");
    let at = moment(&ask(&mut session, END));
    assert!(at.ended && at.now == stopped.end);
    assert_eq!(moment(&ask(&mut session, TcaAct::Seek(0))).now, 0);
}

#[test]
fn a_wrong_script_is_refused_with_its_places() {
    let mut session = TcaSession::default();
    let updates = ask(&mut session, TcaAct::Step);
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
    let script = "node 0 { qp = connect(1); wait_cq(qp, 1); } node 1 { qp = connect(0); }".to_owned();
    let (_, run, _) = opened(TcaPlan { script, ..TcaPlan::default() });
    assert!(run.ending.iter().any(|text| text.en.contains("node 0 waits for ever in line 1")), "{run:?}");
}

#[test]
fn the_form_sets_the_machine_and_writes_presets() {
    let mut plan = TcaPlan::default();
    let fields = plan.fields();
    let parameters = mcore::modes::tca::model::Params::NAMES;
    assert!(parameters.iter().all(|name| fields.iter().any(|field| field.id == *name && !field.label.ja.is_empty())));
    assert_eq!(plan.get("rendezvous"), "32768");
    plan.set("rendezvous", "16384");
    assert_eq!(plan.machine.len(), 1);
    plan.set("rendezvous", "32768");
    assert!(plan.machine.is_empty(), "the usual value is not kept");
    plan.set("hop", "x");
    assert_eq!(plan.program().map(|_| ()).map_err(|problems| problems[0].field.clone()), Err("hop".to_owned()));
    plan.set("hop", "150");
    plan.set("nodes", "3");
    assert_eq!(plan.program().map(|_| ()).map_err(|problems| problems[0].field.clone()), Err("nodes".to_owned()));
    plan.set("nodes", "16");
    plan.set("preset", "write-imm");
    plan.set("bytes", "65536");
    plan.set("shift", "1");
    assert!(plan.script.contains(".length = 65536") && plan.script.contains("peer(1).buf + 1"), "{}", plan.script);
    let (_, run, _) = opened(plan.clone());
    assert_eq!(run.findings.len(), 1, "copied twice");
    plan.set("bytes", "many");
    assert_eq!(plan.program().map(|_| ()).map_err(|problems| problems[0].field.clone()), Err("bytes".to_owned()));
    plan.set("script", "node 0 { }");
    assert_eq!(plan.preset, "own");
    // The block of the script goes before the form.
    plan.set("poll", "500");
    plan.set("script", &("machine { poll = 150; }".to_owned() + LESSONS[0]));
    assert_eq!(opened(plan).1.first, Some(3504));
}

#[test]
fn a_record_is_shown_like_a_script() {
    let record =
        r#"{"format":1,"ranks":2,"messages":[{"source":0,"destination":1,"bytes":8,"posted":0,"delivered":9}]}"#;
    let plan = TcaPlan { source: "record".into(), record: record.into(), ..TcaPlan::default() };
    let (mut session, run, _) = opened(plan.clone());
    assert_eq!(run.pairs, [(0, 1)]);
    assert_eq!(run.first, Some(3604), "3.6 µs of MPI and the bytes");
    assert!(diagram(&mut session, 0, run.end).blocks.iter().any(|block| block.label.en == "MPI"));
    // The map of the mapping mode: rank and place.
    let placed = TcaPlan { map: "# ranks\n0 1,0\n1 1,1\n".into(), ..plan.clone() };
    assert_eq!(opened(placed).1.pairs, [(1, 9)]);
    for (map, place) in
        [("0\n", "line for each rank"), ("0 1\n0 2\n", "line 2"), ("x\n", "line 1"), ("1 4\n", "rank 0")]
    {
        let wrong = TcaPlan { map: map.into(), ..plan.clone() };
        let problems = wrong.program().map(|_| ()).expect_err("a wrong map");
        assert!(problems[0].field == "map" && problems[0].text.en.contains(place), "{problems:?}");
    }
    let empty = TcaPlan { record: String::new(), ..plan };
    assert_eq!(empty.program().map(|_| ()).map_err(|problems| problems[0].field.clone()), Err("record".to_owned()));
}

#[test]
fn charts_have_all_lines_with_the_points_of_the_paper() {
    let mut session = TcaSession::default();
    for gpu in [false, true] {
        ask(&mut session, TcaAct::Curves(Box::default(), gpu));
        let lines = news(&finish(&mut session, 1), |news| match news {
            TcaNews::Curves(of, lines) if *of == gpu => Some(lines.clone()),
            _ => None,
        });
        assert_eq!(lines.len(), 7);
        for line in &lines {
            assert_eq!(
                (line.points.first().map(|p| p.bytes), line.points.last().map(|p| p.bytes)),
                (Some(8), Some(4 << 20))
            );
            assert_eq!(line.paper.is_none(), line.branch);
            let Some(paper) = line.paper else { continue };
            let (least, top) = (line.points[0].latency_ns as f64, line.points[line.points.len() - 1].bandwidth_gb_s);
            assert!((least / paper.latency_ns - 1.0).abs() < 0.01, "{line:?}");
            assert!((top / paper.bandwidth_gb_s - 1.0).abs() < 0.03, "{line:?}");
        }
    }
    // The machine of the charts is that of the run: the script's block goes before the form.
    let mut slow = TcaPlan::default();
    slow.set("check", "700");
    slow.set("script", "machine { check = 1200; } node 0 { }");
    assert_eq!(slow.unusual().into_iter().collect::<Vec<_>>(), [("check".to_owned(), "1200".to_owned())]);
    ask(&mut session, TcaAct::Curves(Box::new(slow.clone()), false));
    let lines = news(&finish(&mut session, 1), |news| match news {
        TcaNews::Curves(false, lines) => Some(lines.clone()),
        _ => None,
    });
    let send = lines.iter().find(|line| line.name.en.starts_with("Send")).expect("a line of Send");
    assert_eq!(send.points[0].latency_ns, 4504, "1,000 ns more than usual");
    slow.set("script", "no script");
    assert_eq!(
        slow.unusual().into_values().collect::<Vec<_>>(),
        ["700"],
        "a script that cannot be read changes nothing"
    );
    let mut wrong = TcaPlan::default();
    wrong.machine.insert("nodes".into(), "0".into());
    let updates = ask(&mut session, TcaAct::Curves(Box::new(wrong), true));
    assert!(
        updates.iter().any(|update| matches!(update, Update::Own(TcaNews::Curves(true, lines)) if lines.is_empty()))
    );
    // A later request for the same memory replaces the one before, and a stop forgets it.
    ask(&mut session, TcaAct::Curves(Box::default(), false));
    ask(&mut session, Command::Pause);
    assert!(!session.is_busy());
}

#[test]
fn the_benchmark_is_a_list_with_progress() {
    let mut plan = TcaPlan { size: "small".into(), iterations: "2".into(), ..TcaPlan::default() };
    assert_eq!(plan.each().len(), 9);
    assert_eq!(TcaPlan::default().each().len(), 27);
    let mut small = TcaPlan::default();
    small.machine.insert("nodes".into(), "8".into());
    assert_eq!(small.each().len(), 18, "the grids of 16 nodes are left out, and all sizes run");
    small.grid = "4x4".into();
    assert_eq!(small.each().len(), 3, "a grid that is named is refused with its reason");
    let mut session = TcaSession::default();
    ask(&mut session, Command::Batch(plan.each()));
    let updates = finish(&mut session, 100);
    let rows: Vec<_> = updates
        .iter()
        .filter_map(|update| match update {
            Update::Row(_, row) => Some(row.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(rows.len(), 9);
    assert_eq!((rows[0].grid.as_str(), rows[0].halo, rows[0].faces), ("1x1", 0, [0, 0]));
    let last = &rows[8];
    assert_eq!((last.grid.as_str(), last.nodes, last.faces), ("4x4", 16, [8192, 8192]));
    assert!(last.shared > 1 && rows[..6].iter().all(|row| row.shared <= 1), "16 nodes share links: {rows:?}");
    assert!(last.compute + last.halo + last.allreduce <= last.total && last.gflops > rows[0].gflops);
    assert!(updates.iter().any(|update| matches!(update, Update::Progress(progress) if progress.share > 0.0)));
    plan.iterations = "0".into();
    ask(&mut session, Command::Batch(plan.each()));
    let failed = finish(&mut session, 100);
    assert!(
        failed.iter().any(|update| matches!(update, Update::Failed(0, problems) if problems[0].field == "iterations"))
    );
}
