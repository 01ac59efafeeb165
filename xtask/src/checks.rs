//! `cargo xtask check`: format, lints, documentation, and the licences of what we depend on.

use crate::run::{self, cargo};
use crate::setup;
use crate::steps::Steps;
use anyhow::Result;

/// Budget of all checks, in seconds.
const BUDGET: u64 = 180;

/// Options of `check`.
#[derive(clap::Args, Default)]
pub struct Options {
    /// The oldest supported compiler too
    #[arg(long)]
    pub all: bool,
}

/// Runs all checks, even after one fails.
pub fn run(options: &Options) -> Result<()> {
    let mut steps = Steps::new();
    steps.command("format", 10, cargo().args(["fmt", "--all", "--check"]));
    // The page too is read natively: nothing in it depends on the system, and so its packages are checked once.
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    steps.command("lints", 110, cargo().args(lints));
    // A broken link in a comment is an error.
    let document = ["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"];
    steps.command("documentation", 60, cargo().args(document).env("RUSTDOCFLAGS", "-D warnings"));
    steps.step("licences, sources and bans", 10, || {
        let deny = setup::deny()?;
        // The lock file also names packages for other systems, which no build here has downloaded.
        run::open(cargo().args(["fetch", "--locked"]))?;
        run::open(run::command(deny).args(["--offline", "--locked", "check", "licenses", "sources", "bans"]))
    });
    if options.all {
        steps.step("the oldest compiler", 120, oldest);
    }
    steps.finish("check", BUDGET)
}

/// Checks with the oldest compiler that the workspace supports. It can fail only where it is not the one in use.
fn oldest() -> Result<()> {
    let Some(toolchain) = setup::oldest_rust()? else {
        println!("It is the compiler in use, which the other steps build with.");
        return Ok(());
    };
    let check = ["check", "--workspace", "--all-targets", "--locked", "--target-dir", "target/oldest"];
    run::open(cargo().args(check).env("RUSTUP_TOOLCHAIN", toolchain))
}
