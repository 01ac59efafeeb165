//! A submission: one file `*.mcsub`, as JSON. Only its sources count; everything else in it is a claim.

use super::limits::MAX_NAME_BYTES;
use super::{Exercise, Grade, Language, MAX_TEXT_BYTES, from_hex, hex};
use alloc::{borrow::ToOwned, format, string::String, sync::Arc, vec::Vec};
use mcore_base::packs::limits::MAX_HANDED_IN_FILES;
use mcore_base::packs::{KIND, checked, cut, parsed};
use mcore_base::text;
use mcore_base::{Severity, SourceFile, Text, counted};
use mcore_cpu::program::Program;
use mcore_toolchain::{Compilers, FileKind, build, elf, mclib::library};
use serde::{Deserialize, Serialize};

/// A verdict as the page showed it at the time of the hand-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// English name of the case.
    pub case: String,
    pub passed: bool,
    /// Cycles of the run.
    pub cycles: u64,
    /// Speed-up in hundredths, if the result was right.
    #[serde(default)]
    pub speedup_hundredths: Option<u64>,
}

/// A hand-in file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Always `mcore-submission`.
    pub kind: String,
    /// Version of this format: 1.
    pub format: u32,
    /// Identifier of the pack.
    pub pack: String,
    /// Folder of the exercise in the pack.
    pub exercise: String,
    /// Version of the pack that the student used.
    pub version: String,
    /// Digest of the student's copy of the exercise, see [`digest`](mcore_base::packs::digest).
    #[serde(default)]
    pub digest: String,
    /// Version of the lab.
    #[serde(default)]
    pub tool: String,
    #[serde(default)]
    pub files: Vec<SourceFile>,
    /// A compiled ELF program in hexadecimal digits, for exercises in C.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The page's verdicts on the cases.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// Points according to the page.
    #[serde(default)]
    pub points: Option<u32>,
}

impl Submission {
    /// A hand-in file for an exercise; `id` is `pack/exercise`.
    pub fn new(exercise: &Exercise, digest: &str, tool: &str, work: &HandedIn) -> Self {
        let (pack, folder) = exercise.id.split_once('/').unwrap_or((&exercise.id, ""));
        Self {
            kind: KIND.to_owned(),
            format: 1,
            pack: pack.to_owned(),
            exercise: folder.to_owned(),
            version: exercise.pack_version.clone(),
            digest: digest.to_owned(),
            tool: tool.to_owned(),
            files: work.files.clone(),
            program: work.elf.as_deref().map(hex),
            claims: Vec::new(),
            points: None,
        }
    }

    /// The same with the results of a grading as claims.
    #[must_use]
    pub fn claiming(mut self, grade: &Grade) -> Self {
        self.points = Some(grade.points);
        self.claims = grade
            .cases
            .iter()
            .filter(|c| c.judged)
            .map(|c| Claim {
                case: c.name.en.clone(),
                passed: c.passed,
                cycles: c.cycles,
                speedup_hundredths: c.speedup_hundredths,
            })
            .collect();
        self
    }

    /// The file's text.
    pub fn to_json(&self) -> String {
        // Only strings and numbers: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Reads a hand-in file. The error gives the reason.
    pub fn read(bytes: &[u8]) -> Result<Self, Text> {
        let found: Self = parsed(bytes)?;
        checked(&found.kind, found.format)?;
        Ok(found)
    }

    /// The part of it that counts. The error gives the reason.
    pub fn work(self) -> Result<HandedIn, Text> {
        let elf = match &self.program {
            Some(digits) => Some(from_hex(digits).ok_or_else(|| {
                text!("`program` is not in hexadecimal digits", "`program` が 16 進数になっていません")
            })?),
            None => None,
        };
        HandedIn::new(self.files, elf)
    }
}

/// The files that a student has written, from any source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandedIn {
    files: Vec<SourceFile>,
    elf: Option<Vec<u8>>,
}

impl HandedIn {
    /// Files with unambiguous names, and a compiled program. The error gives the reason.
    pub fn new(files: Vec<SourceFile>, elf: Option<Vec<u8>>) -> Result<Self, Text> {
        let n = files.len();
        if n > MAX_HANDED_IN_FILES {
            return Err(text!(
                "too many files: {n}, at most {MAX_HANDED_IN_FILES}",
                "ファイルが多すぎます: {n} 個です（{MAX_HANDED_IN_FILES} 個まで）"
            ));
        }
        for (i, file) in files.iter().enumerate() {
            let name = cut(&file.name);
            let plain = !file.name.is_empty()
                && file.name.len() <= MAX_NAME_BYTES
                && !file.name.starts_with('.')
                && !file.name.contains(['/', '\\', ':'])
                && !file.name.chars().any(char::is_control);
            if !plain {
                return Err(text!(
                    "`{name}` is not possible as the name of a file",
                    "`{name}` はファイル名に使えません"
                ));
            }
            if files[..i].iter().any(|f| f.name == file.name) {
                return Err(text!("`{name}` is there twice", "`{name}` が 2 つあります"));
            }
            if file.text.len() > MAX_TEXT_BYTES {
                return Err(text!(
                    "`{name}` is too long: at most {MAX_TEXT_BYTES} bytes",
                    "`{name}` が大きすぎます（{MAX_TEXT_BYTES} バイトまで）"
                ));
            }
        }
        let mut files = files;
        for file in &mut files {
            // Some editors start a file with a byte order mark, which is no part of the text.
            if let Some(text) = file.text.strip_prefix('\u{feff}') {
                file.text = text.to_owned();
            }
        }
        Ok(Self { files, elf })
    }

