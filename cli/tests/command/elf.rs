//! ELF programs of GNU and of ours through `mcore run` and `mcore disasm`.

use crate::common::{file, golden_folder, japanese, mcore};
use mcore_tests::root;
use object::read::elf::ElfFile32;
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _};

/// A file made by GNU tools, by `tests/golden/make_asm.py`.
fn gnu(name: &str) -> String {
    root().join("tests/golden/elf").join(name).display().to_string()
}

fn read(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn compiled_programs_print_what_they_print_on_qemu() {
    for (name, out) in [("calc", "calc"), ("newton", "newton"), ("lines", "lines"), ("lines4", "lines")] {
        let ran = mcore(&format!("run -q --nodes 1x1 {}", gnu(&format!("{name}.elf"))));
        let wanted = read(&root().join(format!("tests/golden/gcc/{out}.out")).display().to_string());
        let wanted = String::from_utf8(wanted).expect("text");
        let (console, code) = wanted.rsplit_once("exit ").expect("an exit code");
        assert_eq!(ran.out, console, "{name}");
        assert_eq!(ran.status, i32::from(code.trim() != "0"), "{name}: {ran:?}");
    }
}

/// A program with functions of libgcc, and one whose `main` has no `return`: status 0.
#[test]
fn programs_by_the_line_of_readme_end_with_0() {
    for name in ["wide", "memory", "no-return", "kernels"] {
        let ran = mcore(&format!("run -q --nodes 1x1 {}", gnu(&format!("{name}.elf"))));
        let wanted = read(&root().join(format!("tests/golden/c/{name}.out")).display().to_string());
        assert_eq!(format!("{}exit 0\n", ran.out), String::from_utf8(wanted).expect("text"), "{name}");
        assert_eq!(ran.status, 0, "{name}: {ran:?}");
    }
}

/// A frame larger than node memory is a stack overflow with its function, in both languages; a wild pointer is not.
#[test]
fn a_stack_overflow_is_reported_as_one() {
    let big = file(
        "big-frame.s",
        ".globl f\nmain: jal f\n b main\nf: li $t0, 0x800000\n subu $sp, $sp, $t0\n sw $ra, 0($sp)\n",
    );
    let ran = mcore(&format!("run --nodes 1x1 {big}"));
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.err.contains("stack overflow in `f`: $sp is 0xff87ffc0"), "{}", ran.err);
    let ran = japanese(&format!("run --nodes 1x1 {big}"));
    assert!(ran.err.contains("関数 `f` でスタックがあふれました"), "{}", ran.err);
    let wild = file("wild.s", "main: li $t0, 0xff87ffc0\n sw $ra, 0($t0)\n");
    let ran = mcore(&format!("run --nodes 1x1 {wild}"));
    assert!(ran.status == 3 && ran.err.contains("node memory ends") && !ran.err.contains("overflow"), "{}", ran.err);
}

#[test]
fn each_node_can_have_a_compiled_program_of_its_own() {
    let ran = mcore(&format!("run -q --nodes 2x1 {} --place 2,1={}", gnu("calc.elf"), gnu("newton.elf")));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.out.contains("[1,1] 12+ = 3\n") && ran.out.contains("[2,1] root = 1414\n"), "{}", ran.out);
}

/// As an ELF file the same program takes the same cycles.
#[test]
fn programs_survive_the_way_through_a_file() {
    let solution = root().join("exercises/class/matmul/solution/matmul.s").display().to_string();
    let returns = file("returns.s", "main: li $v0, 7\n jr $ra\n .data\nx: .word 1\n .bss\ny: .space 100\n");
    let tiny = golden_folder().join("tiny.s").display().to_string();
    for (path, name, nodes) in [(solution, "matmul", "4x4"), (returns, "returns", "4x4"), (tiny, "tiny", "2x1")] {
        let out = file(&format!("{name}.way.elf"), "");
        assert_eq!(mcore(&format!("asm --format elf -o {out} {path}")).status, 0);
        let run = |program: &str| mcore(&format!("run --nodes {nodes} --stats json {program}"));
        let (direct, way) = (run(&path), run(&out));
        assert_eq!((way.status, &way.out, &way.err), (direct.status, &direct.out, &direct.err), "{name}");
    }
}

