//! From source files to a program: compilers first, then the assembler.

use super::asm::{self, Assembly, Listed, ListingLine, NameFault, NameFinding, assemble};
use super::{Compiled, CompilerOptions, Compilers, FileKind, Language, Level, Sources, Unit};
use super::{mclib, mpi, rank_table};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Array, Diagnostic, FileId, Severity, SourceFile, Span};
use mcore_cpu::program::Program;

/// The options of a build.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The addresses of its parts, and the size of node memory.
    pub layout: asm::Options,
    /// Compilers for languages other than assembly.
    pub compilers: Compilers,
    /// Their level of optimisation.
    pub level: Level,
    /// They also describe functions, types and variables, see [`Compiled::debug`].
    pub debug: bool,
    /// The compute nodes on which the program will run; a rank map needs them.
    pub array: Option<Array>,
}

impl Options {
    /// The default layout in a node memory of `memory_size` bytes.
    pub fn new(memory_size: u32, compilers: &Compilers) -> Self {
        let layout = asm::Options { memory_size, ..asm::Options::default() };
        Self { layout, compilers: compilers.clone(), ..Self::default() }
    }
}

/// Result of [`build`].
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// The program; `None` if and only if a finding is an error.
    pub program: Option<Program>,
    /// Findings of the compilers, then those of the assembler, each in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
    /// Numbers of errors and warnings; larger than the number of diagnostics if only some are listed.
    pub counts: (usize, usize),
    /// Names of the files by [`FileId`]: those that were assembled, then those that only a compiler has read.
    pub files: Vec<String>,
    /// The addresses and words of each statement, in the order of assembly; empty if there is an error.
    pub listing: Vec<ListingLine>,
    /// Assembly texts made by compilers.
    pub made: Vec<SourceFile>,
    /// The program does not fit node memory.
    pub too_large: bool,
    /// Debug information from each compiler, see [`Compiled::debug`].
    pub debug: Vec<(Language, Vec<u8>)>,
}

impl Build {
    /// The listing as text, see [`listing`](asm::listing). `sources` are the sources and the library, in any order.
    pub fn listing(&self, sources: &[SourceFile]) -> String {
        let all: Vec<&SourceFile> = sources.iter().chain(&self.made).collect();
        Listed { program: self.program.as_ref(), listing: &self.listing, files: &self.files }.text(&all)
    }

    /// The number of a file; assigns one if it has none.
    fn file(&mut self, name: &str) -> FileId {
        let known = self.files.iter().position(|f| f == name);
        FileId(known.unwrap_or_else(|| {
            self.files.push(name.into());
            self.files.len() - 1
        }) as u32)
    }

    /// Adds the findings of compilers, in front of those of the assembler.
    fn add(&mut self, compiled: Vec<(Language, Compiled)>) {
        let mut found = Vec::new();
        for (language, compiled) in compiled {
            for mut diagnostic in compiled.diagnostics {
                let name = compiled.files.get(diagnostic.span.file.0 as usize).map_or("", String::as_str);
                diagnostic.span.file = self.file(name);
                found.push(diagnostic);
            }
            self.counts.0 += compiled.counts.0;
            self.counts.1 += compiled.counts.1;
            if !compiled.debug.is_empty() {
                self.debug.push((language, compiled.debug));
            }
        }
        found.append(&mut self.diagnostics);
        self.diagnostics = found;
    }

    /// Lists the largest objects in the tip of the finding that the program is too large: names and sizes in bytes.
    fn name_largest(&mut self, mut all: Vec<(u64, String)>) {
        all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        all.truncate(MAX_LARGEST);
        let Some(found) = self.diagnostics.iter_mut().rfind(|d| d.severity == Severity::Error) else { return };
        if all.is_empty() {
            return;
        }
        let list: Vec<String> = all.iter().map(|(size, name)| format!("{size:>9}  {name}")).collect();
        let list = list.join("\n");
        found.tip = Some(text!("the largest objects, in bytes:\n{list}", "大きいものから（バイト）:\n{list}"));
    }

