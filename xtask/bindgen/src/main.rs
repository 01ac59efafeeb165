//! Joins a WebAssembly program to JavaScript: `mcore-bindgen PROGRAM.wasm FOLDER` writes `PROGRAM.js` and
//! `PROGRAM_bg.wasm` into the folder, for a page that loads them as modules.
//!
//! A program of its own rather than the `wasm-bindgen` command: it is the same library, compiled in a third of the
//! time. And it is not part of `cargo xtask`, because every chore would have to wait for its compilation.

use anyhow::{Context, Result, ensure};
use std::env;
use std::ffi::OsString;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    ensure!(arguments.len() == 2, "usage: mcore-bindgen PROGRAM.wasm FOLDER");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&arguments[0]).typescript(false).web(true)?;
    bindgen.generate(&arguments[1]).with_context(|| format!("cannot join {} to JavaScript", arguments[0].display()))
}
