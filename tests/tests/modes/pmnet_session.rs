//! PMNet as the page uses it: runs in slices equal the runs of the machine alone, trace files are read in chunks, tasks
//! can be cancelled, fields get their error messages, and editing a memory system loses nothing.

use mcore::base::Text;
use mcore::mode::{Plan as _, Request};
use mcore::modes::pmnet::model::dat::Edit;
use mcore::modes::pmnet::model::generate::Program;
use mcore::modes::pmnet::model::preset::{NAMES, Preset};
use mcore::modes::pmnet::model::{Dat, Graph, Kind, Options, Placement, Report, Run};
use mcore::modes::pmnet::{
    PmnetBytes, PmnetCommand, PmnetDocument, PmnetFile, PmnetPlan, PmnetSession, PmnetUpdate, pmnet_changes,
    pmnet_open, pmnet_plans, pmnet_programs, pmnet_scenarios, pmnet_settings,
};
use mcore::modes::pmnet::{PmnetResult, pmnet_results_of};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn preset(name: &str) -> Dat {
    Preset::read(name).expect("a preset").dat()
}

/// A plan of `name:key=value,...`.
fn plan(system: &str, program: &str) -> PmnetPlan {
    let mut plan = PmnetPlan { dat: preset(system).to_json(), settings: Vec::new(), ..PmnetPlan::default() };
    let (name, settings) = program.split_once(':').unwrap_or((program, ""));
    plan.program = name.into();
    settings.split(',').filter_map(|item| item.split_once('=')).for_each(|(key, value)| plan.set(key, value));
    plan
}

fn asked(id: u32, command: PmnetCommand) -> Request<PmnetCommand> {
    Request { id, command }
}

/// The updates of a session.
#[derive(Default)]
struct Reported {
    results: Vec<PmnetResult>,
    problems: Vec<(u32, Vec<String>)>,
    words: Vec<Text>,
    progress: Vec<(u32, f64)>,
    done: bool,
    answered: Vec<u32>,
}

impl Reported {
    fn take(&mut self, updates: Vec<PmnetUpdate>) {
        for update in updates {
            match update {
                PmnetUpdate::Progress(p) => self.progress.push((p.number, p.share)),
                PmnetUpdate::Failed(number, list) => {
                    self.words.extend(list.iter().map(|p| p.text.clone()));
                    self.problems.push((number, list.into_iter().map(|p| p.field).collect()));
                }
                PmnetUpdate::Row(_, result) => self.results.push(*result),
                PmnetUpdate::BatchDone => self.done = true,
                PmnetUpdate::Done(id) => self.answered.push(id),
                PmnetUpdate::Refused(..) | PmnetUpdate::Checked(_) | PmnetUpdate::Frame(_) | PmnetUpdate::Own(_) => {
                    unreachable!("lists of runs only")
                }
            }
        }
    }

    fn all(session: &mut PmnetSession, plans: Vec<PmnetPlan>, slice: u64) -> Self {
        let mut reported = Self::default();
        reported.take(session.handle(asked(1, PmnetCommand::Batch(plans))));
        assert_eq!(reported.answered, [1]);
        while session.is_busy() {
            reported.take(session.run_slice(slice));
        }
        reported
    }
}

/// The machine alone, all at once.
fn alone(system: &str, program: &str, options: Options) -> Report {
    let dat = preset(system);
    let graph = Graph::new(&dat).expect("a graph");
    let mut run = Run::new(dat, graph, options, Program::read(program).expect("a program").sources());
    while run.step(u64::MAX).expect("no error") {}
    run.report()
}

#[test]
fn a_run_in_slices_is_the_run_of_the_machine() {
    let program = "triad:n=40000,threads=4,init=serial";
    let wanted = PmnetResult::new(&alone("i7-7700k", program, Options::default()));
    for slice in [777, 1 << 30] {
        let reported = Reported::all(&mut PmnetSession::default(), vec![plan("i7-7700k", program)], slice);
        let [found] = &reported.results[..] else { panic!("one result") };
        assert_eq!((found.time, &found.objects, &found.phases), (wanted.time, &wanted.objects, &wanted.phases));
        assert_eq!((&found.ranking, &found.sentence), (&wanted.ranking, &wanted.sentence));
        // One thread has written everything.
        assert_eq!(found.bottleneck().map(|o| o.name.as_str()), Some("L1_0"));
        assert_eq!((found.system.as_str(), found.program.as_str()), ("Intel Core i7-7700K", program));
        assert!(reported.done && reported.progress.windows(2).all(|w| w[0].1 <= w[1].1));
    }
}

