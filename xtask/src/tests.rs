//! `cargo xtask test`: all tests, in steps. A step that fails does not keep the others from running.

use crate::run::{self, cargo, command};
use crate::site::{self, Kind};
use crate::steps::Steps;
use crate::{counts, exercises, parts, place, setup};
use anyhow::{Context as _, Result, bail};
use mcore_serve::Server;
use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

/// Budget of all tests, in seconds.
const BUDGET: u64 = 900;

/// Options of `test`; several add up, none means all.
#[derive(clap::Args, Default)]
pub struct Options {
    /// Only the tests that need no browser
    #[arg(long)]
    native: bool,
    /// Only the tests in browsers
    #[arg(long)]
    browser: bool,
    /// Only the tests in headless Chromium
    #[arg(long)]
    chromium: bool,
    /// Only the tests in headless Firefox
    #[arg(long)]
    firefox: bool,
    /// Only the tests in WebKit
    #[arg(long)]
    webkit: bool,
    /// All variants of tests in Chromium (languages, themes, sizes) and all cases of random tests, not a part chosen by the commit
    #[arg(long)]
    all: bool,
    /// Only the tests of these files and folders of the checkout, or tests with one of these words in their names; pages are tested
    /// in Chromium, on the quick site
    #[arg(value_name = "PATH or WORD", conflicts_with_all = ["native", "browser", "chromium", "firefox", "webkit"])]
    parts: Vec<String>,
}

impl Options {
    /// All tests; `all`: in all variants.
    pub fn everything(all: bool) -> Self {
        Self { all, ..Self::default() }
    }
}

/// Runs the chosen tests.
pub fn run(options: &Options) -> Result<()> {
    if !options.parts.is_empty() {
        return parts::run(&options.parts);
    }
    let &Options { native: only_native, browser, chromium, firefox, webkit, all: every_variant, .. } = options;
    let all = !(only_native || browser || chromium || firefox || webkit);
    let every = all || browser;
    let wanted = Wanted {
        chromium: every || chromium,
        firefox: every || firefox,
        webkit: every || webkit,
        variants: if every_variant { None } else { Some(of_commit()) },
    };
    let mut steps = Steps::new();
    let native = |steps: &mut Steps| native(steps, wanted.variants);
    match (all || only_native, wanted.any()) {
        // Compiling and simulating use the time in which the browsers wait.
        (true, true) => drop(steps.side_by_side(native, |steps| {
            let ready = prepare(steps, &wanted);
            // Their packages are those that the site has set up.
            node_units(steps);
            browsers(steps, ready, wanted.variants);
        })),
        (true, false) => {
            native(&mut steps);
            node_units(&mut steps);
        }
        (false, _) => {
            let ready = prepare(&mut steps, &wanted);
            browsers(&mut steps, ready, wanted.variants);
        }
    }
    steps.finish("test", BUDGET)
}

/// A number that changes with the commit, for the choice of variants and cases; 0 where there is none.
fn of_commit() -> u32 {
    let commit = run::output(command("git").args(["rev-parse", "--short=7", "HEAD"]));
    commit.and_then(|text| u32::from_str_radix(text.trim().get(..7)?, 16).ok()).unwrap_or(0)
}

/// The chosen browsers.
struct Wanted {
    chromium: bool,
    firefox: bool,
    webkit: bool,
    /// The number that chooses variants and cases of tests; `None`: all of them.
    variants: Option<u32>,
}

impl Wanted {
    fn any(&self) -> bool {
        self.chromium || self.firefox || self.webkit
    }
}

/// The browsers that are set up.
struct Ready {
    chromium: Option<PathBuf>,
    firefox: Option<PathBuf>,
    webkit: Option<setup::WebKit>,
}

/// The packages with native tests, and the features of all of them together: so each package is compiled once.
pub const NATIVE: [&str; 6] = ["--locked", "--workspace", "--exclude", "xtask", "--exclude", "mcore-bindgen"];

/// Passes on the number that chooses variants and cases of tests.
fn choose(command: &mut Command, variants: Option<u32>) {
    match variants {
        Some(number) => command.env("MCORE_VARIANTS", number.to_string()),
        None => command.env_remove("MCORE_VARIANTS"),
    };
}

