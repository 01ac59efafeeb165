//! All chores of a developer: `cargo xtask <verb>`. Each verb sets up what it needs and can be run again at once.

mod bench;
mod checks;
mod counts;
mod courses;
mod dist;
mod docs;
mod exercises;
mod first;
mod licences;
mod oracle;
mod parts;
mod pictures;
mod place;
mod programs;
mod run;
mod serve;
mod setup;
mod site;
mod steps;
mod tests;
mod words;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Set-up, build, serve, test and bench of M-Core Lab.
///
/// Tools that are missing are installed into $MCORE_LAB_CACHE, else $XDG_CACHE_HOME/mcore-lab, else ~/.cache/mcore-lab;
/// each installation is announced.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Build the site and serve it on this machine
    Serve(serve::Options),
    /// Build the site into dist/
    Build(site::Options),
    /// Build the site and pack it: a folder, a ZIP file, and one file that needs no server
    Dist(dist::Options),
    /// Run all tests, native and in Chromium, Firefox and WebKit
    Test(tests::Options),
    /// Check format, lints, documentation and licences; with --all the oldest compiler too
    Check(checks::Options),
    /// Run all checks, then all tests; with --all in all variants
    Ci(checks::Options),
    /// Measure the simulator, native and as WebAssembly, or the page; prints one JSON line per figure
    Bench(bench::Options),
    /// Count the host instructions of some cases and compare them with the known ones
    Counts(counts::Options),
    /// Compare the C compiler with suites of other compilers and with gcc
    Oracle(oracle::Options),
    /// Take the pictures of the documents again, from the built page, or make a contact sheet of the page
    Pictures(pictures::Options),
    /// Show where comments and documents could use plainer words
    Words(words::Options),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().verb {
        Verb::Serve(options) => serve::run(&options),
        Verb::Build(options) => site::run(&options),
        Verb::Dist(options) => dist::run(&options),
        Verb::Test(options) => tests::run(&options),
        Verb::Check(options) => checks::run(&options),
        Verb::Ci(options) => ci(&options),
        Verb::Bench(options) => bench::run(&options),
        Verb::Counts(options) => counts::run(&options),
        Verb::Oracle(options) => oracle::run(&options),
        Verb::Pictures(options) => pictures::run(&options),
        Verb::Words(options) => words::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The checks, then the tests; the tests run even if a check fails, so that one run reports everything.
fn ci(options: &checks::Options) -> Result<()> {
    let checks = checks::run(options);
    let tests = tests::run(&tests::Options::everything(options.all));
    checks.and(tests)
}

#[cfg(test)]
mod command_line {
    use clap::CommandFactory as _;

    #[test]
    fn is_sound() {
        super::Arguments::command().debug_assert();
    }
}