/// A trap in a compiled program names the line of C.
#[test]
fn a_trap_names_the_line_of_c() {
    let mut bytes = read(&gnu("lines.elf"));
    let elf = ElfFile32::<Endianness>::parse(&*bytes).expect("ELF");
    let main = elf.symbols().find(|s| s.name() == Ok("main")).expect("main").address();
    let text = elf.section_by_name(".text").expect("text");
    let at = (text.file_range().expect("bytes").0 + main - text.address()) as usize;
    bytes[at..at + 4].copy_from_slice(&0xd_u32.to_le_bytes());
    let ran = mcore(&format!("run --nodes 1x1 {}", file("trapping.elf", bytes)));
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.err.contains("(main)") && ran.err.contains("lines.c") && ran.err.contains("line 8"), "{}", ran.err);
}

#[test]
fn what_cannot_run_is_refused_in_one_line() {
    for (name, what) in [
        ("big-endian", "big-endian"),
        ("sixty-four", "64 bits"),
        ("n32", "64 bits"),
        ("release-6", "Release 6"),
        ("micromips", "microMIPS"),
        ("mips16", "MIPS16"),
        ("nan2008", "IEEE 754-2008"),
        ("fp64", "-mfp32"),
        ("shared", "-static"),
        ("pie", "-static"),
        ("object", "must be linked"),
        ("far-away", "-Ttext=0x1000"),
    ] {
        let path = gnu(&format!("{name}.elf"));
        let ran = mcore(&format!("run {path}"));
        assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (2, "", 1), "{ran:?}");
        assert!(ran.err.starts_with(&format!("error: {path}: ")) && ran.err.contains(what), "{}", ran.err);
    }
    let ran = japanese(&format!("run {}", gnu("big-endian.elf")));
    assert!(ran.err.contains("ビッグエンディアン"), "{}", ran.err);
    let ran = mcore(&format!("run {} tiny.s", gnu("calc.elf")));
    assert!(ran.status == 2 && ran.err.contains("cannot be joined with other files"), "{ran:?}");
    let cut = file("cut.elf", &read(&gnu("calc.elf"))[..3000]);
    let ran = mcore(&format!("run {cut}"));
    assert!(ran.status == 2 && ran.err.contains("cut off or damaged"), "{ran:?}");
    let mut other = read(&gnu("calc.elf"));
    other[18] = 243; // EM_RISCV
    let ran = mcore(&format!("run {}", file("other.elf", other)));
    assert!(ran.status == 2 && ran.err.contains("another processor"), "{ran:?}");
    let large = file("large.s", "main: b main\n.bss\nx: .space 600000\n");
    let out = file("large.elf", "");
    assert_eq!(mcore(&format!("asm --node-memory 1M --format elf -o {out} {large}")).status, 0);
    let ran = mcore(&format!("run {out}"));
    assert!(ran.status == 2 && ran.err.contains("node memory has 0x80000 bytes"), "{ran:?}");
    assert_eq!(mcore(&format!("run -q --nodes 1x1 --max-cycles 9 --node-memory 1M {out}")).status, 5);
}

/// Every word, with the name of every function; also of a program that does not fit into node memory.
#[test]
fn instructions_of_a_compiled_program() {
    let ran = mcore(&format!("disasm {}", gnu("lines.elf")));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines = read(&gnu("lines.lines"));
    let addresses: Vec<String> = String::from_utf8_lossy(&lines)
        .lines()
        .map(|line| u32::from_str_radix(line.split(' ').next().unwrap_or_default(), 16).expect("an address"))
        .map(|addr| format!("{addr:08x}"))
        .collect();
    let rows: Vec<&str> = ran.out.lines().filter(|l| !l.ends_with(':')).collect();
    assert!(addresses.iter().all(|addr| rows.iter().any(|row| row.starts_with(addr.as_str()))));
    assert!(ran.out.starts_with("out_char:\n00001000  27bdfff8  addiu $sp, $sp, -8\n"), "{}", ran.out);
    assert!(ran.out.contains("\nmain:\n") && ran.out.contains("jal square\n"), "{}", ran.out);
    let far = mcore(&format!("disasm {}", gnu("far-away.elf")));
    assert!(far.status == 0 && far.out.contains("__start:\n004000"), "{far:?}");
}
