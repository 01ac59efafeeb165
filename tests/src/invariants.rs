//! Properties that hold for any input: the fuzzers and the tests on random input call the same functions.

use mcore::base::{Array, Severity, SourceFile};
use mcore::isa::{decode, disassemble, encode};
use mcore::modes::chip::exercise::{PackError, Submission, read_exercise, read_pack};
use mcore::modes::chip::{Machine, Spec};
use mcore::modes::mopt::exercise as maps;
use mcore::modes::mopt::model::Network;
use mcore::modes::mopt::model::read::{read as read_communication, read_map, write_map};
use mcore::modes::tca::exercise as verbs;
use mcore::modes::tca::model::record::Record;
use mcore::modes::tca::model::{Log, Machine as Verbs, Params, Program, script};
use mcore::toolchain::asm::{Assembly, Options, assemble, listing};
use mcore::toolchain::elf::{load, read, write};
use mcore_archive::{Limits, from_its_top, unpack};
use std::sync::Arc;

/// Any word is decoded, encoded back to itself, and disassembled.
pub fn decoder(word: u32, addr: u32) {
    let instr = decode(word);
    assert_eq!(encode(&instr), word);
    assert_eq!(decode(encode(&instr)), instr);
    assert!(!disassemble(&instr, addr & !3, &|_| None).is_empty());
}

/// Any text is answered, also as one of several files: by a program, or by findings that lie within the text.
///
/// A form feed in the text begins another file.
pub fn assembler(text: &str) -> Assembly {
    let file = |name: &str, text: &str| SourceFile { name: name.into(), text: text.into() };
    let (first, second) = text.split_once('\u{c}').unwrap_or((text, ".include \"a.s\"\nx: .word y\n"));
    let third = ".globl y\nx: .word x\ny: jr $ra\n.weak w\n.comm z, 12\n";
    let files = [file("a.s", first), file("b.s", second), file("c.s", third)];
    let library = [file("lib.s", "lib: jr $ra\n")];
    let result = assemble(&files, &library, &Options::default());
    let errors = result.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    assert_eq!(result.program.is_none(), errors > 0);
    assert!(result.diagnostics.len() <= 201);
    for diagnostic in &result.diagnostics {
        assert!(!diagnostic.message.en.is_empty() && !diagnostic.message.ja.is_empty());
        assert!(diagnostic.tip.as_ref().is_some_and(|tip| !tip.en.is_empty() && !tip.ja.is_empty()), "{diagnostic:?}");
        let span = diagnostic.span;
        assert!(span.line >= 1 && span.col >= 1, "{diagnostic:?}");
        let name = &result.files[span.file.0 as usize];
        let source = files.iter().chain(&library).find(|f| f.name == *name).expect("a file of the program");
        let length = source.text.split('\n').nth(span.line as usize - 1).unwrap_or("").chars().count() as u32;
        assert!(span.col - 1 + span.len <= length, "{diagnostic:?} in a line of {length}");
    }
    if let Some(program) = &result.program {
        assert!(program.segments.windows(2).all(|s| s[0].addr + s[0].size <= s[1].addr));
        assert!(program.lines.windows(2).all(|l| l[0].addr <= l[1].addr));
        assert!(program.symbols.windows(2).all(|s| s[0].name <= s[1].name));
        assert!(result.listing.iter().all(|l| l.words.len() == l.text.len()));
        assert!(!listing(&result, &files).is_empty());
    }
    result
}

/// Any bytes are answered: by a program that can be loaded into a node with `memory` bytes of memory, or by the reason
/// of the refusal. A loaded program can be written and read again.
pub fn elf(data: &[u8], memory: u32) {
    match load(data, memory) {
        Ok(program) => {
            let total: u64 = program.segments.iter().map(|s| u64::from(s.size)).sum();
            assert!(total <= u64::from(memory) + 16);
            assert!(program.segments.iter().all(|s| s.addr.checked_add(s.size).is_some_and(|end| end <= memory)));
            assert!(program.segments.windows(2).all(|s| s[0].addr + s[0].size <= s[1].addr));
            assert!(program.lines.windows(2).all(|l| l[0].addr < l[1].addr));
            assert!(program.lines.iter().all(|l| (l.file as usize) < program.files.len()));
            let again = load(&write(&program), memory).expect("what has been written can be read");
            assert_eq!((again.entry, &again.segments), (program.entry, &program.segments));
            assert_eq!(again.symbols.len(), program.symbols.len());
            let spec = Spec { array: Array::new(1, 1), node_memory: memory, ..Spec::default() };
            assert!(Machine::new(spec, program.into()).is_ok());
        }
        Err(error) => assert!(!error.text().en.is_empty() && !error.text().ja.is_empty()),
    }
    // A program that is only shown need not fit, but holds no more bytes than the file.
    if let Ok(program) = read(data) {
        assert!(program.segments.iter().map(|s| s.bytes.len()).sum::<usize>() <= data.len());
    }
}

