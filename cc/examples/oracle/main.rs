//! Truth from outside for the C compiler, for `cargo xtask oracle cc`: self-checking programs of other compilers' suites,
//! random programs against gcc under qemu, and the kernels beside gcc. It reads what the chore has fetched.

mod abi;
mod classes;
#[path = "../../tests/mutate/mod.rs"]
mod mutate;
mod suites;
mod values;

use mcore::base::{Array, SourceFile};
use mcore::modes::chip::{Machine, Outcome, Spec};
use mcore::toolchain::asm;
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Compiler as _, CompilerOptions, Compilers, Level, Options, Sources, build};
use mcore_cc::compile::{C, Settings};
use mcore_cc::front::front;
use mcore_cc::options::{Edition, Input};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Cycles after which a program is given up.
const MAX_CYCLES: u64 = 400_000_000;
const LEVELS: [(&str, Level); 3] = [("-O0", Level::O0), ("-O1", Level::O1), ("-O2", Level::O2)];

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// Exit code, output, cycles.
    Halted(u32, String, u64),
    /// It was not translated.
    Refused(String),
    /// A trap, or the limit of cycles.
    Stopped(String),
    /// The compiler or the machine failed.
    Panicked(String),
}

/// Translates and runs one program.
fn run(files: &[SourceFile], others: &[SourceFile], level: Level, settings: Settings) -> End {
    let work = AssertUnwindSafe(|| {
        let spec = Spec { array: Array::new(1, 1), node_memory: 16 << 20, cycle_limit: MAX_CYCLES, ..Spec::default() };
        let compilers = Compilers::new(vec![Arc::new(C::new(settings))]);
        let layout = asm::Options { memory_size: spec.node_memory, ..asm::Options::default() };
        let mut texts = library();
        texts.extend_from_slice(others);
        let built = build(files, &texts, &Options { layout, compilers, level, debug: false, array: None });
        let Some(program) = built.program else {
            let first = built.diagnostics.iter().find(|d| d.severity == mcore::base::Severity::Error);
            let line = |d: &mcore::base::Diagnostic| {
                let file = built.files.get(d.span.file.0 as usize).cloned().unwrap_or_default();
                format!("{file}:{}: {}", d.span.line, d.message.en)
            };
            return End::Refused(first.map(line).unwrap_or_default());
        };
        let mut machine = match Machine::new(spec, Arc::new(program)) {
            Ok(machine) => machine,
            Err(error) => return End::Refused(format!("{error:?}")),
        };
        machine.run_until(u64::MAX);
        let node = &machine.state.nodes[0];
        let bytes: Vec<u8> = node.console.bytes(0).collect();
        let output = String::from_utf8_lossy(&bytes).into_owned();
        let code = node.core.processor.halted.map_or(u32::MAX, |(code, _)| code);
        match machine.outcome() {
            Some(&Outcome::Halted { cycles, .. }) => End::Halted(code, output, cycles),
            other => End::Stopped(format!("{other:?}").chars().take(160).collect()),
        }
    });
    catch_unwind(work).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|t| (*t).into()));
        End::Panicked(text.unwrap_or_default())
    })
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // Deep recursion in one program must not end the others.
    let outcome = match words.as_slice() {
        ["torture", folder, rest @ ..] => torture(Path::new(folder), rest),
        ["csmith", count, rest @ ..] => csmith(count.parse().unwrap_or(50), rest),
        ["golden", folder] => values::golden(Path::new(folder)).inspect_err(|why| eprintln!("{why}")).is_ok(),
        ["classes", file] => classes::write(Path::new(file)),
        ["tests2", folder] => tests2(Path::new(folder)),
        ["sdcc", folder] => suites::sdcc(Path::new(folder)),
        ["mcpp", folder] => suites::mcpp(Path::new(folder)),
        ["run", level, files @ ..] => run_files(level, files),
        ["kernels", folder] => kernels(Path::new(folder)),
        ["speed", folder] => speed(Path::new(folder)),
        ["abi", count, rest @ ..] => abi::abi(count.parse().unwrap_or(50), number(rest)),
        [kind @ ("bits" | "init"), count, rest @ ..] => values::values(kind, count.parse().unwrap_or(50), number(rest)),
        ["fuzz", count, rest @ ..] => fuzz(count.parse().unwrap_or(10_000), number(rest)),
        _ => {
            eprintln!(
                "usage: oracle torture DIR [NAME …] | csmith COUNT [SEED [every]] | abi COUNT [SEED] | bits COUNT [SEED] | init COUNT [SEED] | classes FILE | golden DIR | fuzz COUNT [SEED] | \
                 tests2 DIR | sdcc DIR | mcpp DIR | kernels DIR | speed DIR | run -O0|-O1|-O2 FILE …"
            );
            return ExitCode::from(2);
        }
    };
    if outcome { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The first seed, after the number of programs.
fn number(rest: &[&str]) -> u64 {
    rest.first().and_then(|s| s.parse().ok()).unwrap_or(1)
}

/// Seconds after which a text counts as one that hangs the compiler.
const MAX_SECONDS: u64 = 20;

/// Texts that are nearly C, compiled at one of the levels: none may panic, and none may take long.
fn fuzz(count: u64, first: u64) -> bool {
    std::panic::set_hook(Box::new(|_| {}));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, failed, good) = (AtomicU64::new(first), AtomicU64::new(0), AtomicU64::new(0));
    let end = first + count;
    // A thread that has not begun yet counts as one at the first text, so that the watch below waits for it.
    let now: Vec<Mutex<(u64, Instant)>> = (0..threads).map(|_| Mutex::new((first, Instant::now()))).collect();
    let started = Instant::now();
    std::thread::scope(|scope| {
        for mine in &now {
            let (next, failed, good) = (&next, &failed, &good);
            let work = move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    *mine.lock().unwrap_or_else(|e| e.into_inner()) = (at, Instant::now());
                    if at >= end {
                        break;
                    }
                    let text = mutate::text(at);
                    match catch_unwind(|| mutate::compile(at, &text)) {
                        Ok(0) => _ = good.fetch_add(1, Ordering::Relaxed),
                        Ok(_) => {}
                        Err(_) => {
                            failed.fetch_add(1, Ordering::Relaxed);
                            println!("PANIC: text {at}:\n{text}\n----");
                        }
                    }
                }
            };
            if let Err(error) = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work) {
                eprintln!("cannot start a thread: {error}");
                mine.lock().unwrap_or_else(|e| e.into_inner()).0 = end;
            }
        }
        let mut shown = Instant::now();
        while now.iter().any(|at| at.lock().unwrap_or_else(|e| e.into_inner()).0 < end) {
            std::thread::sleep(Duration::from_millis(200));
            for at in &now {
                let (text, since) = *at.lock().unwrap_or_else(|e| e.into_inner());
                if text < end && since.elapsed().as_secs() > MAX_SECONDS {
                    println!("HANGS: text {text}:\n{}\n----", mutate::text(text));
                    std::process::exit(1);
                }
            }
            if shown.elapsed().as_secs() >= 30 {
                shown = Instant::now();
                eprintln!("{} texts, {} s", next.load(Ordering::Relaxed) - first, started.elapsed().as_secs());
            }
        }
    });
    let (failed, good) = (failed.into_inner(), good.into_inner());
    println!("{count} texts: {good} compile, {failed} panic; {} s", started.elapsed().as_secs());
    failed == 0
}