#[test]
fn placement_coherence_and_cores_are_those_of_the_form() {
    let mut interleaved = plan("epyc-7702-nps4", "triad:n=20000,threads=16");
    interleaved.placement = "interleave".into();
    let options = Options { placement: Placement::Interleave, ..Options::default() };
    let wanted = alone("epyc-7702-nps4", "triad:n=20000,threads=16", options);
    let reported = Reported::all(&mut PmnetSession::default(), vec![interleaved], 10_000);
    assert_eq!((reported.results[0].time, reported.results[0].placement.as_str()), (wanted.time, "interleave"));
    // The preset itself says how its pages are placed.
    let reported =
        Reported::all(&mut PmnetSession::default(), vec![plan("epyc-7702-interleaved", "triad:n=2000")], 10_000);
    assert_eq!(reported.results[0].placement, "interleave");

    let mut shared = plan("i7-7700k", "counters:n=1000,threads=2");
    shared.coherent = true;
    let mut same = shared.clone();
    same.cores = "0=core3, 1=3".into();
    let reported = Reported::all(&mut PmnetSession::default(), vec![shared, same], 10_000);
    let lost = |r: &PmnetResult| r.objects.iter().map(|o| o.invalidations).sum::<u64>();
    assert!(lost(&reported.results[0]) > 900, "two cores take the line from each other");
    assert_eq!(lost(&reported.results[1]), 0, "one core shares with nobody");
}

/// A file in memory, in chunks.
struct Chunks {
    text: Arc<Vec<u8>>,
    at: usize,
    chunk: usize,
    most: Arc<AtomicUsize>,
}

impl PmnetBytes for Chunks {
    fn next(&mut self) -> Result<Vec<u8>, Text> {
        let end = (self.at + self.chunk).min(self.text.len());
        let chunk = self.text[self.at..end].to_vec();
        self.at = end;
        self.most.fetch_max(self.at, Ordering::Relaxed);
        Ok(chunk)
    }

    fn taken(&self) -> u64 {
        self.at as u64
    }
}

fn file(name: &str, text: &str, chunk: usize) -> (PmnetFile, Arc<AtomicUsize>) {
    let (text, most) = (Arc::new(text.as_bytes().to_vec()), Arc::new(AtomicUsize::new(0)));
    let (size, read) = (text.len() as u64, most.clone());
    let open = Box::new(move || {
        Box::new(Chunks { text: text.clone(), at: 0, chunk, most: read.clone() }) as Box<dyn PmnetBytes>
    });
    (PmnetFile { name: name.into(), size, open }, most)
}

fn files_plan() -> PmnetPlan {
    PmnetPlan { program: "files".into(), ..plan("i7-7700k", "triad") }
}

#[test]
fn a_trace_in_pieces_of_any_length_gives_the_same_counts() {
    // Every line of 64 bytes once, by two threads.
    let text: String =
        (0..4000).map(|i| format!("{} {} {:x} 8\n", i % 2, if i % 3 == 0 { 'W' } else { 'R' }, i * 64)).collect();
    let mut results = Vec::new();
    for chunk in [13, 4096, 1 << 20] {
        let mut session = PmnetSession::default();
        session.mode().take_files(vec![file("threads.txt", &text, chunk).0]);
        let reported = Reported::all(&mut session, vec![files_plan()], 100);
        assert_eq!((reported.results[0].accesses, reported.results[0].threads), (4000, 2));
        let misses: u64 = reported.results[0].levels[0].misses;
        assert_eq!(misses, 4000, "each line is missed once");
        results.push(reported.results[0].clone());
        // Once more: the files stay for the next run.
        let again = Reported::all(&mut session, vec![files_plan()], 5000);
        assert_eq!(again.results[0], results[0]);
    }
    assert!(results.windows(2).all(|w| w[0] == w[1]));
}