    /// The sources.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// The files of a program for an exercise, in the exercise's order, then the student's additional files. Read-only
    /// files are always the exercise's own. A single file with another name counts as the only editable one. Files that
    /// the exercise does not accept, or for which there is no compiler, are left out.
    pub fn sources(&self, exercise: &Exercise, compilers: &Compilers) -> Result<Vec<SourceFile>, Text> {
        let is_source = |f: &&SourceFile| match FileKind::of(&f.name) {
            Some(FileKind::Unit(language)) => exercise.language.takes(language) && compilers.can_build(language),
            kind => kind.is_some_and(FileKind::is_source),
        };
        let editable: Vec<&str> = exercise.editable().map(|f| f.name.as_str()).collect();
        let given: Vec<&SourceFile> =
            self.files.iter().filter(|f| !exercise.read_only.contains(&f.name)).filter(is_source).collect();
        let mut sources = Vec::new();
        for start in &exercise.start {
            if exercise.read_only.contains(&start.name) {
                sources.push(start.clone());
                continue;
            }
            let own = given.iter().find(|f| f.name == start.name);
            let own = own.or(if given.len() == 1 && editable.len() == 1 { given.first() } else { None });
            let Some(own) = own else {
                let name = &start.name;
                return Err(text!("the file `{name}` is missing", "ファイル `{name}` がありません"));
            };
            // The extension of its name determines its language.
            let same = FileKind::of(&own.name) == FileKind::of(&start.name);
            let name = if same { &start.name } else { &own.name };
            sources.push(SourceFile { name: name.clone(), text: own.text.clone() });
        }
        let known = |f: &&&SourceFile| given.len() > 1 && !editable.contains(&f.name.as_str());
        for added in given.iter().filter(known) {
            // A copy of a text of the library changes nothing.
            if library().contains(added) {
                continue;
            }
            if let Some(by) = exercise.included_by(&added.name) {
                let name = &added.name;
                return Err(text!(
                    "`{name}` would replace a file that the exercise's own `{by}` includes; give it another name",
                    "`{name}` があると、課題のファイル `{by}` が取り込むファイルと入れ替わってしまいます。別の名前にしてください"
                ));
            }
            sources.push((*added).clone());
        }
        Ok(sources)
    }

    /// The program for nodes with `node_memory` bytes of memory. Fails with the first error in it.
    pub fn program(&self, exercise: &Exercise, node_memory: u32, compilers: &Compilers) -> Result<Arc<Program>, Text> {
        match (&self.elf, exercise.language) {
            (Some(bytes), Language::C | Language::Either) => {
                return elf::load(bytes, node_memory).map(Arc::new).map_err(|e| e.text());
            }
            (None, Language::C) if !compilers.can_build(mcore_toolchain::Language::C) => {
                return Err(text!("a compiled ELF program is wanted", "コンパイルした ELF プログラムが必要です"));
            }
            (Some(_), Language::Assembly) if self.files.is_empty() => {
                return Err(text!(
                    "assembly text is wanted, not a compiled program",
                    "コンパイルしたプログラムではなく、アセンブリのファイルが必要です"
                ));
            }
            _ => {}
        }
        let sources = self.sources(exercise, compilers)?;
        let built = build(&sources, &library(), &exercise.build_options(&sources, node_memory, compilers));
        let errors = built.diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let (count, first) = (errors.clone().count(), errors.clone().next());
        let place = first.map_or_else(String::new, |d| {
            let file = built.files.get(d.span.file.0 as usize).map_or("", String::as_str);
            format!("{file}:{}:{}", d.span.line, d.span.col)
        });
        let why = first.map(|d| d.message.clone()).unwrap_or_default();
        let (en, ja) = (why.en, why.ja);
        let count_en = counted(count as u64, "error", "errors");
        built.program.map(Arc::new).ok_or_else(|| {
            text!(
                "it cannot be assembled: {place}: {en} ({count_en})",
                "アセンブルできません: {place}: {ja}（エラー {count} 件）"
            )
        })
    }
}
