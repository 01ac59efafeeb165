//! `mcore asm`.

use crate::failure::Failure;
use crate::input::{self, Sources, is_elf};
use crate::modes::chip::args::{Asm, AsmFormat};
use crate::output;
use crate::report::Report;
use mcore::base::{Severity, Text};
use mcore::program::{Program, Segment, SegmentKind};
use mcore::text;
use mcore::toolchain::Build;
use mcore::toolchain::asm::Options;
use mcore::toolchain::elf;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, stdout};

/// Assembles; the exit status is 0 if there is a program.
pub fn run(options: &Asm, report: &Report) -> Result<u8, Failure> {
    if options.format == AsmFormat::Elf && options.output.is_none() && stdout().is_terminal() {
        return Err(text!(
            "an ELF file is not for a terminal; name a file with -o",
            "ELF ファイルは端末に出力できません。-o でファイルを指定してください"
        )
        .into());
    }
    input::one_standard(&options.files)?;
    let mut given = Vec::new();
    for path in &options.files {
        let bytes = input::read(path)?;
        if is_elf(&bytes) {
            let name = input::name(path);
            return Err(text!(
                "{name}: an ELF program is assembled already; see `mcore disasm`",
                "{name}: ELF プログラムはアセンブル済みです。`mcore disasm` を見てください"
            )
            .into());
        }
        given.push((path.as_path(), bytes));
    }
    let sources = Sources::of(given, &options.c, &[])?;
    let layout = Options {
        text_base: options.text,
        data_base: options.data,
        bss_base: options.bss,
        memory_size: options.node_memory,
    };
    let built = sources.build(&layout, report);
    let bytes = match (&built.program, options.format) {
        (_, AsmFormat::Json) => json(&built)?,
        (None, _) => return Ok(2),
        (Some(_), AsmFormat::Listing) => built.listing(&sources.with_library(&[])).into_bytes(),
        (Some(program), AsmFormat::Hex) => hex(program).into_bytes(),
        (Some(program), AsmFormat::Elf) => elf::write(program),
    };
    match &options.output {
        None => output::bytes(&bytes)?,
        // A program that cannot be assembled is described on standard output only: a file is a result.
        Some(_) if built.program.is_none() => {}
        Some(path) => output::file(path, bytes)?,
    }
    Ok(if built.program.is_some() { 0 } else { 2 })
}

/// Name of a section, by its purpose.
pub fn section_name(kind: SegmentKind) -> &'static str {
    match kind {
        SegmentKind::Text => ".text",
        SegmentKind::Data => ".data",
        SegmentKind::Bss => ".bss",
    }
}

/// Words in hex, eight digits each, one per line. Each section begins with a line of `@` and its address in bytes,
/// eight digits. Space that starts as zero is left out; a last word that is not full is padded with zeroes.
fn hex(program: &Program) -> String {
    let mut text = String::new();
    for segment in program.segments.iter().filter(|s| !s.bytes.is_empty()) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "@{:08x}", segment.addr);
        for word in words(segment) {
            let _ = writeln!(text, "{word:08x}");
        }
    }
    text
}

fn words(segment: &Segment) -> impl Iterator<Item = u32> + '_ {
    segment.bytes.chunks(4).map(|chunk| {
        let mut bytes = [0; 4];
        bytes[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(bytes)
    })
}

/// The whole result as JSON.
#[derive(Serialize)]
struct JsonAssembly<'a> {
    ok: bool,
    entry: Option<u32>,
    sections: Vec<JsonSection>,
    symbols: Vec<JsonSymbol<'a>>,
    lines: Vec<JsonLine<'a>>,
    diagnostics: Vec<JsonDiagnostic<'a>>,
}

#[derive(Serialize)]
struct JsonSection {
    name: &'static str,
    address: u32,
    size: u32,
    bytes: String,
}

#[derive(Serialize)]
struct JsonSymbol<'a> {
    name: &'a str,
    value: u32,
    label: bool,
    global: bool,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    address: u32,
    file: &'a str,
    line: u32,
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: Severity,
    file: &'a str,
    line: u32,
    column: u32,
    length: u32,
    message: &'a Text,
    tip: Option<&'a Text>,
}

fn json(built: &Build) -> Result<Vec<u8>, Failure> {
    let empty = Program::default();
    let program = built.program.as_ref().unwrap_or(&empty);
    let file = |id: u32| built.files.get(id as usize).map_or("", String::as_str);
    // The line map also names files that only `.file` knows.
    let source = |id: u32| program.files.get(id as usize).map_or("", String::as_str);
    let section = |s: &Segment| JsonSection {
        name: section_name(s.kind),
        address: s.addr,
        size: s.size,
        bytes: s.bytes.iter().fold(String::new(), |mut hex, byte| {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        }),
    };
    let whole = JsonAssembly {
        ok: built.program.is_some(),
        entry: built.program.as_ref().map(|p| p.entry),
        sections: program.segments.iter().map(section).collect(),
        symbols: program
            .symbols
            .iter()
            .map(|s| JsonSymbol { name: &s.name, value: s.value, label: s.is_label, global: s.global })
            .collect(),
        lines: program.lines.iter().map(|l| JsonLine { address: l.addr, file: source(l.file), line: l.line }).collect(),
        diagnostics: built
            .diagnostics
            .iter()
            .map(|d| JsonDiagnostic {
                severity: d.severity,
                file: file(d.span.file.0),
                line: d.span.line,
                column: d.span.col,
                length: d.span.len,
                message: &d.message,
                tip: d.tip.as_ref(),
            })
            .collect(),
    };
    Ok((output::pretty_json(&whole)? + "\n").into_bytes())
}
