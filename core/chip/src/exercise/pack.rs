//! Reads an exercise: `<exercise>/exercise.toml` and the programs beside it.

use super::read_case::{read_case, read_machine, read_sizes};
use super::{Case, Edition, Expect, Pack, PackError, Score, Step, keys};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use mcore_base::packs::limits::{MAX_ITEMS, MAX_POINTS};
use mcore_base::packs::{
    Field, Files, Named, STANDARD_KIND, Table, Texts, check_format, data_file, in_japanese, read_listed, texts,
};
use mcore_base::text;
use mcore_base::{SourceFile, Text};
use mcore_toolchain::mclib::is_library;
use mcore_toolchain::{Compilers, Level, Options, Rules};

/// The languages that an exercise accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Assembly, assembled by the lab.
    #[default]
    Assembly,
    /// C, also with parts in assembly; or an ELF program that the student has compiled.
    C,
    /// Both.
    Either,
}

impl Language {
    /// All languages with their names in a pack.
    pub const ALL: [(&'static str, Self); 3] = [("asm", Self::Assembly), ("c", Self::C), ("either", Self::Either)];

    /// True if a program may contain files in this language. A program in C may contain parts in assembly.
    pub fn takes(self, language: mcore_toolchain::Language) -> bool {
        match language {
            mcore_toolchain::Language::Assembly => true,
            mcore_toolchain::Language::C => self != Self::Assembly,
        }
    }
}

/// The machine of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MachineSize {
    /// M, columns of compute nodes.
    pub width: u8,
    /// N, rows of compute nodes.
    pub height: u8,
    /// Node memory in KiB, a power of two from 64 to 262144.
    pub node_memory_kib: u32,
    /// Mirrored addressing (the paper's) instead of strict addressing.
    pub mirrored: bool,
}

/// One exercise, ready for use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// `pack/exercise`, for example `class/matmul`.
    pub id: String,
    pub pack_title: Text,
    /// Version of the pack (semantic versioning).
    pub pack_version: String,
    pub title: Text,
    /// The languages that it accepts.
    pub language: Language,
    /// Statement as CommonMark.
    pub statement: Text,
    /// Hints as CommonMark, to be opened one by one.
    pub hints: Vec<Text>,
    /// The files that the student starts with.
    pub start: Vec<SourceFile>,
    /// Those of them that the pack has with Japanese comments, under the same names.
    pub start_ja: Vec<SourceFile>,
    /// Names of the files in `start` that must not be edited.
    pub read_only: Vec<String>,
    /// The sequential program that defines the right result and the cycles for the speed-up.
    pub reference: Option<SourceFile>,
    pub machine: MachineSize,
    /// Columns and rows of the machines on which programs of this exercise can run, for comparisons of sizes; the list
    /// need not contain that of `machine`.
    pub sizes: Vec<(u8, u8)>,
    /// The runs that are judged; at least one.
    pub cases: Vec<Case>,
    /// Points for the speed-up.
    pub score: Option<Score>,
    /// The level at which C is compiled.
    pub level: Level,
    /// The rules for C.
    pub rules: Rules,
}

impl Exercise {
    /// How a program of these files is built for node memories of `memory_size` bytes.
    pub fn build_options(&self, files: &[SourceFile], memory_size: u32, compilers: &Compilers) -> Options {
        let mut options = Options::new(memory_size, &compilers.under(&self.rules.clone().naming(files)));
        options.level = self.level;
        options
    }

    /// True if cycles count: for points, or as an expectation.
    pub fn is_timed(&self) -> bool {
        is_timed(self.score.as_ref(), &self.cases)
    }

    /// Maximum points.
    pub fn max_points(&self) -> u32 {
        self.cases.iter().map(|c| c.points).sum::<u32>() + self.score.as_ref().map_or(0, Score::max_points)
    }

    /// The read-only file that includes a text of this name, or of the library, by quotes: then a text of a student must not have the
    /// name. Read-only files are compiled with the texts of the exercise and of the library only.
    pub fn included_by(&self, name: &str) -> Option<&str> {
        let own = name.rsplit('/').next().unwrap_or(name);
        let fixed = || self.start.iter().filter(|file| self.read_only.contains(&file.name));
        let includes = |file: &&SourceFile| {
            let lines = file.text.lines().filter(|line| line.contains("include"));
            lines.filter_map(|line| line.split('"').nth(1)).any(|path| path.rsplit('/').next() == Some(own))
        };
        let found = fixed().find(includes).or_else(|| fixed().next().filter(|_| is_library(own)));
        found.map(|file| file.name.as_str())
    }