/// Seconds that this thread has had a processor, if the system says so; else seconds since the beginning.
fn seconds(begin: Instant) -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.map_or_else(|| begin.elapsed().as_secs_f64(), |n| n * 1e-9)
}

/// Lines each second of the compiler on one processor, over the kernels: the front end, then the whole at each level.
fn speed(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let texts = entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c"));
    let mut units: Vec<SourceFile> = texts
        .filter_map(|path| Some(SourceFile { name: path.display().to_string(), text: fs::read_to_string(&path).ok()? }))
        .collect();
    units.sort_by(|a, b| a.name.cmp(&b.name));
    let lines: usize = units.iter().map(|u| u.text.lines().count()).sum();
    // The best of several rounds: other work on the machine only makes it slower. The system counts a thread's time in
    // steps of some milliseconds, so a round is made long.
    let begin = Instant::now();
    let best = |work: &dyn Fn(&SourceFile) -> bool| {
        let mut best = f64::MAX;
        for _ in 0..20 {
            let (started, mut times) = (seconds(begin), 0);
            while times == 0 || seconds(begin) - started < 0.1 {
                if !units.iter().all(work) {
                    return None;
                }
                times += 1;
            }
            best = best.min((seconds(begin) - started) / f64::from(times));
        }
        Some(lines as f64 / best)
    };
    let settings = Settings { no_library: true, ..Settings::default() };
    let prelude = settings.options.prelude();
    let read = |unit: &SourceFile| {
        let input = Input { unit, project: &[], library: &[], prelude: &prelude };
        !front(input, &settings.options).report.has_errors()
    };
    let mut rows = vec![("front end", best(&read))];
    let compiler = C::new(settings.clone());
    for (name, level) in LEVELS {
        let options = CompilerOptions { level, memory_size: 1 << 20, debug: false };
        let whole = |unit: &SourceFile| {
            let done = compiler.compile(&Sources::of([unit]), &options);
            done.counts.0 == 0
        };
        rows.push((name, best(&whole)));
    }
    println!("# lines each second, {lines} lines in {} units", units.len());
    let mut good = !units.is_empty();
    for (name, speed) in rows {
        match speed {
            Some(speed) => println!("{name}: {speed:.0}"),
            None => {
                println!("{name}: a unit does not compile");
                good = false;
            }
        }
    }
    good
}

