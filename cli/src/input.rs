//! Reads programs: assembly text or ELF, with limits and clear refusals.

use crate::args::c::C;
use crate::failure::Failure;
use crate::report::Report;
pub use crate::standard::{is_standard, name, named};
use crate::text::Decoded;
use mcore::base::{Array, Encoding, Severity, SourceFile, Text, counted};
use mcore::program::Program;
use mcore::text;
use mcore::toolchain::asm;
use mcore::toolchain::debug::Debug;
use mcore::toolchain::elf::{self, ElfError};
use mcore::toolchain::mclib::library;
use mcore::toolchain::{Build, Compilers, FileKind, Options, build};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Largest file that is read, in bytes.
pub const LARGEST_FILE: u64 = 64 << 20;
/// Maximum number of files that `.include` may read from the disk.
const MAX_INCLUDED: usize = 1000;

/// Refuses a second `-`: standard input can be read only once.
pub fn one_standard<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    if paths.into_iter().filter(|path| is_standard(path)).count() > 1 {
        return Err(text!(
            "standard input (`-`) can be read only once; give one of the files by its name",
            "標準入力 (`-`) は 1 度しか読めません。ほかはファイル名で指定してください"
        )
        .into());
    }
    Ok(())
}

/// Explains why standard input cannot be the input of several runs.
pub fn only_once() -> Text {
    text!(
        "standard input can be read once only; write the trace to a file",
        "標準入力は 1 度しか読めません。トレースをファイルに書いてください"
    )
}

/// A file, or standard input.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if is_standard(path) {
        return Ok(Box::new(std::io::stdin()));
    }
    if path.is_dir() {
        return Err(Failure::directory(path).into());
    }
    Ok(Box::new(File::open(path).map_err(|error| Failure::reading(path, &error))?))
}

/// Bytes of a file or of standard input; an error if there are none.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| Failure::reading(path, &error))?;
    let name = name(path);
    if bytes.len() as u64 > LARGEST_FILE {
        let mib = LARGEST_FILE >> 20;
        return Err(text!(
            "{name}: larger than {mib} MiB; is it the right file?",
            "{name}: {mib} MiB を超えています。正しいファイルですか"
        )
        .into());
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(text!(
            "{name}: the file is empty; is it the right one?",
            "{name}: ファイルが空です。正しいファイルですか"
        )
        .into());
    }
    Ok(bytes)
}

/// The compilers of this command, for all its verbs.
pub fn compilers() -> Compilers {
    compilers_with(&C::default(), &[])
}

/// The compilers with the options of a command line; `arguments` are for `main`.
pub fn compilers_with(options: &C, arguments: &[String]) -> Compilers {
    Compilers::new(vec![Arc::new(mcore_cc::compile::C::new(options.settings(arguments)))])
}

/// True for a text of C, which includes others by `#include`.
fn is_c(name: &str) -> bool {
    FileKind::of(name).is_some_and(FileKind::is_of_c)
}

/// True for the bytes of an ELF file.
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// The text of an assembly file.
fn text_of(path: &Path, bytes: Vec<u8>) -> Result<Decoded, Text> {
    let name = name(path);
    if bytes.contains(&0) && Encoding::of(&bytes).is_none() {
        return Err(text!(
            "{name}: this is not a text but a binary file; give assembly text or an ELF program",
            "{name}: テキストではなくバイナリです。アセンブリのテキストか ELF プログラムを指定してください"
        ));
    }
    Decoded::read(&name, &bytes)
}

/// Source files and all the files that they include.
pub struct Sources {
    /// The files to build.
    pub files: Vec<SourceFile>,
    /// Further files that `.include` can find.
    pub library: Vec<SourceFile>,
    /// Files in encodings other than UTF-8, with a remark on each.
    remarks: Vec<(String, Text)>,
    /// Options of the C compiler.
    options: C,
    /// Arguments for `main`.
    arguments: Vec<String>,
    /// C is compiled with debug information.
    pub described: bool,
    /// The chip of the run, for a rank map.
    array: Option<Array>,
}

/// The chip that a program is built for.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// Addresses, and the size of node memory.
    pub layout: &'a asm::Options,
    /// Its nodes, if the program is to be run.
    pub array: Option<Array>,
    /// The file with the node of each rank of MPI.
    pub map: Option<&'a Path>,
}

impl<'a> Target<'a> {
    /// A target without a rank map.
    pub fn new(layout: &'a asm::Options) -> Self {
        Self { layout, array: None, map: None }
    }
}