    /// The files of `start` that the student may change.
    pub fn editable(&self) -> impl Iterator<Item = &SourceFile> {
        self.start.iter().filter(|f| !self.read_only.contains(&f.name))
    }
}

/// Reads the exercise in `folder` of a pack. The names of `files` are paths within the pack (`pack.toml`,
/// `matmul/exercise.toml`, `matmul/task.en.md`, `matmul/start/matmul.s` ...); other files are ignored.
pub fn read_exercise<F: Named>(folder: &str, files: &[F]) -> Result<Exercise, PackError> {
    let files = Files::new(files);
    let read = |pack: &Pack, table: &Table<'_>| read_top(folder, &files, pack.edition, table);
    let (pack, mut exercise) = read_listed(folder, &files, keys::EXERCISE, read)?;
    exercise.id = format!("{}/{folder}", pack.id);
    exercise.pack_title = pack.title;
    exercise.pack_version = pack.version;
    Texts { statement: exercise.statement, hints: exercise.hints } = texts(folder, &files)?;
    Ok(exercise)
}

fn read_top(folder: &str, files: &Files<'_>, edition: Edition, table: &Table<'_>) -> Result<Exercise, PackError> {
    check_format(table)?;
    if let Some(kind) = table.get("kind") {
        kind.choice(&[STANDARD_KIND])?;
    }
    let language = table.need("language")?.one(&Language::ALL)?;
    let machine_field = table.need("machine")?;
    let machine = read_machine(&machine_field.table(keys::MACHINE)?, None)?;
    let sizes = read_sizes(&machine_field.table(keys::MACHINE)?)?;
    let Programs { start, start_ja, read_only, reference } = read_files(folder, files, &table.need("files")?)?;
    let list = table.need("case")?;
    let data = |field: &Field<'_>| data_file(folder, files, field);
    let items = list.list(MAX_ITEMS)?;
    let cases = items.iter().map(|c| read_case(c, machine, edition, &data)).collect::<Result<Vec<_>, _>>()?;
    if cases.is_empty() {
        return Err(list.error(text!("an exercise needs at least one case", "課題には少なくとも1つの case が必要です")));
    }
    let score = table.get("score").map(|f| read_score(&f, machine, &cases)).transpose()?;
    if reference.is_none() && (score.is_some() || cases.iter().any(Case::needs_reference)) {
        return Err(table.error(text!(
            "a case or the score compares with the reference, but `files.reference` names none",
            "case か score が参照プログラムと比べていますが、`files.reference` がありません"
        )));
    }
    let (level, rules) = read_c(table.get("c").as_ref(), language, is_timed(score.as_ref(), &cases))?;
    Ok(Exercise {
        level,
        rules,
        id: String::new(),
        pack_title: Text::default(),
        pack_version: String::new(),
        title: table.need("title")?.bilingual()?,
        language,
        statement: Text::default(),
        hints: Vec::new(),
        start,
        start_ja,
        read_only,
        reference,
        machine,
        sizes,
        cases,
        score,
    })
}

/// True if cycles count, so that C is compiled for speed unless the pack says otherwise.
fn is_timed(score: Option<&Score>, cases: &[Case]) -> bool {
    let counts = |e: &Expect| matches!(e, Expect::Speedup(_) | Expect::Cycles(_));
    score.is_some() || cases.iter().any(|c| c.expects.iter().any(counts))
}

