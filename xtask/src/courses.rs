//! `cargo xtask oracle courses FOLDER`: the C programs of a course, on the chip and on this machine.
//!
//! Each program is compiled and run on this machine: one with MPI by MPICH on 1, 2, 4 and 16 ranks, another one by gcc. Then the
//! command runs it on as many nodes, and both outputs are compared: lines sorted, and times, addresses and host names masked by rules
//! that are the same for all programs ([`masked`]). A table shows the results by collection and the reasons of the others. The folder's
//! programs are only read.

use crate::oracle;
use crate::run::{self, command};
use anyhow::{Context as _, Result};
use regex_lite::Regex;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Numbers of ranks, with columns and rows of the chip.
const SIZES: [(u32, &str); 4] = [(1, "1x1"), (2, "2x1"), (4, "2x2"), (16, "4x4")];

/// Time that a program may take on this machine.
const HOST_TIME: Duration = Duration::from_secs(10);

/// The bytes of variables and of the heap before a program writes there, in each of the two runs here: how gcc fills variables, and
/// the value of `MALLOC_PERTURB_`. A program that reads such bytes prints something else in each of them.
const FILLS: [(&str, &str); 2] = [("zero", "17"), ("pattern", "85")];

/// Time that a program may take on the chip.
const CHIP_TIME: Duration = Duration::from_secs(60);

/// The option of both compilers for C of 1989.
const OLD_C: &str = "-std=gnu89";

/// Bytes of the largest file beside a program that it may read.
const MAX_DATA: u64 = 1 << 20;

/// The result of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// Both print the same, on each number of ranks on which it runs here.
    Agrees,
    /// So they do with the option that an error of the chip's compiler names.
    AgreesAsOldC,
    /// It does not compile or run here, or prints something else in each run.
    NoReference(&'static str),
    /// The chip's compiler refuses it: the first error, without names of the program, and whether an error names [`OLD_C`].
    Refused { reason: String, old_c: bool },
    /// It stops on the chip: the first line of the report.
    Stops(String),
    /// It takes too long on the chip.
    Long,
    /// Both print something else.
    Differs(u32),
}

/// The output of a run.
enum Output {
    Ended { text: String, errors: String, ok: bool },
    Long,
}

/// A program of a folder.
struct Program {
    /// Its collection: the first folder.
    collection: String,
    sources: Vec<PathBuf>,
    uses_mpi: bool,
    /// Its numbers are other ones in each run.
    is_random: bool,
    /// It starts processes. Some never end, and the chip has none.
    forks: bool,
}

impl Program {
    /// Numbers of ranks, with columns and rows of the chip.
    fn sizes(&self) -> impl Iterator<Item = (u32, &'static str)> {
        SIZES.into_iter().take(if self.uses_mpi { SIZES.len() } else { 1 })
    }
}

