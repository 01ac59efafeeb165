//! `cargo xtask test`: all tests, in steps. A step that fails does not keep the others from running.

use crate::run::{self, cargo, command};
use crate::{exercises, place, setup, site};
use anyhow::{Context, Result, anyhow, bail};
use mcore_serve::Server;
use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Budget of all tests, in seconds. With the one of the checks it keeps a whole run below 30 minutes.
const BUDGET: u64 = 1500;

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
}

/// The finished steps with their outcomes and times.
pub struct Steps {
    started: Instant,
    done: Vec<Done>,
}

/// A step that was run.
struct Done {
    name: &'static str,
    passed: bool,
    time: Duration,
    /// The time that it may take on two cores with filled caches, in seconds.
    budget: u64,
}

impl Done {
    /// Its line in the summary.
    fn line(&self) -> String {
        let outcome = if self.passed { "ok    " } else { "FAILED" };
        line(outcome, self.time, self.budget, self.name)
    }
}

/// A line of the summary. A time over its budget is marked but does not fail, because machines differ.
fn line(outcome: &str, time: Duration, budget: u64, name: &str) -> String {
    let over = if time.as_secs() > budget { "  (over its budget)" } else { "" };
    format!("{outcome} {:>7.1} of {budget:>4} s  {name}{over}", time.as_secs_f64())
}

impl Steps {
    pub fn new() -> Self {
        Self { started: Instant::now(), done: Vec::new() }
    }

    /// Runs one step, which may take `budget` seconds on two cores with filled caches; true if it passed.
    pub fn step(&mut self, name: &'static str, budget: u64, work: impl FnOnce() -> Result<()>) -> bool {
        println!("\n== {name}");
        let started = Instant::now();
        let outcome = work();
        if let Err(error) = &outcome {
            eprintln!("error: {name}: {error:#}");
        }
        self.done.push(Done { name, passed: outcome.is_ok(), time: started.elapsed(), budget });
        outcome.is_ok()
    }

    /// A step that is one command.
    pub fn command(&mut self, name: &'static str, budget: u64, command: &mut Command) -> bool {
        self.step(name, budget, || run::open(command))
    }

    /// Runs two groups of steps at the same time, because each leaves a core idle for much of its time. Their lines of
    /// output are mixed.
    fn side_by_side<A: Send, B>(
        &mut self,
        a: impl FnOnce(&mut Self) -> A + Send,
        b: impl FnOnce(&mut Self) -> B,
    ) -> (A, B) {
        let mut of_b = Self::new();
        let outcomes = run::without_spinners(|| {
            thread::scope(|scope| {
                let a = scope.spawn(|| a(self));
                let b = b(&mut of_b);
                (a.join().unwrap_or_else(|panic| resume_unwind(panic)), b)
            })
        });
        self.done.append(&mut of_b.done);
        outcomes
    }

    /// Prints the summary; an error if a step failed. All together may take `budget` seconds.
    pub fn finish(self, what: &str, budget: u64) -> Result<()> {
        println!("\n== summary of {what}");
        for done in &self.done {
            println!("{}", done.line());
        }
        println!("{}", line("      ", self.started.elapsed(), budget, "in all"));
        let failed: Vec<_> = self.done.iter().filter(|done| !done.passed).map(|done| done.name).collect();
        if failed.is_empty() {
            Ok(())
        } else {
            bail!("{what}: {} of {} steps failed: {}", failed.len(), self.done.len(), failed.join(", "))
        }
    }
}

/// Runs the chosen tests.
pub fn run(options: &Options) -> Result<()> {
    let &Options { native: only_native, browser, chromium, firefox, webkit } = options;
    let all = !(only_native || browser || chromium || firefox || webkit);
    let every = all || browser;
    let wanted = Wanted { chromium: every || chromium, firefox: every || firefox, webkit: every || webkit };
    let in_page = page_sources_contain(&["#[test]"])?;
    let in_browser = page_sources_contain(&["#[wasm_bindgen_test", "wasm_bindgen_test]"])?;
    let mut steps = Steps::new();
    let ready = match (all || only_native, wanted.any()) {
        (true, true) => {
            let (_, ready) = steps.side_by_side(
                |steps| native(steps, in_page),
                |steps| {
                    let ready = prepare(steps, &wanted, in_browser);
                    // Their packages are those that the site has set up.
                    node_units(steps);
                    ready
                },
            );
            ready
        }
        (true, false) => {
            native(&mut steps, in_page);
            node_units(&mut steps);
            None
        }
        (false, _) => prepare(&mut steps, &wanted, in_browser),
    };
    if let Some(ready) = ready {
        browsers(&mut steps, &ready, in_browser);
    }
    steps.finish("test", BUDGET)
}

