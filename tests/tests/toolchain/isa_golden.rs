//! The instruction set against GNU as and qemu (files made by `golden/make_isa.py`).

use mcore::isa::exec::fpu::{self, Fcsr};
use mcore::isa::{self, Op, Operand, decode, disassemble, encode, exec};
use std::collections::BTreeMap;

fn read(name: &str) -> String {
    let path = format!("{}/golden/isa/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|error| panic!("`{text}`: {error}"))
}

/// GNU as reads the disassembler's text back to the same word.
#[test]
fn gnu_reads_our_text_of_every_instruction() {
    let mut cases: BTreeMap<Op, usize> = BTreeMap::new();
    let mut total = 0;
    for (line, pc) in read("words.txt").lines().zip((0x1000..).step_by(4)) {
        let (word, text) = line.split_once(' ').unwrap();
        let word = hex(word) as u32;
        let instr = decode(word);
        assert_eq!(disassemble(&instr, pc, &|addr| (addr == 0x1000).then(|| "main".into())), text, "{line}");
        assert_eq!(encode(&instr), word, "{line}");
        *cases.entry(instr.op).or_default() += 1;
        total += 1;
    }
    let few = |row: &&isa::Row| {
        let free = row.operands.iter().filter(|o| !matches!(o, Operand::Branch | Operand::Jump)).count();
        cases.get(&row.op).copied().unwrap_or(0) < if free == 0 { 1 } else { 4 }
    };
    let few: Vec<&str> = isa::rows().iter().filter(few).map(|r| r.mnemonic).collect();
    assert_eq!(few, [""; 0], "instructions with too few golden cases");
    assert!(total > 1000, "only {total} cases");
}

/// An instruction of `float.txt`.
struct Float {
    op: Op,
    /// Width of operands and result in bits; a comparison has no result.
    from: u32,
    to: Option<u32>,
    /// The condition code that a comparison of the file writes.
    code: u8,
}

impl Float {
    fn new(mnemonic: &str) -> Self {
        let op = isa::by_mnemonic(mnemonic).next().unwrap_or_else(|| panic!("no `{mnemonic}`")).op;
        let bits = |format: &str| if format == "d" { 64 } else { 32 };
        let formats: Vec<&str> = mnemonic.split('.').collect();
        match formats[..] {
            ["c", _, format] => Self { op, from: bits(format), to: None, code: if format == "d" { 5 } else { 0 } },
            [_, to, from] => Self { op, from: bits(from), to: Some(bits(to)), code: 0 },
            [_, format] => Self { op, from: bits(format), to: Some(bits(format)), code: 0 },
            _ => panic!("{mnemonic}"),
        }
    }

    /// Result, if no exception traps, and FCSR after the instruction.
    fn run(&self, fcsr: Fcsr, [fs, ft, fr]: [u64; 3]) -> (Option<u64>, Fcsr) {
        if matches!(self.op, Op::AbsS | Op::AbsD | Op::NegS | Op::NegD | Op::MovS | Op::MovD) {
            return (Some(fpu::sign(self.op, fs)), fcsr);
        }
        let (value, exceptions) = match self.to {
            Some(_) => fpu::arithmetic(self.op, fs, ft, fr, fcsr),
            None => {
                let (condition, exceptions) = fpu::compare(self.op, self.from == 64, fs, ft);
                (condition.into(), exceptions)
            }
        };
        let after = fcsr.after(exceptions);
        match self.to {
            _ if after.traps() != 0 => (None, after),
            Some(_) => (Some(value), after),
            None => (Some(0), after.with_condition(self.code, value != 0)),
        }
    }
}

/// `fs [ft [fr]]`.
fn operands(text: &str) -> [u64; 3] {
    let mut operands = [0; 3];
    operands.iter_mut().zip(text.split(' ')).for_each(|(o, t)| *o = hex(t));
    operands
}

/// Every line of edge operands: value and FCSR in all rounding modes, with and without flushing.
#[test]
fn floating_point_edges() {
    let mut cases = 0;
    for line in read("float.txt").lines() {
        let (first, rest) = line.split_once(' ').unwrap();
        let (flush, case) = match first {
            "flush" => (1 << 24, rest),
            "trap" | "random" | "control" | "int" => continue,
            _ => (0, line),
        };
        let (inputs, outputs) = case.split_once(" = ").unwrap();
        let (mnemonic, inputs) = inputs.split_once(' ').unwrap();
        let float = Float::new(mnemonic);
        let outputs: Vec<&str> = outputs.split(" | ").collect();
        for mode in 0..4 {
            let (value, fcsr) = float.run(Fcsr::new(flush | mode), operands(inputs));
            let value = value.expect("nothing is enabled");
            let fcsr = fcsr.bits() & !3;
            let ours = match float.to {
                Some(64) => format!("{value:016x} {fcsr:x}"),
                Some(_) => format!("{value:08x} {fcsr:x}"),
                None => format!("{fcsr:x}"),
            };
            assert_eq!(ours, outputs[mode as usize % outputs.len()], "mode {mode}: {line}");
        }
        cases += 1;
    }
    assert!(cases > 5000, "only {cases} cases");
}

/// Enabled exceptions: whether they trap, the value of FCSR then, and that the result register stays.
#[test]
fn floating_point_traps() {
    let mut seen = 0;
    for line in read("float.txt").lines().filter_map(|l| l.strip_prefix("trap ")) {
        let (inputs, outputs) = line.split_once(" = ").unwrap();
        let [mnemonic, enables, inputs] = inputs.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let float = Float::new(mnemonic);
        let (value, fcsr) = float.run(Fcsr::new((hex(enables) as u32) << 7), operands(inputs));
        let trapped = u8::from(value.is_none());
        let fcsr = fcsr.bits();
        let ours = match (float.to, value.unwrap_or(0x5555_5555_5555_5555)) {
            (Some(64), value) => format!("{trapped} {value:016x} {fcsr:x}"),
            (Some(_), value) => format!("{trapped} {:08x} {fcsr:x}", value as u32),
            (None, _) => format!("{trapped} {fcsr:x}"),
        };
        assert_eq!(ours, outputs, "{line}");
        seen += usize::from(trapped);
    }
    assert!(seen > 100, "only {seen} traps");
}

/// Edge operands of `float.c`, for the random ones.
fn edges(file: &str, name: &str) -> Vec<u64> {
    let start = file.find(&format!(" {name}[] = {{")).unwrap_or_else(|| panic!("no {name}"));
    let list = &file[start..][..file[start..].find('}').unwrap()];
    let list = &list[list.find('{').unwrap() + 1..];
    list.split(',').map(|n| n.trim()).map(|n| n.strip_prefix("0x").map_or_else(|| n.parse().unwrap(), hex)).collect()
}

/// 20,000 random cases of each instruction in each rounding mode, compared by a digest of all results.
#[test]
fn floating_point_at_random() {
    let source = read("float.c");
    let list = |name: &str| edges(&source, name);
    let (singles, doubles, words) = (list("singles"), list("doubles"), list("words"));
    let (more_singles, more_doubles) = (list("more_singles"), list("more_doubles"));
    let mut digests = 0;
    for line in read("float.txt").lines().filter_map(|l| l.strip_prefix("random ")) {
        let (inputs, expected) = line.split_once(" = ").unwrap();
        let (mnemonic, mode) = inputs.split_once(' ').unwrap();
        let float = Float::new(mnemonic);
        let is_word = mnemonic.ends_with(".w");
        let one_operand = !matches!(isa::row(float.op).operands.len(), 3 | 4);
        let mut pool = if is_word {
            &words
        } else if float.from == 64 {
            &doubles
        } else {
            &singles
        }
        .clone();
        if one_operand && !is_word {
            pool.extend(if float.from == 64 { &more_doubles } else { &more_singles });
        }
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        let mut operand = || match (next() >> 60, next()) {
            (0..2, bits) => pool[(bits >> 32) as usize % pool.len()],
            (0..6, bits) if float.from == 64 => bits,
            (kind, bits) if kind < 6 || is_word => bits & 0xffff_ffff,
            (_, bits) if float.from == 64 => (bits & 0x807f_ffff_ffff_ffff) + 0x3fc0_0000_0000_0000,
            (_, bits) => (bits & 0x83ff_ffff) + 0x3e00_0000,
        };
        let mut digest = 0xcbf2_9ce4_8422_2325u64;
        let mut take = |word: u64| digest = (digest ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        let fcsr = Fcsr::new(hex(mode) as u32);
        for _ in 0..20_000 {
            let [fs, ft, fr] = [operand(), operand(), operand()];
            let (value, after) = float.run(fcsr, [fs, ft, fr]);
            take(value.expect("nothing is enabled"));
            take(after.bits().into());
        }
        assert_eq!(format!("{digest:016x}"), expected, "{line}");
        digests += 1;
    }
    assert!(digests >= 150, "only {digests} digests");
}

/// Writing each control register, and reading all of them afterwards.
#[test]
fn floating_point_control_registers() {
    for line in read("float.txt").lines().filter_map(|l| l.strip_prefix("control ")) {
        let (inputs, outputs) = line.split_once(" = ").unwrap();
        let (register, value) = inputs.split_once(' ').unwrap();
        let after = Fcsr::new(0x54a0_0055).written(register.parse().unwrap(), hex(value) as u32).unwrap();
        let trapped = u8::from(after.traps() != 0);
        let shown = [0, 25, 26, 28, 31].map(|r| format!("{:08x}", after.read(r).unwrap()));
        assert_eq!(format!("{trapped} {}", shown.join(" ")), outputs, "{line}");
    }
}

/// Integer instructions of Release 2.
#[test]
fn integers() {
    let mut cases = 0;
    for line in read("float.txt").lines().filter_map(|l| l.strip_prefix("int ")) {
        let (inputs, output) = line.split_once(" = ").unwrap();
        let (mnemonic, inputs) = inputs.split_once(' ').unwrap();
        let inputs: Vec<u32> = inputs.split(' ').map(|w| hex(w) as u32).collect();
        let op = isa::by_mnemonic(mnemonic).next().unwrap().op;
        let ours = match (op, &inputs[..]) {
            (Op::Ext, &[a, position, size]) => exec::extract(a, position, size),
            (Op::Ins, &[b, a, position, size]) => exec::insert(b, a, position, size),
            (Op::Rotr, &[b, shift]) => exec::alu(op, 0, b, shift),
            (Op::Rotrv, &[b, a]) => exec::alu(op, a, b, 0),
            (_, &[b]) => exec::alu(op, 0, b, 0),
            other => panic!("{other:?}"),
        };
        assert_eq!(format!("{ours:08x}"), output, "{line}");
        cases += 1;
    }
    assert!(cases > 300, "only {cases} cases");
}