/// Runs the programs of a folder, and prints the table.
pub fn run(folder: &Path, command: Option<&Path>) -> Result<()> {
    let folder = std::fs::canonicalize(folder).with_context(|| format!("cannot open {}", folder.display()))?;
    let ours = match command {
        // Programs run in a folder of their own, so a relative path would not lead there.
        Some(path) => std::fs::canonicalize(path).with_context(|| format!("cannot open {}", path.display()))?,
        None => oracle::built()?,
    };
    let space = oracle::cache("courses")?;
    let mut all: BTreeMap<(String, &'static str), BTreeMap<End, Vec<String>>> = BTreeMap::new();
    for program in programs(&folder)? {
        let name = program.sources[0].strip_prefix(&folder).unwrap_or(&program.sources[0]).display().to_string();
        let end = judge(&program, &ours, &space)?;
        run::say(&format!("{name}: {}", said(&end)));
        let kind = if program.uses_mpi { "MPI" } else { "C" };
        all.entry((program.collection, kind)).or_default().entry(end).or_default().push(name);
    }
    print!("{}", table(&all));
    Ok(())
}

fn said(end: &End) -> String {
    match end {
        End::Agrees => "the same".to_owned(),
        End::AgreesAsOldC => format!("the same with {OLD_C}, which the error names"),
        End::NoReference(reason) => format!("no reference: {reason}"),
        End::Refused { reason, .. } => format!("does not compile: {reason}"),
        End::Stops(reason) => format!("stops: {reason}"),
        End::Long => "takes too long".to_owned(),
        End::Differs(ranks) => format!("differs on {ranks} ranks"),
    }
}

/// The table: a line for each collection, then the reasons with their numbers.
fn table(all: &BTreeMap<(String, &'static str), BTreeMap<End, Vec<String>>>) -> String {
    let mut text = format!("{:<52} {:>9} {:>6} {:>7}\n", "collection", "reference", "agree", "differ");
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut sums: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for ((collection, kind), ends) in all {
        let count =
            |fits: fn(&End) -> bool| ends.iter().filter(|(end, _)| fits(end)).map(|(_, names)| names.len()).sum();
        let row: [usize; 3] = [
            count(|end| !matches!(end, End::NoReference(_))),
            count(|end| matches!(end, End::Agrees | End::AgreesAsOldC)),
            count(|end| matches!(end, End::Differs(_))),
        ];
        let [reference, agree, differ] = row;
        let name: String = format!("{collection}, {kind}").chars().take(52).collect();
        text += &format!("{name:<52} {reference:>9} {agree:>6} {differ:>7}\n");
        let sum = sums.entry(kind).or_default();
        (0..3).for_each(|i| sum[i] += row[i]);
        for (end, names) in ends.iter().filter(|(end, _)| **end != End::Agrees) {
            *reasons.entry(said(end)).or_default() += names.len();
        }
    }
    for (kind, [reference, agree, differ]) in sums {
        text += &format!("{:<52} {reference:>9} {agree:>6} {differ:>7}\n", format!("all, {kind}"));
    }
    let mut reasons: Vec<(usize, String)> = reasons.into_iter().map(|(reason, count)| (count, reason)).collect();
    reasons.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    reasons.iter().for_each(|(count, reason)| text += &format!("{count:>5}  {reason}\n"));
    text
}

/// The C programs of a folder, in the order of their names.
fn programs(folder: &Path) -> Result<Vec<Program>> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let mut sources: BTreeMap<PathBuf, String> = BTreeMap::new();
        for entry in std::fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))? {
            let path = entry?.path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "c") {
                let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
                sources.insert(path, text);
            }
        }
        let is_main = |text: &&String| MAIN.is_match(text);
        let parts: Vec<PathBuf> = sources.iter().filter(|(_, t)| !is_main(t)).map(|(path, _)| path.clone()).collect();
        for (path, text) in sources.iter().filter(|(_, text)| is_main(text)) {
            let below = path.strip_prefix(folder).unwrap_or(path);
            let inner = below.components().count() > 1;
            let first = below.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
            all.push(Program {
                collection: first.filter(|_| inner).unwrap_or_else(|| ".".to_owned()),
                sources: std::iter::once(path.clone()).chain(parts.iter().cloned()).collect(),
                uses_mpi: text.contains("mpi.h"),
                is_random: RANDOM.is_match(text),
                forks: FORKS.is_match(text),
            });
        }
    }
    all.sort_by(|a, b| a.sources.cmp(&b.sources));
    Ok(all)
}

static FORKS: LazyLock<Regex> = LazyLock::new(|| expression(r"\b(fork|clone|execv\w*|execl\w*)\s*\("));
static MAIN: LazyLock<Regex> = LazyLock::new(|| expression(r"\bmain\s*\("));
/// A program that calls `rand`, whose numbers are those of a library, seeds its random numbers by the time, or prints numbers of its
/// process.
static RANDOM: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"\brand\s*\(|srand(om|48)?\s*\(.*(time|getpid|clock|Wtime)|getpid\s*\(|gettimeofday|clock_gettime|\btime\s*\(|ctime",
    )
});

#[allow(clippy::expect_used, reason = "the expressions are constants, which a test compiles")]
fn expression(text: &str) -> Regex {
    Regex::new(text).expect("an expression")
}