/// Runs given files as the suites are run.
fn run_files(level: &str, files: &[&str]) -> bool {
    let mut all = Vec::new();
    for name in files {
        match fs::read_to_string(name) {
            Ok(text) => all.push(SourceFile { name: (*name).into(), text }),
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
    let level = LEVELS.iter().find(|(name, _)| *name == level).map_or(Level::O1, |(_, level)| *level);
    let end = run(&all, &[], level, torture_settings(&all.iter().map(|f| f.text.as_str()).collect::<String>()));
    if let End::Halted(_, output, cycles) = &end {
        print!("{output}");
        println!("{cycles} cycles");
    }
    println!("{}", shown(&end));
    matches!(end, End::Halted(0, ..))
}

/// Calls a kernel; its result is the exit code.
const CALL: &str = "int kernel(void); int main(void) { return kernel(); }";
/// gcc's options: those of the table in the definition of the compiler.
const GCC: [&str; 9] =
    ["-O2", "-S", "-march=mips32r2", "-mfp32", "-mno-abicalls", "-fno-pic", "-G0", "-ffreestanding", "-w"];

/// Cycles of the kernels at each level, beside those of gcc's code if gcc is there.
fn kernels(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    let main = SourceFile { name: "main.c".into(), text: CALL.into() };
    let rows = side_by_side(&files, |path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let file = SourceFile { name: "kernel.c".into(), text };
        let own = LEVELS.map(|(_, level)| run(&[main.clone(), file.clone()], &[], level, Settings::default()));
        let made = Command::new("mipsel-linux-gnu-gcc").args(GCC).arg("-o").arg("-").arg(path).output().ok();
        let text = made.filter(|m| m.status.success()).map(|m| String::from_utf8_lossy(&m.stdout).into_owned());
        let gcc = text.map(|text| {
            let file = SourceFile { name: "kernel.s".into(), text };
            run(&[main.clone(), file], &[], Level::O2, Settings::default())
        });
        (own, gcc)
    });
    let mut good = true;
    let (mut logs, mut worst, mut counted) = ([0.0f64; 3], [0.0f64; 3], 0);
    println!("# kernel: cycles at -O0, -O1, -O2; gcc -O2");
    for (path, (own, gcc)) in files.iter().zip(&rows) {
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let cycles = |end: &End| if let End::Halted(_, _, cycles) = end { Some(*cycles) } else { None };
        let code = |end: &End| if let End::Halted(code, ..) = end { Some(*code) } else { None };
        let [Some(a), Some(b), Some(c)] = [cycles(&own[0]), cycles(&own[1]), cycles(&own[2])] else {
            println!("{name}: {}", own.iter().map(shown).collect::<Vec<_>>().join(", "));
            good = false;
            continue;
        };
        let results: Vec<Option<u32>> = own.iter().chain(gcc).map(code).collect();
        if results.iter().any(|r| *r != results[0]) {
            println!("{name}: results differ: {results:?}");
            good = false;
        }
        match gcc.as_ref().and_then(cycles) {
            Some(other) => {
                for (i, n) in [a, b, c].into_iter().enumerate() {
                    let ratio = n as f64 / other as f64;
                    logs[i] += ratio.ln();
                    worst[i] = worst[i].max(ratio);
                }
                counted += 1;
                println!("{name}: {a} {b} {c}; {other}, ratio {:.2}", c as f64 / other as f64);
            }
            None => println!("{name}: {a} {b} {c}"),
        }
    }
    if counted > 0 {
        let mean = logs.map(|l| (l / f64::from(counted)).exp());
        println!(
            "# geometric mean to gcc -O2: {:.2} {:.2} {:.2}; worst {:.2} {:.2} {:.2}",
            mean[0], mean[1], mean[2], worst[0], worst[1], worst[2]
        );
    }
    good
}

/// Prints why the programs of some seeds differ; the number of them.
fn differing(seeds: &[u64], results: Vec<Result<(), String>>) -> usize {
    let mut different = 0;
    for (seed, result) in seeds.iter().zip(results) {
        if let Err(why) = result {
            different += 1;
            println!("seed {seed}: {why}");
        }
    }
    different
}

/// Does `work` for each item on all processors; results in order.
fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let count = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..count {
            let started = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result = work(item);
                    results.lock().unwrap_or_else(|e| e.into_inner()).insert(at, result);
                }
            });
            if let Err(error) = started {
                eprintln!("cannot start a thread: {error}");
            }
        }
    });
    results.into_inner().unwrap_or_else(|e| e.into_inner()).into_values().collect()
}

