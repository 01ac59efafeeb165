//! The first pass: reads the text statement by statement and fills the sections.

use super::{
    Options,
    expr::{Expr, Value},
    lex::{Kind, Lexer, MOST_TOKENS, Token},
    parse::Cursor,
    report::{Failure, Parsed, Report, clip},
    section::{Field, Fixup, Place, Record, Section},
    select::Mnemonics,
    suggest::did_you_mean,
    symbol::{Meaning, SymbolId, Symbols, describe},
};
use crate::base::{Diagnostic, FileId, SourceFile, Span};
use crate::isa::{self, Instr};
use crate::text;
use alloc::{collections::BTreeMap, collections::BTreeSet, string::String, vec::Vec};

/// Deepest nesting of `.include`.
const DEEPEST_INCLUDE: usize = 64;

/// What `.set` switches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The assembler fills delay slots with `nop`.
    pub reorder: bool,
    /// Pseudo-instructions may use `$at`.
    pub at: bool,
    /// Pseudo-instructions may become several instructions without a warning.
    pub macros: bool,
    /// `.word` and its like go to a multiple of their size.
    pub auto_align: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { reorder: true, at: true, macros: true, auto_align: true }
    }
}

/// State of one assembly.
pub(super) struct Assembler<'s> {
    /// Files read so far; the index is the [`FileId`].
    pub files: Vec<&'s SourceFile>,
    library: &'s [SourceFile],
    pub report: Report,
    pub symbols: Symbols<'s>,
    pub sections: [Section; 4],
    pub fixups: Vec<Fixup>,
    pub records: Vec<Record>,
    pub mnemonics: Mnemonics,
    pub settings: Settings,
    /// Settings kept by `.set push`.
    pub kept_settings: Vec<Settings>,
    /// Section that is being filled.
    pub place: Place,
    /// Names that `.eqv` replaces by tokens.
    pub replacements: BTreeMap<&'s str, Vec<Token<'s>>>,
    /// Labels since the last thing that took room: automatic alignment moves them.
    pending: Vec<SymbolId>,
    /// The last instruction was a branch whose delay slot is the programmer's to fill.
    slot_open: bool,
    /// Instructions that the present statement has become.
    emitted: u32,
    statement: u32,
    statement_span: Span,
    /// Directives that end a block which is not supported and is being passed over; empty outside such a block.
    pub skipping: &'static [&'static str],
    /// Files being read, outermost first, and files read to the end.
    active: Vec<FileId>,
    done: BTreeSet<FileId>,
    memory_size: u32,
    /// The sections have outgrown the memory (reported once).
    overfull: bool,
}

impl<'s> Assembler<'s> {
    pub(super) fn new(files: &'s [SourceFile], library: &'s [SourceFile], options: &Options) -> Self {
        Self {
            files: files.iter().collect(),
            library,
            report: Report::default(),
            symbols: Symbols::default(),
            sections: Place::ALL.map(Section::new),
            fixups: Vec::new(),
            records: Vec::new(),
            mnemonics: Mnemonics::new(),
            settings: Settings::default(),
            kept_settings: Vec::new(),
            place: Place::Text,
            replacements: BTreeMap::new(),
            pending: Vec::new(),
            slot_open: false,
            emitted: 0,
            statement: 0,
            statement_span: Span::default(),
            skipping: &[],
            active: Vec::new(),
            done: BTreeSet::new(),
            memory_size: options.memory_size,
            overfull: false,
        }
    }

    /// Reads all given files in order, except those that another one includes (they are read there).
    pub(super) fn read_all(&mut self) {
        let given = self.files.len() as u32;
        let included = self.included_files();
        let (roots, rest): (Vec<FileId>, Vec<FileId>) = (0..given).map(FileId).partition(|id| !included.contains(id));
        // A file in `rest` that no root reaches is part of a cycle; reading it reports that.
        for id in roots.into_iter().chain(rest) {
            if !self.done.contains(&id) {
                self.place = Place::Text;
                self.settings = Settings::default();
                self.pending.clear();
                self.file(id);
            }
        }
    }