#[test]
fn a_long_file_is_not_read_ahead_and_a_run_can_be_given_up() {
    let text: String = (0..200_000).map(|i| format!("R {:x} 8\n", i * 64)).collect();
    let (long, read) = file("long.txt", &text, 1 << 12);
    let mut session = PmnetSession::default();
    session.mode().take_files(vec![long]);
    let mut reported = Reported::default();
    reported.take(session.handle(asked(1, PmnetCommand::Batch(vec![files_plan(), files_plan()]))));
    for _ in 0..40 {
        reported.take(session.run_slice(1000));
    }
    assert!(session.is_busy() && reported.results.is_empty());
    assert!(read.load(Ordering::Relaxed) < text.len() / 2, "no more than what is needed next is read");
    let share = reported.progress.last().expect("told").1;
    assert!((0.1..0.5).contains(&share), "{share}");
    reported.take(session.handle(asked(2, PmnetCommand::Pause)));
    assert!(!session.is_busy() && reported.done);
    assert_eq!(reported.answered, [1, 2]);
    let [found] = &reported.results[..] else { panic!("what was found until then") };
    assert!(found.stopped.as_ref().is_some_and(|why| why.en.contains("Cancelled after")));
    assert!(found.accesses > 10_000 && found.time > 0.0);
}

/// A file that cannot be read to its end.
struct Damaged(Option<Vec<u8>>);

impl PmnetBytes for Damaged {
    fn next(&mut self) -> Result<Vec<u8>, Text> {
        self.0.take().ok_or_else(|| Text::new("it is damaged", "壊れています"))
    }

    fn taken(&self) -> u64 {
        0
    }
}

#[test]
fn what_is_before_the_damage_of_a_file_counts() {
    // Short and long: the format is detected late or at once. The last line is cut off, and may have been another
    // address.
    for lines in [0, 1, 100, 20_000] {
        let text: String = (0..lines).map(|i| format!("R {:x} 8\n", i * 64)).collect::<String>() + "R 100";
        let text = if lines == 0 { None } else { Some(text.into_bytes()) };
        let open = Box::new(move || Box::new(Damaged(text.clone())) as Box<dyn PmnetBytes>);
        let mut session = PmnetSession::default();
        session.mode().take_files(vec![PmnetFile { name: "half.gz".into(), size: 1, open }]);
        let reported = Reported::all(&mut session, vec![files_plan()], 100);
        if lines == 0 {
            assert_eq!((reported.results.len(), reported.words[0].en.as_str()), (0, "half.gz: it is damaged"));
            continue;
        }
        let result = &reported.results[0];
        assert_eq!(result.accesses, lines);
        assert_eq!(result.stopped.as_ref().map(|why| why.en.as_str()), Some("half.gz: it is damaged"));
    }
}

#[test]
fn lines_that_are_wrong_are_told_and_what_is_no_trace_is_refused() {
    let mut session = PmnetSession::default();
    let text = "R 1000 8\nnonsense\nW 2000 8\n";
    session.mode().take_files(vec![file("some.txt", text, 5).0]);
    let reported = Reported::all(&mut session, vec![files_plan()], 100);
    let bad = &reported.results[0].bad[0];
    assert_eq!((bad.file.as_str(), bad.bad, bad.lines, bad.first[0].0), ("some.txt", 1, 3, 2));
    assert_eq!(reported.results[0].accesses, 2);
    for (text, wanted) in [("", "some.txt: the file is empty"), ("once upon a time\n", "is it a trace?")] {
        session.mode().take_files(vec![file("some.txt", text, 5).0]);
        let reported = Reported::all(&mut session, vec![files_plan(), files_plan()], 100);
        assert_eq!(
            (reported.results.len(), reported.problems.len(), reported.done),
            (0, 1, true),
            "it is no run of 0 accesses"
        );
        let why = &reported.words[0];
        assert!(why.en.contains(wanted) && why.ja.starts_with("some.txt"), "{}", why.en);
    }
}

#[test]
fn runs_on_changed_machines_are_told_apart_by_what_is_changed() {
    let first = preset("i7-7700k");
    let set = |dat: &Dat, list: &str, name: &str, key: &str, value: &str| {
        let edit = Edit::Set(list.into(), name.into(), key.into(), value.into());
        dat.edit(&edit).expect("a sound change").0
    };
    assert_eq!(pmnet_changes(&first, &first, 3), Vec::<String>::new());
    let class = first.mem_obj[0].class.clone();
    let mut fast = set(&first, "mem_class", &class, "read_bandwidth", "76.8 GB/s");
    fast = set(&fast, "mem_class", &class, "write_bandwidth", "76.8 GB/s");
    assert_eq!(pmnet_changes(&first, &fast, 3), ["mem0 76.8 GB/s"], "the only object of its class names the change");
    let place = Edit::Place(vec![(first.mem_obj[0].name.clone(), [1.0, 2.0])]);
    assert!(pmnet_changes(&first, &first.edit(&place).expect("sound").0, 3).is_empty(), "looks change no run");
    let less = first.edit(&Edit::Remove(vec!["core3".into()])).expect("sound").0;
    let reported = pmnet_changes(&first, &less, 3);
    assert_eq!(reported[0], "−core3");
    assert!(reported.len() <= 4, "{reported:?}");
}

