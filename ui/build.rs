//! Turns the list of the modes (`www/modes.json`) into Rust.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let list = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../www/modes.json");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", list.display());
    let modes = modes(&fs::read_to_string(&list)?).map_err(|error| format!("www/modes.json: {error}"))?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("modes.rs"), written(&modes))?;
    Ok(())
}

/// The identifiers of the modes that have a separate program.
fn modes(list: &str) -> Result<Vec<String>> {
    let list: serde_json::Value = serde_json::from_str(list)?;
    let modes = list.get("own").and_then(|own| own.as_array()).ok_or("`own` must be a list of modes")?;
    let is_id = |id: &&str| {
        id.starts_with(|first: char| first.is_ascii_lowercase())
            && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let id = |mode: &serde_json::Value| mode.as_str().filter(is_id).map(str::to_owned);
    let id = |mode| id(mode).ok_or_else(|| format!("{mode} is no identifier of small letters and digits").into());
    modes.iter().map(id).collect()
}

/// The message with the name of a mode.
fn label(mode: &str) -> String {
    format!("mode-{mode}")
}

/// The value of `Mode::ALL` in `src/shell/modes.rs`.
fn written(modes: &[String]) -> String {
    let row = |mode: &String| format!("Mode {{ id: {mode:?}, fragment: \"#/{mode}\", label: {:?} }}", label(mode));
    let rows: Vec<String> = modes.iter().map(row).collect();
    format!("[Mode::CHIP, {}]", rows.join(", "))
}
