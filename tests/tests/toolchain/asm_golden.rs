//! The assembler and the meanings of instructions against GNU as, GNU ld and qemu (files made by `golden/make.py`).

use mcore::base::{Array, SourceFile};
use mcore::isa::{self, Class, Op, decode, disassemble};
use mcore::modes::chip::{Machine, Spec};
use mcore::program::SegmentKind;
use mcore::toolchain::asm::{Assembly, Options, assemble};

fn read(name: &str) -> String {
    let path = format!("{}/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn assemble_text(text: &str) -> Assembly {
    let file = SourceFile { name: "golden.s".into(), text: text.into() };
    assemble(&[file], &[], &Options::default())
}

/// Sections of a `.hex` file: first address and contents, one word per line, `xN` after a word that is repeated N
/// times.
fn sections(text: &str) -> Vec<(u32, Vec<u8>)> {
    let mut sections: Vec<(u32, Vec<u8>)> = Vec::new();
    for line in text.lines() {
        if let Some(addr) = line.strip_prefix('@') {
            sections.push((u32::from_str_radix(addr, 16).unwrap(), Vec::new()));
        } else {
            let (word, count) = line.split_once(" x").unwrap_or((line, "1"));
            let byte = |i: usize| u8::from_str_radix(&word[i..i + 2], 16).unwrap();
            let bytes: Vec<u8> = (0..word.len()).step_by(2).map(byte).collect();
            sections.last_mut().unwrap().1.extend(bytes.repeat(count.parse().unwrap()));
        }
    }
    sections
}

/// Compares a whole program with the image that GNU as and ld made from the same source; returns the differences.
fn differences(source: &str, gold: &str) -> Vec<String> {
    let assembly = assemble_text(source);
    let Some(program) = assembly.program else {
        let errors = assembly.diagnostics.iter().filter(|d| d.severity == mcore::base::Severity::Error);
        return errors.map(|d| format!("line {}: {} (error)", d.span.line, d.message.en)).collect();
    };
    // Only our program has start-up code.
    let ours: Vec<_> = program.segments.iter().filter(|s| s.kind != SegmentKind::Bss && s.addr >= 0x1000).collect();
    let theirs = sections(gold);
    let mut wrong = Vec::new();
    for (segment, (addr, bytes)) in ours.iter().zip(&theirs) {
        let words = bytes.chunks(4).zip(segment.bytes.chunks(4).chain(std::iter::repeat(&[0; 4][..])));
        for (pc, (theirs, ours)) in (*addr..).step_by(4).zip(words) {
            let word = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u32::from(*b));
            let (theirs, ours) = (word(theirs), word(ours));
            if theirs != ours {
                let line = program.line_of(pc).map_or(0, |l| l.line);
                let text = source.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
                let show = |w| format!("{w:08x} {}", disassemble(&decode(w), pc, &|_| None));
                wrong.push(format!("{pc:x} line {line} `{text}`: GNU {}, ours {}", show(theirs), show(ours)));
            }
        }
        let rest = segment.bytes.get(bytes.len()..).unwrap_or(&[]);
        if rest.iter().any(|b| *b != 0) {
            wrong.push(format!("{:x}: {} bytes more than GNU", addr + bytes.len() as u32, rest.len()));
        }
    }
    // Sections that hold only padding in GNU's program are missing in ours.
    let ours: Vec<u32> = ours.iter().map(|s| s.addr).collect();
    let theirs: Vec<u32> = theirs.iter().map(|s| s.0).collect();
    if ours != theirs {
        wrong.push(format!("sections of GNU at {theirs:x?}, ours at {ours:x?}"));
    }
    wrong
}

fn compare(name: &str) {
    let wrong = differences(&read(&format!("asm/{name}.s")), &read(&format!("asm/{name}.hex")));
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

/// The lines that the script appends to each snippet.
const TAIL: &str = ".text\n__tail: b __tail\n";

/// The parts of a file that begin with `== name`.
fn parts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let text = text.strip_prefix("== ").unwrap_or(text);
    text.split("\n== ").map(|part| part.split_once('\n').unwrap_or((part, "")))
}

