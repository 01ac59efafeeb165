//! The session of the mapping mode: lists of methods in slices, a map made by hand, pictures, joins, and refusals.

use mcore::mode::{Plan as _, Refusal, Request};
use mcore::modes::mopt::{
    MOPT_OWN, MoptAct, MoptCommand, MoptNews, MoptOwnAct, MoptOwnView, MoptPlan, MoptResult, MoptSave, MoptSession,
    MoptUpdate, mopt_lesson, mopt_names, mopt_paper_plans, mopt_papers,
};

/// A session with the updates that it has sent.
#[derive(Default)]
struct Reported {
    session: MoptSession,
    rows: Vec<MoptResult>,
    news: Vec<MoptNews>,
    problems: Vec<String>,
    progress: Vec<f64>,
    done: bool,
    asked: u32,
}

impl Reported {
    fn take(&mut self, updates: Vec<MoptUpdate>) {
        for update in updates {
            match update {
                MoptUpdate::Own(news) => self.news.push(news),
                MoptUpdate::Refused(_, Refusal::Problems(problems))
                | MoptUpdate::Failed(_, problems)
                | MoptUpdate::Checked(Err(problems)) => self.problems = problems.into_iter().map(|p| p.field).collect(),
                MoptUpdate::Refused(_, Refusal::NotOpen) => self.problems = vec!["not open".into()],
                MoptUpdate::Row(_, result) => self.rows.push(*result),
                MoptUpdate::Progress(progress) => self.progress.push(progress.share),
                MoptUpdate::BatchDone => self.done = true,
                MoptUpdate::Done(_) | MoptUpdate::Checked(Ok(_)) | MoptUpdate::Frame(_) => {}
            }
        }
    }

    fn ask(&mut self, command: impl Into<MoptCommand>) {
        self.asked += 1;
        self.problems.clear();
        let updates = self.session.handle(Request { id: self.asked, command: command.into() });
        assert!(updates.last().is_some_and(|last| matches!(last, MoptUpdate::Done(_) | MoptUpdate::Refused(..))));
        self.take(updates);
    }

    /// Runs the methods of a plan to their end.
    fn run(&mut self, plan: &MoptPlan) -> Vec<MoptResult> {
        self.rows.clear();
        self.done = false;
        self.ask(MoptCommand::Batch(plan.each()));
        while self.session.is_busy() {
            let updates = self.session.run_slice(10);
            self.take(updates);
        }
        assert!(self.done && self.problems.is_empty(), "{:?}", self.problems);
        self.rows.clone()
    }

    /// The news that a command causes.
    fn news(&mut self, command: impl Into<MoptCommand>) -> MoptNews {
        self.news.clear();
        self.ask(command);
        assert!(self.problems.is_empty(), "{:?}", self.problems);
        self.news.pop().expect("news")
    }

