//! The assembler and the meanings of instructions against GNU as, GNU ld and qemu (files made by `golden/make.py`).

use mcore::asm::{Assembly, Options, assemble};
use mcore::base::SourceFile;
use mcore::isa::{self, Class, Op, decode, disassemble};
use mcore::program::SegmentKind;

fn read(name: &str) -> String {
    let path = format!("{}/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn assemble_text(text: &str) -> Assembly {
    let file = SourceFile { name: "golden.s".into(), text: text.into() };
    assemble(&[file], &[], &Options::default())
}

/// Sections of a `.hex` file: first address and contents, a word a line, `xN` after a word that comes N times.
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

/// Compares a whole program with the image that GNU as and ld made of the same source.
fn compare(name: &str) {
    let source = read(&format!("asm/{name}.s"));
    let assembly = assemble_text(&source);
    let program = assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics));
    let ours: Vec<_> = program.segments.iter().filter(|s| s.kind != SegmentKind::Bss).collect();
    let mut wrong = Vec::new();
    let theirs = sections(&read(&format!("asm/{name}.hex")));
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
    }
    let addresses: Vec<u32> = ours.iter().map(|s| s.addr).collect();
    if wrong.is_empty() {
        assert_eq!(addresses, theirs.iter().map(|s| s.0).collect::<Vec<_>>(), "addresses of the sections");
    }
    assert!(wrong.is_empty(), "{} words differ:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
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
        // Shifts by a constant have it in the place of `a`; no other instruction looks at the shift amount.
        (_, &[a, b]) => vec![isa::exec::alu(op, a, b, a)],
        other => panic!("{other:?}"),
    }
}