/// The level at which C is compiled, and the rules for it.
fn read_c(field: Option<&Field<'_>>, language: Language, is_timed: bool) -> Result<(Level, Rules), PackError> {
    let mut level = if is_timed { Level::O2 } else { Level::O1 };
    let Some(field) = field else { return Ok((level, Rules::default())) };
    if language == Language::Assembly {
        return Err(field.error(text!(
            "this exercise takes no C: set `language` to `c` or `either`, or remove `[c]`",
            "この課題は C を受け付けません。`language` を `c` か `either` にするか、`[c]` を消してください"
        )));
    }
    let table = field.table(keys::C)?;
    if let Some(field) = table.get("level") {
        level = field.one(&Level::ALL)?;
    }
    let strings = |key: &str| -> Result<Option<Vec<String>>, PackError> {
        let Some(list) = table.get(key) else { return Ok(None) };
        let items = list.list(MAX_ITEMS)?;
        items.iter().map(|item| item.string().map(ToOwned::to_owned)).collect::<Result<_, _>>().map(Some)
    };
    let (warnings, headers) = (strings("warnings")?.unwrap_or_default(), strings("headers")?);
    let arguments = strings("arguments")?.unwrap_or_default();
    Ok((level, Rules { warnings, headers, arguments }))
}

/// The programs of an exercise.
struct Programs {
    start: Vec<SourceFile>,
    start_ja: Vec<SourceFile>,
    read_only: Vec<String>,
    reference: Option<SourceFile>,
}

fn read_files(folder: &str, files: &Files<'_>, field: &Field<'_>) -> Result<Programs, PackError> {
    let table = field.table(keys::FILES)?;
    let (mut start, mut start_ja, mut read_only) = (Vec::new(), Vec::new(), Vec::new());
    for (key, fixed) in [("editable", false), ("read_only", true)] {
        for item in table.get(key).map_or(Ok(Vec::new()), |f| f.list(MAX_ITEMS))? {
            let name = item.string()?;
            if start.iter().any(|f: &SourceFile| f.name == name) {
                return Err(item.error(text!("`{name}` is listed twice", "`{name}` が二度書かれています")));
            }
            let read = |path: &str| -> Result<SourceFile, PackError> {
                let path = format!("{folder}/{path}");
                let source = files.text(&path).map_err(|e| item.error(e.text()))?;
                Ok(SourceFile { name: name.to_owned(), text: source.owned() })
            };
            let path = format!("start/{name}");
            start.push(read(&path)?);
            if let Some(path) = in_japanese(&path).filter(|path| files.has(&format!("{folder}/{path}"))) {
                start_ja.push(read(&path)?);
            }
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
            let source = files.text(&path).map_err(|e| field.error(e.text()))?;
            let short = name.rsplit('/').next().unwrap_or(name);
            Some(SourceFile { name: short.to_owned(), text: source.owned() })
        }
        None => None,
    };
    Ok(Programs { start, start_ja, read_only, reference })
}

fn read_score(field: &Field<'_>, machine: MachineSize, cases: &[Case]) -> Result<Score, PackError> {
    let table = field.table(keys::SCORE)?;
    let nodes_field = table.get("nodes");
    let nodes = nodes_field.as_ref().map_or(Ok((machine.width, machine.height)), |f| f.pair('x', "4x4"))?;
    if !cases.iter().any(|c| (c.machine.width, c.machine.height) == nodes) {
        let (w, h) = nodes;
        let message = text!(
            "no case runs on {w} x {h} nodes, so this score cannot be reached",
            "{w} x {h} ノードで実行する case がないので、この得点には届きません"
        );
        return Err(nodes_field.map_or_else(|| table.error(message.clone()), |f| f.error(message.clone())));
    }
    let list = table.need("speedup")?;
    let mut steps: Vec<Step> = Vec::new();
    for item in list.list(MAX_ITEMS)? {
        let step = item.table(keys::STEP)?;
        let step = Step {
            at_least: step.need("at_least")?.hundredths(1..=100_000_000)?,
            points: step.need("points")?.integer(1..=MAX_POINTS)? as u32,
        };
        if steps.last().is_some_and(|last| last.at_least >= step.at_least || last.points >= step.points) {
            return Err(item.error(text!(
                "each step must ask for more than the one before and give more points",
                "各段階は、前の段階より速い倍率と多い点数にしてください"
            )));
        }
        steps.push(step);
    }
    if steps.is_empty() {
        return Err(list.error(text!("a score needs at least one step", "score には少なくとも 1 つの段階が必要です")));
    }
    Ok(Score { nodes, steps })
}

/// Points for a case.
pub(super) fn read_points(field: &Field<'_>) -> Result<u32, PackError> {
    Ok(field.integer(0..=MAX_POINTS)? as u32)
}
