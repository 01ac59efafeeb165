//! The listing: source, address, words, and instructions of each statement.

use super::{Assembly, ListingLine};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use core::fmt::Write;
use mcore_base::SourceFile;
use mcore_cpu::program::Program;

/// Maximum bytes of data per statement in a listing.
const MAX_DATA: usize = 16;

/// The listing of an assembly as text, file after file: for each line of the source its number, its address and words,
/// and the instructions if they differ from the source.
///
/// `files` are the sources and the library, in any order.
pub fn listing(assembly: &Assembly, files: &[SourceFile]) -> String {
    let Assembly { program, listing, files: names, .. } = assembly;
    Listed { program: program.as_ref(), listing, files: names }.text(&files.iter().collect::<Vec<_>>())
}

/// The contents of a listing.
pub(crate) struct Listed<'a> {
    /// The program, for the bytes of its data.
    pub program: Option<&'a Program>,
    /// The code of each statement.
    pub listing: &'a [ListingLine],
    /// Names of the files by number.
    pub files: &'a [String],
}

impl Listed<'_> {
    /// The listing as text, for the files whose text is available.
    pub fn text(&self, texts: &[&SourceFile]) -> String {
        let mut by_line: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for (i, line) in self.listing.iter().enumerate() {
            by_line.entry((line.span.file.0, line.span.line)).or_default().push(i);
        }
        let mut out = String::new();
        for (number, name) in self.files.iter().enumerate() {
            let Some(file) = texts.iter().find(|f| f.name == *name) else { continue };
            let _ = writeln!(out, "{}# {name}", if number == 0 { "" } else { "\n" });
            for (i, text) in file.text.lines().enumerate() {
                let here = by_line.get(&(number as u32, i as u32 + 1)).map_or(&[][..], Vec::as_slice);
                let mut rows = here.iter().flat_map(|k| self.rows(*k));
                let (cells, instruction) = rows.next().unwrap_or_default();
                let first = row(i + 1, &cells, text.trim_end());
                let _ = writeln!(out, "{first}");
                // The first instruction gets a line of its own if the statement has several, or one that differs from
                // the source.
                let mut rest: Vec<(String, String)> = rows.collect();
                let written = |instruction: &str| same_instruction(text, instruction);
                if !rest.is_empty() || !instruction.is_empty() && !written(&instruction) {
                    rest.insert(0, (String::new(), instruction));
                }
                for (cells, instruction) in rest.iter().filter(|r| !r.0.is_empty() || !r.1.is_empty()) {
                    let arrow = if instruction.is_empty() { String::new() } else { format!("    = {instruction}") };
                    let _ = writeln!(out, "{}", row(0, cells, &arrow).trim_end());
                }
            }
        }
        out
    }

    /// Address and word, and the instruction, of each word of a statement.
    fn rows(&self, index: usize) -> Vec<(String, String)> {
        let line = &self.listing[index];
        if line.words.is_empty() {
            return self.data_rows(line.addr, line.size);
        }
        let words = line.words.iter().zip(&line.text).zip(0u32..);
        words.map(|((word, text), i)| (format!("{:08x}  {word:08x}", line.addr + 4 * i), text.clone())).collect()
    }

    /// The same for data: the bytes in groups of four, in the order of their addresses.
    fn data_rows(&self, addr: u32, size: u32) -> Vec<(String, String)> {
        let segments = self.program.iter().flat_map(|p| &p.segments);
        let segment = segments.into_iter().find(|s| addr >= s.addr && addr - s.addr < s.size && !s.bytes.is_empty());
        let Some(segment) = segment.filter(|_| size > 0) else {
            return alloc::vec![(format!("{addr:08x}  ({size})"), String::new())];
        };
        let at = (addr - segment.addr) as usize;
        let bytes = &segment.bytes[at..(at + size as usize).min(segment.bytes.len())];
        let shown = &bytes[..bytes.len().min(MAX_DATA)];
        let mut rows: Vec<(String, String)> = shown
            .chunks(4)
            .zip(0u32..)
            .map(|(four, i)| {
                let hex: String = four.iter().map(|b| format!("{b:02x}")).collect();
                (format!("{:08x}  {hex}", addr + 4 * i), String::new())
            })
            .collect();
        if bytes.len() > shown.len() {
            rows.push((format!("          ({} more)", bytes.len() - shown.len()), String::new()));
        }
        rows
    }
}

/// A line of the listing.
fn row(number: usize, cells: &str, text: &str) -> String {
    let number = if number == 0 { String::new() } else { format!("{number}") };
    String::from(format!("{number:>5}  {cells:<18}  {text}").trim_end())
}

/// True if a line of the source contains exactly this instruction, apart from blanks, labels and comments.
fn same_instruction(line: &str, instruction: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let code = line.split('#').next().unwrap_or("");
    let code = code.rsplit(':').next().unwrap_or(code);
    bare(code) == bare(instruction)
}
