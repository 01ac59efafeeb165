//! `mcore pack check`: checks that a pack is complete, that its solutions pass everything, and that its start does not. Each kind of
//! exercises checks its own.

use super::args::Check as Arguments;
use super::links;
use super::source::PackSource;
use crate::failure::Failure;
use crate::kind;
use crate::report::Report;
use mcore::base::{Text, counted};
use mcore::packs::{Edition, PackFile, is_private, picture};
use mcore::text;
use std::collections::BTreeMap;

/// Findings about a pack.
pub struct Findings<'a> {
    /// The pack.
    pub source: &'a PackSource,
    /// Where findings are reported.
    pub report: &'a Report,
    errors: usize,
    warnings: usize,
}

/// Checks; the exit status is 1 if there is an error.
pub fn run(options: &Arguments, report: &Report) -> Result<u8, Failure> {
    let source = PackSource::read(&options.pack)?;
    let info = source.info()?;
    let mut findings = Findings { source: &source, report, errors: 0, warnings: 0 };
    if info.edition == Edition::Student {
        findings.warning(
            "pack.toml",
            &text!(
                "this is the students' edition: it holds no solutions to check",
                "学生用の課題集なので、確かめる解答例が入っていません"
            ),
        );
    }
    findings.unknown_files(&info.exercises);
    for folder in &info.exercises {
        match kind::of(folder, &source.files) {
            Ok(kind) => kind.check(folder, &mut findings, info.edition, options.sizes)?,
            Err(error) => findings.error("", &error.text()),
        }
    }
    let (errors, warnings) = (findings.errors, findings.warnings);
    let (errors_en, warnings_en) =
        (counted(errors as u64, "error", "errors"), counted(warnings as u64, "warning", "warnings"));
    report.line(report.say(&text!("{errors_en}, {warnings_en}", "エラー {errors} 件、警告 {warnings} 件")));
    Ok(u8::from(errors > 0))
}

impl Findings<'_> {
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
    fn unknown_files(&mut self, exercises: &[String]) {
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
            self.warning(
                &format!("{folder}/task.ja.md"),
                &text!(
                    "the same text as in English: is a translation missing?",
                    "英語と同じ文章です。訳し忘れではありませんか"
                ),
            );
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
        Some((folder, _)) => ["start", "data", "reference", "images"].contains(&folder) || is_private(inside),
    }
}
