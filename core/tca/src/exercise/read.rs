//! Reads an `exercise.toml`.

use super::keys;
use crate::model::memory::MAX_MEMORY;
use crate::model::script::{Data, MAX_SCRIPT, Prepare, Task};
use crate::model::{Opcode, Params, Status};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use mcore_base::Text;
use mcore_base::packs::limits::{MAX_ITEMS, MAX_POINTS};
use mcore_base::packs::{
    Edition, Field, Files, Named, Pack, PackError, Table, Texts, check_format, data_file, from_hex, in_japanese,
    read_cases, read_listed, texts,
};
use mcore_base::text;

/// The name of this kind of exercises.
pub const TCA_KIND: &str = "tca";

/// The operations of completions of receive requests.
const RECEIVES: [&str; 2] = ["RECV", "RECV_RDMA_WITH_IMM"];

/// A measure that an expectation limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The time of the last successful completion, or of the end if there is no completion.
    Time,
    /// Packets sent.
    Packets,
    /// Descriptors used.
    Descriptors,
    /// Bytes that CPUs copied.
    Copied,
    /// Most transfers on a link at once.
    Shared,
}

impl Measure {
    /// All of them with their names in a pack.
    pub const ALL: [(&'static str, Self); 5] = [
        ("time_ns", Self::Time),
        ("packets", Self::Packets),
        ("descriptors", Self::Descriptors),
        ("bytes_copied", Self::Copied),
        ("most_shared", Self::Shared),
    ];
}

/// An expectation of a case. Nodes are those of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// The contents of a buffer at the end: node, buffer, first byte, contents.
    Bytes(u8, String, u64, Data),
    /// The last bytes that a node has shown.
    Shown(u8, Data),
    /// The results of all completions of a node in their order, or of those of one operation.
    Completions(u8, Option<String>, Vec<Status>),
    Findings,
    /// A node sends no data.
    Silent(u8),
    /// A measure is at most this number: of one node or of all, and a time of one operation or of all.
    Most(Measure, Option<u8>, Option<String>, u64),
}

impl Expect {
    /// The names of the checks that are no measures.
    pub const CHECKS: [&'static str; 5] = ["bytes", "shown", "completions", "no_findings", "writes_nothing"];
}

/// A case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub name: Text,
    /// False if only the lecturer's pack has the contents.
    pub visible: bool,
    pub points: u32,
    /// The machine and what the task adds to the script; none in a student's pack if the case is hidden.
    pub setting: Option<(Params, Task)>,
    /// The expectations.
    pub expects: Vec<Expect>,
}

/// An exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// `pack/exercise`.
    pub id: String,
    pub pack_title: Text,
    pub pack_version: String,
    pub title: Text,
    /// Statement and hints.
    pub texts: Texts,
    /// The script that students begin with; the Japanese one differs in its comments only.
    pub start: Text,
    /// Its path in the folder of the exercise.
    pub start_file: String,
    /// The cases; at least one.
    pub cases: Vec<Case>,
}

impl Exercise {
    /// Maximum points.
    pub fn max_points(&self) -> u32 {
        self.cases.iter().map(|case| case.points).sum()
    }
}

/// Reads the exercise in `folder` of a pack. The names of `files` are paths within the pack.
///
/// # Errors
/// A file has an error.
pub fn read_exercise<F: Named>(folder: &str, files: &[F]) -> Result<Exercise, PackError> {
    let files = Files::new(files);
    let read = |pack: &Pack, table: &Table<'_>| read_top(folder, &files, pack.edition, table);
    let (pack, mut exercise) = read_listed(folder, &files, keys::EXERCISE, read)?;
    exercise.id = format!("{}/{folder}", pack.id);
    exercise.pack_title = pack.title;
    exercise.pack_version = pack.version;
    exercise.texts = texts(folder, &files)?;
    Ok(exercise)
}

/// The pack around a case.
struct Around<'f, 'a> {
    folder: &'f str,
    files: &'f Files<'a>,
    edition: Edition,
    given: String,
    machine: Params,
}

