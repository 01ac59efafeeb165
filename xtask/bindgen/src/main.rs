//! Joins a WebAssembly program to JavaScript: `mcore-bindgen PROGRAM.wasm FOLDER` writes `PROGRAM.js` and
//! `PROGRAM_bg.wasm` into the folder, for a page that loads them as modules. If the program was linked with `--emit-relocs`,
//! `PROGRAM_bg.json` says which function uses which constants; `www/dist/program.mjs` reads it.
//!
//! A program of its own rather than the `wasm-bindgen` command: it is the same library, compiled in a third of the
//! time. And it is not part of `cargo xtask`, because every chore would have to wait for its compilation.

mod data;

use anyhow::{Context, Result, ensure};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    ensure!(arguments.len() == 2, "usage: mcore-bindgen PROGRAM.wasm FOLDER");
    let (program, folder) = (Path::new(&arguments[0]), Path::new(&arguments[1]));
    let mut bindgen = Bindgen::new();
    bindgen.input_path(program).typescript(false).web(true)?;
    bindgen.generate(folder).with_context(|| format!("cannot join {} to JavaScript", program.display()))?;

    let wasm = fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let links = data::links(&wasm).with_context(|| format!("cannot read the relocations of {}", program.display()))?;
    if let Some(links) = links {
        let name = program.file_stem().context("a program has a name")?.to_string_lossy();
        let file = folder.join(format!("{name}_bg.json"));
        fs::write(&file, serde_json::to_vec(&links)?).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