#[test]
fn what_is_wrong_stands_at_its_field() {
    let dat = preset("i7-7700k");
    let graph = Graph::new(&dat).expect("a graph");
    let wrong = |change: &dyn Fn(&mut PmnetPlan)| {
        let mut plan = plan("i7-7700k", "triad:n=1000");
        change(&mut plan);
        plan.problems(&dat, Some(&graph), 0).into_iter().map(|p| p.field).collect::<Vec<_>>()
    };
    assert!(wrong(&|_| ()).is_empty());
    assert_eq!(wrong(&|p| p.set("n", "0")), ["n"]);
    assert_eq!(wrong(&|p| p.set("threads", "many")), ["threads"]);
    assert_eq!(wrong(&|p| p.set("n", "5,threads=3")), ["n"]);
    assert_eq!(wrong(&|p| (p.set("n", ""), p.set("passes", "x")).0), ["n", "passes"]);
    assert_eq!(wrong(&|p| p.cores = "0=core9".into()), ["cores"]);
    assert_eq!(wrong(&|p| p.cores = "core0".into()), ["cores"]);
    assert_eq!(wrong(&|p| p.window = "-1".into()), ["window"]);
    let places = |text: &str| wrong(&|p| (p.placement, p.places) = ("fixed".into(), text.into()));
    assert_eq!(places("10-20=mem7"), ["places"]);
    assert!(places("0x1000-0x1fff=mem0, 2000-2fff=mem0").is_empty());
    assert_eq!(wrong(&|p| p.program = "files".into()), ["files"]);
    // A failed run names its place in the list, and the rest of the list is dropped.
    let bad = PmnetPlan { dat: "{}".into(), ..plan("i7-7700k", "triad:n=1000") };
    let reported = Reported::all(&mut PmnetSession::default(), vec![plan("i7-7700k", "triad:n=1000"), bad], 1000);
    assert_eq!((reported.results.len(), reported.problems[0].0, reported.done), (1, 1, true));
    assert!(reported.problems[0].1.iter().all(|field| field == "dat"));
}

#[test]
fn a_form_that_is_left_alone_has_the_usual_values() {
    for program in pmnet_programs() {
        let plan = PmnetPlan { program: program.into(), settings: Vec::new(), ..PmnetPlan::default() };
        assert_eq!(plan.program_text(&[]), program);
        assert!(!pmnet_settings(program).is_empty());
        for setting in pmnet_settings(program) {
            assert_eq!(plan.setting(&setting), setting.usual);
            assert!(setting.words.is_empty() || setting.words[0] == setting.usual);
        }
    }
}