impl Sources {
    /// The given files, and those beside them that they include and that the library on the chip does not hold.
    pub fn of(given: Vec<(&Path, Vec<u8>)>, options: &C, arguments: &[String]) -> Result<Self, Failure> {
        let (options, arguments) = (options.clone(), arguments.to_vec());
        let mut sources = Self {
            files: Vec::new(),
            library: library(),
            remarks: Vec::new(),
            options,
            arguments,
            described: false,
            array: None,
        };
        let mut folders = Vec::new();
        for (path, bytes) in given {
            let name = name(path).into_owned();
            folders.push((path.parent().unwrap_or(Path::new("")).to_path_buf(), name.clone()));
            let text = sources.text(path, bytes)?;
            sources.files.push(SourceFile { name, text });
        }
        sources.include(folders)?;
        Ok(sources)
    }

    /// The text of a file; its encoding is remarked on if it is not UTF-8.
    fn text(&mut self, path: &Path, bytes: Vec<u8>) -> Result<String, Text> {
        let decoded = text_of(path, bytes)?;
        self.remarks.extend(decoded.remark().map(|remark| (path.display().to_string(), remark)));
        Ok(decoded.text)
    }

    /// Adds the files that the sources include; `open` holds folder and name of those still to be searched.
    fn include(&mut self, mut open: Vec<(PathBuf, String)>) -> Result<(), Failure> {
        let mut known: BTreeSet<String> = self.all().map(|f| f.name.clone()).collect();
        let mut brought = 0;
        while let Some((folder, name)) = open.pop() {
            let text = self.all().find(|f| f.name == name).map_or("", |f| &f.text);
            if is_c(&name) {
                let wanted = included_in_c(text);
                brought += self.include_c(&name, wanted, &mut known, &mut open, MAX_INCLUDED - brought)?;
                continue;
            }
            for name in included(text) {
                let path = folder.join(&name);
                if known.contains(&name) || brought == MAX_INCLUDED || !path.is_file() {
                    continue; // the assembler says what it does not find
                }
                brought += 1;
                known.insert(name.clone());
                let text = self.text(&path, read(&path)?)?;
                let inner = path.parent().unwrap_or(Path::new("")).to_path_buf();
                // A file named on the command line is also known by the name under which it is included, so that the
                // assembler sees that both are the same.
                let same = |f: &&mut SourceFile| is_same(Path::new(&f.name), &path);
                match self.files.iter_mut().find(same) {
                    Some(file) => file.name = name.clone(),
                    None => self.library.push(SourceFile { name: name.clone(), text }),
                }
                open.push((inner, name));
            }
        }
        Ok(())
    }

    /// Adds the texts that a text of C includes, under the names by which the compiler looks for them; their number.
    fn include_c(
        &mut self,
        from: &str,
        wanted: Vec<String>,
        known: &mut BTreeSet<String>,
        open: &mut Vec<(PathBuf, String)>,
        most: usize,
    ) -> Result<usize, Failure> {
        let beside = from.rfind('/').map_or("", |at| &from[..=at]);
        let mut brought = 0;
        for name in wanted {
            let folders = self.options.include.iter().map(|folder| format!("{}/", folder.trim_end_matches('/')));
            let names: Vec<String> = [beside.to_owned()].into_iter().chain(folders).map(|f| f + &name).collect();
            if names.iter().any(|name| known.contains(name)) || brought == most {
                continue;
            }
            let Some(name) = names.into_iter().find(|name| Path::new(name).is_file()) else { continue };
            brought += 1;
            known.insert(name.clone());
            let text = self.text(Path::new(&name), read(Path::new(&name))?)?;
            self.library.push(SourceFile { name: name.clone(), text });
            open.push((PathBuf::new(), name));
        }
        Ok(brought)
    }

    /// All source files.
    pub fn all(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().chain(&self.library)
    }

    /// All source files, these, and the C library: everything that a message or a listing can show.
    pub fn with_library(&self, made: &[SourceFile]) -> Vec<SourceFile> {
        self.all().chain(made).cloned().chain(mcore_cc::library::texts()).collect()
    }

