//! Joins WebAssembly programs to JavaScript: `mcore-bindgen FOLDER PROGRAM.wasm...` writes `PROGRAM.js` and `PROGRAM_bg.wasm` of each
//! into the folder, for a page that loads them as modules.
//!
//! It is not the `wasm-bindgen` command but a program with the same library, compiled in a third of the time. And it is not
//! part of `cargo xtask`, because every chore would have to wait for its compilation.

use anyhow::{Context, Result, ensure};
use std::env;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next();
    let programs: Vec<PathBuf> = arguments.collect();
    ensure!(!programs.is_empty(), "usage: mcore-bindgen FOLDER PROGRAM.wasm...");
    let folder = folder.unwrap_or_default();
    // One program for each core at a time: each takes much memory.
    let lanes = thread::available_parallelism().map_or(1, usize::from).min(programs.len());
    let pending = Mutex::new(programs.iter());
    let next = || pending.lock().ok()?.next();
    thread::scope(|scope| {
        let lane = || -> Result<()> {
            while let Some(program) = next() {
                join(program, &folder)?;
            }
            Ok(())
        };
        let running: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        running.into_iter().try_for_each(|lane| lane.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The program that its worker can start anew: the C compiler, after a text that needed much memory (`www/boot/early.js`).
const RENEWED: &str = "compiler";

/// Writes the files of a program.
fn join(program: &Path, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    // A release has no names, and those of the quick site are read by developers only.
    bindgen.reset_state_function(program.file_stem().is_some_and(|name| name == RENEWED));
    bindgen.input_path(program).typescript(false).demangle(false).web(true)?;
    bindgen.generate(folder).with_context(|| format!("cannot join {} to JavaScript", program.display()))
}
