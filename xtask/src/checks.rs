//! `cargo xtask check`: format, lints, documentation, the oldest compiler, and the licences of what we depend on.

use crate::run::{self, cargo};
use crate::setup;
use crate::tests::Steps;
use anyhow::Result;

/// Budget of all checks, in seconds.
const BUDGET: u64 = 240;

/// Runs all checks, even after one fails.
pub fn run() -> Result<()> {
    let mut steps = Steps::new();
    steps.command("format", 10, cargo().args(["fmt", "--all", "--check"]));
    let lints = ["clippy", "--workspace", "--exclude", "mcore-ui", "--all-targets", "--locked", "--", "-D", "warnings"];
    steps.command("lints, native", 150, cargo().args(lints));
    steps.step("lints, page", 90, || {
        setup::wasm_target()?;
        let page = ["clippy", "-p", "mcore-ui", "--target", "wasm32-unknown-unknown", "--all-targets", "--locked"];
        run::open(cargo().args(page).args(["--", "-D", "warnings"]))
    });
    steps.step("documentation", 150, || {
        setup::wasm_target()?;
        // Each for the target for which clippy has already compiled its dependencies.
        let options = ["--no-deps", "--document-private-items", "--locked"];
        let document = |packages: &[&str]| {
            // A broken link in a comment is an error.
            run::open(cargo().arg("doc").args(packages).args(options).env("RUSTDOCFLAGS", "-D warnings"))
        };
        document(&["--workspace", "--exclude", "mcore-ui"])?;
        document(&["-p", "mcore-ui", "--target", "wasm32-unknown-unknown"])
    });
    steps.step("the oldest compiler", 120, || match setup::oldest_rust()? {
        None => {
            println!("It is the compiler in use, which the other steps build with.");
            Ok(())
        }
        Some(toolchain) => {
            let check = ["check", "--workspace", "--all-targets", "--locked", "--target-dir", "target/oldest"];
            run::open(cargo().args(check).env("RUSTUP_TOOLCHAIN", toolchain))
        }
    });
    steps.step("licences, sources and bans", 10, || {
        let deny = setup::deny()?;
        // The lock file also names packages for other systems, which no build here has downloaded.
        run::open(cargo().args(["fetch", "--locked"]))?;
        run::open(run::command(deny).args(["--offline", "--locked", "check", "licenses", "sources", "bans"]))
    });
    steps.finish("check", BUDGET)
}