/// The outputs of a program on this machine: a JSON object with the number of its sources, and for each number of ranks on which it
/// runs the texts of two runs. `null` if it does not compile.
///
/// They are kept from one run of the oracle to the next, because they take most of its time.
fn reference(program: &Program, space: &Path) -> Result<Value> {
    let mut hasher = DefaultHasher::new();
    FILLS.hash(&mut hasher);
    for path in &program.sources {
        (path, std::fs::read(path)?).hash(&mut hasher);
    }
    let kept = space.join(format!("{:016x}.json", hasher.finish()));
    if let Ok(text) = std::fs::read_to_string(&kept) {
        return serde_json::from_str(&text).with_context(|| format!("remove {}", kept.display()));
    }
    let found = outputs(program, space)?;
    std::fs::write(&kept, found.to_string())?;
    Ok(found)
}

fn outputs(program: &Program, space: &Path) -> Result<Value> {
    let [binary, data] = ["program", "data"].map(|name| space.join(name));
    let compiler = if program.uses_mpi { "mpicc" } else { "gcc" };
    let compiles = |parts: usize, fill: &str| {
        let mut host = command(compiler);
        host.args(["-O1", "-w", "-std=gnu17", "-o"]).arg(&binary);
        host.arg(format!("-ftrivial-auto-var-init={fill}")).args(&program.sources[..parts]).arg("-lm");
        matches!(limited(&mut host, space, HOST_TIME * 3), Ok(Output::Ended { ok: true, .. }))
    };
    // A file without `main` may be part of each program of its folder, or of none.
    let all = [1, program.sources.len()];
    let Some(parts) = all.into_iter().find(|parts| compiles(*parts, FILLS[0].0)) else { return Ok(Value::Null) };
    let mut outputs: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (of_variables, of_heap) in FILLS {
        compiles(parts, of_variables);
        for (ranks, _) in program.sizes() {
            copy_data(&program.sources[0], &data)?;
            let mut host = command(if program.uses_mpi { OsStr::new("mpiexec") } else { binary.as_os_str() });
            if program.uses_mpi {
                // MPICH ends its processes itself, which have groups of their own.
                host.env("MPIEXEC_TIMEOUT", HOST_TIME.as_secs().to_string())
                    .args(["-n", &ranks.to_string()])
                    .arg(&binary);
            }
            host.env("MALLOC_PERTURB_", of_heap);
            if let Output::Ended { text, ok: true, .. } = limited(&mut host, &data, HOST_TIME * 2)? {
                outputs.entry(ranks).or_default().push(text);
            }
        }
    }
    outputs.retain(|_, texts| texts.len() == FILLS.len());
    Ok(json!({"parts": parts, "outputs": outputs}))
}

/// Judges a program.
fn judge(program: &Program, ours: &Path, space: &Path) -> Result<End> {
    if program.forks {
        return Ok(End::NoReference("it starts processes, so it is not run here"));
    }
    let reference = reference(program, space)?;
    let Some(parts) = reference["parts"].as_u64() else { return Ok(End::NoReference("it does not compile here")) };
    let sources = &program.sources[..parts as usize];
    match compared(program, &reference, ours, space, sources, &[])? {
        End::Refused { old_c: true, .. } => {
            let end = compared(program, &reference, ours, space, sources, &[OLD_C])?;
            Ok(if end == End::Agrees { End::AgreesAsOldC } else { end })
        }
        end => Ok(end),
    }
}

