//! `cargo xtask words`: the places in comments and documents where plain English has a plainer word.
//!
//! A test (`tests/tests`) holds the same rule with the same modules, so a file never gets more of them.

pub mod habits;
pub mod list;
pub mod prose;
#[cfg(test)]
mod tests;

use crate::place;
use anyhow::{Context, Result, bail};
use habits::{Finder, HABITS};
use prose::Language;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Options of `words`.
#[derive(clap::Args)]
pub struct Options {
    /// Files and folders to look at; none: the whole repository
    paths: Vec<PathBuf>,
    /// Print the number of hits of each file instead of the hits
    #[arg(long)]
    count: bool,
    /// Write today's numbers to tests/words.txt; refused if there are more hits in all than before
    #[arg(long, conflicts_with = "paths")]
    record: bool,
}

/// Prints the hits, file by file.
pub fn run(options: &Options) -> Result<()> {
    let finder = Finder::new().context("a pattern is not well formed")?;
    if options.record {
        return record(&finder);
    }
    let paths = if options.paths.is_empty() { vec![place::root()] } else { options.paths.clone() };
    let mut habits: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = String::new();
    for path in paths {
        let files = list::files(&path).with_context(|| format!("cannot look through {}", path.display()))?;
        for file in files {
            let Some(language) = Language::of(&file) else { continue };
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let hits = list::hits(&finder, &text, language);
            let shown = file.strip_prefix(place::root()).unwrap_or(&file).display().to_string();
            if options.count && !hits.is_empty() {
                writeln!(out, "{:5} {shown}", hits.len())?;
            }
            for hit in hits {
                *habits.entry(hit.habit).or_default() += 1;
                if !options.count {
                    writeln!(out, "{shown}:{}: {}: {}", hit.line, hit.habit, hit.text)?;
                }
            }
        }
    }
    for habit in &HABITS {
        let count = habits.get(habit.name).copied().unwrap_or(0);
        writeln!(out, "{count:5} × \"{}\": {}", habit.name, habit.instead)?;
    }
    writeln!(out, "{:5} in all", habits.values().sum::<usize>())?;
    // A reader such as `head` may close the pipe.
    let _ = std::io::Write::write_all(&mut std::io::stdout(), out.as_bytes());
    Ok(())
}

/// Writes the list anew.
fn record(finder: &Finder) -> Result<()> {
    let path = place::root().join(list::LIST);
    let counts = list::counts(finder, &place::root())?;
    let now: usize = counts.values().sum();
    if let Ok(text) = fs::read_to_string(&path) {
        let allowed = list::parse(&text).with_context(|| format!("{} is not a list", list::LIST))?;
        let before: usize = allowed.values().sum();
        if now > before {
            let files = list::too_many(&counts, &allowed).join("\n");
            bail!("{now} hits, but {} allows {before}: reword the new ones\n{files}", list::LIST);
        }
    }
    let mut text = String::from(
        "# Habits of wording in comments and documents that files still have: `cargo xtask words` shows each with its line.\n\
         # A number may only go down; a file that is not here has none. `cargo xtask words --record` writes this file.\n",
    );
    for (path, count) in counts {
        writeln!(text, "{count:4} {path}")?;
    }
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{now} hits");
    Ok(())
}
