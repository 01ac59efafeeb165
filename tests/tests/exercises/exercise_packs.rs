//! Packs are read strictly, and every error gives its place and the remedy.

use mcore::base::{Array, NodeId, SourceFile};
use mcore::modes::chip::exercise::{
    Carried, Check, Exercise, Expect, PackError, RunFacts, Target, judge, read_exercise, speedup_hundredths,
};
use mcore::modes::chip::{Outcome, Unreceived};
use mcore::program::{Program, Symbol};

const PACK: &str = r#"format = 1
id = "demo"
version = "1.0.0"
title.en = "Demo"
title.ja = "デモ"
authors = "A. Lecturer"
licence = "CC0-1.0"
exercises = ["sum"]
"#;

const EXERCISE: &str = r#"format = 1
title.en = "Sum"
title.ja = "和"
language = "asm"

[machine]
nodes = "2x2"

[files]
editable = ["sum.s"]
read_only = ["given.s"]
reference = "start/sum.s"

[[case]]
name.en = "Small"
name.ja = "小さい例"
seed = 7
cycle_limit = 1_000

[[case.input]]
node = "all"
symbol = "IN"
offset = 4
words = [-1, 0x10, 4294967295]

[[case.input]]
node = "2,1"
address = 0x2000
random = { low = -3, high = 3, count = 100 }

[[case.expect]]
halted = true

[[case.expect]]
memory = { node = "1,1", symbol = "OUT", words = 4, columns = 2, equals = "reference" }

[[case.expect]]
memory = { node = "1,2", address = 0x3000, equals = [1, -2] }

[[case.expect]]
worked = 2

[[case.expect]]
speedup = 1.5

[[case.expect]]
cycles = 1200
"#;

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: text.into() }
}

fn pack(pack: &str, exercise: &str) -> Vec<SourceFile> {
    vec![
        file("pack.toml", pack),
        file("sum/exercise.toml", exercise),
        file("sum/task.en.md", "Add."),
        file("sum/task.ja.md", "足しましょう。"),
        file("sum/hints.en.md", "First.\n\n---\n\nSecond.\n"),
        file("sum/hints.ja.md", "最初。\n---\n次。\n---\n"),
        file("sum/start/sum.s", "# sum"),
        file("sum/start/given.s", "# given"),
    ]
}

fn demo() -> Exercise {
    read_exercise("sum", &pack(PACK, EXERCISE)).unwrap()
}

/// The error after replacing a piece of the exercise file.
fn broken(from: &str, to: &str) -> PackError {
    assert!(EXERCISE.contains(from), "{from}");
    read_exercise("sum", &pack(PACK, &EXERCISE.replacen(from, to, 1))).unwrap_err()
}

fn words(bytes: &[u8]) -> Vec<i32> {
    bytes.chunks_exact(4).map(|w| i32::from_le_bytes(w.try_into().unwrap())).collect()
}

fn label(name: &str, value: u32) -> Symbol {
    Symbol { name: name.into(), value, is_label: true, global: false }
}

fn program(symbols: &[(&str, u32)]) -> Program {
    Program { symbols: symbols.iter().map(|(n, v)| label(n, *v)).collect(), ..Program::default() }
}

#[test]
fn a_whole_exercise_is_read() {
    let e = demo();
    assert_eq!(e.id, "demo/sum");
    assert_eq!(e.pack_title.ja, "デモ");
    assert_eq!(e.pack_version, "1.0.0");
    assert_eq!(e.start.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["sum.s", "given.s"]);
    assert_eq!(e.read_only, ["given.s"]);
    assert_eq!(e.reference, Some(file("sum.s", "# sum")));
    assert_eq!((e.machine.width, e.machine.height, e.machine.node_memory_kib, e.machine.mirrored), (2, 2, 512, false));
    assert_eq!(e.hints.iter().map(|h| h.en.as_str()).collect::<Vec<_>>(), ["First.", "Second."]);
    assert_eq!(e.hints[1].ja, "次。");
    assert_eq!(e.cases.len(), 1);
    assert_eq!(e.cases[0].expects[4], Expect::Speedup(150));
}