/// Compares a program with its reference, on each number of ranks.
fn compared(
    program: &Program,
    reference: &Value,
    ours: &Path,
    space: &Path,
    sources: &[PathBuf],
    options: &[&str],
) -> Result<End> {
    let data = space.join("data");
    let mut end = End::NoReference("it does not run here");
    for (ranks, nodes) in program.sizes() {
        let lines =
            |run: usize| Some(masked(reference["outputs"][ranks.to_string()][run].as_str()?, program.is_random));
        let Some(expected) = lines(0) else { continue };
        if lines(1).as_ref() != Some(&expected) {
            if end != End::Agrees {
                end = End::NoReference("it prints something else in each run");
            }
            continue;
        }
        copy_data(&program.sources[0], &data)?;
        let mut chip = command(ours.as_os_str());
        chip.args(["run", "-O1", "-q", "--error-format", "short", "--node-memory", "256M", "--console-limit", "1M"])
            .args(["--max-cycles", "100000000000", "--nodes", nodes, "--files", "."])
            .args(options)
            .args(sources);
        match limited(&mut chip, &data, CHIP_TIME)? {
            Output::Long => return Ok(End::Long),
            // If MPI_Abort ended the program, it did so here too, without an error, so its code does not count.
            Output::Ended { text, errors, ok }
                if (ok || ABORTED.is_match(&errors))
                    && masked(&without_nodes(&text), program.is_random) == expected =>
            {
                end = End::Agrees;
            }
            Output::Ended { ok: true, .. } => return Ok(End::Differs(ranks)),
            Output::Ended { errors, .. } => return Ok(failure(&errors)),
        }
    }
    Ok(end)
}

/// The reason in the messages of the command.
fn failure(errors: &str) -> End {
    let errors: Vec<&str> = errors.lines().collect();
    match errors.iter().find_map(|line| line.split_once(": error: ")) {
        Some((_, reason)) => {
            End::Refused { reason: reason.to_owned(), old_c: errors.iter().any(|line| line.contains(OLD_C)) }
        }
        None if errors.iter().any(|line| line.contains("--max-cycles")) => End::Long,
        None => {
            let report = errors.iter().find(|line| !FINDING.is_match(line) && !line.is_empty());
            End::Stops(NUMBERS.replace_all(report.unwrap_or(&""), "#").into_owned())
        }
    }
}

/// The lines of a chip's output without their nodes, and without what `MPI_Abort` prints.
fn without_nodes(text: &str) -> String {
    let lines = text.lines().map(|line| NODE.replace(line, ""));
    lines.filter(|line| !line.starts_with("MPI_Abort: ")).map(|line| line.into_owned() + "\n").collect()
}

/// A line about a warning.
static FINDING: LazyLock<Regex> = LazyLock::new(|| expression(r": (warning|note|tip): |^\s"));
static ABORTED: LazyLock<Regex> = LazyLock::new(|| expression(r"in MPI_Abort .* with the code"));
static NODE: LazyLock<Regex> = LazyLock::new(|| expression(r"^\[\d+,\d+\] "));
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| expression(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"));
static FRACTIONS: LazyLock<Regex> = LazyLock::new(|| expression(r"[-+]?(\d+\.\d*|\.\d+)([eE][-+]?\d+)?"));
static ADDRESSES: LazyLock<Regex> = LazyLock::new(|| expression(r"0x[0-9a-fA-F]+"));
/// Words of a line that shows a time or a rate.
static TIME: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"(?i)time|sec|elapsed|tempo|wall|flops|mb/s|gb/s|bandwidth|latency|rate|speed|clock|tick|took|\bus\b|\bms\b",
    )
});
static HOST: LazyLock<Regex> = LazyLock::new(|| {
    let name = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let name = if name.trim().is_empty() { "localhost" } else { name.trim() };
    // A node of the chip is named by its column and row.
    expression(&format!(r"{}(\.\w+)*|\bnode \(\d+,\d+\)", regex_lite::escape(name)))
});

