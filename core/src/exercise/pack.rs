//! Reading a pack: `pack.toml`, `<exercise>/exercise.toml` and the texts and programs beside it.

use super::toml_table::{Field, Source, Table};
use super::{Case, Equals, Expect, Fill, Input, Place};
use crate::base::{Array, NodeId, SourceFile, Text};
use crate::text;
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::ops::RangeInclusive;

/// The version of the pack format that this module reads.
const FORMAT: i64 = 1;
/// Longest file of a pack, in bytes: far beyond any statement or program, far below what would hurt.
const LONGEST_FILE: usize = 1 << 20;
/// Most cases of an exercise, and most inputs or expectations of a case.
const MOST_ITEMS: usize = 64;
/// Most words of an expectation, and of all inputs of a case: the largest node memory.
const MOST_WORDS: u32 = (16 << 20) / 4;
/// What a word of memory may be written as: signed or unsigned.
const WORD: RangeInclusive<i64> = i32::MIN as i64..=u32::MAX as i64;

/// What is wrong with a pack, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The file, by its path within the pack.
    pub file: String,
    /// Line, from 1, if the file was read.
    pub line: Option<u32>,
    /// The key within the file, for example `case.input.node`, or empty.
    pub key: String,
    /// What is wrong.
    pub message: Text,
}

impl PackError {
    /// File, line, key and message in one line.
    pub fn text(&self) -> Text {
        let mut place = self.file.clone();
        if let Some(line) = self.line {
            place += &format!(":{line}");
        }
        if !self.key.is_empty() {
            place += &format!(" `{}`", self.key);
        }
        Text::new(format!("{place}: {}", self.message.en), format!("{place}: {}", self.message.ja))
    }
}

/// The machine of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// M, columns of compute nodes.
    pub width: u8,
    /// N, rows of compute nodes.
    pub height: u8,
    /// Node memory in KiB, a power of two from 64 to 16384.
    pub node_memory_kib: u32,
    /// Mirrored addressing (the paper's) instead of strict addressing.
    pub mirrored: bool,
}

/// One exercise, ready to be worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// `pack/exercise`, for example `class/matmul`.
    pub id: String,
    /// Title of the pack.
    pub pack_title: Text,
    /// Version of the pack (semantic versioning).
    pub pack_version: String,
    /// Title.
    pub title: Text,
    /// Statement as CommonMark.
    pub statement: Text,
    /// Hints as CommonMark, to be opened one by one.
    pub hints: Vec<Text>,
    /// What the student begins with.
    pub start: Vec<SourceFile>,
    /// Names among `start` that must not be edited.
    pub read_only: Vec<String>,
    /// The sequential program that defines the right result and the cycles to compare with.
    pub reference: Option<SourceFile>,
    /// The machine.
    pub machine: Machine,
    /// The runs that are judged; at least one.
    pub cases: Vec<Case>,
}

/// Reads the exercise in `folder` of a pack. The names of `files` are paths within the pack (`pack.toml`,
/// `matmul/exercise.toml`, `matmul/task.en.md`, `matmul/start/matmul.s` ...); others among them do not matter.
pub fn read_exercise(folder: &str, files: &[SourceFile]) -> Result<Exercise, PackError> {
    let pack_file = find(files, "pack.toml")?;
    let (id, version, title) = pack_file
        .read(&["format", "id", "version", "title", "authors", "licence", "exercises"], |table| {
            read_pack(folder, &table)
        })?;
    let exercise_name = format!("{folder}/exercise.toml");
    let exercise_file = find(files, &exercise_name)?;
    let mut exercise = exercise_file
        .read(&["format", "title", "language", "machine", "files", "case"], |table| read_top(folder, files, &table))?;
    exercise.id = format!("{id}/{folder}");
    exercise.pack_title = title;
    exercise.pack_version = version;
    exercise.statement = both_languages(files, folder, "task")?;
    exercise.hints = read_hints(files, folder)?;
    Ok(exercise)
}

/// The file of that name, if it has a sensible size.
fn find<'a>(files: &'a [SourceFile], name: &'a str) -> Result<Source<'a>, PackError> {
    let error = |message| PackError { file: name.to_owned(), line: None, key: String::new(), message };
    let file = files.iter().find(|f| f.name == name);
    let file =
        file.ok_or_else(|| error(text!("this file is missing from the pack", "このファイルが課題集にありません")))?;
    let bytes = file.text.len();
    if bytes > LONGEST_FILE {
        return Err(error(text!(
            "this file is too long: {bytes} bytes, at most {LONGEST_FILE}",
            "ファイルが大きすぎます: {bytes} バイトです ({LONGEST_FILE} バイトまで)"
        )));
    }
    Ok(Source { name, text: &file.text })
}