#[test]
fn translated_start_files_are_read_beside_the_others() {
    let mut files = pack(PACK, EXERCISE);
    assert_eq!(read_exercise("sum", &files).unwrap().start_ja, []);
    files.extend([file("sum/start.ja/given.s", "# 与えられる"), file("sum/start.ja/other.s", "# 別")]);
    let read = read_exercise("sum", &files).unwrap();
    assert_eq!(read.start, demo().start, "programs are made of these");
    assert_eq!(read.start_ja, [file("given.s", "# 与えられる")]);
    files.last_mut().unwrap().name = "sum/start.ja/sum.s".into();
    assert_eq!(read_exercise("sum", &files).unwrap().start_ja.len(), 2);
    let long = file("sum/start.ja/sum.s", &"#".repeat(5 << 20));
    let refused = read_exercise("sum", &[pack(PACK, EXERCISE), vec![long]].concat()).unwrap_err();
    assert!(refused.text().en.contains("start.ja/sum.s"), "{refused:?}");
}

#[test]
fn inputs_become_writes() {
    let case = &demo().cases[0];
    let writes = case.writes(&program(&[("IN", 0x1000)])).unwrap();
    assert_eq!(writes[0].target, Target::All);
    assert_eq!((writes[0].addr, words(&writes[0].bytes)), (0x1004, vec![-1, 16, -1]));
    assert_eq!((writes[1].target, writes[1].addr), (Target::Node(NodeId::new(2, 1)), 0x2000));
    assert_eq!(writes[1].bytes.len(), 400);
    assert!(words(&writes[1].bytes).iter().all(|w| (-3..=3).contains(w)));
    // The random words depend on the seed alone.
    let elsewhere = case.writes(&program(&[("IN", 0x8000)])).unwrap();
    assert_eq!(elsewhere[1], writes[1]);

    let missing = case.writes(&program(&[])).unwrap_err().text();
    assert!(missing.en.contains("no label `IN`") && missing.ja.contains("`IN`"), "{missing:?}");
    let outside = case.writes(&program(&[("IN", 0x7_fff8)])).unwrap_err().text();
    assert!(outside.en.contains("do not fit at address 0x7fffc"), "{outside:?}");
    assert!(case.writes(&program(&[("IN", 0x1002)])).is_err(), "a label that is not aligned");
}

#[test]
fn errors_name_file_line_and_key() {
    let e = broken("seed = 7", "sead = 7");
    assert_eq!((e.file.as_str(), e.line, e.key.as_str()), ("sum/exercise.toml", Some(17), "case.sead"));
    assert!(e.message.en.contains("did you mean `seed`?"), "{e:?}");
    assert_eq!(
        e.text().ja,
        "sum/exercise.toml:17 `case.sead`: キー `sead` はここでは使えません。`seed` のことですか？"
    );

    let table = [
        ("format = 1", "format = 2", Some(1), "format", "reads format 1"),
        ("\"asm\"", "\"d\"", Some(4), "language", "choose from `asm`"),
        ("\"2x2\"", "\"2x256\"", Some(7), "machine.nodes", "two numbers from 1 to 255, like `4x4`"),
        ("\"2x2\"", "\"2x2\"\nnode_memory = \"100K\"", Some(8), "machine.node_memory", "power of two"),
        ("\"2x2\"", "\"2x2\"\naddressing = \"wild\"", Some(8), "machine.addressing", "choose from"),
        ("[\"sum.s\"]", "[\"son.s\"]", Some(10), "files.editable", "sum/start/son.s"),
        ("[\"sum.s\"]", "[\"sum.s\", \"sum.s\"]", Some(10), "files.editable", "listed twice"),
        ("[\"sum.s\"]", "[]", Some(9), "files", "at least one file must be editable"),
        ("start/sum.s", "../../sum.s", Some(12), "files.reference", "missing from the pack"),
        ("reference = \"start/sum.s\"", "", Some(1), "", "`files.reference` names none"),
        ("name.ja = \"小さい例\"", "", Some(15), "case.name.ja", "`ja` is missing"),
        ("cycle_limit = 1_000", "cycle_limit = 0", Some(18), "case.cycle_limit", "out of range"),
        ("seed = 7", "seed = 7.5", Some(17), "case.seed", "a whole number"),
        ("seed = 7", "seed = 99999999999999999999", Some(17), "case.seed", "out of range"),
        ("node = \"all\"", "node = \"3,1\"", Some(21), "case.input.node", "2 columns and 2 rows"),
        (
            "symbol = \"IN\"",
            "symbol = \"IN\"\naddress = 1",
            Some(20),
            "case.input",
            "exactly one of `symbol`, `address`",
        ),
        ("4294967295]", "4294967296]", Some(24), "case.input.words", "out of range"),
        ("low = -3", "low = 30", Some(29), "case.input.random", "`low` is above `high`"),
        ("count = 100", "count = 4194304", Some(14), "case", "at most 16777216 bytes in all"),
        ("halted = true", "halted = false", Some(32), "case.expect.halted", "only be `true`"),
        ("halted = true", "", Some(31), "case.expect", "exactly one of"),
        ("words = 4", "words = 0", Some(35), "case.expect.memory.words", "out of range"),
        ("columns = 2", "columns = 5", Some(35), "case.expect.memory.columns", "out of range"),
        ("\"reference\"", "\"referense\"", Some(35), "case.expect.memory.equals", "choose from `reference`"),
        ("worked = 2", "worked = 5", Some(41), "case.expect.worked", "1 to 4"),
        ("speedup = 1.5", "speedup = 1.555", Some(44), "case.expect.speedup", "two decimals"),
        ("[machine]", "[machine", Some(6), "", "not valid TOML"),
    ];
    for (from, to, line, key, message) in table {
        let e = broken(from, to);
        assert!(e.message.en.contains(message), "{to}: {e:?}");
        assert_eq!((e.line, e.key.as_str()), (line, key), "{to}: {e:?}");
        assert!(!e.message.ja.is_empty() && e.message.ja != e.message.en, "{to}: {e:?}");
    }
}