    /// Says a finding about a name in the words of the source: one that no file defines, or that two files define.
    fn say_in_source(&mut self, about: &NameFinding, made: &str, line: u32, sources: &[&SourceFile]) -> bool {
        let (index, name) = (about.finding, asm::clip(&about.name));
        let (place, message, tip) = match about.fault {
            NameFault::Missing { similar } => {
                let Some(place) = source_line(made, line) else { return false };
                let calls = made.lines().nth((line as usize).saturating_sub(1)).is_some_and(|line| {
                    line.split_whitespace().next().is_some_and(|word| matches!(word, "jal" | "j" | "b" | "bal"))
                });
                let message = match calls {
                    true => text!(
                        "function `{name}` is called here, but no file defines it",
                        "ここで関数 `{name}` を呼んでいますが、どのファイルにも定義がありません"
                    ),
                    false => text!(
                        "`{name}` is used here, but no file defines it",
                        "ここで `{name}` を使っていますが、どのファイルにも定義がありません"
                    ),
                };
                let near = self.diagnostics[index].tip.take().filter(|_| similar);
                let tip = near.unwrap_or_else(|| match calls {
                true => text!(
                    "write the function, or add the file that has it; a declaration alone is not enough, and a `static` function counts in its own file only",
                    "関数を書くか、定義のあるファイルを加えてください。宣言だけでは足りません。`static` の関数は、そのファイルの中でしか使えません"
                ),
                false => text!(
                    "define it in one file without `extern`, or add the file that has it",
                    "どれか 1 つのファイルで `extern` なしに定義するか、定義のあるファイルを加えてください"
                ),
            });
                (place, message, tip)
            }
            NameFault::Repeated => {
                let defined = |made: &str| defined_at(made, &about.name);
                let all: Vec<(String, u32)> = self.made.iter().filter_map(|made| defined(&made.text)).collect();
                let Some(place) = defined(made) else { return false };
                let Some((other, at)) = all.into_iter().find(|other| *other != place) else { return false };
                let (message, tip) = match about.name == "main" {
                    true => (
                        text!(
                            "`main` is defined here and in line {at} of {other}; a program has one",
                            "`main` がここと {other} の {at} 行目で定義されています。プログラムの `main` は 1 つです"
                        ),
                        text!(
                            "all files of a project make one program: give each program its own project, or its own run of the command",
                            "プロジェクトのファイルは全体で 1 つのプログラムになります。別のプログラムは別のプロジェクトに入れるか、コマンドを分けて実行してください"
                        ),
                    ),
                    false => (
                        text!(
                            "`{name}` is defined here and in line {at} of {other}",
                            "`{name}` がここと {other} の {at} 行目で定義されています"
                        ),
                        text!(
                            "keep one of them; if each file means its own, write `static` before it. A header has declarations only, with `extern`",
                            "片方だけを残してください。ファイルごとに別のものなら、前に `static` を付けてください。ヘッダには `extern` の宣言だけを書きます"
                        ),
                    ),
                };
                (place, message, tip)
            }
        };
        let (file, line) = place;
        let text = sources.iter().find(|t| t.name == file).map_or("", |t| t.text.as_str());
        let file = self.file(&file);
        let severity = self.diagnostics[index].severity;
        self.diagnostics[index] =
            Diagnostic { severity, span: Span::of_line(file, line, text), message, tip: Some(tip) };
        true
    }

    /// Moves a finding in a compiler's assembly to the line that the instruction comes from.
    fn point_at_source<'t>(
        &mut self,
        index: usize,
        about: Option<&NameFinding>,
        sources: impl Iterator<Item = &'t SourceFile>,
    ) {
        let span = self.diagnostics[index].span;
        let Some(made) = self.files.get(span.file.0 as usize).and_then(|n| self.made.iter().find(|m| m.name == *n))
        else {
            return;
        };
        let (made, within, at) = (made.text.clone(), made.name.clone(), span.line);
        let sources: Vec<&SourceFile> = sources.collect();
        if about.is_some_and(|about| self.say_in_source(about, &made, at, &sources)) {
            return;
        }
        let Some((name, line)) = source_line(&made, at) else { return };
        let text = sources.iter().find(|t| t.name == name).map_or("", |t| t.text.as_str());
        let file = self.file(&name);
        let diagnostic = &mut self.diagnostics[index];
        diagnostic.span = Span::of_line(file, line, text);
        let (en, ja) = (&diagnostic.message.en, &diagnostic.message.ja);
        diagnostic.message = text!("{en} (line {at} of {within})", "{ja}（{within} の {at} 行目）");
    }
}

impl From<Assembly> for Build {
    fn from(assembly: Assembly) -> Self {
        let Assembly { program, diagnostics, counts, files, listing, too_large, .. } = assembly;
        Self { program, diagnostics, counts, files, listing, too_large, ..Self::default() }
    }
}