/// Everything that needs no browser.
fn native(steps: &mut Steps, variants: Option<u32>) {
    steps.step("the core needs no operating system", 40, || {
        setup::rust_target(
            "thumbv7em-none-eabi",
            "a machine without operating system proves that the core needs none",
        )?;
        run::open(cargo().args([
            "check",
            "--locked",
            "-p",
            "mcore",
            "--no-default-features",
            "--target",
            "thumbv7em-none-eabi",
        ]))
    });
    if std::env::var_os("CI").is_some() {
        steps.step("set up gdb", 30, setup::debuggers);
    }
    // The programs of the page have no tests, and each would be linked.
    let targets = ["--no-fail-fast", "--lib", "--test", "*", "--bin", "mcore"];
    let mut tests = cargo();
    choose(tests.arg("test").args(NATIVE).args(targets), variants);
    steps.command("native tests", 330, &mut tests);
    // The page has no examples, but without it some macros would have other features, and all would be compiled again.
    steps.command("examples in the documentation", 15, cargo().arg("test").args(NATIVE).arg("--doc"));
    if std::env::var_os("CI").is_some() {
        steps.step("host instructions", 60, || counts::run(&counts::Options::default()));
    }
    // In the profile of this program, whose dependencies are already compiled.
    let own = ["test", "--locked", "--profile", "xtask", "-p", "xtask", "-p", "mcore-bindgen"];
    steps.command("tests of xtask", 60, cargo().args(own));
}

/// The tests of the site's scripts.
fn node_units(steps: &mut Steps) {
    steps.step("unit tests of the editor", 15, || {
        setup::npm_packages("www", "the editor and wasm-opt")?;
        node_tests("www", "editor/test", &mut command("node"))
    });
    steps.step("unit tests of the steps after a build", 15, || node_tests("www", "dist/test", &mut command("node")));
}

/// Sets up the chosen browsers and builds the site. A browser that cannot be set up does not keep the others from
/// running; nothing if no test can run.
fn prepare(steps: &mut Steps, wanted: &Wanted) -> Option<Ready> {
    let packages = || setup::npm_packages("tests/browser", "drive the browsers");
    if !steps.step("set up the tests in browsers", 15, packages) {
        return None;
    }
    let chromium = set_up(steps, wanted.chromium, "set up Chromium", setup::browser_for_tests);
    let firefox = set_up(steps, wanted.firefox, "set up Firefox", setup::firefox);
    let webkit = set_up(steps, wanted.webkit, "set up WebKit", setup::webkit);
    let some = chromium.is_some() || firefox.is_some() || webkit.is_some();
    let built = some && steps.step("build the site", 330, || site::build(Kind::Release, false));
    built.then_some(Ready { chromium, firefox, webkit })
}

/// Everything that runs in browsers, if they are ready.
fn browsers(steps: &mut Steps, ready: Option<Ready>, variants: Option<u32>) {
    let Some(Ready { chromium, firefox, webkit }) = &ready else { return };
    let site = Kind::Release.folder();
    steps.command("size of a first visit", 5, site::dist_step("sizes.mjs").arg(&site).arg("--check"));
    let in_chromium = |steps: &mut Steps| {
        if let Some(chromium) = chromium {
            steps.step("tests of the built site in Chromium", 420, || {
                in_chromium(Kind::Release, test_files(BROWSER, ".")?, chromium, variants)
            });
        }
    };
    // They wait more than they compute.
    let in_others = |steps: &mut Steps| {
        if let Some(firefox) = firefox {
            steps.step("tests of the built site in Firefox", 90, || {
                built_site(Kind::Release, test_files(BROWSER, "firefox")?, |node| {
                    node.env("MCORE_FIREFOX", firefox);
                })
            });
        }
        if let Some(webkit) = webkit {
            steps.step("tests of the built site in WebKit", 90, || {
                built_site(Kind::Release, test_files(BROWSER, "webkit")?, |node| {
                    node.env("MCORE_WEBKIT_DRIVER", &webkit.driver).env("MCORE_XVFB", &webkit.screen);
                })
            });
        }
    };
    steps.side_by_side(in_chromium, in_others);
}

/// Runs files of tests in Chromium.
pub fn in_chromium(kind: Kind, files: Vec<String>, chromium: &std::path::Path, variants: Option<u32>) -> Result<()> {
    built_site(kind, files, |node| {
        node.env("MCORE_CHROMIUM", chromium);
        choose(node, variants);
    })
}

/// Sets up a browser in a separate step; nothing if it is not wanted or the step fails.
fn set_up<T>(steps: &mut Steps, wanted: bool, name: &'static str, set_up: impl FnOnce() -> Result<T>) -> Option<T> {
    let mut there = None;
    if wanted {
        steps.step(name, 15, || {
            there = Some(set_up()?);
            Ok(())
        });
    }
    there
}

/// The folder of the tests in browsers.
pub const BROWSER: &str = "tests/browser";

