//! `mcore disasm`.

use crate::failure::Failure;
use crate::input::{self, elf_failure, is_elf, read};
use crate::modes::chip::args::{Disasm, WordsFormat};
use crate::output;
use mcore::base::{Text, without_mark};
use mcore::isa::{decode, disassemble};
use mcore::program::{Program, Segment, SegmentKind, Symbol};
use mcore::text;
use mcore::toolchain::elf;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Shows the instructions of a file.
pub fn run(options: &Disasm) -> Result<u8, Failure> {
    let bytes = read(&options.file)?;
    let digits = without_mark(&bytes);
    let format = match options.format {
        WordsFormat::Auto if is_elf(&bytes) => WordsFormat::Elf,
        WordsFormat::Auto if digits.iter().all(|b| (b' '..=b'~').contains(b) || b.is_ascii_whitespace()) => {
            WordsFormat::Hex
        }
        WordsFormat::Auto => WordsFormat::Raw,
        chosen => chosen,
    };
    let program = match format {
        WordsFormat::Hex => hex(digits, options.base).map_err(|why| input::named(&options.file, &why))?,
        WordsFormat::Elf => elf::read(&bytes).map_err(|why| elf_failure(&options.file, &why))?,
        WordsFormat::Auto | WordsFormat::Raw => words(options.base, bytes),
    };
    output::bytes(text(&program).as_bytes())?;
    Ok(0)
}

fn words(addr: u32, bytes: Vec<u8>) -> Program {
    let segment = Segment { kind: SegmentKind::Text, addr, size: bytes.len() as u32, bytes };
    Program { segments: vec![segment], ..Program::default() }
}

/// Reads words in hex, up to eight digits each, with or without `0x`. `@` and an address in bytes give the place of the
/// next words; `#`, `;` and `//` start a comment.
fn hex(bytes: &[u8], base: u32) -> Result<Program, Text> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut next = base;
    for (number, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        let number = number + 1;
        let line = line.split(['#', ';']).next().unwrap_or_default();
        let line = line.split("//").next().unwrap_or_default();
        for item in line.split_ascii_whitespace() {
            let (place, digits) = item.strip_prefix('@').map_or((false, item), |digits| (true, digits));
            let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
            let value = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+')).ok_or_else(|| {
                text!(
                    "line {number}: `{item}` is not a word of at most eight hex digits",
                    "{number} 行目: `{item}` は 8 桁までの 16 進数ではありません"
                )
            })?;
            if place {
                next = value;
                continue;
            }
            match segments.last_mut().filter(|s| s.addr.wrapping_add(s.size) == next) {
                Some(segment) => {
                    segment.bytes.extend(value.to_le_bytes());
                    segment.size += 4;
                }
                None => segments.push(Segment {
                    kind: SegmentKind::Text,
                    addr: next,
                    size: 4,
                    bytes: value.to_le_bytes().to_vec(),
                }),
            }
            next = next.wrapping_add(4);
        }
    }
    Ok(Program { segments, ..Program::default() })
}

/// One row per instruction: address, word, text; labels are on separate lines. Bytes that do not fill a word are
/// last.
fn text(program: &Program) -> String {
    // Of several labels at an address, the global one is shown. A table, since a file may have many labels.
    let mut labels: BTreeMap<u32, &Symbol> = BTreeMap::new();
    for symbol in program.symbols.iter().filter(|s| s.is_label) {
        let first = labels.entry(symbol.value).or_insert(symbol);
        if symbol.global && !first.global {
            *first = symbol;
        }
    }
    let label = |addr: u32| labels.get(&addr).map(|s| s.name.clone());
    let mut out = String::new();
    for segment in program.segments.iter().filter(|s| s.kind == SegmentKind::Text) {
        for (chunk, i) in segment.bytes.chunks(4).zip(0u32..) {
            let addr = segment.addr.wrapping_add(4 * i);
            // Writing to a String cannot fail.
            if let Some(name) = label(addr) {
                let _ = writeln!(out, "{name}:");
            }
            let _ = match <[u8; 4]>::try_from(chunk) {
                Ok(bytes) => {
                    let word = u32::from_le_bytes(bytes);
                    writeln!(out, "{addr:08x}  {word:08x}  {}", disassemble(&decode(word), addr, &label))
                }
                Err(_) => {
                    let list: Vec<String> = chunk.iter().map(|byte| format!("{byte:#04x}")).collect();
                    writeln!(out, "{addr:08x}            .byte {}", list.join(", "))
                }
            };
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_has_addresses_and_comments() {
        let program = hex(b"24080001 0x0000000c # one\n@2000\n3c010000 // two\n; three\n", 0x1000).expect("words");
        let places: Vec<_> = program.segments.iter().map(|s| (s.addr, s.size)).collect();
        assert_eq!(places, [(0x1000, 8), (0x2000, 4)]);
        assert!(hex(b"1\n2\nxyz", 0).is_err_and(|why| why.en.starts_with("line 3: `xyz`")));
        assert!(hex(b"123456789", 0).is_err() && hex(b"+1", 0).is_err());
    }
}