    /// Given files that another given file includes.
    fn included_files(&self) -> BTreeSet<FileId> {
        let mut included = BTreeSet::new();
        let mut tokens = Vec::new();
        let mut unheard = Report::default();
        let including = self.files.iter().enumerate().filter(|(_, file)| file.text.contains(".include"));
        for (i, file) in including {
            let mut lexer = Lexer::new(FileId(i as u32), &file.text);
            while lexer.statement(&mut tokens, &mut unheard) {
                for pair in tokens.windows(2) {
                    if let (Kind::Name(".include"), Kind::Str(name)) = (pair[0].kind, pair[1].kind)
                        && let Some(other) = self.files.iter().position(|f| f.name == name)
                        && other != i
                    {
                        included.insert(FileId(other as u32));
                    }
                }
            }
        }
        included
    }

    fn file(&mut self, id: FileId) {
        let source: &'s SourceFile = self.files[id.0 as usize];
        self.active.push(id);
        let mut lexer = Lexer::new(id, &source.text);
        let mut tokens = Vec::new();
        let mut unheard = Report::default();
        // What stands in a block that is passed over need not be readable.
        while lexer.statement(&mut tokens, if self.skipping.is_empty() { &mut self.report } else { &mut unheard }) {
            if !self.replacements.is_empty() {
                self.replace_names(&mut tokens);
            }
            self.statement(&tokens);
        }
        self.skipping = &[];
        self.active.pop();
        self.done.insert(id);
    }

    /// `.include`: reads a file here, unless it has been read already.
    pub(super) fn include(&mut self, name: &str, span: Span) -> Parsed<()> {
        let known = self.files.iter().position(|f| f.name == name);
        let id = match known {
            Some(i) => FileId(i as u32),
            None => {
                let Some(file) = self.library.iter().find(|f| f.name == name) else {
                    return Err(self.no_such_file(name, span));
                };
                self.files.push(file);
                FileId(self.files.len() as u32 - 1)
            }
        };
        if let Some(first) = self.active.iter().position(|a| *a == id) {
            let names: Vec<String> = self.active[first..]
                .iter()
                .chain([&id])
                .map(|f| clip(&self.files[f.0 as usize].name))
                .take(8)
                .collect();
            let chain = names.join(" → ");
            return Err(Failure::new(
                span,
                text!("files include each other: {chain}", "ファイルが互いに取り込み合っています: {chain}"),
            ));
        }
        if self.active.len() >= DEEPEST_INCLUDE {
            return Err(Failure::new(
                span,
                text!("`.include` is nested too deeply", "`.include` の入れ子が深すぎます"),
            ));
        }
        if !self.done.contains(&id) {
            self.file(id);
        }
        Ok(())
    }

    fn no_such_file(&self, name: &str, span: Span) -> Failure {
        let shown = clip(name);
        let message = text!("there is no file `{shown}`", "ファイル `{shown}` はありません");
        let names = self.files.iter().copied().chain(self.library).map(|f| f.name.as_str());
        match did_you_mean(name, names) {
            Some(tip) => Failure::with_tip(span, message, tip),
            None => Failure::new(span, message),
        }
    }