#[test]
fn lessons_show_what_they_promise() {
    let found: Vec<(&str, Vec<PmnetResult>)> = pmnet_scenarios()
        .iter()
        .map(|lesson| {
            let mut plans = pmnet_plans(lesson);
            // Smaller ones of the same shape: the promised results do not depend on the size.
            for plan in &mut plans {
                match lesson.name {
                    "memory-wall" if plan.settings.iter().any(|(_, key, _)| key == "passes") => {
                        plan.set("passes", "60");
                    }
                    "memory-wall" => plan.set("n", "400000"),
                    "matmul" => plan.set("n", "128"),
                    "false-sharing" => plan.set("n", "5000"),
                    _ => {}
                }
            }
            let reported = Reported::all(&mut PmnetSession::default(), plans, 1 << 20);
            assert!(reported.results.len() >= 2 && reported.problems.is_empty(), "{}", lesson.name);
            (lesson.name, reported.results)
        })
        .collect();
    let of = |name: &str| &found.iter().find(|(own, _)| *own == name).expect("there").1[..];
    let neck = |r: &PmnetResult| r.bottleneck().map(|o| (o.kind, o.name.clone())).expect("a bottleneck");

    let wall = of("memory-wall");
    assert_eq!(neck(&wall[0]).0, Kind::Cache);
    assert_eq!(neck(&wall[1]), (Kind::Memory, "mem0".into()));
    assert!((wall[1].memory_bandwidth / 38.4e9 - 1.0).abs() < 1e-6, "the nominal bandwidth");

    let orders = of("matmul");
    let rate = |r: &PmnetResult| r.levels[0].rate();
    assert!(rate(&orders[0]) > 3.0 * rate(&orders[2]), "{} {}", rate(&orders[0]), rate(&orders[2]));
    assert!(rate(&orders[1]) < rate(&orders[0]));

    let touch = of("first-touch");
    let parallel = |r: &PmnetResult| {
        let phase = r.phases.iter().find(|phase| phase.name.en == "triad").expect("the phase").clone();
        (phase.time, r.objects[phase.bottleneck.expect("a bottleneck") as usize].name.clone())
    };
    assert_eq!(parallel(&touch[0]).1, "mem0");
    assert!(parallel(&touch[0]).0 > 7.0 * parallel(&touch[1]).0, "{:?} {:?}", parallel(&touch[0]), parallel(&touch[1]));

    let sharing = of("false-sharing");
    let lost = |r: &PmnetResult| r.objects.iter().map(|o| o.invalidations).sum::<u64>();
    assert!(lost(&sharing[0]) > 10_000 && lost(&sharing[1]) == 0);

    let moved = of("interleave");
    assert_eq!((neck(&moved[0]).0, neck(&moved[1]).0), (Kind::Memory, Kind::Router));
    assert!(neck(&moved[1]).1.starts_with("xgmi"), "{:?}", neck(&moved[1]));
}

#[test]
fn results_go_into_the_dat_and_come_back() {
    let reported =
        Reported::all(&mut PmnetSession::default(), vec![plan("i7-7700k", "triad:n=5000,threads=4")], 1 << 20);
    let (result, dat) = (&reported.results[0], preset("i7-7700k"));
    let annotated = result.annotate(&dat);
    assert_eq!(annotated, alone("i7-7700k", "triad:n=5000,threads=4", Options::default()).annotate(&dat));
    let read = pmnet_open(&annotated.to_json()).expect("a DAT");
    let back = pmnet_results_of(&read);
    for (own, found) in back.iter().zip(&result.objects) {
        // A number in a text is read back to about its last bit.
        assert!((own.time - found.time).abs() <= 1e-12 * found.time, "{}", own.name);
        assert_eq!((own.bytes(), own.misses()), (found.bytes(), found.misses()), "{}", own.name);
    }
    assert!(pmnet_results_of(&dat).is_empty());
}

#[test]
fn errors_of_a_text_have_the_line_of_their_key() {
    let mut document = PmnetDocument::new(preset("i7-7700k"));
    let sound = document.text().to_string();
    let line_of = |text: &str, part: &str| text.lines().position(|line| line.contains(part)).map(|l| l + 1);
    let reported = |document: &mut PmnetDocument, text: &str| {
        document.type_text(text);
        assert_eq!(&**document.text(), text, "what is typed stays");
        document.errors().first().map(|(line, why)| (*line, why.en.clone())).expect("an error")
    };
    let before = document.dat().clone();
    let text = sound.replace("\"capacity\": 32768", "\"capacity\": 32769");
    let (line, why) = reported(&mut document, &text);
    assert_eq!(line, line_of(&text, "32769"));
    assert!(why.contains("L1d") && why.contains("capacity"), "{why}");
    let text = sound.replace("\"target\": \"L2_1\"", "\"target\": \"L2_9\"");
    let (line, why) = reported(&mut document, &text);
    assert_eq!(line, line_of(&text, "L2_9"));
    assert!(why.contains("there is no object `L2_9`"));
    let text = sound.replacen("],", "]", 1);
    let (line, why) = reported(&mut document, &text);
    assert!(line.is_some() && why.contains("not JSON"), "{why}");
    // The memory system is unchanged; nothing else can be edited until the text is corrected or dropped.
    assert_eq!(document.dat(), &before);
    let refused = document.edit(&Edit::Remove(vec!["core0".into()])).expect_err("the text is wrong");
    assert!(refused.text().en.contains("the text has errors"));
    document.undo();
    assert_eq!((&**document.text(), document.errors().len()), (&*sound, 0));
}