/// The lines of an output, sorted. Host names and addresses are masked, numbers with a fraction in lines about times, and all
/// numbers of a program whose numbers are random.
fn masked(text: &str, is_random: bool) -> Vec<String> {
    let line = |line: &str| {
        let line = HOST.replace_all(line.trim_end(), "HOST");
        // The sign of a NaN that an operation makes is another one on each machine.
        let line = ADDRESSES.replace_all(&line, "ADDRESS").replace("-nan", "nan");
        let line = match () {
            () if is_random => NUMBERS.replace_all(&line, "#").into_owned(),
            () if TIME.is_match(&line) => FRACTIONS.replace_all(&line, "#").into_owned(),
            () => line,
        };
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut lines: Vec<String> = text.lines().map(line).filter(|line| !line.is_empty()).collect();
    lines.sort();
    lines
}

/// A fresh folder with the files beside a program that it may read.
fn copy_data(source: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        std::fs::remove_dir_all(to)?;
    }
    std::fs::create_dir_all(to)?;
    let no_data: BTreeSet<&str> = ["c", "h", "cpp", "f", "f90", "cu", "py", "md", "o", "exe", "pdf", "png"].into();
    for entry in source.parent().into_iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten()) {
        let path = entry?.path();
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
        let is_small = path.metadata().is_ok_and(|facts| facts.is_file() && facts.len() <= MAX_DATA);
        if let Some(name) = path.file_name().filter(|_| is_small && !no_data.contains(&*end)) {
            std::fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Runs a program in a folder, without input, for at most `time`. Its output goes through files, so that it is never too long for a
/// pipe.
fn limited(program: &mut Command, folder: &Path, time: Duration) -> Result<Output> {
    let [out, errors] = ["output", "errors"].map(|name| folder.with_extension(name));
    let mut child = program
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&out)?)
        .stderr(File::create(&errors)?)
        .spawn()
        .with_context(|| format!("cannot start {program:?}"))?;
    let start = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break Some(status),
            None if start.elapsed() > time => break None,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let Some(status) = status else {
        child.kill()?;
        child.wait()?;
        return Ok(Output::Long);
    };
    let read = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Output::Ended { text: read(&out)?, errors: read(&errors)?, ok: status.success() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_addresses_and_the_order_of_lines_do_not_count() {
        let one = masked("rank 1: 0.25 seconds\nrank 0 at 0x7ffe12\nsum 1.5\n", false);
        let other = masked("sum  1.5\nrank 0 at 0x1004\nrank 1: 17.0 seconds\n\n", false);
        assert_eq!(one, other);
        assert_ne!(masked("sum 1.5\n", false), masked("sum 1.25\n", false));
        assert_ne!(masked("rank 1 took 2 s\n", false), masked("rank 2 took 2 s\n", false), "whole numbers count");
        assert_eq!(masked("0/0 is -nan\n", false), masked("0/0 is nan\n", false));
        assert_eq!(masked("a[3] = 17\n", true), masked("a[0] = 4\n", true), "random numbers do not");
    }

    #[test]
    fn a_failure_is_named_by_its_first_error() {
        let refused = "a.c:3:5: warning: no\na.c:4:1: error: there is no file `pthread.h`\na.c:5:1: error: more\n";
        let reason = "there is no file `pthread.h`".to_owned();
        assert_eq!(failure(refused), End::Refused { reason: reason.clone(), old_c: false });
        let old = format!("{refused}  tip: declare it; the option `{OLD_C}` takes old programs as they are\n");
        assert_eq!(failure(&old), End::Refused { reason, old_c: true });
        assert_eq!(failure("[1,1] stopped at 1234\n"), End::Stops("[#,#] stopped at #".to_owned()));
        assert_eq!(failure("no end after 100 cycles; see --max-cycles\n"), End::Long);
    }

    #[test]
    fn the_table_counts_by_collection_and_reason() {
        let end = |end: End, n: usize| (end, vec![String::new(); n]);
        let ends = [end(End::Agrees, 3), end(End::NoReference("it does not run here"), 2), end(End::Differs(4), 1)];
        let text = table(&[(("course".to_owned(), "MPI"), ends.into_iter().collect())].into());
        let row = |name: &str, numbers: &str| {
            text.lines()
                .any(|line| line.starts_with(name) && line.split_whitespace().rev().take(3).eq(numbers.split(' ')))
        };
        assert!(row("course, MPI", "1 3 4"), "{text}");
        assert!(row("all, MPI", "1 3 4"), "{text}");
        assert!(text.ends_with("    2  no reference: it does not run here\n    1  differs on 4 ranks\n"), "{text}");
    }

    #[test]
    fn nodes_are_taken_from_the_lines() {
        assert_eq!(without_nodes("[1,2] a [1,2] b\n[16,1] c\nd\n"), "a [1,2] b\nc\nd\n");
        assert_eq!(without_nodes("a\n[1,1] MPI_Abort: the program stops the chip with the code 1\n"), "a\n");
    }
}