fn check_format(table: &Table<'_>) -> Result<(), PackError> {
    let field = table.need("format")?;
    match field.integer(1..=i64::MAX)? {
        FORMAT => Ok(()),
        other => Err(field.error(text!(
            "this is format {other}, but this version of the lab reads format {FORMAT}",
            "形式 {other} の課題集です。この版で読めるのは形式 {FORMAT} です"
        ))),
    }
}

/// Identity, version and title of the pack.
fn read_pack(folder: &str, table: &Table<'_>) -> Result<(String, String, Text), PackError> {
    check_format(table)?;
    let id = table.need("id")?;
    let version = table.need("version")?;
    if let Err(why) = semver::Version::parse(version.string()?) {
        return Err(version.error(text!(
            "this is not a version like `1.2.0`: {why}",
            "`1.2.0` のような版番号になっていません: {why}"
        )));
    }
    table.need("authors")?.string()?;
    table.need("licence")?.string()?;
    let exercises = table.need("exercises")?;
    let mut listed = false;
    for item in exercises.list(1000)? {
        listed |= slug(&item)? == folder;
    }
    if !listed {
        return Err(exercises
            .error(text!("the exercise `{folder}` is not in this list", "課題 `{folder}` がこの一覧にありません")));
    }
    Ok((slug(&id)?.to_owned(), version.string()?.to_owned(), table.need("title")?.bilingual()?))
}

/// A name that is safe as a folder and as a part of a web address.
fn slug<'a>(field: &Field<'a>) -> Result<&'a str, PackError> {
    let s = field.string()?;
    let fine = s.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if fine {
        return Ok(s);
    }
    Err(field.error(text!(
        "`{s}` is not possible as a name: only a to z, 0 to 9 and `-`",
        "`{s}` は名前に使えません。使えるのは a から z、0 から 9、`-` だけです"
    )))
}

fn read_top(folder: &str, files: &[SourceFile], table: &Table<'_>) -> Result<Exercise, PackError> {
    check_format(table)?;
    table.need("language")?.choice(&["asm"])?;
    let machine = read_machine(&table.need("machine")?)?;
    let (start, read_only, reference) = read_files(folder, files, &table.need("files")?)?;
    let list = table.need("case")?;
    let cases = list.list(MOST_ITEMS)?.iter().map(|c| read_case(c, machine)).collect::<Result<Vec<_>, _>>()?;
    if cases.is_empty() {
        return Err(list.error(text!("an exercise needs at least one case", "課題には少なくとも1つの case が必要です")));
    }
    let compares = |e: &Expect| matches!(e, Expect::Speedup(_) | Expect::Memory { equals: Equals::Reference, .. });
    if reference.is_none() && cases.iter().any(|c| c.expects.iter().any(compares)) {
        return Err(table.error(text!(
            "a case compares with the reference, but `files.reference` names none",
            "case が参照プログラムと比べていますが、`files.reference` がありません"
        )));
    }
    Ok(Exercise {
        id: String::new(),
        pack_title: Text::default(),
        pack_version: String::new(),
        title: table.need("title")?.bilingual()?,
        statement: Text::default(),
        hints: Vec::new(),
        start,
        read_only,
        reference,
        machine,
        cases,
    })
}

fn read_machine(field: &Field<'_>) -> Result<Machine, PackError> {
    let table = field.table(&["nodes", "node_memory", "addressing"])?;
    let nodes = table.need("nodes")?;
    let (width, height) = pair(&nodes, 'x', "4x4")?;
    let memory = table.get("node_memory");
    let node_memory_kib = memory.as_ref().map_or(Ok(512), memory_size)?;
    let mirrored = match table.get("addressing") {
        Some(addressing) => addressing.choice(&["strict", "mirrored"])? == "mirrored",
        None => false,
    };
    Ok(Machine { width, height, node_memory_kib, mirrored })
}

/// `512K` or `1M`: a power of two from 64 KiB to 16 MiB, in KiB.
fn memory_size(field: &Field<'_>) -> Result<u32, PackError> {
    let s = field.string()?;
    let kib = match (s.strip_suffix('K'), s.strip_suffix('M')) {
        (Some(n), _) => n.parse::<u32>().ok(),
        (_, Some(n)) => n.parse::<u32>().ok().and_then(|n| n.checked_mul(1024)),
        _ => None,
    };
    kib.filter(|k| k.is_power_of_two() && (64..=16384).contains(k)).ok_or_else(|| {
        field.error(text!(
            "`{s}` is not a size of node memory: a power of two from `64K` to `16M`",
            "`{s}` はノードメモリの大きさになりません。`64K` から `16M` までの2のべき乗にしてください"
        ))
    })
}