/// Builds one program from `files`; `library` has further texts that they can include.
///
/// Units of a language with a compiler are compiled first. The result is assembled together with all other files, see
/// [`assemble`]. A file whose language has no compiler is passed to the assembler unchanged. A rank map becomes the table that
/// MPIMC reads when it starts. Data are there to be included only.
pub fn build(files: &[SourceFile], library: &[SourceFile], options: &Options) -> Build {
    let is_data = |file: &&SourceFile| FileKind::of(&file.name) == Some(FileKind::Data);
    if files.iter().any(|file| is_data(&file)) {
        let (data, program): (Vec<&SourceFile>, Vec<&SourceFile>) = files.iter().partition(is_data);
        let program: Vec<SourceFile> = program.into_iter().cloned().collect();
        let library: Vec<SourceFile> = library.iter().chain(data).cloned().collect();
        return build_program(&program, &library, options);
    }
    build_program(files, library, options)
}

/// The same for files without data.
fn build_program(files: &[SourceFile], library: &[SourceFile], options: &Options) -> Build {
    let is_map = |file: &SourceFile| FileKind::of(&file.name) == Some(FileKind::RankMap);
    if !files.iter().any(is_map) {
        return build_units(files, library, options);
    }
    let (maps, mut units): (Vec<SourceFile>, Vec<SourceFile>) = files.iter().cloned().partition(is_map);
    let (table, mut found) = rank_table::table(&maps, options.array);
    units.extend(table);
    let mut build = build_units(&units, library, options);
    let uses = build.program.as_ref().is_none_or(|program| program.symbol(mpi::INIT).is_some());
    if !uses && let (true, Some(map)) = (found.is_empty(), maps.first()) {
        found.push(rank_table::without_mpi(map));
    }
    for (name, mut diagnostic) in found {
        diagnostic.span.file = build.file(&name);
        match diagnostic.severity {
            Severity::Error => (build.counts.0, build.program) = (build.counts.0 + 1, None),
            Severity::Warning => build.counts.1 += 1,
        }
        build.diagnostics.push(diagnostic);
    }
    build
}

/// The same for files without rank maps.
fn build_units(files: &[SourceFile], library: &[SourceFile], options: &Options) -> Build {
    let compiled_by = |file: &SourceFile| {
        FileKind::of(&file.name).and_then(FileKind::unit).filter(|language| options.compilers.of(*language).is_some())
    };
    if !files.iter().any(|file| compiled_by(file).is_some()) {
        return assemble(files, library, &options.layout).into();
    }
    let settings =
        CompilerOptions { level: options.level, memory_size: options.layout.memory_size, debug: options.debug };
    let mut compiled: Vec<(Language, Compiled)> = Vec::new();
    let mut made: Vec<Unit> = Vec::new();
    let (mut units, mut headers) = (Vec::new(), Vec::new());
    for file in files {
        let Some(language) = compiled_by(file) else {
            // A header of a compiled language is not assembly, so it can only be included.
            let is_header = FileKind::of(&file.name) == Some(FileKind::Header);
            if is_header {
                headers.push(file.clone());
            } else {
                units.push(file.clone());
            }
            continue;
        };
        let Some(compiler) = options.compilers.of(language).filter(|_| compiled.iter().all(|c| c.0 != language)) else {
            continue;
        };
        let (own, others): (Vec<&SourceFile>, Vec<&SourceFile>) =
            files.iter().partition(|f| compiled_by(f) == Some(language));
        // Files beside the given ones that they include are listed with the library.
        let (on_chip, beside): (Vec<&SourceFile>, Vec<&SourceFile>) =
            library.iter().partition(|file| mclib::is_library(&file.name));
        let sources = Sources { units: own, others: others.into_iter().chain(beside).collect(), library: on_chip };
        let mut result = compiler.compile(&sources, &settings);
        for mut unit in core::mem::take(&mut result.units) {
            let known = || files.iter().chain(library).chain(made.iter().map(|unit| &unit.assembly));
            unit.assembly.name = free_name(&unit.assembly.name, |name| known().any(|f| f.name == name));
            units.push(unit.assembly.clone());
            made.push(unit);
        }
        compiled.push((language, result));
    }
    if compiled.iter().any(|(_, result)| result.has_errors()) {
        let files = files.iter().map(|f| f.name.clone()).collect();
        let made = made.into_iter().map(|unit| unit.assembly).collect();
        let mut build = Build { files, made, ..Build::default() };
        build.add(compiled);
        return build;
    }
    headers.extend_from_slice(library);
    let mut assembly = assemble(&units, &headers, &options.layout);
    let (names, sizes) = (core::mem::take(&mut assembly.names), core::mem::take(&mut assembly.sizes));
    let mut build = Build::from(assembly);
    if let Some(program) = &mut build.program {
        let given = |name: &str| files.iter().chain(library).any(|f| f.name == name);
        let added = (0u32..).zip(&program.files).filter(|(_, name)| !given(name));
        program.added = added.map(|(index, _)| index).collect();
        program.checks = checks(&made, &build.files, &build.listing);
    }
    if build.too_large {
        // Compilers know their objects; the assembler has read those of other texts.
        let name_of = |file: FileId| build.files.get(file.0 as usize);
        let is_made = |name: &String| made.iter().any(|unit| unit.assembly.name == *name);
        let is_written = |file: FileId| name_of(file).is_some_and(|name| !is_made(name));
        let written = sizes.into_iter().filter(|(file, ..)| is_written(*file)).map(|(_, name, size)| (size, name));
        let known = made.iter().flat_map(|unit| &unit.sizes).map(|(name, size)| (*size, name.clone()));
        let all = known.chain(written).collect();
        build.name_largest(all);
    }
    build.made = made.into_iter().map(|unit| unit.assembly).collect();
    for index in 0..build.diagnostics.len() {
        let about = names.iter().find(|about| about.finding == index);
        build.point_at_source(index, about, files.iter().chain(library));
    }
    build.add(compiled);
    build
}

