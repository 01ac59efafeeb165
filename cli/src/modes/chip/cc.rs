//! `mcore cc`.

use super::dwarf;
use crate::failure::Failure;
use crate::input::{self, Sources};
use crate::modes::chip::args::{Cc, Dump, Emit};
use crate::output;
use crate::report::Report;
use mcore::base::{Diagnostic, SourceFile};
use mcore::text;
use mcore::toolchain::asm::Options;
use mcore::toolchain::debug::Debug;
use mcore::toolchain::{Compiled, Compiler as _, CompilerOptions, FileKind, Language, Origin, elf};
use mcore_cc::compile::{C, Stage};
use serde::Serialize;
use std::io::{IsTerminal as _, stdout};

/// Compiles; the exit status is 0 if there is no error.
pub fn run(options: &Cc, report: &Report) -> Result<u8, Failure> {
    input::one_standard(&options.files)?;
    let mut given = Vec::new();
    for path in &options.files {
        given.push((path.as_path(), input::read(path)?));
    }
    let mut sources = Sources::of(given, &options.c, &[])?;
    sources.described = options.c.debug;
    // Standard input has no ending that says what it is.
    for file in sources.files.iter_mut().filter(|f| f.name == "<stdin>") {
        file.name = "<stdin>.c".into();
    }
    if options.emit == Emit::Elf && options.dump.is_none() && !options.preprocess && !options.assembly {
        return program(options, &sources, report);
    }
    let is_c = |f: &&SourceFile| FileKind::of(&f.name).and_then(FileKind::unit) == Some(Language::C);
    let units: Vec<&SourceFile> = sources.files.iter().filter(is_c).collect();
    if units.len() < sources.files.len() {
        return Err(text!(
            "only C files can be compiled one by one; for a whole program use --emit elf or `mcore run`",
            "個別にコンパイルできるのは C のファイルだけです。プログラム全体には --emit elf か `mcore run` を使ってください"
        )
        .into());
    }
    let others: Vec<&SourceFile> = sources.library.iter().collect();
    let mut settings = options.c.settings(&[]);
    settings.no_library = true;
    let compiler = C::new(settings);
    let settings = CompilerOptions { level: options.c.level(), memory_size: options.node_memory, debug: false };
    let stage = match options.dump {
        _ if options.preprocess => Some(Stage::Preprocessed),
        Some(Dump::Tokens) => Some(Stage::Tokens),
        Some(Dump::Ast) => Some(Stage::Ast),
        Some(Dump::Ir) => Some(Stage::Ir),
        Some(Dump::Ssa) => Some(Stage::Ssa),
        Some(Dump::Mir) => Some(Stage::Mir),
        None => (options.emit == Emit::Ir && !options.assembly).then_some(Stage::Ir),
    };
    let mut text = String::new();
    let mut failed = false;
    if let Some(stage) = stage {
        let project: Vec<&SourceFile> = units.iter().chain(&others).copied().collect();
        for unit in &units {
            let (dump, compiled) = compiler.dump(unit, &project, &settings, stage);
            show(&sources, &compiled, report);
            failed |= compiled.counts.0 > 0;
            text.push_str(&dump);
        }
    } else {
        let all = mcore::toolchain::Sources { others, ..mcore::toolchain::Sources::of(units) };
        let compiled = compiler.compile(&all, &settings);
        failed = compiled.counts.0 > 0;
        if options.emit == Emit::Json && !options.assembly {
            text = json(&compiled)?;
        } else {
            show(&sources, &compiled, report);
            // The start-up code belongs to a whole program.
            let own = compiled.units.iter().filter(|unit| matches!(unit.origin, Origin::Unit(_)));
            own.for_each(|unit| text.push_str(&unit.assembly.text));
        }
    }
    if failed && options.emit != Emit::Json {
        return Ok(2);
    }
    write(options, text.into_bytes())?;
    Ok(if failed { 2 } else { 0 })
}

/// A whole program as an ELF file.
fn program(options: &Cc, sources: &Sources, report: &Report) -> Result<u8, Failure> {
    if options.output.is_none() && stdout().is_terminal() {
        return Err(text!(
            "an ELF file is not for a terminal; name a file with -o",
            "ELF ファイルは端末に出力できません。-o でファイルを指定してください"
        )
        .into());
    }
    let layout = Options { memory_size: options.node_memory, ..Options::default() };
    let built = sources.build(&layout, report);
    let Some(program) = &built.program else { return Ok(2) };
    let described = match options.c.debug {
        true => dwarf::sections(program, &Debug::of(&built)).map_err(|why| {
            text!(
                "the program cannot be described as DWARF: {why}; leave out -g",
                "プログラムを DWARF で記述できません: {why}。-g を付けずに実行してください"
            )
        })?,
        false => Vec::new(),
    };
    write(options, elf::write_with(program, &described))?;
    Ok(0)
}

fn write(options: &Cc, bytes: Vec<u8>) -> Result<(), Failure> {
    match &options.output {
        None => output::bytes(&bytes),
        Some(path) => output::file(path, bytes),
    }
}

fn show(sources: &Sources, compiled: &Compiled, report: &Report) {
    report.diagnostics(&compiled.diagnostics, &compiled.files, || sources.with_library(&[]));
}

/// The whole result as JSON.
#[derive(Serialize)]
struct JsonResult<'a> {
    ok: bool,
    errors: usize,
    warnings: usize,
    files: &'a [String],
    assembly: Vec<&'a SourceFile>,
    diagnostics: &'a [Diagnostic],
}

fn json(compiled: &Compiled) -> Result<String, Failure> {
    let whole = JsonResult {
        ok: compiled.counts.0 == 0,
        errors: compiled.counts.0,
        warnings: compiled.counts.1,
        files: &compiled.files,
        assembly: compiled.units.iter().map(|unit| &unit.assembly).collect(),
        diagnostics: &compiled.diagnostics,
    };
    Ok(output::pretty_json(&whole)? + "\n")
}
