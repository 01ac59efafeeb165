//! `cargo xtask bench`: the same measurements native and as WebAssembly in Chromium, one JSON line per figure.
//!
//! Both run `tests/src/bin/bench.rs`, which writes its lines to standard output or to the worker's console. The
//! WebAssembly is built and run apart from the site, because the measured programs include solutions of exercises,
//! which the site must not hold.

use crate::run::{self, cargo, command};
use crate::site::Kind;
use crate::{oracle, place, programs, setup, site};
use anyhow::{Context, Result};
use mcore_serve::Server;
use std::fs;

/// Options of `bench`; none means native and WebAssembly.
#[derive(clap::Args)]
pub struct Options {
    /// Only native
    #[arg(long)]
    native: bool,
    /// Only as WebAssembly
    #[arg(long)]
    wasm: bool,
    /// WebAssembly as the quick site has it, not as a release has it
    #[arg(long)]
    quick: bool,
    /// The page: bytes and times of a visit, frames of a large chip in motion
    #[arg(long)]
    page: bool,
    /// Only the cases whose names have one of these words in them; `cc` is the table of the C compiler's kernels
    words: Vec<String>,
}

/// Measures.
pub fn run(options: &Options) -> Result<()> {
    if options.words == ["cc"] {
        return oracle::kernels();
    }
    let wasm_only = options.wasm || options.quick;
    let both = options.native == wasm_only && (options.native || !options.page);
    if both || options.native {
        native(&options.words)?;
    }
    if both || wasm_only {
        wasm(if options.quick { Kind::Quick } else { Kind::Release }, &options.words)?;
    }
    if options.page {
        page()?;
    }
    Ok(())
}

/// Builds the site, serves it, and lets Chromium visit it.
fn page() -> Result<()> {
    setup::npm_packages("tests/browser", "drive the browsers")?;
    let chromium = setup::browser()?;
    site::build(Kind::Release, false)?;
    let server = Server::start(&Kind::Release.folder(), "/", Some(0))?;
    let status = command("node")
        .current_dir(place::root().join("tests/browser"))
        .arg("bench/page.mjs")
        .env("MCORE_LAB_URL", server.address())
        .env("MCORE_CHROMIUM", chromium)
        .status()
        .context("cannot start node")?;
    anyhow::ensure!(status.success(), "the benchmarks of the page failed ({status})");
    Ok(())
}

/// Standard output gets the figures, standard error everything else.
fn native(words: &[String]) -> Result<()> {
    let build = ["build", "--release", "--locked", "-p", "mcore-tests", "--bin", "bench"];
    run::quiet("build the benchmarks, native", cargo().args(build))?;
    let status = cargo()
        .args(["run", "--quiet", "--release", "--locked", "-p", "mcore-tests", "--bin", "bench", "--"])
        .args(words)
        .status();
    let status = status.context("cannot start cargo")?;
    anyhow::ensure!(status.success(), "the native benchmarks failed ({status})");
    Ok(())
}

/// Builds the same program for the browser as the programs of this kind of site are built, serves it, and lets Chromium run it in a
/// worker.
fn wasm(kind: Kind, words: &[String]) -> Result<()> {
    setup::wasm_target()?;
    setup::npm_packages("www", "the editor and wasm-opt")?;
    setup::npm_packages("tests/browser", "drive the browsers")?;
    let bindgen = setup::bindgen()?;
    let chromium = setup::browser()?;

    let folder = place::work().join("bench");
    site::remove_folder(&folder)?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let target = place::root().join("target/bench-wasm");
    let profile = match kind {
        Kind::Quick => "quick",
        Kind::Release => "site",
    };
    run::quiet(
        "build the benchmarks, WebAssembly",
        cargo()
            .args([
                "build",
                "--profile",
                profile,
                "--locked",
                "-p",
                "mcore-tests",
                "--bin",
                "bench",
                "--target",
                "wasm32-unknown-unknown",
                "--target-dir",
            ])
            .arg(&target),
    )?;
    run::quiet(
        "wasm-bindgen",
        command(&bindgen).arg(&folder).arg(target.join(format!("wasm32-unknown-unknown/{profile}/bench.wasm"))),
    )?;
    if kind == Kind::Release {
        programs::optimise("bench", "3", &folder.join("bench_bg.wasm"))?;
    }
    for name in ["bench.html", "bench-page.js", "bench-worker.js"] {
        fs::copy(place::root().join("tests/browser/bench").join(name), folder.join(name))
            .with_context(|| format!("cannot copy {name}"))?;
    }
    let server = Server::start(&folder, "/", Some(0))?;
    let status = command("node")
        .current_dir(place::root().join("tests/browser"))
        .arg("bench/run.mjs")
        .arg(format!("{}bench.html?{}", server.address(), words.join("+")))
        .env("MCORE_CHROMIUM", chromium)
        .status()
        .context("cannot start node")?;
    anyhow::ensure!(status.success(), "the benchmarks in Chromium failed ({status})");
    Ok(())
}