/// Any text as an `exercise.toml`, beside sensible other files, is answered: by an exercise whose numbers are within
/// their limits, or by an error with its place.
pub fn exercise_file(text: &str) {
    let others = [("e/start/sum.s", "main: jr $ra\n"), ("e/data/x.bin", "12345678")];
    let files = pack_with(text, &others);
    match read_exercise("e", &files) {
        Ok(exercise) => {
            assert!(!exercise.cases.is_empty() && exercise.editable().count() > 0);
            for case in &exercise.cases {
                assert!(case.cycle_limit > 0 && case.can_run());
                assert!(case.inputs.iter().map(|i| i.fill.size()).sum::<u64>() <= 16 << 20);
            }
        }
        Err(error) => says_where(&error, text),
    }
}

/// The files of a pack with one exercise `e`: this text, and other files.
fn pack_with(text: &str, others: &[(&str, &str)]) -> Vec<SourceFile> {
    let pack = "format = 1\nid = \"p\"\nversion = \"1.0.0\"\ntitle.en = \"P\"\ntitle.ja = \"P\"\nauthors = \"a\"\nlicence = \"MIT\"\n\
                exercises = [\"e\"]\n";
    let own = [("pack.toml", pack), ("e/exercise.toml", text), ("e/task.en.md", "x"), ("e/task.ja.md", "x")];
    own.iter().chain(others).map(|(name, text)| SourceFile { name: (*name).into(), text: (*text).into() }).collect()
}

/// An error of a pack has words in both languages, and names a line of the text.
fn says_where(error: &PackError, text: &str) {
    let message = error.text();
    assert!(!message.en.is_empty() && !message.ja.is_empty() && !error.file.is_empty());
    let lines = text.split('\n').count() as u32;
    assert!(error.line.is_none_or(|line| (1..=lines.max(1)).contains(&line)), "{error:?}");
}

/// Any bytes as a `.zip` file with a pack in it are answered, within the limits.
pub fn pack_archive(data: &[u8]) {
    let limits = Limits { files: 100, file: 1 << 20, total: 2 << 20 };
    match unpack(data, limits) {
        Ok(files) => {
            assert!(files.len() <= limits.files);
            assert!(files.iter().map(|f| f.bytes.len() as u64).sum::<u64>() <= limits.total);
            assert!(files.iter().all(|f| !f.name.starts_with('/') && !f.name.split('/').any(|part| part == "..")));
            if let Ok(info) = read_pack(&from_its_top(files.clone())) {
                for folder in &info.exercises {
                    let _ = read_exercise(folder, &files);
                }
            }
        }
        Err(why) => assert!(!why.en.is_empty() && !why.ja.is_empty()),
    }
}

/// Any bytes as a hand-in file are answered; one that was read can be written and read again, and holds plain names
/// only.
pub fn submission(data: &[u8]) {
    match Submission::read(data) {
        Ok(found) => {
            assert_eq!(Submission::read(found.to_json().as_bytes()).expect("what was written"), found);
            if let Ok(work) = found.work() {
                assert!(work.files().iter().all(|f| !f.name.contains(['/', '\\']) && !f.name.is_empty()));
            }
        }
        Err(why) => assert!(!why.en.is_empty() && !why.ja.is_empty()),
    }
}

/// Any text as communication or as a map is answered: by traffic of at least one pair, by a node for each rank, or by an error
/// with its place.
pub fn mapping_file(text: &str) {
    let place = |line: u32| assert!(line as usize <= text.lines().count() + 1, "{line}");
    match read_communication(text, None) {
        Ok(found) => assert!(found.graph.pairs() > 0 && found.graph.edges().all(|edge| edge.from != edge.to)),
        Err(why) => {
            assert!(!why.text().en.is_empty() && !why.text().ja.is_empty());
            place(why.line);
        }
    }
    let network = Network::read("torus:4x3x2").expect("a network");
    for ranks in [1, 24] {
        match read_map(text, &network, ranks) {
            Ok(map) => assert_eq!(read_map(&write_map(&map, &network), &network, ranks), Ok(map)),
            Err(why) => place(why.line),
        }
    }
}

