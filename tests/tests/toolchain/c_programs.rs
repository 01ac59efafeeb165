//! C programs compiled by the line of README: they link at every level of optimisation, print the same as on qemu, and
//! end with 0.
//!
//! The committed files (`golden/elf`, by `golden/make_asm.py`) are run everywhere; the line itself is run if gcc is on
//! the path.

use mcore::base::Array;
use mcore::isa::{Op, decode};
use mcore::modes::chip::{Machine, Spec};
use mcore::program::{Program, SegmentKind};
use mcore::toolchain::elf::load;
use mcore_tests::{docs, root};
use std::path::PathBuf;
use std::process::Command;

const PROGRAMS: [&str; 4] = ["kernels", "memory", "no-return", "wide"];
const FASTER: [&str; 4] = ["-mmadd4", "-mlxc1-sxc1", "-mbranch-likely", "-funroll-loops"];
const MEMORY: u32 = 512 * 1024;

/// The first command of a document that calls gcc, word by word.
fn line(path: &str) -> Vec<String> {
    let text = docs::read(path);
    let block =
        text.split("```").find(|block| block.starts_with("console\nmipsel-linux-gnu-gcc")).expect("a line for C");
    block.replace("\\\n", " ").split_whitespace().skip(1).map(str::to_owned).collect()
}

/// Console, exit code and cycles of a program on one node.
fn run(program: Program) -> (String, u64) {
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 20_000_000, ..Spec::default() };
    let mut machine = Machine::new(spec, program.into()).expect("a machine");
    while machine.step() {}
    let node = &machine.state.nodes[0];
    let code = node.core.processor.halted.map_or(-1, |h| h.0 as i32);
    (format!("{}exit {code}\n", node.console.tail(usize::MAX)), machine.state.cycle)
}

fn loaded(data: &[u8], name: &str) -> Program {
    load(data, MEMORY).unwrap_or_else(|error| panic!("{name}: {}", error.text().en))
}

/// A program's output on qemu, and its exit code, which is 0.
fn expected(name: &str) -> String {
    let text = docs::read(&format!("tests/golden/c/{name}.out"));
    assert!(text.ends_with("exit 0\n"), "{name}");
    text
}

/// Compiles a program by a line in which some words are replaced; `None` if there is no gcc.
fn compiled(line: &[String], name: &str, words: impl Fn(&str) -> Option<String>) -> Option<Program> {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let out: PathBuf = std::env::temp_dir().join(format!("mcore-c-{}-{number}.elf", std::process::id()));
    let arguments = line.iter().filter_map(|word| match word.as_str() {
        "program.c" => Some(format!("tests/golden/c/{name}.c")),
        "program.elf" => Some(out.display().to_string()),
        other => words(other),
    });
    let mut command = Command::new(&line[0]);
    let ran = match command.args(arguments.skip(1)).current_dir(root()).output() {
        Ok(ran) => ran,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("{} is not on the path; only the committed files have been run", line[0]);
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    assert!(ran.status.success(), "{name}: {}", String::from_utf8_lossy(&ran.stderr));
    let data = std::fs::read(&out).expect("the program");
    std::fs::remove_file(&out).expect("it can be removed");
    Some(loaded(&data, name))
}

#[test]
fn the_documents_give_the_same_line() {
    let readme = line("README.md");
    assert_eq!(line("docs/assembler.md"), readme);
    assert_eq!(line("docs/assembler.ja.md"), readme);
    assert!(
        readme.iter().any(|word| word == "-O2") && FASTER.iter().all(|flag| readme.iter().any(|word| word == flag))
    );
}

#[test]
fn committed_programs_print_what_they_print_on_qemu_and_end_with_0() {
    for name in PROGRAMS {
        let data = std::fs::read(root().join(format!("tests/golden/elf/{name}.elf"))).expect("a committed file");
        assert_eq!(run(loaded(&data, name)).0, expected(name), "{name}");
    }
    // The one with functions of libgcc has the flag CPIC without PIC.
    let wide = std::fs::read(root().join("tests/golden/elf/wide.elf")).expect("a committed file");
    assert_eq!(u32::from_le_bytes(wide[36..40].try_into().expect("four bytes")) & 7, 5);
}

#[test]
fn the_line_of_readme_makes_programs_that_run_at_every_level() {
    let line = line("README.md");
    for level in ["-O0", "-Og", "-O1", "-O2", "-Os", "-O3"] {
        for name in PROGRAMS {
            let words = |word: &str| Some(if word == "-O2" { level } else { word }.to_owned());
            let Some(program) = compiled(&line, name, words) else { return };
            assert_eq!(run(program).0, expected(name), "{name} {level}");
        }
    }
}

/// The cores understand the flags for speed, the instructions that they allow are used, and they save a fifth of the
/// cycles of four kernels (geometric mean).
#[test]
fn the_flags_for_speed_save_a_fifth_of_the_cycles() {
    let line = line("README.md");
    let Some(all) = compiled(&line, "kernels", |word| Some(word.to_owned())) else { return };
    let text = all.segments.iter().filter(|s| s.kind == SegmentKind::Text);
    let words =
        text.flat_map(|s| s.bytes.chunks_exact(4)).map(|w| u32::from_le_bytes(w.try_into().expect("four bytes")));
    let ops: Vec<Op> = words.map(|word| decode(word).op).collect();
    assert!([Op::MaddD, Op::Ldxc1, Op::Sdxc1].iter().all(|wanted| ops.contains(wanted)));
    assert!(ops.iter().any(|op| op.is_likely()));

    let kernels = ["whole()", "real()", "primes()", "queens(0)"];
    let mut product = 1.0;
    for kernel in kernels {
        // The word before the first flag selects the kernel.
        let only = |word: &str| if word == "-O2" { format!("-O2;-DONLY={kernel}") } else { word.to_owned() };
        let split: Vec<String> =
            line.iter().flat_map(|w| only(w).split(';').map(str::to_owned).collect::<Vec<_>>()).collect();
        let faster = compiled(&split, "kernels", |word| Some(word.to_owned())).expect("gcc is there");
        let slower = compiled(&split, "kernels", |word| (!FASTER.contains(&word)).then(|| word.to_owned()));
        let ((out, faster), (plain, slower)) = (run(faster), run(slower.expect("gcc is there")));
        assert_eq!(out, plain, "{kernel}");
        println!("{kernel}: {slower} cycles without the flags, {faster} with them");
        product *= faster as f64 / slower as f64;
    }
    let mean = f64::powf(product, 1.0 / kernels.len() as f64);
    assert!(mean <= 0.8, "{mean}");
}