/// The chosen browsers.
struct Wanted {
    chromium: bool,
    firefox: bool,
    webkit: bool,
}

impl Wanted {
    fn any(&self) -> bool {
        self.chromium || self.firefox || self.webkit
    }
}

/// The browsers that are set up.
struct Ready {
    chromium: Option<setup::Browser>,
    firefox: Option<PathBuf>,
    webkit: Option<setup::WebKit>,
}

/// Everything that needs no browser.
fn native(steps: &mut Steps, in_page: bool) {
    steps.step("the core needs no operating system", 60, || {
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
    steps.command(
        "native tests",
        480,
        cargo().args([
            "test",
            "--locked",
            "--no-fail-fast",
            "--workspace",
            "--exclude",
            "mcore-ui",
            "--exclude",
            "xtask",
            // Tested below, in the profile that every build of the site uses it in.
            "--exclude",
            "mcore-bindgen",
        ]),
    );
    // In the profile of this program, whose dependencies are already compiled.
    let own = ["test", "--locked", "--profile", "xtask", "-p", "xtask", "-p", "mcore-bindgen"];
    steps.command("tests of xtask", 60, cargo().args(own));
    if in_page {
        // Without doc tests, which would compile the page a second time.
        steps.command("native tests of the page", 180, cargo().args(["test", "--locked", "-p", "mcore-ui", "--lib"]));
    }
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
fn prepare(steps: &mut Steps, wanted: &Wanted, in_browser: bool) -> Option<Ready> {
    let packages = || setup::npm_packages("tests/browser", "drive the browsers");
    if !steps.step("set up the tests in browsers", 15, packages) {
        return None;
    }
    let chromium = set_up(steps, wanted.chromium, "set up Chromium", || setup::browser(in_browser));
    let firefox = set_up(steps, wanted.firefox, "set up Firefox", setup::firefox);
    let webkit = set_up(steps, wanted.webkit, "set up WebKit", setup::webkit);
    let some = chromium.is_some() || firefox.is_some() || webkit.is_some();
    let built = some && steps.step("build the site", 480, || site::build(&site::Options::default()));
    built.then_some(Ready { chromium, firefox, webkit })
}

/// Everything that runs in browsers.
fn browsers(steps: &mut Steps, ready: &Ready, in_browser: bool) {
    let Ready { chromium, firefox, webkit } = ready;
    steps.command("size of a first visit", 5, site::dist_step("sizes.mjs").arg(site::dist()).arg("--check"));
    if let Some(chromium) = chromium {
        if in_browser {
            steps.step("tests of the page's parts in Chromium", 120, || page_parts(chromium));
        }
        steps.step("tests of the built site in Chromium", 720, || {
            built_site(".", |node| _ = node.env("MCORE_CHROMIUM", &chromium.chromium))
        });
    }
    let in_firefox = |steps: &mut Steps| {
        if let Some(firefox) = firefox {
            steps.step("tests of the built site in Firefox", 90, || {
                built_site("firefox", |node| _ = node.env("MCORE_FIREFOX", firefox))
            });
        }
    };
    let in_webkit = |steps: &mut Steps| {
        if let Some(webkit) = webkit {
            steps.step("tests of the built site in WebKit", 60, || {
                built_site("webkit", |node| {
                    _ = node.env("MCORE_WEBKIT_DRIVER", &webkit.driver).env("MCORE_XVFB", &webkit.screen);
                })
            });
        }
    };
    steps.side_by_side(in_firefox, in_webkit);
}

/// Sets up a browser in a step of its own; nothing if it is not wanted or the step fails.
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

/// Runs the tests that are compiled for the browser.
fn page_parts(chromium: &setup::Browser) -> Result<()> {
    setup::wasm_target()?;
    let runner = setup::test_runner()?;
    let driver = chromium.driver.as_ref().ok_or_else(|| anyhow!("there is no chromedriver on the path"))?;
    run::open(
        cargo()
            .args(["test", "--locked", "-p", "mcore-ui", "--lib", "--target", "wasm32-unknown-unknown"])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
            .env("CHROMEDRIVER", driver),
    )
}

/// Serves the built site, and runs the tests in `inside` of `tests/browser`; `browser` names the browser to Node.
///
/// Each test has one try: it waits for states of the page and for no time, so it passes on a busy machine too. As many
/// files run at once as there are cores, the largest first, because one that began last would run alone for long.
/// Those whose gestures must be quick run afterwards, file after file.
fn built_site(inside: &str, browser: impl Fn(&mut Command)) -> Result<()> {
    let server = Server::start(&site::dist(), "/", Some(0))?;
    let below = Server::start(&site::dist(), "/course/lab/", Some(0))?;
    let folder = "tests/browser";
    let (together, alone) = in_order(folder, test_files(folder, inside)?);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut failed = Vec::new();
    for (files, at_once) in [(together, cores), (alone, 1)] {
        let mut node = command("node");
        node.env("MCORE_LAB_URL", server.address()).env("MCORE_LAB_URL_BELOW", below.address());
        browser(&mut node);
        // Even if tests have failed, the others run.
        if !files.is_empty() {
            failed.extend(node_run(folder, &files, at_once, &mut node).err());
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
    std::fs::metadata(place::root().join(folder).join(file)).map_or(0, |file| file.len())
}

/// Runs every test of `inside` of `folder` by Node's test runner.
fn node_tests(folder: &str, inside: &str, node: &mut Command) -> Result<()> {
    node_run(folder, &test_files(folder, inside)?, 1, node)
}

/// The files `*.test.mjs` and `*.test.js` in `inside` of `folder`, relative to `folder`; never none.
fn test_files(folder: &str, inside: &str) -> Result<Vec<String>> {
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
/// its summary to the report.
fn node_run(folder: &str, files: &[String], at_once: usize, node: &mut Command) -> Result<()> {
    let folder = place::root().join(folder);
    node.args(["--test", &format!("--test-concurrency={at_once}")]);
    let seconds = folder.join("seconds.mjs").is_file().then_some("./seconds.mjs");
    for reporter in ["spec"].into_iter().chain(seconds) {
        node.args([&format!("--test-reporter={reporter}"), "--test-reporter-destination=stdout"]);
    }
    run::open(node.current_dir(folder).args(files))
}

/// Whether a source file of the page contains one of `words`.
fn page_sources_contain(words: &[&str]) -> Result<bool> {
    let folder = place::root().join("ui");
    for path in exercises::files(&folder)? {
        if path.ends_with(".rs") {
            let text = std::fs::read_to_string(folder.join(&path)).with_context(|| format!("cannot read ui/{path}"))?;
            if words.iter().any(|word| text.contains(word)) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod in_groups {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn groups_run_at_the_same_time_and_a_failed_step_keeps_no_other_from_running() {
        let mut steps = Steps::new();
        let (to_b, from_a) = channel();
        let (to_a, from_b) = channel();
        let (a, b) = steps.side_by_side(
            move |steps| {
                steps.step("fails", 1, || bail!("on purpose"));
                steps.step("meets", 1, || {
                    to_b.send(()).context("b has ended")?;
                    from_b.recv_timeout(Duration::from_secs(60)).context("b has not begun")
                })
            },
            move |steps| {
                steps.step("met", 1, || {
                    to_a.send(()).context("a has ended")?;
                    from_a.recv_timeout(Duration::from_secs(60)).context("a has not begun")
                })
            },
        );
        assert!(a && b);
        let done: Vec<_> = steps.done.iter().map(|done| (done.name, done.passed)).collect();
        assert_eq!(done, [("fails", false), ("meets", true), ("met", true)]);
        let error = steps.finish("test", 1).expect_err("a step has failed");
        assert_eq!(format!("{error}"), "test: 1 of 3 steps failed: fails");
    }

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