    fn own(&mut self, act: MoptOwnAct) -> MoptOwnView {
        match self.news(act) {
            MoptNews::Own(view) => *view,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_page_opens_on_the_second_lesson() {
    let mut reported = Reported::default();
    let plan = MoptPlan::default();
    let rows = reported.run(&plan);
    let figures: Vec<_> = rows
        .iter()
        .map(|row| (row.method.as_str(), row.measures.cost_text.as_str(), row.measures.max_link_text.as_str()))
        .collect();
    assert_eq!(
        figures,
        [
            ("xyz", "28.62 hop MB", "358.4 kB"),
            ("none", "13.63 hop MB", "141.3 kB"),
            ("mincost", "13.24 hop MB", "141.3 kB"),
            ("minlink", "13.50 hop MB", "133.1 kB"),
        ]
    );
    let mincost = &rows[2];
    assert_eq!(mincost.verdict.en, "54 % less cost, busiest link 61 % less");
    assert_eq!(mincost.spoken.en, "MOPT mincost: 13.24 hop MB, busiest link 141.3 kB");
    assert_eq!((mincost.joins, mincost.iterations, mincost.measures.busiest_messages), (63, 6, Some(10.0)));
    assert!(
        (mincost.measures.relief - 2.536).abs() < 0.001 && (mincost.measures.cost_over_bound - 1.365).abs() < 0.001
    );
    assert_eq!(rows[0].measures.busiest_messages, Some(10.0));
    let names: Vec<_> = mopt_names(&rows.iter().map(|row| row.parts.clone()).collect::<Vec<_>>())
        .into_iter()
        .map(|name| name.en)
        .collect();
    assert_eq!(names[2..], ["MOPT mincost, 1 start", "MOPT minlink, 1 start"]);
}

#[test]
fn a_join_shows_its_candidates_and_ways() {
    let mut reported = Reported::default();
    let id = reported.run(&MoptPlan { methods: "mincost".into(), ..MoptPlan::default() })[0].id;
    let MoptNews::Step(step) = reported.news(MoptAct::Step { id, join: 60 }) else { panic!("a step") };
    assert_eq!(
        (step.title.en.as_str(), step.form.en.as_str()),
        ("Iteration 4, join 1 of 2", "two 4x4 groups along x: 8x4")
    );
    assert_eq!(
        step.ways[..8].iter().map(|way| way.text.as_str()).collect::<Vec<_>>(),
        ["320", "320", "348", "348", "336", "336", "336", "336"]
    );
    assert_eq!((step.ways.len(), step.unit.en.as_str()), (32, "hops × 2,048 B"));
    let kept: Vec<_> = step.ways.iter().filter(|way| way.kept).map(|way| way.text.as_str()).collect();
    assert_eq!(kept, ["288"]);
    assert_eq!((step.a.len(), step.b.len(), step.candidates.iter().filter(|own| own.kept).count()), (16, 16, 1));
    for join in 0..63 {
        let MoptNews::Step(step) = reported.news(MoptAct::Step { id, join }) else { panic!("a step") };
        assert_eq!(step.ways.iter().filter(|way| way.kept).count(), 1);
        let least = step.ways.iter().map(|way| way.value).fold(f64::MAX, f64::min);
        assert!(step.ways.iter().find(|way| way.kept).is_some_and(|way| way.value <= least), "the least is kept");
    }
    reported.ask(MoptAct::Step { id, join: 63 });
    assert_eq!(reported.problems, ["step"]);
    for (iteration, groups) in [(0, 64), (4, 4), (6, 1)] {
        let MoptNews::Groups(_, _, of) = reported.news(MoptAct::Groups { id, iteration }) else { panic!("groups") };
        assert_eq!(of.iter().max().map(|most| most + 1), Some(groups));
    }
}

#[test]
fn links_pairs_and_pictures_agree() {
    let mut reported = Reported::default();
    let rows = reported.run(&MoptPlan { methods: "xyz,mincost".into(), ..MoptPlan::default() });
    let ids: Vec<u32> = rows.iter().map(|row| row.id).collect();
    let MoptNews::Loads(loads) = reported.news(MoptAct::Loads(ids[1])) else { panic!("loads") };
    assert_eq!(loads.bytes.iter().filter(|bytes| **bytes >= 0.0).count(), 224);
    assert_eq!(loads.bytes.iter().filter(|bytes| **bytes > 0.0).sum::<f64>(), rows[1].measures.cost);
    let MoptNews::Links(links) = reported.news(MoptAct::Links(ids[1])) else { panic!("links") };
    assert_eq!(
        (links.rows.len(), links.rows[0].bytes, links.rows[0].link),
        (100, loads.most, rows[1].measures.busiest)
    );
    let MoptNews::Link(link) = reported.news(MoptAct::Link { id: ids[1], link: links.rows[0].link, ways: ids.clone() })
    else {
        panic!("a link")
    };
    assert_eq!(link.pairs.iter().map(|pair| pair.bytes).sum::<f64>(), loads.most);
    assert!(link.pairs.iter().all(|pair| pair.ways.len() == 2 && pair.ways[1].contains(&links.rows[0].link)));
    let first = &link.pairs[0];
    let MoptNews::Pair(pair) = reported.news(MoptAct::Pair { from: first.from, to: first.to, ways: ids.clone() })
    else {
        panic!("a pair")
    };
    assert_eq!(*pair, *first);
    let MoptNews::Histogram(histogram) = reported.news(MoptAct::Histogram { ids: ids.clone(), part: Some(2048) })
    else {
        panic!("a histogram")
    };
    for map in 0..2 {
        assert_eq!(histogram.bins.iter().map(|bin| bin.counts[map]).sum::<u32>(), 224);
    }
    assert!(histogram.bins.len() <= 16);
    for grouped in [false, true] {
        let MoptNews::Matrix(matrix) = reported.news(MoptAct::Matrix { id: ids[1], grouped, from: 0, count: 64 })
        else {
            panic!("a matrix")
        };
        assert_eq!((matrix.side, matrix.cells.iter().sum::<f64>()), (64, rows[1].shape.bytes));
    }
    let MoptNews::Tasks(tasks) = reported.news(MoptAct::Tasks { id: ids[0], least: 65_536.0 }) else { panic!("tasks") };
    assert_eq!((tasks.edges.len(), tasks.all), (32, 64 * 5 + 32));
    let MoptNews::Difference(difference) = reported.news(MoptAct::Difference(ids[0], ids[1])) else {
        panic!("a difference")
    };
    assert_eq!(difference.bytes.iter().sum::<f64>(), rows[1].measures.cost - rows[0].measures.cost);
    reported.ask(MoptAct::Forget(vec![ids[0]]));
    reported.ask(MoptAct::Loads(ids[0]));
    assert_eq!(reported.problems, ["map"]);
}

#[test]
fn ranks_are_dragged_and_saved() {
    let mut reported = Reported::default();
    reported.ask(MoptAct::Loads(MOPT_OWN));
    assert_eq!(reported.problems, ["not open"]);
    let plan = MoptPlan { ranks: "16".into(), sizes: "4x4".into(), ..MoptPlan::default() };
    reported.ask(MoptCommand::Open(Box::new(plan.clone())));
    assert!(matches!(reported.news[0], MoptNews::Opened(ref shape) if shape.ranks == 16 && shape.links == 48));
    let preview = reported.own(MoptOwnAct::Preview(0, 5));
    let put = reported.own(MoptOwnAct::Put(0, 5));
    assert!(preview.preview && preview.map.is_empty() && !put.preview && put.can_undo && !put.can_redo);
    assert_eq!((preview.measures.cost, put.map[0], put.map[5]), (put.measures.cost, 5, 0));
    let back = reported.own(MoptOwnAct::Undo);
    assert!(back.map == (0..16).collect::<Vec<_>>() && back.can_redo);
    assert_eq!(reported.own(MoptOwnAct::Redo).map, put.map);
    let MoptNews::Saved(name, text) = reported.news(MoptAct::Save(MOPT_OWN, MoptSave::Map)) else { panic!("a file") };
    assert_eq!(name, "own-4x4.map");
    reported.own(MoptOwnAct::Order);
    assert_eq!(reported.own(MoptOwnAct::Read(text)).map, put.map);
    let MoptNews::Saved(_, json) = reported.news(MoptAct::Save(MOPT_OWN, MoptSave::Json)) else { panic!("a file") };
    assert_eq!(reported.own(MoptOwnAct::Read(json)).map, put.map);
    let rows = reported.run(&MoptPlan { methods: "mincost".into(), ..plan });
    assert_eq!(reported.own(MoptOwnAct::Start(rows[0].id)).measures.cost_text, rows[0].measures.cost_text);
    reported.ask(MoptOwnAct::Read("0 0".into()));
    assert_eq!(reported.problems, ["map"]);
    reported.ask(MoptOwnAct::Preview(0, 16));
    assert_eq!(reported.problems, ["map"]);
}

#[test]
fn the_interconnect_gets_program_and_maps() {
    let mut reported = Reported::default();
    let rows = reported.run(&MoptPlan { methods: "xyz,mincost".into(), ..MoptPlan::default() });
    let ids: Vec<u32> = rows.iter().map(|row| row.id).collect();
    let MoptNews::Handover(given) = reported.news(MoptAct::Handover(ids.clone())) else { panic!("a hand-over") };
    assert_eq!((given.kind.as_str(), given.sizes.as_str()), ("mesh", "8x8"));
    assert_eq!(given.maps.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ids);
    // Six steps of three operations for each rank, and a remark.
    assert_eq!(given.trace.lines().count(), 64 * 6 * 3 + 1);
}

#[test]
fn a_long_list_has_progress_and_can_be_stopped() {
    let mut reported = Reported::default();
    let plan = MoptPlan {
        methods: "minlink".into(),
        starts: "8".into(),
        kind: "torus".into(),
        sizes: "8x8".into(),
        ..MoptPlan::default()
    };
    reported.ask(MoptCommand::Batch(plan.each()));
    for _ in 0..20 {
        let updates = reported.session.run_slice(1);
        reported.take(updates);
    }
    assert!(
        reported.progress.is_sorted() && reported.progress.last().is_some_and(|share| *share > 0.0 && *share < 1.0)
    );
    reported.ask(MoptCommand::Pause);
    assert!(reported.done && !reported.session.is_busy() && reported.rows.is_empty());
}

#[test]
fn problems_are_named_at_their_fields() {
    for (field, value) in [
        ("ranks", "0"),
        ("ranks", "x"),
        ("bytes", "-1"),
        ("sizes", "8"),
        ("sizes", "4x4"),
        ("sizes", "999x999"),
        ("pattern", "nothing"),
        ("methods", ""),
        ("starts", "65"),
        ("refine", "1000"),
    ] {
        let mut plan = MoptPlan::default();
        plan.set(field, value);
        let mut reported = Reported::default();
        reported.ask(MoptCommand::Check(Box::new(plan)));
        assert_eq!(reported.problems, [field], "{value}");
    }
    let file = MoptPlan { source: "file".into(), file: "0,1,x".into(), ..MoptPlan::default() };
    let curve = MoptPlan { sizes: "16x4".into(), methods: "xyz,z".into(), ..MoptPlan::default() };
    let grid = MoptPlan { pattern: "halo-2d".into(), grid: "3x3".into(), ..MoptPlan::default() };
    for (plan, field) in [(file, "file"), (curve, "methods"), (grid, "grid")] {
        let mut reported = Reported::default();
        reported.ask(MoptCommand::Check(Box::new(plan)));
        assert_eq!(reported.problems, [field]);
    }
    assert!(MoptPlan { methods: " ".into(), ..MoptPlan::default() }.each().is_empty());
}

#[test]
fn lessons_and_papers_can_be_run() {
    for number in 1..=6 {
        for plan in mopt_lesson(number) {
            let mut reported = Reported::default();
            reported.ask(MoptCommand::Check(Box::new(plan)));
            assert!(reported.problems.is_empty(), "lesson {number}: {:?}", reported.problems);
        }
    }
    assert!(mopt_lesson(0).is_empty() && mopt_lesson(7).is_empty());
    let tables = mopt_papers();
    assert_eq!(
        tables.iter().map(|table| (table.table, table.runs)).collect::<Vec<_>>(),
        [(2, true), (3, true), (4, false)]
    );
    assert!(tables.iter().all(|table| mopt_paper_plans(table.table).is_some() == table.runs));
}