#[test]
fn typing_is_one_step_and_keeps_the_text_as_it_is_written() {
    let mut document = PmnetDocument::new(preset("i7-7700k"));
    let sound = document.text().to_string();
    let spaced = sound.replacen("\"L1d\"", "   \"L1d\"", 1);
    for end in ["\n", "\n\n", "\n\n\n"] {
        document.type_text(&format!("{spaced}{end}"));
    }
    assert_eq!(&**document.text(), format!("{spaced}\n\n\n"));
    document.undo();
    assert_eq!(&**document.text(), sound);
    document.redo();
    assert_eq!(&**document.text(), format!("{spaced}\n\n\n"));
}

#[test]
fn edits_do_what_they_say() {
    let dat = preset("i7-7700k");
    let names = |dat: &Dat| dat.objects().map(|(_, name, ..)| name.to_owned()).collect::<Vec<_>>();
    // A copy of a core's column is connected to the same last level.
    let column = ["core3", "L1_3", "L2_3"].map(String::from).to_vec();
    let (more, made) = dat.edit(&Edit::Copy(column.clone())).expect("sound");
    assert_eq!(made, ["core4", "L1_4", "L2_4"]);
    assert!(Graph::new(&more).is_ok() && more.edge_obj.len() == dat.edge_obj.len() + 3);
    // Without it the machine is the same again.
    assert_eq!(more.edit(&Edit::Remove(made)).expect("sound").0, dat);
    let (apart, _) = dat.edit(&Edit::Connect("L2_0".into(), "L3_0".into())).expect("sound");
    assert!(Graph::new(&apart).is_err(), "the edge that was there is gone");
    let (added, made) = dat.edit(&Edit::Add(Kind::Cache, Some([10.0, 20.04]), Some("core0".into()))).expect("sound");
    assert_eq!((made[0].as_str(), added.cache_obj.len()), ("cache0", dat.cache_obj.len() + 1));
    assert_eq!(Dat::position(&added.cache_obj.last().expect("new").extra), Some([10.0, 20.0]));
    assert!(Graph::new(&added).is_ok());
    // References follow a renamed object; numbers have units; an edited value no longer counts as assumed.
    let set = |dat: &Dat, list: &str, name: &str, key: &str, value: &str| {
        dat.edit(&Edit::Set(list.into(), name.into(), key.into(), value.into())).map(|(dat, _)| dat)
    };
    let renamed = set(&dat, "cache_obj", "L3_0", "name", "LLC").expect("sound");
    assert!(renamed.edge_obj.iter().any(|e| e.source == "LLC" || e.target == "LLC") && Graph::new(&renamed).is_ok());
    let renamed = set(&dat, "cache_class", "L1d", "name", "first").expect("sound");
    assert!(renamed.cache_obj.iter().filter(|o| o.class == "first").count() == 4);
    let larger = set(&dat, "cache_class", "L1d", "capacity", "48 KiB")
        .and_then(|d| set(&d, "mem_class", "DDR4-2400 x2", "read_bandwidth", "51.2 GB/s"));
    let larger = larger.expect("sound");
    assert_eq!((larger.cache_class[0].capacity, larger.mem_class[0].read_bandwidth), (48 << 10, 51.2e9));
    let epyc = set(&preset("epyc-7702-nps4"), "router_class", "quadrant", "read_bandwidth", "200 GB/s").expect("sound");
    let quadrant = epyc.router_class.iter().find(|c| c.name == "quadrant").expect("there");
    assert_eq!(quadrant.extra.get("assumed"), Some(&serde_json::json!(["write_bandwidth"])));
    let (own, _) = dat.edit(&Edit::OwnClass("L2_1".into())).expect("sound");
    assert_eq!(own.cache_obj.iter().filter(|o| o.class == "L2").count(), 3);
    // An edit that would be wrong is refused, with its key.
    for (list, name, key, value, wanted) in [
        ("cache_class", "L1d", "capacity", "100", "no multiple"),
        ("cache_class", "L1d", "linesize", "48", "power of two"),
        ("cache_class", "L1d", "read_bandwidth", "", "is missing"),
        ("cache_class", "L1d", "read_bandwidth", "0", "above 0"),
        ("cache_class", "L1d", "read_bandwidth", "fast", "not a number"),
        ("core_obj", "core0", "name", "core1", "same name"),
        ("core_obj", "core0", "class", "Zen", "no core_class"),
    ] {
        let error = set(&dat, list, name, key, value).expect_err(wanted);
        assert!(error.key == key && error.text().en.contains(wanted), "{key} {value}: {}", error.text().en);
    }
    let all: Vec<String> = names(&dat).into_iter().filter(|name| name.starts_with("core")).collect();
    assert!(dat.edit(&Edit::Remove(all)).expect_err("no core").text().en.contains("there is no core"));
}