/// An unused name: the wanted one, else with a number in front.
fn free_name(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = String::from(wanted);
    let mut number = 2u32;
    while taken(&name) {
        name = format!("{number}-{wanted}");
        number += 1;
    }
    name
}

/// The addresses of the instructions that check an index, with the name of the array.
fn checks(made: &[Unit], files: &[String], listing: &[ListingLine]) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    for unit in made.iter().filter(|unit| !unit.checks.is_empty()) {
        let Some(file) = files.iter().position(|name| *name == unit.assembly.name) else { continue };
        for listed in listing.iter().filter(|l| l.span.file.0 as usize == file) {
            let at = unit.checks.binary_search_by_key(&listed.span.line, |(line, _)| *line);
            found.extend(at.ok().map(|at| (listed.addr, unit.checks[at].1.clone())));
        }
    }
    found.sort_unstable();
    found
}

/// Maximum number of objects named when a program does not fit.
const MAX_LARGEST: usize = 8;

/// The source text and line in which a compiler's assembly defines a name: that of the first `.loc` after its label, or the first
/// line of the text for a variable.
fn defined_at(assembly: &str, name: &str) -> Option<(String, u32)> {
    let is_label = |line: &str| line.trim().strip_suffix(':') == Some(name);
    let at = assembly.lines().position(is_label)?;
    let end = assembly.lines().skip(at + 1).position(|line| {
        let line = line.trim();
        line.ends_with(':') && !line.starts_with(['.', '$']) || line.starts_with(".end")
    });
    let until = end.map_or(usize::MAX, |end| at + 1 + end);
    let loc = assembly
        .lines()
        .enumerate()
        .skip(at)
        .take_while(|(i, _)| *i < until)
        .find(|(_, l)| l.trim().starts_with(".loc"));
    match loc {
        Some((line, _)) => source_line(assembly, line as u32 + 1),
        None => {
            let file = assembly.lines().map(str::trim).find(|line| line.starts_with(".file"))?;
            Some((file.split('"').nth(1)?.into(), 1))
        }
    }
}

/// The source text and line of a line of a compiler's assembly, by the last `.loc` at or before it.
fn source_line(assembly: &str, line: u32) -> Option<(String, u32)> {
    let mut names: Vec<(u32, String)> = Vec::new();
    let mut place = None;
    for statement in assembly.lines().take(line as usize).map(str::trim) {
        if let Some((number, name)) = statement.strip_prefix(".file").and_then(|rest| rest.split_once('"')) {
            let name = name.rsplit_once('"').map_or(name, |(name, _)| name);
            let name = name.replace("\\\"", "\"").replace("\\\\", "\\");
            names.extend(number.trim().parse().ok().map(|number| (number, name)));
        } else if let Some(rest) = statement.strip_prefix(".loc") {
            let mut numbers = rest.split_whitespace().map_while(|word| word.parse::<u32>().ok());
            place = numbers.next().zip(numbers.next());
        }
    }
    let (number, line) = place.filter(|(_, line)| *line > 0)?;
    names.into_iter().rfind(|(known, _)| *known == number).map(|(_, name)| (name, line))
}