fn read_top(folder: &str, files: &Files<'_>, edition: Edition, table: &Table<'_>) -> Result<Exercise, PackError> {
    check_format(table)?;
    table.need("kind")?.choice(&[TCA_KIND])?;
    let start = table.need("start")?;
    let name = start.string()?;
    let Some(translated) = in_japanese(name) else {
        return Err(start.error(text!(
            "`{name}` is not in the folder `start` of the exercise: write `start/...`",
            "`{name}` は課題の `start` フォルダにありません。`start/...` と書いてください"
        )));
    };
    let script = |name: &str| -> Result<String, PackError> {
        let bytes = files.bytes(&format!("{folder}/{name}")).map_err(|error| start.error(error.text()))?;
        script_text(&start, name, bytes)
    };
    let first = script(name)?;
    let is_translated = files.has(&format!("{folder}/{translated}"));
    let first_ja = if is_translated { script(&translated)? } else { first.clone() };
    let around = Around {
        folder,
        files,
        edition,
        given: table.get("given").map_or(Ok(String::new()), |field| given(folder, files, &field))?,
        machine: read_machine(table, Params::default())?,
    };
    let cases = read_cases(table, |case: &Case| &case.name, |item| read_case(item, &around))?;
    Ok(Exercise {
        id: String::new(),
        pack_title: Text::default(),
        pack_version: String::new(),
        title: table.need("title")?.bilingual()?,
        texts: Texts::default(),
        start: Text::new(first, first_ja),
        start_file: name.to_owned(),
        cases,
    })
}

