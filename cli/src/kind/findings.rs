//! Findings of `mcore pack check`.

use super::links;
use super::source::PackSource;
use super::translation::{Comments, difference, has_foreign_comments};
use crate::report::Report;
use mcore::base::{Text, without_mark};
use mcore::packs::{PackFile, in_japanese, is_private, picture};
use mcore::text;
use std::collections::BTreeMap;

/// Findings about a pack.
pub struct Findings<'a> {
    pub source: &'a PackSource,
    /// Where findings are reported.
    pub report: &'a Report,
    errors: usize,
    warnings: usize,
}

impl<'a> Findings<'a> {
    /// No findings about a pack yet.
    pub fn new(source: &'a PackSource, report: &'a Report) -> Self {
        Self { source, report, errors: 0, warnings: 0 }
    }

    /// The number of errors and of warnings.
    pub fn counts(&self) -> (usize, usize) {
        (self.errors, self.warnings)
    }

    /// Reports an error.
    pub fn error(&mut self, place: &str, message: &Text) {
        self.errors += 1;
        let message = placed(place, message);
        self.report.error(&message);
    }

    /// Reports a warning.
    pub fn warning(&mut self, place: &str, message: &Text) {
        self.warnings += 1;
        self.report.warning(place, message, "");
    }

    /// Files that are not part of the format: often a misspelt name.
    pub fn unknown_files(&mut self, exercises: &[String]) {
        let names: Vec<String> = self.source.files.iter().map(|f| f.name.clone()).collect();
        for name in names {
            let known = match name.split_once('/') {
                None => {
                    ["pack.toml", "pack.schema.json", "exercise.schema.json"].contains(&name.as_str())
                        || name.to_lowercase().starts_with("readme")
                        || name.to_lowercase().starts_with("licen")
                }
                Some((folder, inside)) if exercises.iter().any(|e| e == folder) => is_known(inside),
                Some(_) => false,
            };
            if !known {
                self.warning(
                    &name,
                    &text!(
                        "nothing refers to this file; is its name or place wrong?",
                        "どこからも使われないファイルです。名前か場所が間違っていませんか"
                    ),
                );
            }
        }
    }

    /// Checks links, pictures, translations and notes of an exercise with this statement.
    pub fn texts(&mut self, folder: &str, statement: &Text) {
        let names: Vec<String> = self.source.files.iter().map(|f| f.name.clone()).collect();
        let exists = |name: &str| {
            names.iter().any(|n| n.strip_prefix(folder).is_some_and(|n| n.strip_prefix('/') == Some(name)))
        };
        let files = &self.source.files;
        let shown = |name: &str| picture(folder, name, files).map(drop);
        for name in ["task.en.md", "task.ja.md", "hints.en.md", "hints.ja.md"] {
            let path = format!("{folder}/{name}");
            let Some(file) = self.source.files.iter().find(|f| f.name == path) else { continue };
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            if text.trim().is_empty() {
                self.error(&path, &text!("this file is empty", "ファイルが空です"));
            }
            for (line, why) in links::wrong(&text, &exists, &shown) {
                self.error(&format!("{path}:{line}"), &why);
            }
        }
        if statement.en == statement.ja {
            self.warning(&format!("{folder}/task.ja.md"), &not_translated());
        }
        for name in ["lecturer.en.md", "lecturer.ja.md"] {
            if !exists(name) {
                self.warning(
                    &format!("{folder}/{name}"),
                    &text!(
                        "there are no notes for lecturers: teaching goal, time needed, common mistakes",
                        "教員向けメモ（ねらい、所要時間、よくある間違い）がありません"
                    ),
                );
            }
        }
    }

    /// Checks the Japanese comments of the start files, given by their paths in the exercise's folder.
    pub fn translations(&mut self, folder: &str, start: &[(String, Comments)]) {
        for (path, comments) in start {
            let place = in_japanese(path).map(|path| format!("{folder}/{path}")).unwrap_or_default();
            let Some(original) = self.text(&format!("{folder}/{path}")) else { continue };
            match self.text(&place) {
                Some(translated) if translated == original => self.warning(&place, &not_translated()),
                Some(translated) => {
                    if let Some(line) = difference(&original, &translated, *comments) {
                        self.error(
                            &format!("{place}:{line}"),
                            &text!(
                                "the program differs from {path} here; a translation changes comments only, and keeps every line in its place",
                                "{path} のプログラムとここが違います。訳すのはコメントだけにし、行の位置も変えないでください"
                            ),
                        );
                    }
                }
                None if has_foreign_comments(&original, *comments) => self.report.note(
                    &format!("{folder}/{path}"),
                    &text!(
                        "its comments are not in Japanese; {place} can have the same program with Japanese comments",
                        "コメントが日本語ではありません。同じプログラムに日本語のコメントを付けたものを {place} に置けます"
                    ),
                ),
                None => {}
            }
        }
        let inside = format!("{folder}/start.ja/");
        let known: Vec<String> =
            start.iter().filter_map(|(path, _)| Some(format!("{folder}/{}", in_japanese(path)?))).collect();
        let names = self.source.files.iter().map(|file| &file.name);
        let others: Vec<String> =
            names.filter(|name| name.starts_with(&inside) && !known.contains(name)).cloned().collect();
        for name in others {
            self.warning(
                &name,
                &text!(
                    "no start file has this name, so nothing refers to this translation",
                    "同じ名前のはじめのファイルがないので、この訳はどこからも使われません"
                ),
            );
        }
    }

    /// The text of a file of the pack.
    fn text(&self, name: &str) -> Option<String> {
        let file = self.source.files.iter().find(|file| file.name == name)?;
        Some(String::from_utf8_lossy(without_mark(&file.bytes)).into_owned())
    }

    /// The submissions in `solution/`: the files in it as one, and those in each of its folders as another.
    pub fn solutions(&self, folder: &str) -> Vec<(String, Vec<PackFile>)> {
        let prefix = format!("{folder}/solution/");
        let mut works: BTreeMap<String, Vec<PackFile>> = BTreeMap::new();
        for file in &self.source.files {
            let Some(inside) = file.name.strip_prefix(&prefix) else { continue };
            let part = inside.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("/{folder}"));
            works.entry(format!("{folder}/solution{part}")).or_default().push(file.clone());
        }
        works.into_iter().collect()
    }

    /// Reports that there is no solution.
    pub fn no_solution(&mut self, folder: &str) {
        self.error(folder, &text!("there is no solution in solution/", "solution/ に解答例がありません"));
    }
}

fn not_translated() -> Text {
    text!("the same text as in English: is a translation missing?", "英語と同じ文章です。訳し忘れではありませんか")
}

/// A message with its place before it.
fn placed(place: &str, message: &Text) -> Text {
    if place.is_empty() {
        return message.clone();
    }
    Text::new(format!("{place}: {}", message.en), format!("{place}: {}", message.ja))
}

/// True for files that the format defines, by the path in the exercise's folder.
fn is_known(inside: &str) -> bool {
    match inside.split_once('/') {
        None => {
            ["exercise.toml", "task.en.md", "task.ja.md", "hints.en.md", "hints.ja.md"].contains(&inside)
                || is_private(inside)
        }
        Some((folder, _)) => {
            ["start", "start.ja", "data", "reference", "images"].contains(&folder) || is_private(inside)
        }
    }
}
