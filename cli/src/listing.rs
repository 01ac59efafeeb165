//! The listing: each source line with its address, its words, and what it became.

use crate::input::Sources;
use mcore::asm::{Assembly, ListingLine};
use mcore::program::Program;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Bytes of data on one row.
const ROW: u32 = 8;
/// Rows of data for one statement; the rest is counted.
const MOST_ROWS: u32 = 4;

/// The listing of all files, library files that were included too.
///
/// A row is: line, address, word, source text. What a statement became stands after `->` where it is not what the line says:
/// the instructions of a pseudo-instruction, and the `nop` in a delay slot.
pub fn text(assembly: &Assembly, program: &Program, sources: &Sources) -> String {
    let mut by_line: BTreeMap<(u32, u32), Vec<&ListingLine>> = BTreeMap::new();
    for line in &assembly.listing {
        by_line.entry((line.span.file.0, line.span.line)).or_default().push(line);
    }
    let mut out = String::new();
    for (id, name) in assembly.files.iter().enumerate() {
        let Some(source) = sources.all().find(|f| f.name == *name) else { continue };
        let gap = if id == 0 { "" } else { "\n" };
        row(&mut out, &format!("{gap}{name}:"));
        for (number, line) in source.text.lines().enumerate() {
            let number = number as u32 + 1;
            let statements = by_line.get(&(id as u32, number)).map(Vec::as_slice).unwrap_or_default();
            let rows = statements.iter().flat_map(|s| rows_of(s, line, program));
            let mut rows = rows.collect::<Vec<_>>().into_iter();
            let first = rows.next().unwrap_or_default();
            row(&mut out, &format!("{number:>5} {:<26} {line}{}", first.left, first.after(line)));
            for r in rows {
                row(&mut out, &format!("{:>5} {:<26} {}", "", r.left, r.after("")));
            }
        }
    }
    out
}

/// A row, without the spaces at its end.
fn row(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

#[derive(Default)]
struct Row {
    /// Address and word or bytes.
    left: String,
    /// The instruction, if the source line says something else.
    became: Option<String>,
}

impl Row {
    fn after(&self, line: &str) -> String {
        let gap = if line.is_empty() { "" } else { "  " };
        self.became.as_ref().map_or(String::new(), |text| format!("{gap}-> {text}"))
    }
}

fn rows_of(line: &ListingLine, source: &str, program: &Program) -> Vec<Row> {
    if line.words.is_empty() {
        return data_rows(line, program);
    }
    let statement =
        source.char_indices().nth(line.span.col.saturating_sub(1) as usize).map_or("", |(at, _)| &source[at..]);
    let written = mnemonic(statement);
    let rows = line.words.iter().zip(&line.text).zip(0..);
    rows.map(|((word, text), i)| Row {
        left: format!("{:08x} {word:08x}", line.addr + 4 * i),
        became: (i > 0 || !mnemonic(text).eq_ignore_ascii_case(written)).then(|| text.clone()),
    })
    .collect()
}

/// The first word of a statement.
fn mnemonic(statement: &str) -> &str {
    statement.split_ascii_whitespace().next().unwrap_or_default()
}

fn data_rows(line: &ListingLine, program: &Program) -> Vec<Row> {
    let segment = program.segments.iter().find(|s| line.addr >= s.addr && line.addr - s.addr < s.size);
    let bytes = segment.and_then(|s| {
        let from = (line.addr - s.addr) as usize;
        s.bytes.get(from..from + line.size as usize)
    });
    let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else {
        // Space that begins as zero holds no bytes.
        let left = if line.size == 0 { String::new() } else { format!("{:08x} ({} bytes)", line.addr, line.size) };
        return vec![Row { left, became: None }];
    };
    let shown = bytes.len().min((ROW * MOST_ROWS) as usize);
    let mut rows: Vec<Row> = bytes[..shown]
        .chunks(ROW as usize)
        .zip(0..)
        .map(|(chunk, i)| {
            let mut left = format!("{:08x} ", line.addr + ROW * i);
            for byte in chunk {
                // Writing to a String cannot fail.
                let _ = write!(left, "{byte:02x}");
            }
            Row { left, became: None }
        })
        .collect();
    if bytes.len() > shown {
        rows.push(Row {
            left: format!("{:08x} (+{} bytes)", line.addr + shown as u32, bytes.len() - shown),
            became: None,
        });
    }
    rows
}