    /// Puts the tokens of `.eqv` names in their place; what comes in stands where the name stood.
    fn replace_names(&mut self, tokens: &mut Vec<Token<'s>>) {
        let defines = tokens.first().is_some_and(|t| t.kind == Kind::Name(".eqv"));
        let start = if defines { 2 } else { 0 };
        let replaces = |t: &Token<'s>| matches!(t.kind, Kind::Name(n) if self.replacements.contains_key(n));
        if !tokens.iter().skip(start).any(replaces) {
            return;
        }
        let mut result: Vec<Token<'s>> = Vec::with_capacity(tokens.len());
        for (i, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::Name(name) if i >= start && self.replacements.contains_key(name) => {
                    let replacement = &self.replacements[name];
                    if result.len() + replacement.len() > MOST_TOKENS {
                        self.report.error(token.span, text!("this line is too long", "この行は長すぎます"));
                        break;
                    }
                    result.extend(replacement.iter().map(|t| Token { span: token.span, ..*t }));
                }
                _ => result.push(*token),
            }
        }
        *tokens = result;
    }

    /// One statement: labels, then an assignment, a directive, an instruction or nothing.
    fn statement(&mut self, tokens: &[Token<'s>]) {
        if !self.skipping.is_empty() {
            if matches!(tokens.first().map(|t| t.kind), Some(Kind::Name(name)) if self.skipping.contains(&name)) {
                self.skipping = &[];
            }
            return;
        }
        let mut cursor = Cursor::new(tokens);
        let result = self.labels(&mut cursor).and_then(|()| {
            let before = cursor.rest();
            self.statement_span = Span { len: whole(before), ..cursor.span() };
            self.statement += 1;
            self.emitted = 0;
            self.operation(&mut cursor)
        });
        if let Err(failure) = result {
            self.report.failure(failure);
        }
    }

    fn labels(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        while cursor.peek_second() == Some(Kind::Sign(":")) {
            let span = cursor.span();
            let id = match cursor.peek() {
                Some(Kind::Name(name)) if name != "." => self.symbols.id(name),
                Some(Kind::Number(number)) if u32::try_from(number).is_ok() => self.symbols.next_local(number as u32),
                _ => {
                    return Err(cursor.unexpected(text!("this cannot be a label", "これはラベルにできません")));
                }
            };
            cursor.next();
            cursor.next();
            self.define(id, Meaning::Label(self.place, self.here()), span);
            self.pending.push(id);
        }
        Ok(())
    }

    fn operation(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let span = cursor.span();
        match (cursor.peek(), cursor.peek_second()) {
            (None, _) => Ok(()),
            (Some(Kind::Name(name)), Some(Kind::Sign("="))) => {
                cursor.next();
                cursor.next();
                self.assign(name, span, cursor)
            }
            (Some(Kind::Name(name)), _) if name.starts_with('.') => {
                cursor.next();
                self.directive(name, span, cursor)
            }
            (Some(Kind::Name(name)), _) => {
                cursor.next();
                self.begin_instruction(name, span, cursor)
            }
            _ => Err(cursor.unexpected(text!(
                "an instruction, a directive or a label is needed here",
                "ここには命令、ディレクティブ、ラベルのどれかが必要です"
            ))),
        }
    }

    fn begin_instruction(&mut self, name: &str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        if self.place == Place::Bss {
            return Err(self.not_in_bss(span));
        }
        self.align(4, true, 0, span)?;
        let here = (self.place, self.here());
        let operands = cursor.operands(&mut self.symbols, here);
        let in_slot = self.slot_open;
        self.instruction(name, span, &operands?)?;
        if self.emitted > 1 && in_slot {
            self.report.push(Diagnostic::warning(
                span,
                text!(
                    "`{name}` becomes several instructions, but the delay slot holds only the first one",
                    "`{name}` は複数の命令になりますが、遅延スロットに入るのは最初の命令だけです"
                ),
            ));
        } else if self.emitted > 1 && !self.settings.macros {
            self.report.warn(span, text!("`{name}` becomes several instructions", "`{name}` は複数の命令になります"));
        }
        Ok(())
    }

    /// `name = expression` and `.set name, expression`.
    pub(super) fn assign(&mut self, name: &'s str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let here = (self.place, self.here());
        let expr = cursor.expr(&mut self.symbols, here)?;
        cursor.finish()?;
        if name == "." {
            return Err(Failure::with_tip(
                span,
                text!("the current location cannot be assigned", "現在位置への代入はできません"),
                text!("use `.space` to leave room", "場所を空けるには `.space` を使ってください"),
            ));
        }
        let id = self.symbols.id(name);
        let meaning = match expr.value(&self.symbols, None) {
            Ok(value) => Meaning::Constant(value),
            Err(super::expr::NoValue::Yet) => Meaning::Later(expr),
            Err(error) => {
                error.report(expr.span, &self.symbols, &mut self.report);
                Meaning::Broken
            }
        };
        self.define(id, meaning, span);
        Ok(())
    }

    /// Gives a symbol its meaning. Constants may be assigned again; labels may not.
    fn define(&mut self, id: SymbolId, meaning: Meaning, span: Span) {
        let symbol = self.symbols.get(id);
        let was_label = matches!(symbol.meaning, Meaning::Label(..));
        let is_label = matches!(meaning, Meaning::Label(..));
        if !matches!(symbol.meaning, Meaning::Undefined) && (was_label || is_label) {
            let name = clip(symbol.name);
            let (first_en, first_ja) = describe(symbol.span, span, &self.files);
            return self.report.error(
                span,
                text!("`{name}` is already defined at {first_en}", "`{name}` は{first_ja}で既に定義されています"),
            );
        }
        let symbol = self.symbols.get_mut(id);
        symbol.meaning = meaning;
        symbol.span = span;
    }

    /// Offset in the section that is being filled.
    pub(super) fn here(&self) -> u32 {
        self.sections[self.place as usize].size
    }

    /// Goes on with another section.
    pub(super) fn enter(&mut self, place: Place) {
        self.place = place;
        self.settings.auto_align = true;
        self.pending.clear();
    }

    /// Appends `count` bytes of `fill`.
    pub(super) fn fill(&mut self, count: u32, fill: u8, span: Span) -> Parsed<()> {
        self.room(count.into(), span)?;
        let section = &mut self.sections[self.place as usize];
        section.size += count;
        if self.place != Place::Bss {
            section.bytes.resize(section.size as usize, fill);
        }
        Ok(())
    }

    /// Appends bytes.
    pub(super) fn append(&mut self, bytes: &[u8], span: Span) -> Parsed<()> {
        if self.place == Place::Bss && !bytes.is_empty() {
            return Err(self.not_in_bss(span));
        }
        self.room(bytes.len() as u64, span)?;
        let section = &mut self.sections[self.place as usize];
        section.bytes.extend_from_slice(bytes);
        section.size += bytes.len() as u32;
        Ok(())
    }

    /// Fails, once, if the section would become larger than the whole memory.
    fn room(&mut self, bytes: u64, span: Span) -> Parsed<()> {
        let size = u64::from(self.here()) + bytes;
        if size <= u64::from(self.memory_size) {
            return Ok(());
        }
        if core::mem::replace(&mut self.overfull, true) {
            return Err(Failure::KNOWN);
        }
        let memory = self.memory_size;
        Err(Failure::new(
            span,
            text!(
                "this makes the section {size} bytes long, but node memory has only {memory}",
                "これでセクションが {size} バイトになり、ノードメモリの {memory} バイトを超えます"
            ),
        ))
    }

    /// The failure of putting contents into `.bss`.
    pub(super) fn not_in_bss(&self, span: Span) -> Failure {
        Failure::with_tip(
            span,
            text!("`.bss` holds only zeroed space", "`.bss` に置けるのは 0 で始まる領域だけです"),
            text!(
                "use `.space` here, or `.data` for values",
                "ここでは `.space` を使うか、値は `.data` に置いてください"
            ),
        )
    }

    /// Goes to a multiple of `bytes`, a power of two; labels that wait there for their datum go with it.
    pub(super) fn align(&mut self, bytes: u32, moves_labels: bool, fill: u8, span: Span) -> Parsed<()> {
        let section = &mut self.sections[self.place as usize];
        section.align = section.align.max(bytes);
        let padding = padding(section.size, bytes);
        if padding == 0 {
            return Ok(());
        }
        self.fill(padding, fill, span)?;
        let here = self.here();
        for &id in self.pending.iter().filter(|_| moves_labels) {
            self.symbols.get_mut(id).meaning = Meaning::Label(self.place, here);
        }
        Ok(())
    }

    /// Notes that the present statement has filled the section from `offset` to here.
    pub(super) fn record(&mut self, offset: u32, code: bool) {
        self.pending.clear();
        let size = self.here() - offset;
        let (place, statement, span) = (self.place, self.statement, self.statement_span);
        self.records.push(Record { place, offset, size, code, statement, span });
    }

    /// Appends one instruction, and after a branch the `nop` of reorder mode.
    pub(super) fn emit(&mut self, instr: &Instr, waiting: Option<(Field, Expr)>) -> Parsed<()> {
        let offset = self.here();
        let span = self.statement_span;
        let is_branch = instr.op.is_branch();
        if is_branch && self.slot_open {
            self.report.push(
                Diagnostic::warning(
                    span,
                    text!(
                        "a branch stands in the delay slot of another branch",
                        "分岐命令の遅延スロットに別の分岐命令があります"
                    ),
                )
                .with_tip(text!("put a `nop` between them", "間に `nop` を置いてください")),
            );
        }
        self.append(&isa::encode(instr).to_le_bytes(), span)?;
        self.record(offset, true);
        self.emitted += 1;
        if let Some((field, expr)) = waiting {
            self.fixups.push(Fixup { place: self.place, offset, field, expr });
        }
        self.slot_open = is_branch && !self.settings.reorder;
        if is_branch && self.settings.reorder {
            let offset = self.here();
            self.append(&[0; 4], span)?;
            self.record(offset, true);
        }
        Ok(())
    }

    /// Appends `count` equal data whose value is filled in when all addresses are known.
    pub(super) fn waiting_datum(&mut self, expr: Expr, bytes: u8, count: u32, span: Span) -> Parsed<()> {
        let offset = self.here();
        self.reserve(u64::from(count) * u64::from(bytes), span)?;
        self.fixups.push(Fixup { place: self.place, offset, field: Field::Data { bytes, count }, expr });
        Ok(())
    }

    /// Appends zero bytes for data that are written next.
    pub(super) fn reserve(&mut self, size: u64, span: Span) -> Parsed<()> {
        if self.place == Place::Bss && size > 0 {
            return Err(self.not_in_bss(span));
        }
        self.room(size, span)?;
        self.fill(size as u32, 0, span)
    }

    /// Defines a label here, apart from the text's own `name:`.
    pub(super) fn define_label(&mut self, name: &'s str, span: Span) {
        let id = self.symbols.id(name);
        self.define(id, Meaning::Label(self.place, self.here()), span);
    }

    /// The number that an expression must give at once.
    pub(super) fn number(&mut self, expr: &Expr) -> Parsed<i64> {
        match expr.value(&self.symbols, None) {
            Ok(Value { place: None, number }) => Ok(number),
            Ok(_) => {
                super::expr::NoValue::Yet.report(expr.span, &self.symbols, &mut self.report);
                Err(Failure::KNOWN)
            }
            Err(error) => {
                error.report(expr.span, &self.symbols, &mut self.report);
                Err(Failure::KNOWN)
            }
        }
    }

    /// All files, by name.
    pub(super) fn file_names(&self) -> Vec<String> {
        self.files.iter().map(|f| f.name.clone()).collect()
    }
}

/// Bytes from `offset` to the next multiple of `bytes`, a power of two.
pub(super) fn padding(offset: u32, bytes: u32) -> u32 {
    offset.wrapping_neg() & (bytes - 1)
}

/// Length of the part of a statement that stands on its first line.
fn whole(tokens: &[Token<'_>]) -> u32 {
    let Some(first) = tokens.first() else { return 0 };
    let last = tokens.iter().rev().find(|t| t.span.line == first.span.line).unwrap_or(first);
    last.span.col + last.span.len - first.span.col
}