/// Serves a built site, and runs these files of tests; `browser` names the browser to Node.
///
/// Each test has one try: it waits for states of the page and for no time, so it passes on a busy machine too. One file
/// more runs at once than there are cores, because browsers often wait; the largest first, because one that began last
/// would run alone for long.
/// Files whose gestures must be quick run afterwards, one after another.
fn built_site(kind: Kind, files: Vec<String>, browser: impl Fn(&mut Command)) -> Result<()> {
    let site = kind.folder();
    let server = Server::start(&site, "/", Some(0))?;
    let below = Server::start(&site, "/course/lab/", Some(0))?;
    let (together, alone) = in_order(BROWSER, files);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut failed = Vec::new();
    for (files, at_once) in [(together, cores + 1), (alone, 1)] {
        let mut node = command("node");
        node.env("MCORE_LAB_URL", server.address())
            .env("MCORE_LAB_URL_BELOW", below.address())
            .env("MCORE_LAB_DIST", &site);
        browser(&mut node);
        // Even if tests have failed, the others run.
        if !files.is_empty() {
            failed.extend(node_run(BROWSER, &files, at_once, &mut node).err());
        }
    }
    failed.into_iter().next().map_or(Ok(()), Err)
}

/// The end of the names of files that must run alone.
const ALONE: &str = ".alone.test.mjs";

/// The files that may run together, in the order in which they begin, and those that run alone.
fn in_order(folder: &str, files: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (alone, mut together): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.ends_with(ALONE));
    together.sort_by_key(|file| Reverse(size(folder, file)));
    (together, alone)
}

/// Bytes of a file in `folder`; 0 if there is none.
fn size(folder: &str, file: &str) -> u64 {
    fs::metadata(place::root().join(folder).join(file)).map_or(0, |file| file.len())
}

/// Runs every test of `inside` of `folder` by Node's test runner.
pub fn node_tests(folder: &str, inside: &str, node: &mut Command) -> Result<()> {
    node_run(folder, &test_files(folder, inside)?, 1, node)
}

/// The files `*.test.mjs` and `*.test.js` in `inside` of `folder`, relative to `folder`; never none.
pub fn test_files(folder: &str, inside: &str) -> Result<Vec<String>> {
    let inside_folder = place::root().join(folder).join(inside);
    let files: Vec<String> = exercises::files_here(&inside_folder)?
        .into_iter()
        .filter(|name| name.ends_with(".test.mjs") || name.ends_with(".test.js"))
        .map(|name| format!("{inside}/{name}"))
        .collect();
    if files.is_empty() {
        bail!("there are no tests in {}", inside_folder.display());
    }
    Ok(files)
}

/// Runs test files of `folder` by Node's test runner, `at_once` at the same time. A file `seconds.mjs` in the folder adds
/// its summary to the report, and leaves the failed tests for the error.
fn node_run(folder: &str, files: &[String], at_once: usize, node: &mut Command) -> Result<()> {
    let begun = files.first().map(|file| file.replace('/', "-")).unwrap_or_default();
    let failures = place::work().join(format!("failures-{begun}.txt"));
    fs::create_dir_all(place::work()).context("cannot make the folder of the site")?;
    fs::write(&failures, "").with_context(|| format!("cannot write {}", failures.display()))?;
    let folder = place::root().join(folder);
    node.args(["--test", &format!("--test-concurrency={at_once}")]).env("MCORE_FAILURES", &failures);
    let seconds = folder.join("seconds.mjs").is_file().then_some("./seconds.mjs");
    for reporter in ["spec"].into_iter().chain(seconds) {
        node.args([&format!("--test-reporter={reporter}"), "--test-reporter-destination=stdout"]);
    }
    let outcome = run::open(node.current_dir(folder).args(files));
    let failed = fs::read_to_string(&failures).unwrap_or_default();
    match outcome {
        Err(_) if !failed.is_empty() => bail!("these tests failed:\n{}", failed.trim_end()),
        outcome => outcome,
    }
}

#[cfg(test)]
mod files {
    use super::*;

    #[test]
    fn every_file_of_browser_tests_is_run_once_the_largest_first_and_some_alone() {
        let all = test_files("tests/browser", ".").expect("is there");
        let (together, alone) = in_order("tests/browser", all.clone());
        let mut run: Vec<_> = together.iter().chain(&alone).cloned().collect();
        run.sort();
        assert_eq!(run, all);
        assert!(!alone.is_empty() && alone.iter().all(|file| file.ends_with(ALONE)), "{alone:?}");
        let sizes: Vec<u64> = together.iter().map(|file| size("tests/browser", file)).collect();
        assert!(sizes.len() > 20 && sizes.is_sorted_by(|a, b| a >= b) && sizes[0] > 0, "{sizes:?}");
    }
}
