//! `cargo xtask dist`: makes the distribution: a folder for any static host, the same as a ZIP file, and one single
//! file.

use crate::site::{self, Kind};
use crate::{place, run, setup};
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

/// Options of `dist`.
#[derive(clap::Args)]
pub struct Options {
    /// Build even if nothing has changed
    #[arg(long)]
    force: bool,
}

/// The folder of the results.
pub fn folder() -> PathBuf {
    place::root().join("target/dist")
}

/// Builds the site and packs it.
pub fn run(options: &Options) -> Result<()> {
    site::build(Kind::Release, options.force)?;
    pack()?;
    println!("In {}:", folder().display());
    println!("  mcore-lab/        for any static host, at its root or under any path");
    println!("  mcore-lab.zip     the same, packed");
    println!("  standalone.html   everything in one file; opens by a double click, without a server");
    Ok(())
}

/// Packs the release in `dist/`.
fn pack() -> Result<()> {
    setup::npm_packages("www", "the editor and wasm-opt")?;
    let to = folder();
    site::remove_folder(&to)?;
    fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
    let from = Kind::Release.folder();
    run::quiet("folder and ZIP file", site::dist_step("pack.mjs").args([&from, &to]))?;
    run::quiet("single file", site::dist_step("standalone.mjs").args([from, to.join("standalone.html")]))
}
