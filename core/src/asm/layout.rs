//! The second pass: gives the sections their addresses, fills in what waited for them, and makes the program.

use super::{
    ListingLine, Options,
    assembler::Assembler,
    expr::{as_word, fits_signed},
    section::{Field, Fixup, Place, Section},
    symbol::Meaning,
};
use crate::base::{Diagnostic, Span};
use crate::isa::{Instr, decode, disassemble, encode};
use crate::program::{LineEntry, Program, Segment, SegmentKind, Symbol};
use crate::text;
use alloc::{collections::BTreeMap, string::String, vec::Vec};

/// Bytes at the top of node memory that the program leaves free, so that there is some stack.
const STACK_RESERVE: u64 = 1024;

/// Names of the first instruction, the most wanted first.
const ENTRY_NAMES: [&str; 3] = ["_start", "__start", "main"];

/// True if a number fits a datum of so many bytes, signed or unsigned.
pub(super) fn data_fits(number: i64, bytes: u8) -> bool {
    let bits = 8 * u32::from(bytes);
    (-(1 << (bits - 1))..1 << bits).contains(&number)
}

impl Assembler<'_> {
    /// Finishes the sections and makes the program; `None` if there has been an error.
    pub(super) fn link(&mut self, options: &Options) -> (Option<Program>, Vec<ListingLine>) {
        let bases = self.addresses(options);
        self.symbols.settle(&bases, &mut self.report);
        self.warn_about_globals();
        for fixup in core::mem::take(&mut self.fixups) {
            self.fix(&fixup, &bases);
        }
        let entry = self.entry(&bases);
        if self.report.has_errors() {
            return (None, Vec::new());
        }
        let listing = self.listing(&bases);
        (Some(self.program(entry, &bases)), listing)
    }

    /// First address of each section: text where the options want it, the others after it.
    fn addresses(&mut self, options: &Options) -> [u32; 4] {
        let mut bases = [0; 4];
        let mut next = u64::from(options.text_base);
        for place in Place::ALL {
            let section = &self.sections[place as usize];
            next = next.next_multiple_of(section.align.into());
            bases[place as usize] = next as u32;
            next += u64::from(section.size);
        }
        let (memory, most) = (options.memory_size, u64::from(options.memory_size).saturating_sub(STACK_RESERVE));
        if next > most && !self.report.has_errors() {
            let [text, data, rodata, bss] = Place::ALL.map(|p| self.sections[p as usize].size);
            let data = data + rodata;
            let largest = self.records.iter().max_by_key(|r| r.size).map_or(Span::default(), |r| r.span);
            self.report.push(
                Diagnostic::error(largest, text!(
                    "the program does not fit: text {text}, data {data} and bss {bss} bytes end at {next:#x}, node memory is {memory} bytes",
                    "プログラムが入りません。テキスト {text}、データ {data}、bss {bss} バイトの終わりは {next:#x} で、ノードメモリは {memory} バイトです"
                ))
                .with_tip(text!(
                    "the top {STACK_RESERVE} bytes are kept for the stack",
                    "末尾の {STACK_RESERVE} バイトはスタック用に空けておきます"
                )),
            );
        }
        bases
    }

    fn warn_about_globals(&mut self) {
        for symbol in self.symbols.iter() {
            if let (Some(span), Meaning::Undefined) = (symbol.global, &symbol.meaning) {
                let name = super::report::clip(symbol.name);
                self.report.warn(span, text!("`{name}` is defined nowhere", "`{name}` はどこにも定義されていません"));
            }
        }
    }

    /// Computes an expression that waited and puts it where it belongs.
    fn fix(&mut self, fixup: &Fixup, bases: &[u32; 4]) {
        let number = match fixup.expr.value(&self.symbols, Some(bases)) {
            Ok(value) => value.number,
            Err(error) => return error.report(fixup.expr.span, &self.symbols, &mut self.report),
        };
        let at = fixup.offset as usize;
        let pc = bases[fixup.place as usize].wrapping_add(fixup.offset);
        if let Field::Data { bytes, count } = fixup.field {
            if !data_fits(number, bytes) {
                let plural = if bytes == 1 { "" } else { "s" };
                return self.report.error(
                    fixup.expr.span,
                    text!("{number} does not fit in {bytes} byte{plural}", "{number} は {bytes} バイトに入りません"),
                );
            }
            let size = usize::from(bytes);
            let data = &mut self.sections[fixup.place as usize].bytes[at..at + size * count as usize];
            data.chunks_exact_mut(size).for_each(|d| d.copy_from_slice(&(number as u32).to_le_bytes()[..size]));
            return;
        }
        let low = if fixup.field == Field::Unsigned && fixup.expr.is_low() { number & 0xffff } else { number };
        match immediate(fixup.field, low, pc) {
            Ok(imm) => {
                let word = &mut self.sections[fixup.place as usize].bytes[at..at + 4];
                let instr = decode(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                word.copy_from_slice(&encode(&Instr { imm, ..instr }).to_le_bytes());
            }
            Err(diagnostic) => self.report.push(Diagnostic { span: fixup.expr.span, ..diagnostic }),
        }
    }

    /// Address of the first instruction to execute.
    fn entry(&mut self, bases: &[u32; 4]) -> u32 {
        for name in ENTRY_NAMES {
            if let Some(symbol) = self.symbols.find(name)
                && let Meaning::Label(Place::Text, offset) = symbol.meaning
            {
                return bases[Place::Text as usize].wrapping_add(offset);
            }
        }
        match self.records.iter().find(|r| r.code) {
            Some(first) => {
                let message = text!(
                    "no label `main`: the program starts at its first instruction",
                    "ラベル `main` がないので、最初の命令から始まります"
                );
                self.report.warn(Span { len: 0, ..first.span }, message);
            }
            None if !self.report.has_errors() => {
                self.report.error(
                    Span { line: 1, col: 1, ..Span::default() },
                    text!("there are no instructions", "命令がありません"),
                );
            }
            None => {}
        }
        bases[Place::Text as usize]
    }

    fn program(&mut self, entry: u32, bases: &[u32; 4]) -> Program {
        let mut symbols = BTreeMap::new();
        for symbol in self.symbols.iter().filter(|s| !s.local) {
            let (value, is_label) = match symbol.meaning {
                Meaning::Label(place, offset) => (bases[place as usize] + offset, true),
                Meaning::Constant(value) => {
                    let base = value.place.map_or(0, |p| bases[p as usize]);
                    (value.number.wrapping_add(base.into()) as u32, false)
                }
                _ => continue,
            };
            let name = String::from(symbol.name);
            symbols.insert(name.clone(), Symbol { name, value, is_label, global: symbol.global.is_some() });
        }
        let line = |r: &super::section::Record| LineEntry {
            addr: bases[r.place as usize] + r.offset,
            file: r.span.file.0,
            line: r.span.line,
        };
        let mut lines: Vec<LineEntry> = self.records.iter().filter(|r| r.size > 0).map(line).collect();
        lines.sort_by_key(|l| l.addr);
        let segment = |place: Place, bytes: Vec<u8>, size: u32| Segment {
            kind: match place {
                Place::Text => SegmentKind::Text,
                Place::Data | Place::ReadOnly => SegmentKind::Data,
                Place::Bss => SegmentKind::Bss,
            },
            addr: bases[place as usize],
            size,
            bytes,
        };
        let sections = core::mem::replace(&mut self.sections, Place::ALL.map(Section::new));
        let filled = Place::ALL.into_iter().zip(sections).filter(|(_, s)| s.size > 0);
        let segments = filled.map(|(place, s)| segment(place, s.bytes, s.size)).collect();
        Program { segments, entry, symbols: symbols.into_values().collect(), lines, files: self.file_names() }
    }

    /// What each statement has become, in the order of the text.
    fn listing(&self, bases: &[u32; 4]) -> Vec<ListingLine> {
        let mut labels: BTreeMap<u32, &str> = BTreeMap::new();
        for symbol in self.symbols.iter().filter(|s| !s.local) {
            if let Meaning::Label(place, offset) = symbol.meaning {
                labels.entry(bases[place as usize] + offset).or_insert(symbol.name);
            }
        }
        let label = |addr: u32| labels.get(&addr).map(|name| String::from(*name));
        let mut lines: Vec<ListingLine> = Vec::new();
        for same in self.records.chunk_by(|a, b| a.statement == b.statement) {
            let first = same[0];
            let mut line = ListingLine {
                span: first.span,
                addr: bases[first.place as usize] + first.offset,
                size: same.iter().map(|r| r.size).sum(),
                words: Vec::new(),
                text: Vec::new(),
            };
            for record in same.iter().filter(|r| r.code) {
                let at = record.offset as usize;
                let bytes = &self.sections[record.place as usize].bytes[at..at + 4];
                let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                line.words.push(word);
                line.text.push(disassemble(&decode(word), bases[record.place as usize] + record.offset, &label));
            }
            lines.push(line);
        }
        lines
    }
}