/// A script of the pack as text.
fn script_text(field: &Field<'_>, name: &str, bytes: &[u8]) -> Result<String, PackError> {
    let text = core::str::from_utf8(bytes)
        .map_err(|_| field.error(text!("`{name}` is not UTF-8 text", "`{name}` は UTF-8 のテキストではありません")))?;
    if text.len() > MAX_SCRIPT {
        return Err(field.error(text!("`{name}` is longer than 64 KiB", "`{name}` が 64 KiB を超えています")));
    }
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

fn given(folder: &str, files: &Files<'_>, field: &Field<'_>) -> Result<String, PackError> {
    script_text(field, field.string()?, data_file(folder, files, field)?)
}

/// `machine`: parameters on top of others.
fn read_machine(table: &Table<'_>, mut params: Params) -> Result<Params, PackError> {
    let Some(field) = table.get("machine") else { return Ok(params) };
    let own = field.table(Params::NAMES)?;
    for name in Params::NAMES {
        if let Some(value) = own.get(name) {
            let number = value.integer(0..=i64::MAX)? as u64;
            params.set(name, number).map_err(|error| value.error(error.0))?;
        }
    }
    params.check_all().map_err(|error| field.error(error.0))?;
    Ok(params)
}

fn read_case(field: &Field<'_>, around: &Around<'_, '_>) -> Result<Case, PackError> {
    let table = field.table(keys::CASE)?;
    let name = table.need("name")?.bilingual()?;
    let visible = table.get("visible").map_or(Ok(true), |field| field.boolean())?;
    let points = table.get("points").map_or(Ok(1), |field| field.integer(0..=MAX_POINTS))? as u32;
    // The contents of a hidden case are not in a student's pack.
    if !visible && around.edition == Edition::Student && table.get("expect").is_none() {
        return Ok(Case { name, visible, points, setting: None, expects: Vec::new() });
    }
    let params = read_machine(&table, around.machine.clone())?;
    let given = match table.get("given") {
        Some(field) => given(around.folder, around.files, &field)?,
        None => around.given.clone(),
    };
    let prepare = match table.get("prepare") {
        Some(list) => list.list(MAX_ITEMS)?.iter().map(|item| read_prepare(item, &params)).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let task = Task { given, prepare };
    task.check(&params).map_err(|why| table.error(why))?;
    let list = table.need("expect")?;
    let expects = list.list(MAX_ITEMS)?.iter().map(|item| read_expect(item, &params)).collect::<Result<Vec<_>, _>>()?;
    if expects.is_empty() {
        return Err(list.error(text!("a case needs at least one expectation", "case には期待が少なくとも1つ必要です")));
    }
    Ok(Case { name, visible, points, setting: Some((params, task)), expects })
}

fn node(field: &Field<'_>, params: &Params) -> Result<u8, PackError> {
    field.integer(0..=params.nodes as i64 - 1).map(|number| number as u8)
}

/// A number of bytes.
fn bytes(table: &Table<'_>, key: &str, usual: u64) -> Result<u64, PackError> {
    table.get(key).map_or(Ok(usual), |field| field.integer(0..=MAX_MEMORY as i64).map(|number| number as u64))
}

fn read_prepare(field: &Field<'_>, params: &Params) -> Result<Prepare, PackError> {
    let table = field.table(keys::PREPARE)?;
    Ok(Prepare {
        node: node(&table.need("node")?, params)?,
        buffer: table.need("buffer")?.string()?.to_owned(),
        offset: bytes(&table, "offset", 0)?,
        data: read_data(&table)?,
    })
}

/// Contents: `text`, `hex`, `fill` with `length`, or `random` with `skip` and `length`.
fn read_data(table: &Table<'_>) -> Result<Data, PackError> {
    let (key, field) = table.one_of(keys::DATA)?;
    let other = match key {
        "text" | "hex" => ["skip", "length"].into_iter().find_map(|key| table.get(key)),
        "fill" => table.get("skip"),
        _ => None,
    };
    if let Some(other) = other {
        return Err(other.error(text!("this does not belong to `{key}`", "これは `{key}` と一緒に使えません")));
    }
    let length = || table.need("length")?.integer(1..=MAX_MEMORY as i64).map(|number| number as u64);
    match key {
        "text" => Ok(Data::Bytes(field.string()?.as_bytes().to_vec())),
        "hex" => {
            let digits: String = field.string()?.chars().filter(|letter| !letter.is_whitespace()).collect();
            let found = from_hex(&digits).filter(|bytes| !bytes.is_empty());
            found.map(Data::Bytes).ok_or_else(|| {
                field.error(text!(
                    "expected pairs of hexadecimal digits, such as `01 ff`",
                    "`01 ff` のような 16 進数字の組が必要です"
                ))
            })
        }
        "fill" => Ok(Data::Fill(field.integer(0..=255)? as u8, length()?)),
        _ => Ok(Data::Random(field.integer(0..=i64::MAX)? as u64, bytes(table, "skip", 0)?, length()?)),
    }
}

/// The keys that belong to a check, besides `check` and those of contents.
fn keys_of(check: &str) -> &'static [&'static str] {
    match check {
        "bytes" => &["node", "buffer", "offset", "text", "hex", "fill", "random", "skip", "length"],
        "shown" => &["node", "text", "hex", "fill", "random", "skip", "length"],
        "completions" => &["node", "opcode", "statuses"],
        "no_findings" => &[],
        "writes_nothing" => &["node"],
        "time_ns" => &["node", "opcode", "at_most"],
        "most_shared" => &["at_most"],
        _ => &["node", "at_most"],
    }
}

fn read_expect(field: &Field<'_>, params: &Params) -> Result<Expect, PackError> {
    let table = field.table(keys::EXPECT)?;
    let known: Vec<&'static str> =
        Expect::CHECKS.into_iter().chain(Measure::ALL.into_iter().map(|(word, _)| word)).collect();
    let check = table.need("check")?.choice(&known)?;
    let own = keys_of(check);
    let other = keys::EXPECT.iter().filter(|key| **key != "check" && !own.contains(key));
    if let Some(field) = other.filter_map(|key| table.get(key)).next() {
        return Err(field.error(text!("this does not belong to `{check}`", "これは `{check}` と一緒に使えません")));
    }
    let of_node = || node(&table.need("node")?, params);
    let opcode = || match table.get("opcode") {
        Some(field) => {
            let names = Opcode::ALL.into_iter().map(|(_, name)| name).chain(RECEIVES);
            field.choice(&names.collect::<Vec<_>>()).map(|name| Some(name.to_owned()))
        }
        None => Ok(None),
    };
    Ok(match check {
        "bytes" => Expect::Bytes(
            of_node()?,
            table.need("buffer")?.string()?.to_owned(),
            bytes(&table, "offset", 0)?,
            read_data(&table)?,
        ),
        "shown" => Expect::Shown(of_node()?, read_data(&table)?),
        "completions" => {
            let names: Vec<(&'static str, Status)> = Status::ALL.into_iter().map(|own| (own.name(), own)).collect();
            let statuses = table.need("statuses")?.list(MAX_ITEMS)?;
            let statuses = statuses.iter().map(|item| item.one(&names)).collect::<Result<_, _>>()?;
            Expect::Completions(of_node()?, opcode()?, statuses)
        }
        "no_findings" => Expect::Findings,
        "writes_nothing" => Expect::Silent(of_node()?),
        _ => {
            let measure =
                Measure::ALL.into_iter().find(|(word, _)| *word == check).map_or(Measure::Time, |(_, own)| own);
            let of = table.get("node").map(|field| node(&field, params)).transpose()?;
            let most = table.need("at_most")?.integer(0..=i64::MAX)? as u64;
            Expect::Most(measure, of, opcode()?, most)
        }
    })
}
