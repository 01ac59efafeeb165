//! Where things are: the checkout, the cache of tools, programs on the path.

use crate::run::{self, cargo, output};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The top folder of the checkout that runs xtask.
pub fn root() -> PathBuf {
    // Cargo sets this when it runs a package; the fallback is for a binary started by hand.
    let package = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map_or(package.clone(), Path::to_path_buf)
}

/// xtask's own folder of build products, never served.
pub fn work() -> PathBuf {
    root().join("target").join("site")
}

/// Cargo's target folder: `target/`, or the one that the user's settings and variables choose.
pub fn target() -> Result<PathBuf> {
    let text = output(cargo().args(["metadata", "--format-version=1", "--no-deps", "--offline", "--locked"]))
        .context("`cargo metadata --no-deps --offline --locked` failed: run it by hand to see why")?;
    let metadata: Value = serde_json::from_str(&text).context("`cargo metadata` printed no JSON")?;
    let folder = metadata["target_directory"].as_str().context("`cargo metadata` names no target_directory")?;
    Ok(PathBuf::from(folder))
}

/// The folder that keeps tools between checkouts.
pub fn cache() -> Result<PathBuf> {
    choose_cache(|name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from))
}

/// [`cache`], with the environment as an argument.
fn choose_cache(variable: impl Fn(&str) -> Option<PathBuf>) -> Result<PathBuf> {
    if let Some(chosen) = variable("MCORE_LAB_CACHE") {
        // Relative to the user's current folder; made absolute because tools run elsewhere.
        return std::path::absolute(&chosen).with_context(|| format!("MCORE_LAB_CACHE={}", chosen.display()));
    }
    // The XDG specification requires relative paths to be ignored.
    if let Some(base) = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute()) {
        return Ok(base.join("mcore-lab"));
    }
    match variable("HOME").or_else(|| variable("USERPROFILE")) {
        Some(home) => Ok(home.join(".cache").join("mcore-lab")),
        None => bail!("no folder for the tools: set MCORE_LAB_CACHE to one that you may write to"),
    }
}

/// Makes a folder and locks it against other runs, until the result is dropped. Says `waiting` while another one holds it.
pub fn lock(folder: &Path, waiting: &str) -> Result<File> {
    let problem = || format!("cannot lock {}", folder.display());
    fs::create_dir_all(folder).with_context(problem)?;
    let file = File::create(folder.join(".lock")).with_context(problem)?;
    if file.try_lock().is_err() {
        run::say(waiting);
        file.lock().with_context(problem)?;
    }
    Ok(file)
}

/// The folder of tools in the cache, laid out by `cargo install --root`.
pub fn tools() -> Result<PathBuf> {
    Ok(cache()?.join("tools"))
}

/// The first program called `name` on the path.
pub fn find_on_path(name: &str) -> Option<PathBuf> {
    find_in(env::split_paths(&env::var_os("PATH")?), name).next()
}

/// All programs called `name` in `folders`, in their order.
pub fn find_in(folders: impl Iterator<Item = PathBuf>, name: &str) -> impl Iterator<Item = PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    folders.map(move |folder| folder.join(&file)).filter(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(variables: &[(&str, &str)]) -> Option<PathBuf> {
        choose_cache(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| PathBuf::from(value))).ok()
    }

    #[test]
    fn cache_by_the_most_special_variable() {
        let home = ("HOME", "/users/a");
        let xdg = ("XDG_CACHE_HOME", "/xdg");
        assert_eq!(chosen(&[home, xdg, ("MCORE_LAB_CACHE", "/mine")]), Some("/mine".into()));
        assert_eq!(chosen(&[home, xdg]), Some("/xdg/mcore-lab".into()));
        assert_eq!(chosen(&[home, ("XDG_CACHE_HOME", "not/absolute")]), Some("/users/a/.cache/mcore-lab".into()));
        assert_eq!(chosen(&[home]), Some("/users/a/.cache/mcore-lab".into()));
        assert_eq!(chosen(&[]), None);
    }

    #[test]
    fn root_holds_the_workspace() {
        assert!(root().join("Cargo.lock").is_file());
    }
}