/// Any text as an `exercise.toml` with maps is answered: by an exercise within its limits, or by an error with its place.
pub fn mapping_exercise(text: &str) {
    let others = [("e/data/x.csv", "0,1,8\n1,2,8\n")];
    let files = pack_with(text, &others);
    match maps::read_exercise("e", &files) {
        Ok(exercise) => {
            assert!(!exercise.cases.is_empty());
            for case in &exercise.cases {
                assert!((1..=exercise.network.nodes()).contains(&case.ranks));
                assert!(case.traffic.is_some() && !case.expects.is_empty(), "a lecturer's pack is whole");
            }
        }
        Err(error) => says_where(&error, text),
    }
}

/// Any bytes as a hand-in file with maps are answered; one that was read can be written and read again.
pub fn mapping_submission(data: &[u8]) {
    match maps::MoptSubmission::read(data) {
        Ok(found) => {
            assert_eq!(maps::MoptSubmission::read(found.to_json().as_bytes()).expect("what was written"), found);
            if let Err(why) = found.work() {
                assert!(!why.en.is_empty() && !why.ja.is_empty());
            }
        }
        Err(why) => assert!(!why.en.is_empty() && !why.ja.is_empty()),
    }
}

/// Any text as an `exercise.toml` with scripts is answered: by an exercise within its limits, or by an error with its place.
pub fn verbs_exercise(text: &str) {
    let given = "node 1 { data = tcaMalloc(4K); qp = connect(0); }";
    let others = [
        ("e/start/script.tca", "node 0 { data = tcaMalloc(4K); qp = connect(1); }"),
        ("e/data/late.tca", given),
        ("e/data/later.tca", given),
    ];
    let files = pack_with(text, &others);
    match verbs::read_exercise("e", &files) {
        Ok(exercise) => {
            assert!(!exercise.cases.is_empty());
            assert!(exercise.cases.iter().all(|case| case.setting.is_some() && !case.expects.is_empty()));
            let start = exercise.start.en.clone();
            let mut judging = verbs::Judging::new(exercise.into(), start);
            // A machine from outside can make a run long, but every step ends.
            let grade = (0..50).find_map(|_| judging.advance(1000));
            assert!(grade.is_none_or(|grade| grade.points <= grade.of));
        }
        Err(error) => says_where(&error, text),
    }
}

/// Any bytes as a hand-in file with a script are answered; one that was read can be written and read again.
pub fn verbs_submission(data: &[u8]) {
    match verbs::TcaSubmission::read(data) {
        Ok(found) => {
            assert_eq!(verbs::TcaSubmission::read(found.to_json().as_bytes()).expect("what was written"), found);
        }
        Err(why) => assert!(!why.en.is_empty() && !why.ja.is_empty()),
    }
}

/// Any text as a script of verbs is answered: by a program whose run keeps its counts, or by errors that lie within the text.
pub fn tca_script(text: &str) {
    match script::compile(text) {
        Ok(program) => tca_run(program),
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines = text.split('\n').count();
            for error in errors {
                assert!(!error.text.en.is_empty() && !error.text.ja.is_empty(), "{error:?}");
                assert!(
                    (1..=lines).contains(&(error.line as usize)) && error.column >= 1,
                    "{error:?} in {lines} lines"
                );
                let length = text.split('\n').nth(error.line as usize - 1).unwrap_or("").chars().count();
                assert!(error.column as usize <= length + 1, "{error:?} in a line of {length}");
            }
        }
    }
}

/// Any text as a communication record is answered: by messages between ranks that exist, which can be replayed on the nodes in
/// either order, or by an error with its place or its reason.
pub fn tca_record(text: &str) {
    match Record::read(text) {
        Ok(record) => {
            assert!((1..=16).contains(&record.ranks) && record.clock_hz > 0);
            assert!(record.messages.iter().all(|m| m.source.max(m.destination) < record.ranks));
            let map: Vec<u8> = (0..record.ranks as u8).rev().collect();
            for map in [&[][..], &map] {
                tca_run(record.program(&Params::default(), map).expect("a node for each rank"));
            }
        }
        Err(error) => {
            assert!(!error.text.en.is_empty() && !error.text.ja.is_empty());
            assert!(error.line <= text.split('\n').count(), "{error:?}");
        }
    }
}

/// The first 3,000 events of a run: time never goes back, and no node has more completions than requests.
fn tca_run(program: Program) {
    let mut machine = Verbs::new(Arc::new(program));
    let (mut log, mut last) = (Log::default(), 0);
    while machine.events() < 3_000 && machine.step_with(&mut log) {
        assert!(machine.now() >= last);
        last = machine.now();
    }
    assert!(log.events.iter().all(|event| event.begin <= event.end));
    for node in 0..machine.program().nodes.len() as u8 {
        let sends = machine.completions(node).iter().filter(|completion| completion.opcode.starts_with("IBV"));
        assert!(sends.count() as u64 + machine.counts(node).unsignalled <= machine.counts(node).posted);
    }
}
