//! The parts of an exercise that do not depend on its kind: the kind itself, statement and hints.

use super::files::{Files, Named, file_error};
use super::limits::MAX_ITEMS;
use super::pack::{FORMAT, Pack, pack_of};
use super::toml_table::{Field, Table};
use super::{PackError, keys};
use crate::Text;
use crate::text;
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

/// The kind of exercises without the key `kind`: programs for the chip.
pub const STANDARD_KIND: &str = "chip";

/// The path of a start file with Japanese comments, by the path of the start file in the exercise's folder: `start.ja/a.s` for
/// `start/a.s`.
pub fn in_japanese(start: &str) -> Option<String> {
    start.strip_prefix("start/").map(|name| format!("start.ja/{name}"))
}

/// The texts of an exercise for the student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// Statement as CommonMark.
    pub statement: Text,
    /// Hints as CommonMark, to be opened one by one.
    pub hints: Vec<Text>,
}

/// Checks the key `format`.
pub fn check_format(table: &Table<'_>) -> Result<(), PackError> {
    let field = table.need("format")?;
    match field.integer(1..=i64::MAX)? {
        FORMAT => Ok(()),
        other => Err(field.error(text!(
            "this is format {other}, but this version of the lab reads format {FORMAT}",
            "形式 {other} の課題集です。この版で読めるのは形式 {FORMAT} です"
        ))),
    }
}

/// The cases of an exercise: at least one, each with a different name.
pub fn read_cases<C>(
    table: &Table<'_>,
    name: fn(&C) -> &Text,
    read: impl Fn(&Field<'_>) -> Result<C, PackError>,
) -> Result<Vec<C>, PackError> {
    let list = table.need("case")?;
    let mut cases: Vec<C> = Vec::new();
    for item in list.list(MAX_ITEMS)? {
        let case = read(&item)?;
        if cases.iter().any(|other| name(other).en == name(&case).en) {
            return Err(item.error(text!("two cases have this name", "同じ名前の case が 2 つあります")));
        }
        cases.push(case);
    }
    if cases.is_empty() {
        return Err(list.error(text!("an exercise needs at least one case", "課題には少なくとも1つの case が必要です")));
    }
    Ok(cases)
}

/// The kind of the exercise in `folder`, one of `known`.
///
/// # Errors
/// There is no `exercise.toml`, it is not TOML, or names another kind.
pub fn kind_of<F: Named>(folder: &str, files: &[F], known: &[&'static str]) -> Result<&'static str, PackError> {
    let name = format!("{folder}/exercise.toml");
    let kind = Files::new(files).text(&name)?.peek("kind", |field| field.choice(known))?;
    Ok(kind.unwrap_or(STANDARD_KIND))
}

/// Whether the exercise in `folder` is of a kind. One that cannot be read is of the standard kind.
pub fn is_of_kind<F: Named>(folder: &str, files: &[F], kind: &str) -> bool {
    let name = format!("{folder}/exercise.toml");
    let found =
        Files::new(files).text(&name).and_then(|text| text.peek("kind", |field| Ok(field.string()?.to_owned())));
    found.ok().flatten().as_deref().unwrap_or(STANDARD_KIND) == kind
}

/// Reads `pack.toml` and the exercise in `folder`: `read` reads its `exercise.toml`, in which `known` are the keys at the top.
///
/// # Errors
/// The pack does not list the exercise, or a file has an error.
pub fn read_listed<T>(
    folder: &str,
    files: &Files<'_>,
    known: &[&str],
    read: impl FnOnce(&Pack, &Table<'_>) -> Result<T, PackError>,
) -> Result<(Pack, T), PackError> {
    let pack = pack_of(files)?;
    if !pack.exercises.iter().any(|e| e == folder) {
        let source = files.text("pack.toml")?;
        return source.read(keys::PACK, |table| {
            Err(table
                .need("exercises")?
                .error(text!("the exercise `{folder}` is not in this list", "課題 `{folder}` がこの一覧にありません")))
        });
    }
    let name = format!("{folder}/exercise.toml");
    let found = files.text(&name)?.read(known, |table| read(&pack, &table))?;
    Ok((pack, found))
}

/// Statement and hints of the exercise in `folder`.
pub fn texts(folder: &str, files: &Files<'_>) -> Result<Texts, PackError> {
    Ok(Texts { statement: both_languages(files, folder, "task")?, hints: read_hints(files, folder)? })
}

/// `<name>.en.md` and `<name>.ja.md`.
fn both_languages(files: &Files<'_>, folder: &str, name: &str) -> Result<Text, PackError> {
    let read = |lang: &str| Ok(files.text(&format!("{folder}/{name}.{lang}.md"))?.owned());
    Ok(Text::new(read("en")?, read("ja")?))
}

/// The hints, separated by lines `---`; none if there are no hint files.
fn read_hints(files: &Files<'_>, folder: &str) -> Result<Vec<Text>, PackError> {
    if !files.any_begins(&format!("{folder}/hints.")) {
        return Ok(Vec::new());
    }
    let both = both_languages(files, folder, "hints")?;
    let (en, ja) = (split_hints(&both.en), split_hints(&both.ja));
    let (n, m) = (en.len(), ja.len());
    if n != m {
        let message = text!(
            "there are {n} hints in English but {m} in Japanese",
            "ヒントの数が英語 ({n}) と日本語 ({m}) で違います"
        );
        return Err(file_error(&format!("{folder}/hints.ja.md"), message));
    }
    Ok(en.into_iter().zip(ja).map(|(en, ja)| Text { en, ja }).collect())
}

/// Splits a file of hints.
pub fn split_hints(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let hints = lines.split(|line| line.trim_end() == "---").map(|hint| hint.join("\n").trim().to_owned());
    hints.filter(|hint| !hint.is_empty()).collect()
}

/// The bytes of a data file that an exercise refers to: `data/matrix.bin`.
pub fn data_file<'a>(folder: &str, files: &Files<'a>, field: &Field<'_>) -> Result<&'a [u8], PackError> {
    let name = field.string()?;
    if !name.starts_with("data/") {
        return Err(field.error(text!(
            "`{name}` is not in the folder `data` of the exercise: write `data/...`",
            "`{name}` は課題の `data` フォルダにありません。`data/...` と書いてください"
        )));
    }
    files.bytes(&format!("{folder}/{name}")).map_err(|e| field.error(e.text()))
}
