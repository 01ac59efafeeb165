//! All hits of the repository, and the list of how many each file may still have.

use super::habits::Finder;
use super::prose::{Language, paragraphs};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The list of files that still have hits, from the top of the repository.
pub const LIST: &str = "tests/words.txt";

/// A habit that was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Hit {
    /// Line of the file; the first is 1.
    pub line: usize,
    /// Name of the habit.
    pub habit: &'static str,
    /// The words around it.
    pub text: String,
}

/// All habits in a text.
pub fn hits(finder: &Finder, text: &str, language: Language) -> Vec<Hit> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text, language) {
        for hit in finder.find(&paragraph.masked) {
            // A sentence begins after the stop of the one before.
            let start = hit.start + paragraph.masked[hit.start..].find(char::is_alphanumeric).unwrap_or(0);
            let from = paragraph.plain.floor_char_boundary(start.saturating_sub(30));
            let to = paragraph.plain.floor_char_boundary(start + 60);
            let text = paragraph.plain[from..to].trim().to_owned();
            found.push(Hit { line: paragraph.line(start), habit: hit.habit, text });
        }
    }
    found
}

/// The files below `path` whose prose is looked at, or `path` itself, sorted.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![path.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            // Made by programs: everything in a folder of `.gitignore`. The sources of `www/dist` are ours.
            let made = ["target", "node_modules", "out", ".git", "corpus"];
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let is_site = name == "dist" && !path.ends_with("www/dist");
            if !made.contains(&name.as_str()) && !is_site {
                for entry in fs::read_dir(&path)? {
                    open.push(entry?.path());
                }
            }
        } else if Language::of(&path).is_some() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Number of hits of each file that has any, by its path from `root`, with `/` between folders.
pub fn counts(finder: &Finder, root: &Path) -> io::Result<BTreeMap<String, usize>> {
    let mut found = BTreeMap::new();
    for path in files(root)? {
        let Some(language) = Language::of(&path) else { continue };
        let count = hits(finder, &fs::read_to_string(&path)?, language).len();
        if count > 0 {
            let within = path.strip_prefix(root).unwrap_or(&path);
            found.insert(within.to_string_lossy().replace('\\', "/"), count);
        }
    }
    Ok(found)
}

/// Reads the list: a line holds a number and a path.
pub fn parse(text: &str) -> Option<BTreeMap<String, usize>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let (count, path) = line.trim().split_once(' ')?;
            Some((path.trim().to_owned(), count.parse().ok()?))
        })
        .collect()
}

/// The files with more hits than the list allows, as lines for a person.
pub fn too_many(counts: &BTreeMap<String, usize>, allowed: &BTreeMap<String, usize>) -> Vec<String> {
    let over = counts.iter().filter_map(|(path, count)| {
        let most = allowed.get(path).copied().unwrap_or(0);
        (*count > most).then(|| format!("{path}: {count} hits, {most} allowed"))
    });
    over.collect()
}