    /// Builds, reports the findings, and returns the result.
    pub fn build(&self, layout: &asm::Options, report: &Report) -> Build {
        for (place, remark) in &self.remarks {
            report.warning(place, remark, "");
        }
        let compiler = mcore_cc::compile::C::new(self.options.settings(&self.arguments)).with_debug();
        let compilers = Compilers::new(vec![Arc::new(compiler)]);
        let (level, debug, array) = (self.options.level(), self.described, self.array);
        let options = Options { layout: layout.clone(), compilers, level, debug, array };
        let built = build(&self.files, &self.library, &options);
        report.diagnostics(&built.diagnostics, &built.files, || self.with_library(&built.made));
        built
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Names in the `.include` directives of a text. A name too many does no harm: its file only becomes available.
fn included(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| {
        let (_, rest) = line.split_once(".include")?;
        rest.trim_start().strip_prefix('"')?.split_once('"').map(|(name, _)| name.to_owned())
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// Names in the `#include` lines of a text of C.
fn included_in_c(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let end = if rest.starts_with('<') { '>' } else { '"' };
        rest.strip_prefix(['<', '"'])?.split_once(end).map(|(name, _)| name.to_owned())
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// The program of one or several files: a single ELF file, or source files together; `options` are those of the C
/// compiler, `arguments` those of `main`.
pub fn program(
    paths: &[PathBuf],
    target: &Target<'_>,
    report: &Report,
    options: &C,
    arguments: &[String],
) -> Result<Program, Failure> {
    of_files(paths, target, report, (options, arguments), false).map(|(program, _)| program)
}

/// As [`program`], with the functions and variables of its C units.
pub fn program_with_debug(
    paths: &[PathBuf],
    target: &Target<'_>,
    report: &Report,
    options: &C,
    arguments: &[String],
) -> Result<(Program, Debug), Failure> {
    of_files(paths, target, report, (options, arguments), true)
}

/// The rank map in a file of any name, as a file of a program. The JSON of the command that makes maps is one too.
fn rank_map(path: &Path) -> Result<SourceFile, Failure> {
    /// The part of that JSON that is a map.
    #[derive(serde::Deserialize)]
    struct Mapped {
        map: Vec<u32>,
    }
    let mut text = text_of(path, read(path)?)?.text;
    let mut name = name(path).into_owned();
    if text.trim_start().starts_with('{') {
        let mapped: Mapped =
            serde_json::from_str(&text).map_err(|error| named(path, &Text::same(error.to_string())))?;
        text = mapped.map.iter().zip(0u32..).map(|(node, rank)| format!("{rank} {node}\n")).collect();
    }
    if FileKind::of(&name) != Some(FileKind::RankMap) {
        name.push_str(".map");
    }
    Ok(SourceFile { name, text })
}

fn of_files(
    paths: &[PathBuf],
    target: &Target<'_>,
    report: &Report,
    (options, arguments): (&C, &[String]),
    described: bool,
) -> Result<(Program, Debug), Failure> {
    let layout = target.layout;
    let mut given = Vec::new();
    for path in paths {
        let bytes = read(path)?;
        if is_elf(&bytes) {
            if paths.len() > 1 {
                let name = name(path);
                return Err(text!(
                    "{name}: an ELF program cannot be joined with other files; give it alone",
                    "{name}: ELF プログラムはほかのファイルと組み合わせられません。単独で指定してください"
                )
                .into());
            }
            if let Some(map) = target.map {
                let wrong = text!(
                    "an ELF program has its own MPI library, which reads no rank map; give the C files",
                    "ELF プログラムは自分の MPI ライブラリを持っていて、ランク配置を読みません。C のファイルを指定してください"
                );
                return Err(named(map, &wrong).into());
            }
            return Ok((elf(path, &bytes, layout.memory_size)?, Debug::default()));
        }
        given.push((path.as_path(), bytes));
    }
    let name = paths.first().map(|path| name(path).into_owned());
    let arguments: Vec<String> = name.into_iter().chain(arguments.iter().cloned()).collect();
    let array = target.array;
    let mut sources = Sources { described, array, ..Sources::of(given, options, &arguments)? };
    if let Some(map) = target.map {
        sources.files.push(rank_map(map)?);
    }
    let built = sources.build(layout, report);
    let errors = built.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let debug = Debug::of(&built);
    built.program.map(|program| (program, debug)).ok_or_else(|| {
        let errors_en = counted(errors as u64, "error", "errors");
        report.line(
            report
                .say(&text!("{errors_en}, so there is no program", "エラーが {errors} 件あり、プログラムはできません")),
        );
        Failure::Reported
    })
}

/// The program in an ELF file, for a node memory of `memory_size` bytes.
fn elf(path: &Path, bytes: &[u8], memory_size: u32) -> Result<Program, Failure> {
    elf::load(bytes, memory_size).map_err(|why| elf_failure(path, &why))
}

/// The refusal of an ELF file, with its name.
pub fn elf_failure(path: &Path, why: &ElfError) -> Failure {
    named(path, &why.text()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_found_wherever_they_stand() {
        let text = "a: .include \"x.s\"\n\t.include   \"dir/y.s\" # why\n.include z\n.include \"\"\n";
        assert_eq!(included(text), ["x.s", "dir/y.s"]);
        let text = "#include <stdio.h>\n  #  include \"dir/x.h\" // why\n#include NAME\n#define include \"y.h\"\n";
        assert_eq!(included_in_c(text), ["stdio.h", "dir/x.h"]);
    }
}
