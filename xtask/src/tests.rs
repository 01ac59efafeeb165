//! `cargo xtask test`: all tests, in steps. A step that fails does not keep the others from running.

use crate::run::{self, cargo, command};
use crate::{exercises, place, setup, site};
use anyhow::{Context, Result, anyhow, bail};
use mcore_serve::Server;
use std::process::Command;
use std::time::{Duration, Instant};

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
    /// Its line in the summary. A step over its budget is marked but does not fail, because machines differ.
    fn line(&self) -> String {
        let outcome = if self.passed { "ok    " } else { "FAILED" };
        let over = if self.time.as_secs() > self.budget { "  (over its budget)" } else { "" };
        format!("{outcome} {:>7.1} of {:>4} s  {}{over}", self.time.as_secs_f64(), self.budget, self.name)
    }
}

impl Steps {
    pub fn new() -> Self {
        Self { done: Vec::new() }
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

    /// Prints the summary; an error if a step failed.
    pub fn finish(self, what: &str) -> Result<()> {
        println!("\n== summary of {what}");
        for done in &self.done {
            println!("{}", done.line());
        }
        let total: Duration = self.done.iter().map(|done| done.time).sum();
        println!(
            "       {:>7.1} of {:>4} s  in all",
            total.as_secs_f64(),
            self.done.iter().map(|done| done.budget).sum::<u64>()
        );
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
    let mut steps = Steps::new();
    if all || only_native {
        native(&mut steps)?;
    }
    let every = all || browser;
    browsers(&mut steps, every || chromium, every || firefox, every || webkit)?;
    steps.finish("test")
}

/// Everything that needs no browser.
fn native(steps: &mut Steps) -> Result<()> {
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
    if page_sources_contain(&["#[test]"])? {
        // Without doc tests, which would compile the page a second time.
        steps.command("native tests of the page", 180, cargo().args(["test", "--locked", "-p", "mcore-ui", "--lib"]));
    }
    steps.step("unit tests of the editor", 15, || {
        setup::npm_packages("www", "the editor and wasm-opt")?;
        node_tests("www", "editor/test", &mut command("node"))
    });
    steps.step("unit tests of the steps after a build", 15, || node_tests("www", "dist/test", &mut command("node")));
    Ok(())
}

/// Everything that runs in the chosen browsers. One that cannot be set up does not keep the others from running.
fn browsers(steps: &mut Steps, chromium: bool, firefox: bool, webkit: bool) -> Result<()> {
    if !(chromium || firefox || webkit) {
        return Ok(());
    }
    let packages = || setup::npm_packages("tests/browser", "drive the browsers");
    if !steps.step("set up the tests in browsers", 15, packages) {
        return Ok(());
    }
    let in_browser = page_sources_contain(&["#[wasm_bindgen_test", "wasm_bindgen_test]"])?;
    let chromium = set_up(steps, chromium, "set up Chromium", || setup::browser(in_browser));
    let firefox = set_up(steps, firefox, "set up Firefox", setup::firefox);
    let webkit = set_up(steps, webkit, "set up WebKit", setup::webkit);
    if let Some(chromium) = chromium.as_ref().filter(|_| in_browser) {
        steps.step("tests of the page's parts in Chromium", 120, || page_parts(chromium));
    }
    if chromium.is_none() && firefox.is_none() && webkit.is_none() {
        return Ok(());
    }
    if !steps.step("build the site", 420, || site::build(&site::Options::default())) {
        return Ok(());
    }
    steps.command("size of a first visit", 5, site::dist_step("sizes.mjs").arg(site::dist()).arg("--check"));
    if let Some(chromium) = chromium {
        steps.step("tests of the built site in Chromium", 1080, || {
            built_site(".", |node| _ = node.env("MCORE_CHROMIUM", &chromium.chromium))
        });
    }
    if let Some(firefox) = firefox {
        steps.step("tests of the built site in Firefox", 120, || {
            built_site("firefox", |node| _ = node.env("MCORE_FIREFOX", &firefox))
        });
    }
    if let Some(webkit) = webkit {
        steps.step("tests of the built site in WebKit", 90, || {
            built_site("webkit", |node| {
                _ = node.env("MCORE_WEBKIT_DRIVER", &webkit.driver).env("MCORE_XVFB", &webkit.screen);
            })
        });
    }
    Ok(())
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
fn built_site(inside: &str, browser: impl Fn(&mut Command)) -> Result<()> {
    let server = Server::start(&site::dist(), "/", Some(0))?;
    let below = Server::start(&site::dist(), "/course/lab/", Some(0))?;
    browser_tests(inside, || {
        let mut node = command("node");
        node.env("MCORE_LAB_URL", server.address()).env("MCORE_LAB_URL_BELOW", below.address());
        browser(&mut node);
        node
    })
}

/// Runs every test of `inside` of `folder` by Node's test runner.
fn node_tests(folder: &str, inside: &str, node: &mut Command) -> Result<()> {
    node_run(folder, &test_files(folder, inside)?, node)
}

/// Runs the tests in `inside` that drive the built site, one file after the other, each by a new `node()`.
///
/// Each file has one try: the tests wait for the state of the page and for no time, so they pass on a busy machine too. A file
/// that fails does not keep the others from running.
fn browser_tests(inside: &str, node: impl Fn() -> Command) -> Result<()> {
    let folder = "tests/browser";
    let run = |file: &String| {
        node_run(folder, std::slice::from_ref(file), &mut node()).inspect_err(|error| eprintln!("error: {error:#}"))
    };
    let failed: Vec<_> = test_files(folder, inside)?.into_iter().filter(|file| run(file).is_err()).collect();
    if failed.is_empty() { Ok(()) } else { bail!("tests failed in {}", failed.join(", ")) }
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

/// Runs test files of `folder` by Node's test runner.
fn node_run(folder: &str, files: &[String], node: &mut Command) -> Result<()> {
    // One file at a time: two browsers on two cores make each other's timings useless.
    let options = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
    run::open(node.current_dir(place::root().join(folder)).args(options).args(files))
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