/// The first line of a `{ dg-… }` directive.
fn directive<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.split_once(&format!("{{ {name} ")).map(|(_, rest)| rest))
}

/// The settings for a program of gcc's suite.
fn torture_settings(text: &str) -> Settings {
    let mut settings = Settings::default();
    let options = directive(text, "dg-options").or_else(|| directive(text, "dg-additional-options")).unwrap_or("");
    settings.options.edition = if options.contains("gnu89") { Edition::Gnu89 } else { Edition::Gnu17 };
    for name in [
        "implicit-function-declaration",
        "implicit-int",
        "int-conversion",
        "incompatible-pointer-types",
        "missing-include",
        "return-mismatch",
    ] {
        settings.options.levels.option(&format!("no-{name}"));
    }
    settings.options.no_builtin = options.contains("-fno-builtin");
    for word in options.split([' ', '"']).filter_map(|w| w.strip_prefix("-D")) {
        settings.options.defines.push(word.into());
    }
    settings
}

/// Names of programs that are not expected to pass, and why.
fn exceptions() -> BTreeMap<&'static str, &'static str> {
    let list = include_str!("../../../tests/cases/cc/torture.txt");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).collect()
}

/// gcc's self-checking programs.
fn torture(folder: &Path, names: &[&str]) -> bool {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [folder.to_owned(), folder.join("ieee")] {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        files.extend(entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")));
    }
    files.sort();
    let name = |path: &Path| path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    files.retain(|path| names.is_empty() || names.contains(&name(path).as_str()));
    let exceptions = exceptions();
    let started = Instant::now();
    let results = side_by_side(&files, |path| {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        let settings = torture_settings(&text);
        let file = SourceFile { name: format!("{}.c", name(path)), text };
        LEVELS.map(|(name, level)| {
            let end = run(std::slice::from_ref(&file), &headers_beside(path), level, settings.clone());
            if !matches!(end, End::Halted(0, ..)) {
                eprintln!("{} {name}: {}", file.name, shown(&end));
            }
            end
        })
    });
    let mut passed = [0; 3];
    let (mut excepted, mut failed) = (0, 0);
    for (path, ends) in files.iter().zip(&results) {
        let name = name(path);
        let good = |end: &End| matches!(end, End::Halted(0, ..));
        for (i, end) in ends.iter().enumerate() {
            passed[i] += usize::from(good(end));
        }
        let listed = exceptions.contains_key(name.as_str());
        excepted += usize::from(listed);
        match (ends.iter().all(good), listed) {
            (true, false) => {}
            (true, true) => println!("{name}: passes, and can be taken off the list"),
            (false, true) => {}
            (false, false) => {
                failed += 1;
                for ((level, _), end) in LEVELS.iter().zip(ends).filter(|(_, end)| !good(end)) {
                    println!("{name} {level}: {}", shown(end));
                }
            }
        }
    }
    let [a, b, c] = passed;
    let (all, seconds) = (files.len(), started.elapsed().as_secs());
    println!(
        "{all} programs: {a} pass at -O0, {b} at -O1, {c} at -O2; {excepted} exceptions, {failed} not listed fail; {seconds} s"
    );
    failed == 0
}

fn shown(end: &End) -> String {
    match end {
        End::Halted(code, ..) => format!("exit code {code}"),
        End::Refused(why) => format!("refused: {why}"),
        End::Stopped(why) => format!("stopped: {why}"),
        End::Panicked(why) => format!("PANIC: {why}"),
    }
}

/// Texts that a program includes from its own folder.
fn headers_beside(path: &Path) -> Vec<SourceFile> {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut out: Vec<SourceFile> = Vec::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        let names = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("#include")?.trim().strip_prefix('"')?.split_once('"'));
        for (name, _) in names {
            let Ok(bytes) = fs::read(folder.join(name)) else { continue };
            if out.iter().any(|f| f.name == name) {
                continue;
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            open.push(text.clone());
            out.push(SourceFile { name: name.into(), text });
        }
    }
    out
}