/// Two numbers from 1 to 255 with a sign between them.
fn pair(field: &Field<'_>, sign: char, example: &str) -> Result<(u8, u8), PackError> {
    let s = field.string()?;
    let number = |s: &str| s.trim().parse::<u8>().ok().filter(|n| *n > 0);
    let both = s.split_once(sign).and_then(|(a, b)| Some((number(a)?, number(b)?)));
    both.ok_or_else(|| {
        field.error(text!(
            "`{s}` is not possible here: two numbers from 1 to 255, like `{example}`",
            "`{s}` は使えません。`{example}` のように、1 から 255 までの数を2つ書いてください"
        ))
    })
}

/// A compute node of the machine.
fn node(field: &Field<'_>, machine: Machine) -> Result<NodeId, PackError> {
    let (x, y) = pair(field, ',', "1,1")?;
    let Machine { width, height, .. } = machine;
    if Array::new(width, height).rank(NodeId::new(x, y)).is_none() {
        return Err(field.error(text!(
            "there is no compute node ({x},{y}): the array has {width} columns and {height} rows",
            "計算ノード ({x},{y}) はありません。アレイは {width} 列 {height} 行です"
        )));
    }
    Ok(NodeId::new(x, y))
}

type Files = (Vec<SourceFile>, Vec<String>, Option<SourceFile>);

/// The start files, the names of those that are read-only, and the reference.
fn read_files(folder: &str, files: &[SourceFile], field: &Field<'_>) -> Result<Files, PackError> {
    let table = field.table(&["editable", "read_only", "reference"])?;
    let (mut start, mut read_only) = (Vec::new(), Vec::new());
    for (key, fixed) in [("editable", false), ("read_only", true)] {
        for item in table.get(key).map_or(Ok(Vec::new()), |f| f.list(MOST_ITEMS))? {
            let name = item.string()?;
            if start.iter().any(|f: &SourceFile| f.name == name) {
                return Err(item.error(text!("`{name}` is listed twice", "`{name}` が二度書かれています")));
            }
            let path = format!("{folder}/start/{name}");
            let source = find(files, &path).map_err(|e| item.error(e.text()))?;
            start.push(SourceFile { name: name.to_owned(), text: source.text.to_owned() });
            if fixed {
                read_only.push(name.to_owned());
            }
        }
    }
    if start.len() == read_only.len() {
        let message = text!("at least one file must be editable", "編集できるファイルが少なくとも1つ必要です");
        return Err(table.error(message));
    }
    let reference = match table.get("reference") {
        Some(field) => {
            let name = field.string()?;
            let path = format!("{folder}/{name}");
            let source = find(files, &path).map_err(|e| field.error(e.text()))?;
            let short = name.rsplit('/').next().unwrap_or(name);
            Some(SourceFile { name: short.to_owned(), text: source.text.to_owned() })
        }
        None => None,
    };
    Ok((start, read_only, reference))
}

fn read_case(field: &Field<'_>, machine: Machine) -> Result<Case, PackError> {
    let table = field.table(&["name", "seed", "cycle_limit", "input", "expect"])?;
    let inputs = table.get("input").map_or(Ok(Vec::new()), |f| f.list(MOST_ITEMS))?;
    let expects = table.need("expect")?.list(MOST_ITEMS)?;
    let inputs = inputs.iter().map(|i| read_input(i, machine)).collect::<Result<Vec<_>, _>>()?;
    let size = |input: &Input| match &input.fill {
        Fill::Words(words) => words.len() as u64,
        Fill::Random { count, .. } => u64::from(*count),
    };
    if inputs.iter().map(size).sum::<u64>() > u64::from(MOST_WORDS) {
        return Err(table.error(text!(
            "the inputs of a case have at most {MOST_WORDS} words in all",
            "1つの case の入力は、合わせて {MOST_WORDS} 語までです"
        )));
    }
    Ok(Case {
        name: table.need("name")?.bilingual()?,
        seed: table.get("seed").map_or(Ok(0), |f| f.integer(0..=i64::MAX))? as u64,
        cycle_limit: table.need("cycle_limit")?.integer(1..=1_000_000_000_000)? as u64,
        inputs,
        expects: expects.iter().map(|e| read_expect(e, machine)).collect::<Result<_, _>>()?,
        node_bytes: machine.node_memory_kib * 1024,
    })
}

fn read_input(field: &Field<'_>, machine: Machine) -> Result<Input, PackError> {
    let table = field.table(&["node", "symbol", "offset", "address", "words", "random"])?;
    let place_of_node = table.need("node")?;
    let node = match place_of_node.string()? {
        "all" => None,
        _ => Some(node(&place_of_node, machine)?),
    };
    let fill = match table.one_of(&["words", "random"])? {
        ("words", words) => Fill::Words(read_words(&words)?),
        (_, random) => read_random(&random)?,
    };
    Ok(Input { node, place: read_place(&table)?, fill })
}

