//! `cargo xtask check`: format and lints.

use crate::run::cargo;
use crate::setup;
use crate::tests::Steps;
use anyhow::Result;

/// Runs all checks, also when one fails.
pub fn run() -> Result<()> {
    let mut steps = Steps::new();
    steps.command("format", cargo().args(["fmt", "--all", "--check"]));
    steps.command(
        "lints, native",
        cargo().args([
            "clippy",
            "--workspace",
            "--exclude",
            "mcore-ui",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]),
    );
    steps.step("lints, page", || {
        setup::wasm_target()?;
        crate::run::open(cargo().args([
            "clippy",
            "-p",
            "mcore-ui",
            "--target",
            "wasm32-unknown-unknown",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]))
    });
    steps.finish("check")
}