/// Programs with the output that they must have.
fn tests2(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files.retain(|path| path.with_extension("expect").is_file());
    let results = side_by_side(&files, |path| {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        let settings = torture_settings(&text);
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let file = SourceFile { name, text };
        LEVELS.map(|(_, level)| run(std::slice::from_ref(&file), &headers_beside(path), level, settings.clone()))
    });
    let mut passed = 0;
    for (path, ends) in files.iter().zip(&results) {
        let wanted = fs::read_to_string(path.with_extension("expect")).unwrap_or_default();
        let good = |end: &End| matches!(end, End::Halted(_, output, _) if output.trim_end() == wanted.trim_end());
        if ends.iter().all(good) {
            passed += 1;
            continue;
        }
        for ((level, _), end) in LEVELS.iter().zip(ends).filter(|(_, end)| !good(end)) {
            let why = if let End::Halted(_, output, _) = end { first_difference(output, &wanted) } else { shown(end) };
            println!("{} {level}: {why}", path.display());
        }
    }
    println!("{} programs: {passed} pass at all levels", files.len());
    true
}

fn first_difference(a: &str, b: &str) -> String {
    let pair = a.lines().map(Some).chain([None]).zip(b.lines().map(Some).chain([None])).find(|(a, b)| a != b);
    format!("output differs: {pair:?}")
}

/// Options of csmith: one list for each program in turn, or each list for every program.
const CSMITH: [&[&str]; 4] = [
    &["--no-packed-struct"],
    &["--bitfields", "--packed-struct"],
    &["--no-packed-struct", "--float"],
    &["--bitfields", "--float", "--packed-struct"],
];

/// How a random program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Same {
    /// The checksums at all three levels are equal.
    Equal,
    /// It runs too long to be compared.
    Long,
    GccRefuses,
    /// Its result differs from gcc's, and gcc's own results differ between levels: its behaviour is undefined.
    Undefined,
    /// A pointer to a member of a packed structure is used, which qemu lets pass and the chip does not.
    Unaligned,
}

/// Random programs: the checksum at three levels against that of gcc's program under qemu. A program that gcc 14 compiles
/// and ours refuses is different.
fn csmith(count: u64, rest: &[&str]) -> bool {
    let first = number(rest);
    let lists = |seed: u64| match rest.get(1) {
        Some(&"every") => (0..CSMITH.len()).collect(),
        _ => vec![(seed % CSMITH.len() as u64) as usize],
    };
    let programs: Vec<(u64, usize)> =
        (first..first + count).flat_map(|seed| lists(seed).into_iter().map(move |list| (seed, list))).collect();
    let scratch = std::env::temp_dir().join(format!("mcore-oracle-{}", std::process::id()));
    if let Err(error) = fs::create_dir_all(&scratch) {
        eprintln!("{}: {error}", scratch.display());
        return false;
    }
    let started = Instant::now();
    let results = side_by_side(&programs, |(seed, list)| random_program(*seed, CSMITH[*list], &scratch));
    let _ = fs::remove_dir_all(&scratch);
    let (mut equal, mut long, mut refused, mut undefined, mut unaligned, mut different) = (0, 0, 0, 0, 0, 0);
    for ((seed, list), result) in programs.iter().zip(results) {
        match result {
            Ok(Same::Equal) => equal += 1,
            Ok(Same::Long) => long += 1,
            Ok(Same::GccRefuses) => refused += 1,
            Ok(Same::Undefined) => undefined += 1,
            Ok(Same::Unaligned) => unaligned += 1,
            Err(why) => {
                different += 1;
                println!("seed {seed} {}: {why}", CSMITH[*list].join(" "));
            }
        }
    }
    let seconds = started.elapsed().as_secs();
    println!(
        "{} random programs: {equal} equal at three levels, {long} run too long, {refused} refused by gcc, {undefined} print something else at another level of gcc, \
         {unaligned} with pointers to packed members, {different} differ or are refused; {seconds} s",
        programs.len()
    );
    different == 0
}