#[test]
fn errors_of_the_pack_file_and_of_missing_files() {
    let read = |pack_text: &str| read_exercise("sum", &pack(pack_text, EXERCISE)).unwrap_err();
    let e = read(&PACK.replace("1.0.0", "1.0"));
    assert_eq!((e.file.as_str(), e.line, e.key.as_str()), ("pack.toml", Some(3), "version"));
    let e = read(&PACK.replace("\"sum\"", "\"product\""));
    assert!(e.message.en.contains("`sum` is not in this list"), "{e:?}");
    let e = read(&PACK.replace("\"demo\"", "\"../demo\""));
    assert_eq!((e.line, e.key.as_str()), (Some(2), "id"));

    for gone in ["pack.toml", "sum/exercise.toml", "sum/task.ja.md", "sum/hints.ja.md"] {
        let mut files = pack(PACK, EXERCISE);
        files.retain(|f| f.name != gone);
        let e = read_exercise("sum", &files).unwrap_err();
        assert_eq!((e.file.as_str(), e.line), (gone, None));
        assert!(e.text().en.starts_with(gone), "{e:?}");
    }
    let mut files = pack(PACK, EXERCISE);
    files[4].text += "---\nThird.";
    let e = read_exercise("sum", &files).unwrap_err();
    assert!(e.message.en.contains("3 hints in English but 2 in Japanese"), "{e:?}");
}

/// A finished run with the facts that a judge sees.
struct Run {
    memory: Vec<(NodeId, u32, u32)>,
    halted: bool,
    cycles: u64,
    useful: [u64; 4],
    left: Option<Unreceived>,
}