/// `symbol` with an `offset` that may be left out, or `address`.
fn read_place(table: &Table<'_>) -> Result<Place, PackError> {
    let offset = match table.get("offset") {
        Some(field) => field.integer(0..=i64::from(MOST_WORDS) * 4)? as u32,
        None => 0,
    };
    match table.one_of(&["symbol", "address"])? {
        ("symbol", name) => Ok(Place::Symbol { name: name.string()?.to_owned(), offset }),
        (_, address) => Ok(Place::Address(address.integer(0..=0xffff_ffff)? as u32)),
    }
}

fn read_words(field: &Field<'_>) -> Result<Vec<u32>, PackError> {
    field.list(MOST_WORDS as usize)?.iter().map(|w| Ok(w.integer(WORD)? as u32)).collect()
}

fn read_random(field: &Field<'_>) -> Result<Fill, PackError> {
    let table = field.table(&["low", "high", "count"])?;
    let (low, high) = (table.need("low")?.integer(WORD)?, table.need("high")?.integer(WORD)?);
    if low > high {
        return Err(table.error(text!("`low` is above `high`", "`low` が `high` より大きくなっています")));
    }
    Ok(Fill::Random { low, high, count: table.need("count")?.integer(1..=i64::from(MOST_WORDS))? as u32 })
}

fn read_expect(field: &Field<'_>, machine: Machine) -> Result<Expect, PackError> {
    const KINDS: [&str; 5] = ["halted", "memory", "worked", "speedup", "cycles"];
    let (kind, value) = field.table(&KINDS)?.one_of(&KINDS)?;
    let nodes = i64::from(machine.width) * i64::from(machine.height);
    Ok(match kind {
        "halted" if value.boolean()? => Expect::Halted,
        "halted" => return Err(value.error(text!("this can only be `true`", "ここに書けるのは `true` だけです"))),
        "memory" => read_memory(&value, machine)?,
        "worked" => Expect::Worked(value.integer(1..=nodes)? as u32),
        "speedup" => Expect::Speedup(value.hundredths(1..=100_000_000)?),
        _ => Expect::Cycles(value.integer(1..=i64::MAX)? as u64),
    })
}

fn read_memory(field: &Field<'_>, machine: Machine) -> Result<Expect, PackError> {
    let table = field.table(&["node", "symbol", "offset", "address", "words", "columns", "equals"])?;
    let equals = table.need("equals")?;
    let (equals, listed) = if equals.is_string() {
        equals.choice(&["reference"])?;
        (Equals::Reference, None)
    } else {
        let words = read_words(&equals)?;
        let count = words.len() as i64;
        (Equals::Words(words), Some(count))
    };
    // With a list, its length says how many; `words` may still be written, but must agree.
    let words = match (table.get("words"), listed) {
        (Some(field), Some(count)) => field.integer(count..=count)?,
        (Some(field), None) => field.integer(1..=i64::from(MOST_WORDS))?,
        (None, Some(count)) => count,
        (None, None) => table.need("words")?.integer(WORD)?,
    };
    let columns = table.get("columns").map(|f| f.integer(1..=words.max(1))).transpose()?;
    Ok(Expect::Memory {
        node: node(&table.need("node")?, machine)?,
        place: read_place(&table)?,
        words: words as u32,
        columns: columns.map(|c| c as u32),
        equals,
    })
}

/// `<name>.en.md` and `<name>.ja.md`.
fn both_languages(files: &[SourceFile], folder: &str, name: &str) -> Result<Text, PackError> {
    let read = |lang: &str| Ok(find(files, &format!("{folder}/{name}.{lang}.md"))?.text.to_owned());
    Ok(Text::new(read("en")?, read("ja")?))
}

/// The hints, which lines `---` separate; none if there are no files of hints.
fn read_hints(files: &[SourceFile], folder: &str) -> Result<Vec<Text>, PackError> {
    let prefix = format!("{folder}/hints.");
    if !files.iter().any(|f| f.name.starts_with(&prefix)) {
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
        return Err(PackError { file: format!("{folder}/hints.ja.md"), line: None, key: String::new(), message });
    }
    Ok(en.into_iter().zip(ja).map(|(en, ja)| Text { en, ja }).collect())
}

fn split_hints(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let hints = lines.split(|line| line.trim_end() == "---").map(|hint| hint.join("\n").trim().to_owned());
    hints.filter(|hint| !hint.is_empty()).collect()
}
