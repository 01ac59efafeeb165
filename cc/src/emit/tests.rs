//! Random modules: the code of every level gives what the interpreter gives, under qemu with GNU as.

use super::*;
use crate::ir::{SymbolId, interp, interp::Machine, random, text, verify};
use crate::opt;
use alloc::string::ToString;
use std::{fs, path::Path, path::PathBuf, process::Command};

/// A call of the interpreter's host: the module needs none.
fn no_host(_: &str, _: &mut interp::Memory, _: &[u32]) -> Option<u64> {
    None
}

pub(crate) fn interpret(module: &Module, name: &str) -> Result<u64, interp::Stop> {
    let symbol = module.symbols.iter().position(|s| s.name == name).unwrap();
    let mut host = no_host;
    Machine::new(module, 1 << 18, 20_000_000, &mut host)?.call(SymbolId(symbol as u32), &[])
}

/// The module with a suffix at all global names, so that several can be linked.
fn renamed(mut module: Module, suffix: &str) -> Module {
    for symbol in &mut module.symbols {
        if symbol.name.starts_with('f') || symbol.name == "kernel" {
            symbol.name.push_str(suffix);
        }
    }
    module
}

/// The folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("mcore-cc-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The parts of a program without a library: start, the result of a kernel on the standard output, `memcpy`, `memset`.
pub(crate) const START: &str = r#"
typedef unsigned u32;
static long sys(long n, long a, long b, long c) {
    register long v asm("$2") = n, x asm("$4") = a, y asm("$5") = b, z asm("$6") = c, e asm("$7");
    asm volatile("syscall" : "+r"(v), "=r"(e) : "r"(x), "r"(y), "r"(z) : "memory", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24", "$25");
    return v;
}
void *memcpy(void *to, const void *from, u32 n) {
    for (u32 i = 0; i < n; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memset(void *to, int c, u32 n) {
    for (u32 i = 0; i < n; i++) ((volatile char *)to)[i] = c;
    return to;
}
void show(u32 seed, u32 value) {
    char line[18];
    for (int i = 0; i < 8; i++) line[i] = "0123456789abcdef"[seed >> (28 - 4 * i) & 15];
    line[8] = ' ';
    for (int i = 0; i < 8; i++) line[9 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
    line[17] = '\n';
    sys(4004, 1, (long)line, 18);
}
void run(void);
void start_here(void) { run(); sys(4001, 0, 0, 0); }
asm(".globl __start\n__start: addiu $29, $29, -32\njal start_here\n");
"#;

/// Assembles texts with GNU as, links them with a C program, runs it; its output.
pub(crate) fn run_with_gcc(name: &str, texts: &[String], program: &str) -> Option<String> {
    let folder = folder(name);
    let mut files = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let file = folder.join(format!("t{i}.s"));
        fs::write(&file, text).unwrap();
        files.push(file);
    }
    fs::write(folder.join("main.c"), format!("{START}{program}")).unwrap();
    let gcc = |args: &[&str], files: &[PathBuf]| {
        Command::new("mipsel-linux-gnu-gcc")
            .args([
                "-march=mips32r2",
                "-mfp32",
                "-mno-abicalls",
                "-fno-pic",
                "-static",
                "-O1",
                "-nostdlib",
                "-ffreestanding",
                "-G0",
            ])
            .args(args)
            .args(files)
            .arg("-lgcc")
            .output()
    };
    files.push(folder.join("main.c"));
    let program = folder.join("program");
    let Ok(out) = gcc(&["-o", program.to_str().unwrap()], &files) else {
        std::eprintln!("mipsel-linux-gnu-gcc is not installed: nothing was run");
        return None;
    };
    assert!(out.status.success(), "{}: {}", folder.display(), String::from_utf8_lossy(&out.stderr));
    let out = run_program(&program);
    fs::remove_dir_all(&folder).unwrap();
    out
}

fn run_program(program: &Path) -> Option<String> {
    let out = Command::new("qemu-mipsel").args(["-cpu", "24Kf"]).arg(program).output().ok()?;
    assert!(
        out.status.success(),
        "{}: {:?} after {}",
        program.display(),
        out.status,
        String::from_utf8_lossy(&out.stdout)
    );
    Some(String::from_utf8(out.stdout).unwrap())
}

/// Translates a module to assembly text: passes of the level, legalisation, code.
pub(crate) fn compile(module: &mut Module, level: Level) -> Result<String, Fault> {
    opt::run(module, level);
    code(module, level).map(|code| code.text)
}

/// The first pass after which a module gives another result, with the function before and after it.
fn first_wrong(module: &Module, kernel: &str, level: Level, result: u64) -> String {
    let mut now = module.clone();
    // With the symbols of the helpers that legalisation names.
    let mut done = module.clone();
    opt::run(&mut done, level);
    now.symbols = done.symbols;
    let mut answer = String::new();
    opt::run_watched(&mut module.clone(), level, &mut |pass, f| {
        let Some(at) = now.functions.iter().position(|g| g.symbol == f.symbol) else { return };
        if !answer.is_empty() || f.legal && !now.functions[at].legal && pass != "legal" {
            return;
        }
        let before = core::mem::replace(&mut now.functions[at], f.clone());
        if interpret(&now, kernel) != Ok(result) {
            let print = |function| text::Printed { module, function }.to_string();
            answer = format!("{pass}\n{}\n{}", print(&before), print(f));
        }
    });
    answer
}

/// The number of random modules per level: `MCORE_CC_SEEDS`, for a long search.
fn seeds() -> u64 {
    std::env::var("MCORE_CC_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

/// Runs random modules at a level, many in one program.
fn random_modules(level: Level, seeds: core::ops::Range<u64>) {
    let seeds: Vec<u64> = seeds.collect();
    for (i, part) in seeds.chunks(400).enumerate() {
        random_program(&format!("{level:?}-{i}"), level, part);
    }
}

/// Runs random modules in one program.
fn random_program(name: &str, level: Level, seeds: &[u64]) {
    let (mut texts, mut calls, mut expected, mut names) = (Vec::new(), String::new(), Vec::new(), String::new());
    for &seed in seeds {
        let module = renamed(random::module(seed), &format!("_{seed}"));
        let kernel = format!("kernel_{seed}");
        let Ok(result) = interpret(&module, &kernel) else { continue };
        let mut optimised = module.clone();
        opt::run_watched(&mut optimised, level, &mut |pass, f| {
            verify::verify(f).unwrap_or_else(|e| {
                let printed = text::Printed { module: &module, function: f };
                panic!("seed {seed} after {pass}: {e}\n{printed}");
            });
        });
        for f in &optimised.functions {
            verify::verify(f).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{}", text::module(&optimised)));
        }
        let found = interpret(&optimised, &kernel);
        assert_eq!(found, Ok(result), "seed {seed}: {}", first_wrong(&module, &kernel, level, result));
        texts.push(code(&optimised, level).unwrap().text);
        names.push_str(&format!("int {kernel}(void);\n"));
        calls.push_str(&format!("show({seed}, {kernel}());\n"));
        expected.push(format!("{seed:08x} {:08x}", result as u32));
    }
    assert!(expected.len() > 10, "too few modules end");
    let program = format!("{names}void run(void) {{\n{calls}}}\n");
    let Some(out) = run_with_gcc(name, &texts, &program) else { return };
    for (line, expected) in out.lines().zip(&expected) {
        assert_eq!(line, expected, "{level:?}");
    }
    assert_eq!(out.lines().count(), expected.len());
}

#[test]
fn random_modules_without_optimisation() {
    random_modules(Level::O0, 0..seeds());
}

#[test]
fn random_modules_with_some_optimisation() {
    random_modules(Level::O1, 0..seeds());
}

#[test]
fn random_modules_with_all_optimisation() {
    random_modules(Level::O2, 0..seeds());
}