/// Small sources: the same bytes, and the same symbols.
#[test]
fn snippets() {
    let (sources, gold) = (read("asm/snippets.txt"), read("asm/snippets.gold"));
    let mut wrong = String::new();
    let mut count = 0;
    for ((name, source), (gold_name, gold)) in parts(&sources).zip(parts(&gold)) {
        assert_eq!(name, gold_name);
        let source = format!("{source}\n{TAIL}");
        let (gold, symbols) = gold.split_once("symbols\n").unwrap();
        let mut found = differences(&source, gold);
        if let Some(program) = assemble_text(&source).program {
            for (name, value) in symbols.lines().filter_map(|line| line.split_once(' ')) {
                let value = u32::from_str_radix(value, 16).unwrap();
                let ours = program.symbol(name).map(|s| s.value);
                if ours != Some(value) {
                    found.push(format!("{name} is {value:x}, ours {ours:x?}"));
                }
            }
        }
        if !found.is_empty() {
            wrong += &format!("== {name}\n{}\n", found[..found.len().min(10)].join("\n"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 150);
}

/// For each warning or error of GNU as in a few sources, ours reports on the same line in its own words.
#[test]
fn messages_are_on_the_lines_of_gnu_as() {
    let ours = [
        ("`noreorder' must be set before `nomacro'", "`.set noreorder` must be written before `.set nomacro`"),
        ("macro instruction expanded into multiple instructions", "becomes several instructions"),
        (".module is not permitted after generating code", "`.module` is not permitted after"),
        ("used $at without", "`.set noat` reserves it for you"),
        ("used $26 with", "`.set at=$k0` has given $k0 to the assembler"),
        ("unrecognized register name", "`.set at=` needs a register"),
        ("macro used $at after \".set noat\"", "needs $at here"),
    ];
    let (sources, gold) = (read("asm/messages.txt"), read("asm/messages.gold"));
    let mut seen = [0; 7];
    for ((name, source), (gold_name, gold)) in parts(&sources).zip(parts(&gold)) {
        assert_eq!(name, gold_name);
        let found: Vec<(u32, String)> = assemble_text(&format!("{source}\n.text\n__start: b __start\nnop\n"))
            .diagnostics
            .iter()
            .map(|d| (d.span.line, d.message.en.clone()))
            .collect();
        assert_eq!(found.len(), gold.lines().count(), "{name}: {found:?}\n{gold}");
        for ((line, message), said) in found.iter().zip(gold.lines()) {
            let mut words = said.splitn(3, ' ');
            assert_eq!(Some(line.to_string().as_str()), words.next(), "{name}: {message}\n{gold}");
            let said = words.nth(1).unwrap();
            let kind = ours.iter().position(|(theirs, _)| said.starts_with(theirs)).unwrap_or_else(|| panic!("{said}"));
            assert!(message.contains(ours[kind].1), "{name}: {message} for {said}");
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
}

fn programs(ending: &str) -> Vec<String> {
    let folder = format!("{}/golden/gcc", env!("CARGO_MANIFEST_DIR"));
    let names = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|n| n.strip_suffix(ending).map(str::to_owned)).collect();
    names.sort();
    names
}

/// Output of gcc -S, -O0 and -O2: the same bytes.
#[test]
fn compiled_programs() {
    let mut wrong = String::new();
    let names = programs(".s");
    assert!(names.len() >= 20);
    for name in names {
        let found = differences(&read(&format!("gcc/{name}.s")), &read(&format!("gcc/{name}.hex")));
        if !found.is_empty() {
            wrong += &format!("== {name}: {}\n{}\n", found.len(), found[..found.len().min(10)].join("\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The compiled programs run: console and exit code equal those of qemu.
#[test]
fn compiled_programs_run() {
    for name in programs(".s") {
        let assembly = assemble_text(&read(&format!("gcc/{name}.s")));
        let spec = Spec { array: Array::new(1, 1), ..Spec::default() };
        let mut machine = Machine::new(spec, assembly.program.unwrap().into()).unwrap();
        while machine.step() {}
        let node = &machine.state.nodes[0];
        let console = node.console.tail(usize::MAX);
        let code = node.core.processor.halted.map(|h| h.0);
        let expected = read(&format!("gcc/{}.out", name.split('-').next().unwrap()));
        assert_eq!(
            format!("{console}exit {}\n", code.map_or(-1, |c| c as i32)),
            expected,
            "{name} {:?}",
            machine.outcome()
        );
    }
}

#[test]
fn every_instruction() {
    compare("instructions");
    let source = read("asm/instructions.s");
    // `isa/words.txt` holds the others as the disassembler writes them; see isa_golden.rs.
    let words = read("isa/words.txt");
    let texts = || source.lines().chain(words.lines().filter_map(|l| l.split_once(' ')).map(|(_, text)| text));
    let used = |mnemonic: &str| texts().any(|l| l.split(' ').next() == Some(mnemonic));
    let missing: Vec<&str> = isa::rows().iter().map(|r| r.mnemonic).filter(|m| !used(m)).collect();
    assert_eq!(missing, [""; 0], "instructions without a golden case");
}

#[test]
fn pseudo_instructions() {
    compare("pseudo");
}

#[test]
fn data() {
    compare("data");
}

/// Every line `op inputs = outputs` of the qemu run.
#[test]
fn meanings() {
    let mut seen = std::collections::BTreeSet::new();
    for line in read("exec/exec.txt").lines() {
        let (inputs, outputs) = line.split_once(" = ").unwrap();
        let (mnemonic, inputs) = inputs.split_once(' ').unwrap();
        let hex = |text: &str| -> Vec<u32> { text.split(' ').map(|w| u32::from_str_radix(w, 16).unwrap()).collect() };
        let row = isa::by_mnemonic(mnemonic).next().unwrap();
        assert_eq!(compute(row.op, row.class, &hex(inputs)), hex(outputs), "{line}");
        seen.insert(row.op);
    }
    assert!(seen.len() >= 60, "only {} instructions", seen.len());
}

fn compute(op: Op, class: Class, inputs: &[u32]) -> Vec<u32> {
    match (class, inputs) {
        (Class::Load, &[word, addr, old]) => vec![isa::exec::load(op, word, addr, old)],
        (Class::Store, &[word, addr, value]) => vec![isa::exec::store(op, word, addr, value)],
        (Class::Branch, &[rs, rt]) => vec![isa::exec::branch_taken(op, rs, rt).into()],
        (Class::MulDiv, &[a, b, hi, lo]) => {
            let (hi, lo) = isa::exec::muldiv(op, a, b, hi, lo);
            vec![hi, lo]
        }
        // Shifts by a constant have their operand in the place of `a`; no other instruction reads the shift amount.
        (_, &[a, b]) => vec![isa::exec::alu(op, a, b, a)],
        other => panic!("{other:?}"),
    }
}