/// The immediate of an instruction at `pc` that stands for `number`; the finding has no place yet.
fn immediate(field: Field, number: i64, pc: u32) -> Result<u32, Diagnostic> {
    let slot = pc.wrapping_add(4);
    let error = |message| Err(Diagnostic::error(Span::default(), message));
    match field {
        Field::Signed if fits_signed(number) => Ok(number as u32),
        Field::Unsigned if (0..=0xffff).contains(&number) => Ok(number as u32),
        Field::Signed | Field::Unsigned | Field::Data { .. } => error(text!(
            "{number} does not fit in the 16 bits of this instruction",
            "{number} はこの命令の 16 ビットに入りません"
        )),
        Field::Branch | Field::Jump => {
            let Some(target) = as_word(number) else {
                return error(text!("{number} is not an address", "{number} はアドレスではありません"));
            };
            if target & 3 != 0 {
                return error(text!(
                    "the target {target:#x} is not a multiple of 4, so no instruction stands there",
                    "目的の番地 {target:#x} は 4 の倍数でないので、命令の番地ではありません"
                ));
            }
            let distance = target.wrapping_sub(slot) as i32;
            match field {
                Field::Branch if (-0x2_0000..0x2_0000).contains(&distance) => Ok(distance as u32),
                Field::Jump if (target ^ slot) & 0xf000_0000 == 0 => Ok(target & 0x0fff_ffff),
                Field::Branch => Err(Diagnostic::error(
                    Span::default(),
                    text!(
                        "the branch target is {distance} bytes away; branches reach 128 KiB in either direction",
                        "分岐先まで {distance} バイトあります。分岐命令が届くのは前後 128 KiB までです"
                    ),
                )
                .with_tip(text!("branch around a `j` instead", "代わりに、分岐で `j` 命令をまたいでください"))),
                _ => error(text!(
                    "the jump target lies in another 256 MiB region",
                    "ジャンプ先が別の 256 MiB 領域にあります"
                )),
            }
        }
    }
}
