//! The pack format as `docs/packs.md` describes it: its example is read, each of its keys has its documented effect,
//! and the schemas for editors have the same keys as the reader.

use mcore::base::{NodeId, SourceFile, Text};
use mcore::modes::chip::exercise::{
    CaseRun, CaseVerdict, Check, Ends, Equals, Exercise, Expect, Fill, Grade, Language, PackError, PackFile, Prints,
    Unit, Visibility, keys, read_exercise, read_pack, reference_run,
};
use mcore::modes::mopt::exercise::{HandIn, Measure, keys as maps};
use mcore::modes::mopt::model::pattern::{CG_CLASSES, NAMES};
use mcore::modes::mopt::model::{Hops, Method};
use mcore::modes::tca::exercise::{self as verbs, keys as scripts};
use mcore::modes::tca::model::{Params, Status};
use mcore::toolchain::{Build, Compilers, Options, build, mclib::library};
use mcore_tests::root;
use serde_json::Value;
use std::sync::Arc;

fn doc(name: &str) -> String {
    let path = root().join("docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The fenced blocks of TOML in a document.
fn blocks(text: &str) -> Vec<String> {
    text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().expect("an end").to_owned()).collect()
}

fn file(name: &str, text: &str) -> PackFile {
    SourceFile { name: name.into(), text: text.into() }.into()
}

const PACK: &str = "format = 1\nid = \"demo\"\nversion = \"1.0.0\"\ntitle.en = \"Demo\"\ntitle.ja = \"デモ\"\n\
authors = \"A. Lecturer\"\nlicence = \"CC0-1.0\"\nexercises = [\"sum\"]\n";

/// Start, reference and data of a small exercise; the reference is right, the start file computes nothing.
fn pack_with(exercise: &str, reference: &str) -> Vec<PackFile> {
    let mut files = vec![
        file("pack.toml", PACK),
        file("sum/exercise.toml", exercise),
        file("sum/task.en.md", "Add."),
        file("sum/task.ja.md", "足しましょう。"),
        file("sum/start/sum.s", "main: li $v0, 10\n syscall\n"),
        file("sum/reference/sum.s", reference),
    ];
    files.push(PackFile { name: "sum/data/x.bin".into(), bytes: vec![1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff] });
    files
}

/// An exercise with one case that has these inputs and expectations.
fn exercise_text(inside: &str) -> String {
    format!(
        "format = 1\ntitle.en = \"Sum\"\ntitle.ja = \"和\"\nlanguage = \"asm\"\nmachine.nodes = \"2x1\"\n\
         files = {{ editable = [\"sum.s\"], reference = \"reference/sum.s\" }}\n[[case]]\nname.en = \"One\"\n\
         name.ja = \"一\"\ncycle_limit = 10_000\n{inside}"
    )
}

fn exercise(inside: &str, reference: &str) -> Result<Exercise, PackError> {
    read_exercise("sum", &pack_with(&exercise_text(inside), reference))
}

fn built(text: &str) -> Build {
    let file = SourceFile { name: "sum.s".into(), text: text.into() };
    build(&[file], &library(), &Options::new(512 * 1024, &Compilers::default()))
}

/// Runs and judges a program on every case.
fn grade(exercise: &Exercise, text: &str) -> Grade {
    let program = built(text);
    let program = Arc::new(program.program.unwrap_or_else(|| panic!("{:?}", program.diagnostics)));
    let verdicts = exercise.cases.iter().map(|case| {
        let mut reference =
            reference_run(exercise, case, &Compilers::default()).expect("a reference").expect("a reference");
        while reference.advance(1000) {}
        match CaseRun::new(&program, case) {
            Ok(mut run) => {
                while run.advance(1000) {}
                CaseVerdict::of(case, &run, Some(&reference))
            }
            Err(why) => CaseVerdict::refused(case, why),
        }
    });
    Grade::of(exercise, verdicts.collect())
}

/// The one check of a program on a case with one expectation.
fn check(inside: &str, reference: &str, text: &str) -> Check {
    let exercise = exercise(inside, reference).unwrap_or_else(|e| panic!("{}", e.text().en));
    let mut grade = grade(&exercise, text);
    assert!(grade.cases[0].refused.is_none(), "{grade:?}");
    grade.cases.remove(0).checks.remove(0)
}

const HALT: &str = "main: li $v0, 10\n syscall\n";

#[test]
fn the_examples_of_the_documents_are_read() {
    for name in ["packs.md", "packs.ja.md"] {
        let blocks = blocks(&doc(name));
        let mut files = vec![file("pack.toml", &blocks[0])];
        files.extend([
            file("matmul/exercise.toml", &blocks[1]),
            file("matmul/task.en.md", "x"),
            file("matmul/task.ja.md", "x"),
            file("matmul/start/saxpy.s", "x"),
            file("matmul/start/sizes.s", "x"),
            file("matmul/reference/saxpy.s", "x"),
            file("matmul/data/x.bin", "12345678"),
        ]);
        let pack = read_pack(&files).unwrap_or_else(|e| panic!("{name}: {}", e.text().en));
        assert_eq!((pack.id.as_str(), pack.exercises.as_slice()), ("class", &["matmul".to_owned()][..]));
        let e = read_exercise("matmul", &files).unwrap_or_else(|e| panic!("{name}: {}", e.text().en));
        assert_eq!((e.language, e.sizes.len(), e.cases.len()), (Language::Assembly, 4, 2));
        assert_eq!(e.max_points(), 20 + 20 + 60);
        assert_eq!(e.cases[1].visibility, Visibility::Hidden);
        assert_eq!((e.cases[1].machine.width, e.cases[1].machine.node_memory_kib), (2, 512));
        assert!(matches!(&e.cases[0].inputs[0].fill, Fill::Random(r) if r.count == 1024 && r.unit == Unit::Float));
        files.push(file("matmul/exercise.toml", &blocks[2]));
        files.retain(|f| f.name != "matmul/exercise.toml" || f.bytes == blocks[2].as_bytes());
        let e = mcore::modes::mopt::exercise::read_exercise("matmul", &files);
        let e = e.unwrap_or_else(|e| panic!("{name}: {}", e.text().en));
        assert_eq!((e.hand_in, e.cases.len(), e.max_points()), (HandIn::Either, 1, 50));
    }
}

/// Both documents contain every key of the reader.
#[test]
fn the_documents_name_every_key() {
    let lists = [keys::EXERCISE, keys::MACHINE, keys::FILES, keys::CASE, keys::INPUT, keys::RANDOM];
    let of_maps = [maps::EXERCISE, maps::NETWORK, maps::CASE, maps::PATTERN, maps::EXPECT, maps::STEP];
    let more = [
        keys::EXPECT,
        keys::EXIT,
        keys::CONSOLE,
        keys::FILE,
        keys::STDIN,
        keys::GIVEN,
        keys::MEMORY,
        keys::SCORE,
        keys::STEP,
        keys::PACK,
        keys::C,
    ];
    for name in ["packs.md", "packs.ja.md"] {
        let text = doc(name);
        for key in lists.iter().chain(&more).chain(&of_maps).copied().flatten() {
            // Keys that only `pack build` writes are described in words.
            if !["digest", "salt", "withheld"].contains(key) {
                let ways =
                    [format!("`{key}"), format!("{key} ="), format!(".{key}`"), format!("{key}.en"), format!("{key}]")];
                assert!(ways.iter().any(|way| text.contains(way)), "{name}: `{key}`");
            }
        }
    }
}

fn names(schema: &Value) -> Vec<String> {
    let mut names: Vec<String> = schema["properties"].as_object().expect("properties").keys().cloned().collect();
    names.sort();
    names
}

fn sorted(keys: &[&str]) -> Vec<String> {
    let mut keys: Vec<String> = keys.iter().map(|k| (*k).to_owned()).collect();
    keys.sort();
    keys
}

#[test]
fn the_schemas_know_what_the_reader_knows() {
    let pack: Value = serde_json::from_str(&doc("pack.schema.json")).expect("JSON");
    assert_eq!(names(&pack), sorted(keys::PACK));
    let schema: Value = serde_json::from_str(&doc("exercise.schema.json")).expect("JSON");
    assert_eq!(
        schema["oneOf"],
        serde_json::json!([{ "$ref": "#/$defs/CHIP" }, { "$ref": "#/$defs/MOPT" }, { "$ref": "#/$defs/TCA" }])
    );
    let tables = [
        ("CHIP", keys::EXERCISE),
        ("MOPT", maps::EXERCISE),
        ("MOPT_NETWORK", maps::NETWORK),
        ("MOPT_CASE", maps::CASE),
        ("MOPT_PATTERN", maps::PATTERN),
        ("MOPT_EXPECT", maps::EXPECT),
        ("MOPT_STEP", maps::STEP),
        ("TCA", scripts::EXERCISE),
        ("TCA_MACHINE", Params::NAMES),
        ("TCA_CASE", scripts::CASE),
        ("TCA_PREPARE", scripts::PREPARE),
        ("TCA_EXPECT", scripts::EXPECT),
        ("TEXT", keys::TEXT),
        ("MACHINE", keys::MACHINE),
        ("CASE_MACHINE", keys::CASE_MACHINE),
        ("FILES", keys::FILES),
        ("C", keys::C),
        ("CASE", keys::CASE),
        ("INPUT", keys::INPUT),
        ("RANDOM", keys::RANDOM),
        ("EXPECT", keys::EXPECT),
        ("EXIT", keys::EXIT),
        ("CONSOLE", keys::CONSOLE),
        ("FILE", keys::FILE),
        ("STDIN", keys::STDIN),
        ("GIVEN", keys::GIVEN),
        ("MEMORY", keys::MEMORY),
        ("EQUALS", keys::EQUALS),
        ("SCORE", keys::SCORE),
        ("STEP", keys::STEP),
    ];
    for (name, keys) in tables {
        assert_eq!(names(&schema["$defs"][name]), sorted(keys), "{name}");
    }
    assert_eq!(schema["$defs"].as_object().map(|d| d.len()), Some(tables.len()));
    // The names to choose from are the reader's too.
    let choices = |name: &str, key: &str| schema["$defs"][name]["properties"][key]["enum"].clone();
    let known = |names: Vec<&str>| serde_json::json!(names);
    assert_eq!(choices("C", "level"), known(mcore::toolchain::Level::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(choices("CASE", "visibility"), known(Visibility::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(choices("CASE", "ends"), known(Ends::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(choices("RANDOM", "type"), known(Unit::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(
        choices("RANDOM", "order"),
        known(mcore::modes::chip::exercise::Order::ALL.iter().map(|c| c.0).collect())
    );
    assert_eq!(choices("MOPT", "hand_in"), known(HandIn::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(choices("MOPT_CASE", "hops"), known(Hops::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(choices("MOPT_PATTERN", "pattern"), known(NAMES.to_vec()));
    assert_eq!(choices("MOPT_PATTERN", "class"), known(CG_CLASSES.iter().map(|c| c.0).collect()));
    assert_eq!(choices("MOPT_EXPECT", "measure"), known(Measure::ALL.iter().map(|c| c.0).collect()));
    assert_eq!(choices("MOPT_EXPECT", "at_most_of"), known(Method::ALL.iter().map(|c| c.word()).collect()));
    let checks = verbs::Expect::CHECKS.into_iter().chain(verbs::Measure::ALL.iter().map(|c| c.0));
    assert_eq!(choices("TCA_EXPECT", "check"), known(checks.collect()));
    let statuses = &schema["$defs"]["TCA_EXPECT"]["properties"]["statuses"]["items"]["enum"];
    assert_eq!(*statuses, known(Status::ALL.iter().map(|c| c.name()).collect()));
    for name in Params::NAMES {
        let own = &schema["$defs"]["TCA_MACHINE"]["properties"][name];
        let limits = own["minimum"].as_u64().zip(own["maximum"].as_u64());
        assert_eq!(limits, Params::limits(name), "{name}");
    }
    assert_eq!(
        schema["$defs"]["CHIP"]["properties"]["language"]["enum"],
        known(Language::ALL.iter().map(|c| c.0).collect())
    );
}

/// Data of every kind are placed in memory as written, beside the program's own data.
#[test]
fn inputs_of_every_kind() {
    let text = "main: li $v0, 10\n syscall\n .data\nX: .byte 9, 9, 9, 9, 9, 9, 9, 9\n .align 3\nY: .space 32\n";
    let at = |fill: &str, from: &str| {
        let e = exercise(
            &format!("[[case.input]]\nnode = \"all\"\nsymbol = \"{from}\"\n{fill}\n[[case.expect]]\nhalted = true\n"),
            HALT,
        )
        .unwrap_or_else(|e| panic!("{}", e.text().en));
        let program = Arc::new(built(text).program.expect("one"));
        let run = CaseRun::new(&program, &e.cases[0]).unwrap_or_else(|t| panic!("{}", t.text().en));
        let from = program.symbol("X").expect("X").value;
        let word = |i: u32| run.machine().peek(1, from + 4 * i).expect("a word");
        (0..6).map(word).collect::<Vec<u32>>()
    };
    assert_eq!(at("bytes = [1, -2]\noffset = 3", "X")[..2], [0x0109_0909, 0x0909_09fe]);
    assert_eq!(at("halves = [-2, 40000]\noffset = 2", "X")[..2], [0xfffe_0909, 0x0909_9c40]);
    assert_eq!(at("strings = [\"ab\", \"é\"]", "X")[..2], [0xc300_6261, 0x0909_00a9]);
    assert_eq!(at("file = \"data/x.bin\"", "X")[..2], [1, u32::MAX]);
    assert_eq!(at("floats = [1.5, -2]", "Y")[2..4], [1.5f32.to_bits(), (-2f32).to_bits()]);
    let double = 0.1f64.to_bits();
    assert_eq!(at("doubles = [0.1]", "Y")[2..4], [double as u32, (double >> 32) as u32]);
    // Random numbers: sorted, in range, each once.
    let sorted = at("random = { low = -5, high = 5, count = 4, order = \"descending\" }", "Y");
    assert!(sorted[2..6].windows(2).all(|w| (w[0] as i32) >= w[1] as i32), "{sorted:?}");
    let mut all = at("random = { low = 7, count = 4, order = \"permutation\", seed = 3 }", "Y")[2..6].to_vec();
    all.sort_unstable();
    assert_eq!(all, [7, 8, 9, 10]);
    let floats = at("random = { type = \"floats\", low = 1.0, high = 2.0, shape = [2, 2] }", "Y");
    assert!(floats[2..6].iter().all(|w| (1.0..2.0).contains(&f32::from_bits(*w))), "{floats:?}");
}

/// The start of a program that writes `$t0` to main memory is long; so inputs there are examined from outside.
#[test]
fn inputs_into_main_memory() {
    let inside = "[[case.input]]\nnode = \"main\"\naddress = 0x1_0000_0001\nbytes = [5, 6]\n\
                  [[case.expect]]\nmemory = { node = \"main\", address = 0x1_0000_0000, words = 1, equals = [0x060500] }\n";
    assert!(check(inside, HALT, HALT).passed);
    let wrong = check(&inside.replace("0x060500", "1"), HALT, HALT);
    assert!(
        wrong
            .detail
            .expect("why")
            .text()
            .en
            .contains("in main memory at address 0x100000000: expected 1, found 394496")
    );
    assert_eq!(wrong.wrong.map(|w| (w.node, w.addr)), Some((None, 0x1_0000_0000)));
    let label = exercise(&inside.replace("address = 0x1_0000_0001", "symbol = \"X\""), HALT).unwrap_err();
    assert!(label.message.en.contains("give an `address`"), "{label:?}");
}

/// A program that prints a text on node (1,1), and halts with a code on the other one.
fn prints(text: &str, code: u32) -> String {
    format!(
        ".include \"mclib.s\"\nmain: jal mc_rank\n bnez $v0, other\n la $a0, t\n li $v0, 4\n syscall\n li $v0, 10\n syscall\n\
         other: li $a0, {code}\n li $v0, 17\n syscall\n .data\nt: .asciiz \"{text}\"\n"
    )
}

#[test]
fn consoles_and_exit_codes() {
    let expect = |what: &str| format!("[[case.expect]]\n{what}\n");
    let console = |what: &str, text: &str| {
        check(&expect(&format!("console = {{ node = \"1,1\", {what} }}")), &prints("a  \\nb\\n", 0), &prints(text, 3))
    };
    assert!(console("exact = \"a\\nb\"", "a\\nb").passed);
    let wrong = console("exact = \"a\\nb\"", "a\\nc\\td");
    assert_eq!(
        wrong.detail.map(|detail| detail.text()),
        Some(Text::new("Line 2: expected `b`, found `c\\td`.", "2 行目: `b` になるはずですが、`c\\td` でした。"))
    );
    assert!(console("exact = \"a\\nb\"", "a").detail.expect("why").text().en.starts_with("Line 2 is missing: `b`"));
    assert!(console("exact = \"a\"", "a\\nb").detail.expect("why").text().en.starts_with("Line 2 is too much: `b`"));
    assert!(console("trimmed = \"a\\nb\\n\"", " a \\nb  \\n\\n").passed && !console("trimmed = \"a\"", "b").passed);
    assert!(console("regex = '^b$'", "a\\nb").passed && !console("regex = '^b$'", "a\\nbb").passed);
    assert!(console("equals = \"reference\"", "a  \\nb\\n").passed && !console("equals = \"reference\"", "a").passed);

    let exit = |what: &str| check(&expect(&format!("exit = {{ {what} }}")), HALT, &prints("", 3));
    assert!(exit("node = \"2,1\", code = 3").passed && !exit("node = \"1,1\", code = 3").passed);
    let all = exit("node = \"all\", code = 0");
    assert!(!all.passed && all.detail.expect("why").text().en == "Node (2,1) halted with exit code 3.");
    let trap = check(&expect("no_trap = true"), HALT, "main: break 7\n");
    assert!(!trap.passed && trap.result && check(&expect("no_trap = true"), HALT, HALT).passed);
}

/// Node (1,1) puts 70 words, ten packets of ten flits, to its neighbour.
const PUT: &str = ".include \"mclib.s\"\nmain: jal mc_rank\n bnez $v0, end\n li $a0, 0x201\n la $a1, X\n la $a2, X\n\
                   li $a3, 280\n jal mc_put\n jal mc_wait\nend: li $v0, 10\n syscall\n .data\nX: .space 280\n";

#[test]
fn traffic_is_counted() {
    let passed = |what: &str, n: &str| check(&format!("[[case.expect]]\n{what} = {n}\n"), HALT, PUT).passed;
    assert!(passed("flits", "100") && !passed("flits", "99"));
    assert!(passed("dmas", "1") && !passed("dmas", "0"));
    assert!(passed("busiest_link", "1.0") && !passed("busiest_link", "0.1"));
}

#[test]
fn floats_may_be_near() {
    let program = |x: &str| format!("main: li $v0, 10\n syscall\n .data\nY: .float 1.0, {x}\n");
    let near = |x: &str, how: &str| {
        let expect = format!(
            "[[case.expect]]\nmemory = {{ node = \"all\", symbol = \"Y\", floats = 2, equals = \"reference\"{how} }}\n"
        );
        check(&expect, &program("2.0"), &program(x))
    };
    assert!(near("2.0", "").passed && !near("2.000001", "").passed && near("2.000001", ", rel = 1e-5").passed);
    assert!(near("2.01", ", abs = 0.02").passed);
    let far = near("2.03", ", abs = 0.02");
    assert!(!far.passed && far.text().en == "`Y` equals the sequential program's result: 2 of 4 floats", "{far:?}");
    assert!(far.detail.expect("why").text().en.contains("Y[1] on node (1,1)"));
}

/// A result computed by one node of the reference must be on all nodes.
#[test]
fn one_node_of_the_reference_for_all() {
    let expect = "[[case.expect]]\nmemory = { node = \"all\", symbol = \"Y\", words = 1, equals = \"reference\", reference_node = \"2,1\" }\n";
    let reference = ".include \"mclib.s\"\nmain: jal mc_rank\n sw $v0, Y\n li $v0, 10\n syscall\n .data\nY: .word 0\n";
    let program = "main: li $v0, 10\n syscall\n .data\nY: .word 1\n";
    assert!(check(expect, reference, program).passed);
    assert!(!check(expect, reference, reference).passed);
}

#[test]
fn points_and_score_are_added_up() {
    let inside = "points = 5\n[[case.expect]]\nhalted = true\n[[case]]\nname.en = \"Two\"\nname.ja = \"二\"\ncycle_limit = 10_000\n\
                  points = 7\nmachine = { nodes = \"1x1\" }\n[[case.expect]]\ncycles = 5\n\
                  [score]\nspeedup = [{ at_least = 1.5, points = 10 }, { at_least = 3, points = 20 }]\n";
    let slow = "main: li $t0, 100\nl: addiu $t0, $t0, -1\n bnez $t0, l\n li $v0, 10\n syscall\n";
    let e = exercise(inside, slow).unwrap_or_else(|e| panic!("{}", e.text().en));
    assert_eq!(e.score.as_ref().map(|s| s.nodes), Some((2, 1)));
    let fast = grade(&e, HALT);
    assert_eq!((fast.points, fast.of, fast.speedup_points, fast.passed), (5 + 7 + 20, 32, 20, true), "{fast:?}");
    let same = grade(&e, slow);
    assert_eq!((same.points, same.speedup_hundredths, same.passed), (5, Some(100), false));
    let wrong = grade(&e, "main: li $a0, 1\n li $v0, 17\n syscall\n");
    assert_eq!((wrong.cases[0].points, wrong.speedup_hundredths, wrong.points), (0, None, 7));
}

/// The score counts the lowest speed-up of all cases on its machine, whichever of them comes first.
#[test]
fn the_score_counts_the_lowest_speed_up() {
    // N is read from memory, so that the cases take different times; the program under test takes the same time in both.
    let reference = " lw $t0, N\nl: addiu $t0, $t0, -1\n bnez $t0, l\n";
    let (start, end) = ("main: nop\n", " li $v0, 10\n syscall\n .data\nN: .word 0\n");
    let case = |n: u32| {
        format!("[[case.input]]\nnode = \"all\"\nsymbol = \"N\"\nwords = [{n}]\n[[case.expect]]\nhalted = true\n")
    };
    let second = "[[case]]\nname.en = \"Two\"\nname.ja = \"二\"\ncycle_limit = 10_000\n";
    let score = "[score]\nspeedup = [{ at_least = 1, points = 1 }, { at_least = 20, points = 10 }, { at_least = 60, points = 100 }]\n";
    for (first, other) in [(30, 100), (100, 30)] {
        let inside = format!("{}{second}{}{score}", case(first), case(other));
        let e = exercise(&inside, &format!("{start}{reference}{end}")).unwrap_or_else(|e| panic!("{}", e.text().en));
        let grade = grade(&e, &format!("{start}{end}"));
        let each: Vec<u64> = grade.cases.iter().filter_map(|c| c.speedup_hundredths).collect();
        let lowest = each.iter().copied().min();
        assert!(each.len() == 2 && each[0] != each[1], "{each:?}");
        assert!(lowest < Some(6000) && each.iter().any(|s| *s >= 6000), "{each:?}");
        assert_eq!((grade.speedup_hundredths, grade.speedup_points), (lowest, 10), "{each:?}");
    }
}

/// Programs that end in each way, after they have stored what is expected.
fn endings() -> [(&'static str, String); 4] {
    let data = " .data\nOUT: .word 0\nc: .word 0\n";
    let begin = "main: li $t0, 7\n sw $t0, OUT\n";
    [
        ("halted", format!("{begin} li $a0, 3\n li $v0, 17\n syscall\n{data}")),
        ("limit", format!("{begin}l: addiu $t1, $t1, 1\n sw $t1, c\n b l\n{data}")),
        ("deadlock", format!("{begin}l: lw $t1, c\n beqz $t1, l\n{data}")),
        ("trap", format!("{begin} lw $t1, 2($zero)\n{data}")),
    ]
}

/// Right data are no pass if the run did not end as the case demands: by all cores halting, if it says nothing.
#[test]
fn only_a_run_that_ends_as_the_case_says_passes() {
    let expect = "[[case.expect]]\nmemory = { node = \"1,1\", symbol = \"OUT\", equals = [7] }\n";
    let reference = " .data\nOUT: .word 7\n .text\nmain: li $v0, 10\n syscall\n";
    for (key, allowed) in [
        ("", &["halted"][..]),
        ("ends = \"halted\"\n", &["halted"]),
        ("ends = \"limit\"\n", &["limit"]),
        ("ends = \"deadlock\"\n", &["deadlock"]),
        ("ends = \"trap\"\n", &["trap"]),
        ("ends = \"any\"\n", &["halted", "limit", "deadlock", "trap"]),
    ] {
        let e = exercise(&format!("{key}{expect}"), reference).unwrap_or_else(|e| panic!("{}", e.text().en));
        for (how, program) in endings() {
            let grade = grade(&e, &program);
            let case = &grade.cases[0];
            let wanted = allowed.contains(&how);
            assert_eq!((grade.passed, case.points > 0), (wanted, wanted), "{key}{how}: {case:?}");
            assert_eq!(case.speedup_hundredths.is_some(), wanted, "{key}{how}");
            // The data are right in every one of these runs; the wrong ending is reported, first and with a remedy.
            assert!(case.checks.iter().any(|c| c.passed && c.text().en.starts_with("`OUT`")), "{case:?}");
            if !wanted {
                let first = &case.checks[0];
                let detail = first.detail.as_ref().expect("what to do").text();
                let reported = match how {
                    "halted" => "Every core halted.",
                    "limit" => "limit of 10,000 cycles",
                    "deadlock" => "deadlock: 2 cores wait",
                    _ => "trapped",
                };
                assert!(!first.passed && detail.en.contains(reported), "{key}{how}: {detail:?}");
                assert!(detail.en.matches('.').count() >= 2 && detail.ja.matches('。').count() >= 2, "{detail:?}");
            }
        }
    }
    // An event that stops every core is reported once.
    let e = exercise(&format!("[[case.expect]]\nhalted = true\n{expect}"), reference)
        .unwrap_or_else(|e| panic!("{}", e.text().en));
    let failed = grade(&e, &endings()[1].1).cases.remove(0);
    assert_eq!(failed.checks.iter().filter(|c| !c.passed).count(), 1, "{failed:?}");
    // A case that no run can pass is refused.
    for (ends, other) in [("limit", "halted"), ("deadlock", "halted"), ("trap", "no_trap")] {
        let error = exercise(&format!("ends = \"{ends}\"\n[[case.expect]]\n{other} = true\n"), reference).unwrap_err();
        assert_eq!(error.key, "case.ends");
        assert!(error.message.en.contains(other), "{error:?}");
    }
}

#[test]
fn new_errors_say_where_and_what() {
    let table = [
        (
            "[[case.expect]]\nconsole = { node = \"1,1\", regex = \"(\" }\n",
            "case.expect.console.regex",
            "regular expression",
        ),
        ("[[case.expect]]\nconsole = { node = \"1,1\" }\n", "case.expect.console", "exactly one of"),
        ("[[case.expect]]\nwithheld = true\n", "case.expect.withheld", "mcore pack build"),
        ("expect = []\n", "case", "at least one"),
        ("visibility = \"secret\"\n", "case.visibility", "choose from"),
        (
            "[[case.expect]]\nmemory = { node = \"1,1\", symbol = \"Y\", equals = [1], rel = 0.1 }\n",
            "case.expect.memory.rel",
            "have a tolerance",
        ),
        (
            "[[case.expect]]\nmemory = { node = \"1,1\", symbol = \"Y\", words = 1, floats = 1, equals = [1] }\n",
            "case.expect.memory",
            "exactly one of",
        ),
        (
            "[[case.expect]]\nmemory = { node = \"1,1\", symbol = \"Y\", equals = { file = \"start/sum.s\" } }\n",
            "case.expect.memory.equals.file",
            "`data/...`",
        ),
        (
            "[[case.expect]]\nmemory = { node = \"1,1\", symbol = \"Y\", equals = { digest = \"00\", salt = \"\" } }\n",
            "case.expect.memory.equals.digest",
            "64 digits",
        ),
        ("[[case.expect]]\nbusiest_link = 1.5\n", "case.expect.busiest_link", "from 0 to 1"),
        (
            "[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nfile = \"data/y.bin\"\n",
            "case.input.file",
            "missing from the pack",
        ),
        (
            "[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nrandom = { low = 0, high = 9, shape = [4096, 4096, 4096] }\n",
            "case.input.random.shape",
            "too many",
        ),
        (
            "[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nrandom = { low = 0, high = 9, count = 4, order = \"permutation\" }\n",
            "case.input.random",
            "leave `high` out",
        ),
        ("[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nhalves = [70000]\n", "case.input.halves", "out of range"),
        ("[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nfloats = [inf]\n", "case.input.floats", "finite"),
        (
            "[[case.expect]]\nhalted = true\n[score]\nnodes = \"4x4\"\nspeedup = [{ at_least = 2, points = 1 }]\n",
            "score.nodes",
            "no case runs on 4 x 4",
        ),
        (
            "[[case.expect]]\nhalted = true\n[score]\nspeedup = [{ at_least = 2, points = 1 }, { at_least = 2, points = 2 }]\n",
            "score.speedup",
            "more than the one before",
        ),
    ];
    for (inside, key, message) in table {
        let e = exercise(inside, HALT).expect_err(inside);
        assert_eq!(e.key, key, "{inside}: {e:?}");
        assert!(e.message.en.contains(message) && e.line >= Some(7), "{inside}: {e:?}");
        assert!(!e.message.ja.is_empty() && e.message.ja != e.message.en, "{inside}: {e:?}");
    }
}

#[test]
fn what_is_no_text_is_told() {
    let mut files = pack_with(&exercise_text("[[case.expect]]\nhalted = true\n"), HALT);
    files[4].bytes = b"main:\n \xff".to_vec();
    let e = read_exercise("sum", &files).unwrap_err();
    assert!(e.message.en.contains("sum/start/sum.s:2: this file is not UTF-8"), "{e:?}");
    files[4].bytes = "\u{feff}main: nop\n".into();
    let e = read_exercise("sum", &files).expect("a byte order mark is no harm");
    assert_eq!(e.start[0].text, "main: nop\n");
}

/// The kinds that only a student's edition has.
#[test]
fn a_students_edition_may_hold_digests_and_empty_cases() {
    let inside = "visibility = \"withheld\"\n";
    let student = |files: &mut Vec<PackFile>| files[0] = file("pack.toml", &format!("{PACK}edition = \"student\"\n"));
    let mut files = pack_with(&exercise_text(inside), HALT);
    assert!(read_exercise("sum", &files).is_err());
    student(&mut files);
    let e = read_exercise("sum", &files).unwrap_or_else(|e| panic!("{}", e.text().en));
    assert!(!e.cases[0].can_run() && !CaseVerdict::unjudged(&e.cases[0]).judged);

    let answer = mcore::modes::chip::exercise::Digest::of(&[1], &mcore::modes::chip::exercise::trimmed_answer("7"));
    let digest = mcore::modes::chip::exercise::hex(&answer.sha256);
    let inside = format!(
        "[[case.expect]]\nconsole = {{ node = \"1,1\", digest = \"{digest}\", salt = \"01\" }}\n[[case.expect]]\nwithheld = true\n"
    );
    let mut files = pack_with(&exercise_text(&inside), HALT);
    student(&mut files);
    let e = read_exercise("sum", &files).unwrap_or_else(|e| panic!("{}", e.text().en));
    assert!(matches!(&e.cases[0].expects[0], Expect::Console { prints: Prints::Digest(d), .. } if *d == answer));
    assert!(grade(&e, &prints("7\\n", 0)).passed && !grade(&e, &prints("8\\n", 0)).passed);
}

/// The forms of `equals`: listed values need not be counted.
#[test]
fn lists_and_files_count_themselves() {
    for (equals, count) in [("[1, 2, 3]", 3), ("{ file = \"data/x.bin\" }", 2)] {
        let expect = format!("[[case.expect]]\nmemory = {{ node = \"2,1\", symbol = \"Y\", equals = {equals} }}\n");
        let e = exercise(&expect, HALT).unwrap_or_else(|e| panic!("{}", e.text().en));
        let Expect::Memory(memory) = &e.cases[0].expects[0] else { panic!("{e:?}") };
        assert_eq!((memory.count, memory.unit), (count, Unit::Word));
        assert!(matches!(&memory.equals, Equals::Data(bytes) if bytes.len() == 4 * count as usize));
        assert_eq!(memory.target, mcore::modes::chip::exercise::Target::Node(NodeId::new(2, 1)));
    }
}

/// A program of rank 0 that copies its input, and then the file `in.txt`, to `out.txt`, which begins with `head`.
fn copies(head: &str) -> String {
    let copy = |label: &str| {
        format!(
            "{label}: move $a0, $s1\n li $a1, 4\n li $v0, 68\n syscall\n blez $v1, after_{label}\n la $a1, word\n \
             sw $v0, 0($a1)\n move $a0, $s0\n move $a2, $v1\n li $v0, 69\n syscall\n b {label}\nafter_{label}:\n"
        )
    };
    format!(
        ".include \"mclib.s\"\nmain: jal mc_rank\n bnez $v0, end\n la $a0, out\n li $a1, 26\n li $a2, 0\n li $v0, 66\n \
         syscall\n move $s0, $v0\n move $a0, $s0\n la $a1, head\n li $a2, -1\n li $v0, 69\n syscall\n li $s1, 3\n{}\
         la $a0, in\n li $a1, 1\n li $a2, 0\n li $v0, 66\n syscall\n move $s1, $v0\n{}\
         end: li $v0, 10\n syscall\n .data\nword: .word 0\nout: .asciiz \"out.txt\"\nin: .asciiz \"in.txt\"\n\
         head: .asciiz \"{head}\"\n",
        copy("input"),
        copy("file")
    )
}

#[test]
fn a_case_gives_input_and_files_and_judges_files() {
    let given = "stdin = \"P2 2 1 9 \"\nfiles = [{ name = \"in.txt\", text = \"4 \" }, { name = \"x.bin\", file = \"data/x.bin\" }]\n";
    let check = |expect: &str, head: &str| {
        let expect = format!("{given}[[case.expect]]\nfile = {{ name = \"out.txt\", {expect} }}\n");
        let e = exercise(&expect, &copies("7")).unwrap_or_else(|e| panic!("{expect}: {}", e.text().en));
        grade(&e, &copies(head)).cases[0].checks[0].clone()
    };
    for (expect, head, passes) in [
        ("exact = \"P2 2 1 9 4 \"", "", true),
        ("exact = \"P2 2 1 9 4 \"", "x", false),
        ("trimmed = \"P2 2 1 9 4\"", "", true),
        ("regex = \"^P2\"", "", true),
        ("regex = \"^P3\"", "", false),
        ("equals = \"reference\"", "7", true),
        ("equals = \"reference\"", "8", false),
        ("data = \"data/x.bin\"", "", false),
    ] {
        let check = check(expect, head);
        assert_eq!((check.passed, check.result, check.detail.is_none()), (passes, true, passes), "{expect} {head}");
    }
    let wrong = check("data = \"data/x.bin\"", "");
    assert_eq!(wrong.text().en, "The file `out.txt` is what is expected");
    assert_eq!(
        wrong.detail.map(|d| d.text().en).as_deref(),
        Some("First difference at byte 0: expected 0x01, found 0x50.")
    );
    let missing = "[[case.expect]]\nfile = { name = \"no.txt\", exact = \"\" }\n";
    let e = exercise(missing, HALT).unwrap_or_else(|e| panic!("{}", e.text().en));
    let detail = grade(&e, HALT).cases[0].checks[0].detail.clone();
    assert_eq!(detail.map(|d| d.text().en).as_deref(), Some("The program has left no such file."));
}

#[test]
fn a_picture_may_differ_by_the_tolerance() {
    let graded = |expect: &str, drawn: &str| {
        let text =
            format!("stdin = \"{drawn}\"\nfiles = [{{ name = \"in.txt\", text = \"\" }}]\n[[case.expect]]\n{expect}\n");
        let mut files = pack_with(&exercise_text(&text), &copies(""));
        files.push(file("sum/data/right.pgm", "P2 2 2 255\n1 2\n3 4\n"));
        let e = read_exercise("sum", &files).unwrap_or_else(|e| panic!("{expect}: {}", e.text().en));
        let check = grade(&e, &copies("")).cases[0].checks[0].clone();
        (check.passed, check.detail.map(|d| d.text().en).unwrap_or_default())
    };
    let exact = "file = { name = \"out.txt\", picture = \"data/right.pgm\" }";
    let near = "file = { name = \"out.txt\", picture = \"data/right.pgm\", tolerance = 5 }";
    assert_eq!(graded(exact, "P2 2 2 255 1 2 3 4"), (true, String::new()));
    let first = "First difference at column 1, row 1 (from 0): expected 4, found 9.";
    assert_eq!(graded(exact, "P2 2 2 255 1 2 3 9"), (false, first.into()));
    assert_eq!(graded(near, "P2 2 2 255 1 2 3 9"), (true, String::new()));
    assert!(!graded(near, "P2 2 2 255 1 2 3 10").0);
    assert!(graded(near, "P2 4 1 255 1 2 3 4").1.contains("must have 2 x 2 pixels"));
    assert!(graded(near, "no picture").1.contains("cannot be read as a picture"));
}

#[test]
fn wrong_files_of_a_case_are_refused() {
    let halted = "[[case.expect]]\nhalted = true\n";
    for (inside, key, message) in [
        ("files = [{ name = \"\", text = \"\" }]\n", "case.files.name", "not be empty"),
        (
            "files = [{ name = \"a\", text = \"\" }, { name = \"a\", text = \"\" }]\n",
            "case.files.name",
            "no other one has",
        ),
        ("files = [{ name = \"a\", file = \"data/none\" }]\n", "case.files.file", ""),
        ("stdin = { file = \"data/none\" }\n", "case.stdin.file", ""),
        (
            "[[case.expect]]\nfile = { name = \"a\", exact = \"\", tolerance = 1 }\n",
            "case.expect.file.tolerance",
            "only a `picture`",
        ),
        (
            "[[case.expect]]\nfile = { name = \"a\", picture = \"data/x.bin\" }\n",
            "case.expect.file.picture",
            "no picture",
        ),
        ("[[case.expect]]\nfile = { exact = \"\" }\n", "case.expect.file", "name"),
    ] {
        let text = if inside.contains("expect") { inside.to_owned() } else { format!("{inside}{halted}") };
        let e = exercise(&text, HALT).expect_err(inside);
        assert!(e.key.starts_with(key) && e.message.en.contains(message), "{inside}: {e:?}");
    }
}