/// Arbitrary edits: objects by their numbers.
fn edits() -> impl Strategy<Value = Vec<(u8, usize, usize)>> {
    prop::collection::vec((0_u8..9, 0_usize..500, 0_usize..500), 1..12)
}

fn edit_of((what, a, b): (u8, usize, usize), dat: &Dat) -> Edit {
    let names: Vec<(Kind, String)> = dat.objects().map(|(kind, name, ..)| (kind, name.to_owned())).collect();
    let name = |i: usize| names[i % names.len()].1.clone();
    let list = |kind: Kind| match kind {
        Kind::Core => "core_obj",
        Kind::Cache => "cache_obj",
        Kind::Memory => "mem_obj",
        Kind::Router => "router_obj",
    };
    match what {
        0 => Edit::Add([Kind::Core, Kind::Cache, Kind::Memory, Kind::Router][a % 4], None, Some(name(b))),
        1 => Edit::Remove(vec![name(a), name(b)]),
        2 => Edit::Connect(name(a), name(b)),
        3 => Edit::Copy(vec![name(a), name(b)]),
        4 => Edit::Place(vec![(name(a), [a as f64 / 3.0, -(b as f64)])]),
        5 => Edit::Group(vec![name(a), name(b)], if a % 3 == 0 { String::new() } else { format!("g{b}") }),
        6 => Edit::OwnClass(name(a)),
        7 => Edit::Set(list(names[a % names.len()].0).into(), name(a), "name".into(), format!("n{b}")),
        _ => Edit::Set(
            "cache_class".into(),
            "L2".into(),
            ["associativity", "capacity", "own key"][a % 3].into(),
            b.to_string(),
        ),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(mcore_tests::cases(60)))]

    #[test]
    fn edits_are_undone_to_the_same_document_and_texts_follow(system in 0_usize..4, list in edits()) {
        let mut dat = preset(NAMES[system]);
        dat.extra.insert("own".into(), serde_json::json!({"kept": [1, 2.5, "three"]}));
        dat.cache_obj.iter_mut().take(1).for_each(|c| { c.extra.insert("colour".into(), "red".into()); });
        let mut document = PmnetDocument::new(dat.clone());
        let first = document.text().to_string();
        let mut texts = vec![first.clone()];
        for one in list {
            let edit = edit_of(one, document.dat());
            let before = document.text().to_string();
            if document.edit(&edit).is_err() {
                prop_assert_eq!(&**document.text(), before.as_str(), "a refused edit changes nothing");
            }
            // Text and memory system are the same thing, with all keys.
            prop_assert_eq!(&Dat::read(document.text()).expect("sound"), &**document.dat());
            prop_assert_eq!(document.dat().extra.get("own"), dat.extra.get("own"));
            if document.text().to_string() != before {
                texts.push(document.text().to_string());
            }
        }
        let last = document.text().to_string();
        for wanted in texts.iter().rev().skip(1) {
            document.undo();
            prop_assert_eq!(&**document.text(), wanted.as_str());
        }
        prop_assert_eq!(&**document.dat(), &dat);
        prop_assert!(!document.steps().0);
        while document.steps().1 {
            document.redo();
        }
        prop_assert_eq!(&**document.text(), last.as_str());
    }

    #[test]
    fn no_text_breaks_the_document(cut in 0_usize..3000, junk in "[\\PC]{0,12}") {
        let mut document = PmnetDocument::new(preset("i7-7700k"));
        let text = document.text().to_string();
        let at = text.char_indices().map(|(i, _)| i).nth(cut % text.chars().count()).unwrap_or(0);
        let damaged = format!("{}{junk}{}", &text[..at], &text[at + text[at..].chars().next().map_or(0, char::len_utf8)..]);
        document.type_text(&damaged);
        prop_assert_eq!(&**document.text(), damaged.as_str());
        let lines = damaged.lines().count() + 1;
        prop_assert!(document.errors().iter().all(|(line, why)| line.is_none_or(|l| (1..=lines).contains(&l)) && !why.ja.is_empty()));
        document.undo();
        prop_assert_eq!(&**document.text(), text.as_str());
    }
}
