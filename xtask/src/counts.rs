//! Host instructions of the simulators: counted by valgrind for each case of `tests/counts`, and compared with
//! `tests/counts/counts.toml`. Times on a busy machine vary by a factor, these counts by less than a thousandth.

use crate::{place, run, setup};
use anyhow::{Context as _, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

/// More instructions than this times the known ones are an error.
const TOLERANCE: f64 = 1.03;
/// The same if another compiler has made the program: its code differs.
const OTHER_COMPILER: f64 = 1.15;

/// Options of `counts`.
#[derive(clap::Args, Default)]
pub struct Options {
    /// Write the counts to tests/counts/counts.toml instead of comparing them
    #[arg(long)]
    write: bool,
}

/// Counts the host instructions of each case, and compares or writes them.
pub fn run(options: &Options) -> Result<()> {
    let valgrind = setup::counter()?;
    let file = place::root().join("tests/counts/counts.toml");
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let known: Table = text.parse().context("counts.toml is not TOML")?;
    let compiler = run::output(run::command("rustc").arg("-V")).context("rustc does not say its version")?;
    let same = known.get("compiler").and_then(toml::Value::as_str) == Some(compiler.trim());
    let tolerance = if same { TOLERANCE } else { OTHER_COMPILER };
    let program = build()?;
    let mut new = format!(
        "# Host instructions of the cases of tests/counts/src/main.rs; `cargo xtask counts --write` makes this file.\n\
         compiler = \"{}\"\n\n[counts]\n",
        compiler.trim()
    );
    let mut more = Vec::new();
    let cases = run::output(&mut run::command(&program)).context("the program does not list its cases")?;
    for case in cases.split_whitespace() {
        let count = count(&valgrind, &program, case)?;
        new += &format!("{case} = {count}\n");
        // A new case has no count yet: it fails until it is written.
        let known = known.get("counts").and_then(|counts| counts.get(case)?.as_integer()).unwrap_or(0) as f64;
        println!("{case:>10}: {count:>12} host instructions, {:.3} times the known ones", count as f64 / known);
        if count as f64 > known * tolerance {
            more.push(format!("{case} takes {count} host instructions instead of {known}"));
        }
    }
    if options.write {
        return fs::write(&file, new).with_context(|| format!("cannot write {}", file.display()));
    }
    if !same {
        println!("counts.toml was written with another compiler, so {OTHER_COMPILER} times the counts are allowed.");
    }
    if !more.is_empty() {
        bail!("{}. If this is wanted, run `cargo xtask counts --write`.", more.join("; "));
    }
    Ok(())
}

/// The program that runs a case.
fn build() -> Result<PathBuf> {
    let arguments = ["build", "--locked", "--profile", "counts", "--package", "mcore-counts"];
    run::quiet("compile the cases that are counted", run::cargo().args(arguments))?;
    Ok(place::target()?.join("counts").join("mcore-counts"))
}

/// The host instructions of a case.
fn count(valgrind: &Path, program: &Path, case: &str) -> Result<u64> {
    let mut valgrind = run::command(valgrind);
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=mcore_counts::counted*"]);
    let done = valgrind.arg(program).arg(case).output().context("cannot start valgrind")?;
    let report = String::from_utf8_lossy(&done.stderr);
    collected(&report).filter(|_| done.status.success()).with_context(|| format!("{case} failed:\n{report}"))
}

/// The sum that callgrind reports.
fn collected(report: &str) -> Option<u64> {
    let (_, rest) = report.split_once("Collected : ")?;
    rest.split_whitespace().next()?.parse().ok().filter(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_read_and_nothing_counted_is_an_error() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 1234\n==1==\n"), Some(1234));
        assert_eq!(collected("==1== Collected : 0\n"), None, "the function was not found");
        assert_eq!(collected("valgrind: no such program"), None);
    }
}
