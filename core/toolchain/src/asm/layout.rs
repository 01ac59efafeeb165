//! The second pass: assigns addresses to the sections, fills in the fixups, and makes the program.

use super::{
    ListingLine, Options,
    assembler::Assembler,
    expr::{as_word, fits_signed},
    section::{Bases, Field, Fixup, Place, Record},
    symbol::{Meaning, Reach},
};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Diagnostic, Span};
use mcore_cpu::isa::{Instr, decode, disassemble, encode};
use mcore_cpu::program::{LineEntry, Program, Segment, SegmentKind, Symbol};
use mcore_cpu::startup;

/// Bytes at the top of node memory that the program leaves free as a minimum stack.
const STACK_RESERVE: u64 = 1024;

/// Names of the first instruction, in order of preference.
const ENTRY_NAMES: [&str; 3] = ["_start", "__start", "main"];

/// True if a number fits a datum of `bytes` bytes, signed or unsigned.
pub(super) fn data_fits(number: i64, bytes: u8) -> bool {
    let bits = 8 * u32::from(bytes);
    bits >= 64 || (-(1 << (bits - 1))..1 << bits).contains(&number)
}

impl Assembler<'_> {
    /// Finishes the sections and makes the program; `None` if there has been an error.
    pub(super) fn link(&mut self, options: &Options) -> (Option<Program>, Vec<ListingLine>) {
        self.join_units();
        let (bases, ends) = self.addresses(options);
        self.provide_names(options, &ends);
        self.symbols.settle(&bases, &mut self.report);
        self.warn_about_globals();
        for fixup in core::mem::take(&mut self.fixups) {
            self.fix(&fixup, &bases);
        }
        let (entry, is_main) = self.entry(&bases, options);
        if self.report.has_errors() {
            return (None, Vec::new());
        }
        let listing = self.listing(&bases);
        let mut program = self.program(entry, &bases, &ends);
        self.look_at_the_end(&mut program, is_main, &bases);
        (Some(program), listing)
    }

    /// Joins the translation units and reserves the space for `.comm`.
    fn join_units(&mut self) {
        let mut commons = None;
        let (sections, records, report) = (&mut self.sections, &mut self.records, &mut self.report);
        let (statement, memory) = (self.statement + 1, u64::from(self.memory_size));
        let mut overfull = false;
        self.symbols.join(report, &self.files, &self.unit_files, |size, align, span| {
            let section = *commons.get_or_insert_with(|| {
                sections.begin_unit(u32::MAX);
                sections.enter(".bss", Place::Bss, 0)
            });
            let before = sections.get(section).size;
            let padding = super::assembler::padding(before, align);
            overfull |= sections.size_of(Place::Bss) + u64::from(padding) + u64::from(size) > memory;
            if overfull {
                return None;
            }
            sections.grow(section, padding + size);
            let part = sections.get_mut(section);
            part.align = part.align.max(align);
            let offset = before + padding;
            records.push(Record { section, offset, size, code: false, statement, span, source: None });
            Some((section, offset))
        });
        if overfull {
            self.overfull = true;
            self.report.error(
                self.records.last().map_or(Span { line: 1, col: 1, ..Span::default() }, |r| r.span),
                text!("the `.comm` areas do not fit in node memory", "`.comm` の領域がノードメモリに入りません"),
                text!("make them smaller, or node memory larger", "小さくするか、ノードメモリを大きくしてください"),
            );
        }
    }

    /// First address of each section, and first and last address of each kind: text where the options place it, the
    /// others after it.
    fn addresses(&mut self, options: &Options) -> (Bases, [(u64, u64); 4]) {
        let mut bases = Bases::new(self.sections.len());
        let mut ends = [(0, 0); 4];
        let mut next = u64::from(options.text_base);
        for place in Place::ALL {
            let wanted = match place {
                Place::Data => options.data_base,
                Place::Bss => options.bss_base,
                _ => None,
            };
            if let Some(wanted) = wanted {
                let wanted = u64::from(wanted);
                if wanted < next && self.sections.size_of(place) > 0 {
                    self.report.error(
                        Span { line: 1, col: 1, ..Span::default() },
                        text!(
                            "data or bss at {wanted:#x} would overlap what ends at {next:#x}",
                            "データや bss を {wanted:#x} に置くと、{next:#x} まである部分と重なります"
                        ),
                        text!(
                            "give data and bss later addresses, or none",
                            "データと bss のアドレスを後ろにずらすか、指定をやめてください"
                        ),
                    );
                }
                next = wanted.max(next);
            }
            next = next.next_multiple_of(if place == Place::Text { 4 } else { 16 });
            let mut first = None;
            let mut last = None;
            for id in self.sections.of(place) {
                let section = self.sections.get(id);
                if let Some(last) = last.filter(|_| section.size > 0) {
                    next += u64::from(self.sections.space_after(last, id));
                }
                if section.size > 0 {
                    last = Some(id);
                }
                next = next.next_multiple_of(section.align.into());
                bases.set(id, next as u32);
                first.get_or_insert(next);
                next += u64::from(section.size);
            }
            ends[place as usize] = (first.unwrap_or(next), next);
        }
        let (memory, most) = (options.memory_size, u64::from(options.memory_size).saturating_sub(STACK_RESERVE));
        if next > most && !self.report.has_errors() {
            let [text, data, rodata, bss] = Place::ALL.map(|p| self.sections.size_of(p));
            let data = data + rodata;
            self.overfull = true;
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
        (bases, ends)
    }

    /// Gives the names that linkers define their addresses.
    fn provide_names(&mut self, options: &Options, ends: &[(u64, u64); 4]) {
        let [text, data, rodata, bss] = ends.map(|(first, end)| (first as u32, end as u32));
        self.symbols.provide(&[
            ("_ftext", options.text_base),
            ("_etext", text.1),
            ("_fdata", data.0),
            ("_edata", rodata.1),
            ("__bss_start", bss.0),
            ("_end", bss.1),
        ]);
    }

    /// Adds start-up code that calls `main` if it may return, and warns if the program runs off its end.
    fn look_at_the_end(&mut self, program: &mut Program, is_main: bool, bases: &Bases) {
        let ending = startup::ending(program);
        if let Some(addr) = ending.falls_off {
            let at = |r: &&Record| r.code && bases.of(r.section).wrapping_add(r.offset) == addr;
            let span = self.records.iter().find(at).map_or(Span { line: 1, col: 1, ..Span::default() }, |r| r.span);
            self.report.push(
                Diagnostic::warning(
                    span,
                    text!(
                        "the program runs on past its last instruction",
                        "最後の命令の後もプログラムが先へ進んでしまいます"
                    ),
                )
                .with_tip(text!(
                    "halt at the end: `li $v0, 10` and `syscall`, or return from `main` with `jr $ra`",
                    "最後で止めてください: `li $v0, 10` と `syscall`、または `main` から `jr $ra` で戻る"
                )),
            );
        }
        if is_main && ending.returns && !startup::add(program) {
            let span = self.symbols.entry("main").map_or(Span::default(), |s| s.span);
            self.report.warn(
                span,
                text!(
                    "`main` may return, but there is no room before the text for code that calls it",
                    "`main` が戻るかもしれませんが、テキストの前に呼び出しコードを置く場所がありません"
                ),
                text!(
                    "let the text begin at 0x1000, or halt with `li $v0, 10` and `syscall`",
                    "テキストを 0x1000 から始めるか、`li $v0, 10` と `syscall` で停止してください"
                ),
            );
        }
    }

    fn warn_about_globals(&mut self) {
        for symbol in self.symbols.iter() {
            if let (Reach::Global, Meaning::Undefined) = (symbol.reach, &symbol.meaning) {
                let name = super::report::clip(symbol.name);
                self.report.warn(
                    symbol.shared_at,
                    text!("`{name}` is defined nowhere", "`{name}` はどこにも定義されていません"),
                    text!(
                        "define the label, or remove the directive",
                        "ラベルを定義するか、このディレクティブを消してください"
                    ),
                );
            }
        }
    }

    /// Evaluates a fixup's expression and stores the result.
    fn fix(&mut self, fixup: &Fixup, bases: &Bases) {
        let number = match fixup.expr.value(&self.symbols, Some(bases)) {
            Ok(value) => value.number,
            Err(error) => return error.report(fixup.expr.span, &self.symbols, &mut self.report),
        };
        let at = fixup.offset as usize;
        let pc = bases.of(fixup.section).wrapping_add(fixup.offset);
        if let Field::Data { bytes, count } = fixup.field {
            if !data_fits(number, bytes) {
                let plural = if bytes == 1 { "" } else { "s" };
                // Half an address is never useful; of a number the lower bits may be intended.
                if fixup.expr.known(&self.symbols).is_none() {
                    return self.report.push(
                        Diagnostic::error(
                            fixup.expr.span,
                            text!(
                                "the address {number} does not fit in {bytes} byte{plural}",
                                "アドレス {number} は {bytes} バイトに入りません"
                            ),
                        )
                        .with_tip(text!(
                            "an address has 32 bits and needs `.word`",
                            "アドレスは 32 ビットです。`.word` を使ってください"
                        )),
                    );
                }
                let stored = number as u64 & u64::MAX >> (64 - 8 * u32::from(bytes));
                self.report.push(
                    Diagnostic::warning(
                        fixup.expr.span,
                        text!(
                            "{number} does not fit in {bytes} byte{plural}, so {stored} is stored",
                            "{number} は {bytes} バイトに入らないので、{stored} が置かれます"
                        ),
                    )
                    .with_tip(text!(
                        "use a larger directive (.byte, .half, .word, .dword), or write `& 0xff` if that is meant",
                        "大きいディレクティブ (.byte、.half、.word、.dword) を使うか、意図どおりなら `& 0xff` のように書いてください"
                    )),
                );
            }
            let size = usize::from(bytes);
            let data = &mut self.sections.get_mut(fixup.section).bytes[at..at + size * count as usize];
            data.chunks_exact_mut(size).for_each(|d| d.copy_from_slice(&number.to_le_bytes()[..size]));
            return;
        }
        let low = if fixup.field == Field::Unsigned && fixup.expr.is_low() { number & 0xffff } else { number };
        match immediate(fixup.field, low, pc) {
            Ok(imm) => {
                let word = &mut self.sections.get_mut(fixup.section).bytes[at..at + 4];
                let instr = decode(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                word.copy_from_slice(&encode(&Instr { imm, ..instr }).to_le_bytes());
            }
            Err(diagnostic) => self.report.push(Diagnostic { span: fixup.expr.span, ..diagnostic }),
        }
    }

    /// Address of the first instruction to execute; whether it is `main`.
    fn entry(&mut self, bases: &Bases, options: &Options) -> (u32, bool) {
        for name in ENTRY_NAMES {
            if let Some(symbol) = self.symbols.entry(name)
                && let Meaning::Label(section, offset) = symbol.meaning
                && self.sections.get(section).place == Place::Text
            {
                return (bases.of(section).wrapping_add(offset), name == "main");
            }
        }
        match self.records.iter().find(|r| r.code) {
            Some(first) => {
                let message = text!(
                    "no label `main`: the program starts at its first instruction",
                    "ラベル `main` がないので、最初の命令から始まります"
                );
                let tip = text!("write `main:` where it begins", "始まる場所に `main:` と書いてください");
                self.report.warn(Span { len: 0, ..first.span }, message, tip);
            }
            None if !self.report.has_errors() => {
                self.report.error(
                    Span { line: 1, col: 1, ..Span::default() },
                    text!("there are no instructions", "命令がありません"),
                    text!(
                        "write a program after `.text`, beginning with `main:`",
                        "`.text` の後に、`main:` から始まるプログラムを書いてください"
                    ),
                );
            }
            None => {}
        }
        (options.text_base.next_multiple_of(4), false)
    }

    fn program(&mut self, entry: u32, bases: &Bases, ends: &[(u64, u64); 4]) -> Program {
        let mut symbols: Vec<Symbol> = Vec::new();
        for symbol in self.symbols.iter().filter(|s| !s.is_hidden()) {
            let (value, is_label) = match symbol.meaning {
                Meaning::Label(section, _) if self.sections.get(section).place == Place::Nowhere => continue,
                Meaning::Label(section, offset) => (bases.of(section) + offset, true),
                Meaning::Constant(value) => {
                    let base = value.section.map_or(0, |section| bases.of(section));
                    (value.number.wrapping_add(base.into()) as u32, value.section.is_some())
                }
                _ => continue,
            };
            symbols.push(Symbol { name: symbol.name.into(), value, is_label, global: symbol.reach != Reach::Unit });
        }
        // Of equal names the global one is first, then that of the first file (sorting is stable).
        symbols.sort_by(|a, b| (a.name.as_str(), !a.global).cmp(&(b.name.as_str(), !b.global)));
        let mut files = self.file_names();
        let first_source = files.len() as u32;
        files.extend(self.source_names.iter().map(|name| String::from(*name)));
        let line = |r: &Record| {
            let (file, line) =
                r.source.map_or((r.span.file.0, r.span.line), |(file, line)| (first_source + file, line));
            LineEntry { addr: bases.of(r.section) + r.offset, file, line }
        };
        let mut lines: Vec<LineEntry> = self.records.iter().filter(|r| r.size > 0).map(line).collect();
        lines.sort_by_key(|l| l.addr);
        let mut segments = Vec::new();
        for place in Place::ALL {
            let filled: Vec<_> =
                self.sections.of(place).into_iter().filter(|id| self.sections.get(*id).size > 0).collect();
            let Some(&first) = filled.first() else { continue };
            let addr = bases.of(first);
            let size = ends[place as usize].1 as u32 - addr;
            let mut bytes = Vec::new();
            if place != Place::Bss {
                for id in filled {
                    bytes.resize((bases.of(id) - addr) as usize, 0);
                    bytes.append(&mut self.sections.get_mut(id).bytes);
                }
                bytes.resize(size as usize, 0);
            }
            let kind = match place {
                Place::Text => SegmentKind::Text,
                Place::Bss => SegmentKind::Bss,
                _ => SegmentKind::Data,
            };
            segments.push(Segment { kind, addr, size, bytes });
        }
        Program { segments, entry, symbols, lines, files, added: Vec::new(), checks: Vec::new() }
    }

    /// The code of each statement, in the order of the text.
    fn listing(&self, bases: &Bases) -> Vec<ListingLine> {
        let mut labels: BTreeMap<u32, &str> = BTreeMap::new();
        for symbol in self.symbols.iter().filter(|s| !s.local) {
            if let Meaning::Label(section, offset) = symbol.meaning
                && self.sections.get(section).place != Place::Nowhere
            {
                labels.entry(bases.of(section) + offset).or_insert(symbol.name);
            }
        }
        let label = |addr: u32| labels.get(&addr).map(|name| String::from(*name));
        let mut lines: Vec<ListingLine> = Vec::new();
        let together = |a: &Record, b: &Record| {
            a.statement == b.statement && a.section == b.section && a.offset + a.size == b.offset
        };
        for same in self.records.chunk_by(together) {
            let first = same[0];
            let mut line = ListingLine {
                span: first.span,
                addr: bases.of(first.section) + first.offset,
                size: same.iter().map(|r| r.size).sum(),
                words: Vec::new(),
                text: Vec::new(),
            };
            for record in same.iter().filter(|r| r.code) {
                let at = record.offset as usize;
                let bytes = &self.sections.get(record.section).bytes[at..at + 4];
                let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                line.words.push(word);
                line.text.push(disassemble(&decode(word), bases.of(record.section) + record.offset, &label));
            }
            lines.push(line);
        }
        lines
    }
}

/// The immediate that encodes `number` in an instruction at `pc`; the finding has no position yet.
fn immediate(field: Field, number: i64, pc: u32) -> Result<u32, Diagnostic> {
    let slot = pc.wrapping_add(4);
    let error = |message, tip| Err(Diagnostic::error(Span::default(), message).with_tip(tip));
    match field {
        Field::Signed if fits_signed(number) => Ok(number as u32),
        Field::Unsigned if (0..=0xffff).contains(&number) => Ok(number as u32),
        Field::Signed | Field::Unsigned | Field::Data { .. } => error(
            text!(
                "{number} does not fit in the 16 bits of this instruction",
                "{number} はこの命令の 16 ビットに入りません"
            ),
            text!(
                "load the value into a register with `li` or `la` first",
                "先に `li` や `la` で値をレジスタに入れてください"
            ),
        ),
        Field::Branch | Field::Jump => {
            let Some(target) = as_word(number) else {
                return error(
                    text!("{number} is not an address", "{number} はアドレスではありません"),
                    text!("write a label", "ラベルを書いてください"),
                );
            };
            if target & 3 != 0 {
                return error(
                    text!(
                        "the target {target:#x} is not a multiple of 4, so no instruction stands there",
                        "目的の番地 {target:#x} は 4 の倍数でないので、命令の番地ではありません"
                    ),
                    text!("jump to a label of the text", "テキストにあるラベルへ分岐してください"),
                );
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
                _ => error(
                    text!("the jump target lies in another 256 MiB region", "ジャンプ先が別の 256 MiB 領域にあります"),
                    text!("load the address with `la` and use `jr`", "`la` でアドレスを入れて `jr` を使ってください"),
                ),
            }
        }
    }
}