impl RunFacts for Run {
    fn word(&self, node: NodeId, addr: u32) -> Option<u32> {
        (addr < 0x8_0000).then(|| self.memory.iter().find(|m| (m.0, m.1) == (node, addr)).map_or(0, |m| m.2))
    }
    fn main_word(&self, _: u64) -> u32 {
        0
    }
    fn console(&self, _: NodeId) -> Vec<u8> {
        Vec::new()
    }
    fn file(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
    fn exit_code(&self, _: usize) -> Option<i32> {
        self.halted.then_some(0)
    }
    fn trapped(&self) -> Option<NodeId> {
        None
    }
    fn outcome(&self) -> Option<&Outcome> {
        self.left.map(|_| &Outcome::Halted { cycles: 0, drain: 0 })
    }
    fn unreceived(&self) -> Option<Unreceived> {
        self.left
    }
    fn cycles(&self) -> u64 {
        self.cycles
    }
    fn useful_instructions(&self, rank: usize) -> u64 {
        self.useful[rank]
    }
    fn array(&self) -> Array {
        Array::new(2, 2)
    }
    fn dmas(&self) -> u64 {
        0
    }
    fn traffic(&self) -> Option<Carried> {
        None
    }
}

fn run(out: [u32; 4], at: u32, cycles: u64) -> Run {
    let mut memory: Vec<_> = (0..4).map(|i| (NodeId::new(1, 1), at + 4 * i as u32, out[i])).collect();
    memory.push((NodeId::new(1, 2), 0x3000, 1));
    memory.push((NodeId::new(1, 2), 0x3004, (-2i32) as u32));
    Run { memory, halted: true, cycles, useful: [500, 40, 12, 0], left: None }
}

fn verdict(student: &Run) -> Vec<Check> {
    let (mine, theirs) = (program(&[("OUT", 0x1000)]), program(&[("OUT", 0x1100)]));
    let reference = run([1, 2, 3, 4], 0x1100, 1500);
    judge(&demo().cases[0], &mine, student, Some((&theirs, &reference)))
}

/// It is only a warning elsewhere.
#[test]
fn a_message_that_was_never_received_fails() {
    let mut student = run([1, 2, 3, 4], 0x1000, 1000);
    student.left = Some(Unreceived { node: NodeId::new(1, 1), rank: 0, from: 3, tag: 5 });
    let checks = verdict(&student);
    let failed: Vec<&Check> = checks.iter().filter(|check| !check.passed).collect();
    let &[check] = failed.as_slice() else { panic!("{checks:#?}") };
    let detail = check.detail.as_ref().expect("a reason").text();
    assert!(
        detail.en.contains("Rank 3 has sent rank 0 a message with tag 5, which no receive takes."),
        "{}",
        detail.en
    );
    assert!(check.result && speedup_hundredths(&checks, 1000, 1500).is_none());
}

#[test]
fn a_right_run_passes() {
    let student = run([1, 2, 3, 4], 0x1000, 1000);
    let checks = verdict(&student);
    assert!(checks.iter().all(|c| c.passed && c.detail.is_none()), "{checks:#?}");
    assert_eq!(checks[1].text().en, "`OUT` equals the sequential program's result: 4 of 4 words");
    assert_eq!(checks[3].text().en, "At least 2 nodes do a part of the work: 2 of 4 did");
    assert_eq!(checks[4].text().en, "At least 1.50 times as fast as the sequential program: 1.50 times");
    assert_eq!(speedup_hundredths(&checks, 1000, 1500), Some(150));
}

#[test]
fn a_wrong_run_is_explained() {
    let mut student = run([1, 2, 0, 0], 0x1000, 1300);
    student.useful = [500, 0, 0, 0];
    student.halted = false;
    let checks = verdict(&student);
    assert_eq!(checks.iter().map(|c| c.passed).collect::<Vec<_>>(), [false, false, true, false, false, false]);
    let detail = checks[1].detail.as_ref().unwrap().text();
    assert_eq!(
        detail.en,
        "First difference: OUT[1][0] on node (1,1) at address 0x1008: expected 3, found 0. \
         All differences are in row 1. \
         Every wrong word is 0: has anything been written there before the cores halted?"
    );
    assert!(detail.ja.contains("OUT[1][0]") && detail.ja.contains("0x1008"), "{detail:?}");
    assert_eq!(speedup_hundredths(&checks, 1300, 1500), None, "a wrong result has no speed-up");
}

#[test]
fn a_judge_needs_labels_and_a_good_reference() {
    let case = &demo().cases[0];
    let (mine, student) = (program(&[("OUT", 0x1000)]), run([1, 2, 3, 4], 0x1000, 1000));
    let without = judge(case, &mine, &student, None);
    assert!(!without[1].passed && without[1].detail.as_ref().unwrap().text().en.contains("lecturer"), "{without:#?}");
    let nameless = judge(case, &program(&[]), &student, Some((&mine, &student)));
    assert!(nameless[1].detail.as_ref().unwrap().text().en.contains("no label `OUT`"), "{nameless:#?}");
    let outside = judge(case, &program(&[("OUT", 0x7_fff8)]), &student, Some((&mine, &student)));
    assert!(!outside[1].passed, "{outside:#?}");
}