fn random_program(seed: u64, options: &[&str], scratch: &Path) -> Result<Same, String> {
    // csmith leaves a file in the folder where it runs.
    let folder = scratch.join(format!("{seed}{}", options.concat()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let made = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--max-funcs", "6", "--max-block-depth", "3"])
        .args(options)
        .current_dir(&folder)
        .output()
        .map_err(|error| format!("csmith: {error}"))?;
    let text = String::from_utf8_lossy(&made.stdout).into_owned();
    fs::write(folder.join("program.c"), &text).map_err(|error| error.to_string())?;
    let result = compared(seed, text, &folder);
    let _ = fs::remove_dir_all(&folder);
    result
}

/// Compares a random program, which is `program.c` in a folder.
fn compared(seed: u64, text: String, folder: &Path) -> Result<Same, String> {
    let Some(ByGcc { said, printed }) = by_gcc(folder, "-O1")? else { return Ok(Same::GccRefuses) };
    let Some(wanted) = printed else { return Ok(Same::Long) };
    let differs_itself = || {
        let printed = |level| by_gcc(folder, level).ok().flatten().and_then(|result| result.printed);
        ["-O0", "-O2"].into_iter().filter_map(printed).any(|other| other != wanted)
    };
    // A program that only older compilers than gcc 14 take is compared too, with those errors as warnings.
    let permissive = said.lines().any(|line| classes::class(line) == Some('e'));
    let headers = csmith_headers();
    let file = SourceFile { name: format!("{seed}.c"), text };
    for (level, chosen) in LEVELS {
        // The usual settings, so that a wrong severity of a finding is seen.
        let mut settings = if permissive { torture_settings("") } else { Settings::default() };
        settings.options.folders.push("csmith".into());
        match run(std::slice::from_ref(&file), &headers, chosen, settings) {
            End::Halted(_, output, _) if output.trim() == wanted.trim() => {}
            End::Stopped(why) if why.contains("CycleLimit") => return Ok(Same::Long),
            End::Stopped(why) if why.contains("Misaligned") && file.text.contains("#pragma pack(1)") => {
                return Ok(Same::Unaligned);
            }
            End::Halted(..) | End::Stopped(_) if differs_itself() => return Ok(Same::Undefined),
            End::Halted(_, output, _) => {
                return Err(format!("{level}: {:?}, gcc has {:?}", output.trim(), wanted.trim()));
            }
            other => return Err(format!("{level}: {}", shown(&other))),
        }
    }
    Ok(Same::Equal)
}

/// The output of gcc and of its program.
struct ByGcc {
    /// Messages of gcc.
    said: String,
    /// The output of the program, if it ends soon.
    printed: Option<String>,
}

/// Compiles `program.c` in a folder with gcc and runs it under qemu; none if gcc refuses it.
fn by_gcc(folder: &Path, level: &str) -> Result<Option<ByGcc>, String> {
    let (source, object) = (folder.join("program.c"), folder.join("program.elf"));
    let built = Command::new("mipsel-linux-gnu-gcc")
        .args([level, "-static", "-I/usr/include/csmith", "-o"])
        .args([&object, &source])
        .output()
        .map_err(|error| format!("gcc: {error}"))?;
    if !built.status.success() {
        return Ok(None);
    }
    let ran = Command::new("timeout")
        .args(["5", "qemu-mipsel"])
        .arg(&object)
        .output()
        .map_err(|error| format!("qemu: {error}"))?;
    let printed = ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).into_owned());
    Ok(Some(ByGcc { said: String::from_utf8_lossy(&built.stderr).into_owned(), printed }))
}

/// The run-time headers of csmith, with a small one of ours for those of the host.
fn csmith_headers() -> Vec<SourceFile> {
    let entries = fs::read_dir("/usr/include/csmith").into_iter().flatten().flatten();
    let file = |path: PathBuf| {
        let name = format!("csmith/{}", path.file_name()?.to_string_lossy());
        Some(SourceFile { name, text: String::from_utf8_lossy(&fs::read(&path).ok()?).into_owned() })
    };
    entries.filter_map(|e| file(e.path())).collect()
}
