//! The first pass: reads the text statement by statement and fills the sections.

use super::{
    Options,
    arena::{Arena, Pen},
    condition::{Condition, is_conditional},
    directive::takes_text,
    expr::{Expr, Value},
    lex::{Kind, Lexer, MAX_TOKENS, Token, head_of},
    macros::Macro,
    parse::Cursor,
    report::{Failure, Parsed, Report, clip},
    section::{Field, Fixup, Place, Record, SectionId, Sections},
    select::Mnemonics,
    suggest::did_you_mean,
    symbol::{Meaning, SymbolId, Symbols, describe},
};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
    string::String,
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{Diagnostic, FileId, SourceFile, Span};
use mcore_cpu::isa::{self, Instr, Op};

/// Maximum nesting of `.include`.
const DEEPEST_INCLUDE: usize = 64;

/// The register `$at`.
pub(super) const AT: u8 = 1;

/// The settings that `.set` changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// The assembler fills delay slots with `nop`.
    pub reorder: bool,
    /// The register that pseudo-instructions may overwrite, 0 if there is none: `$at`, unless `.set at=` names another one.
    pub at: u8,
    /// Pseudo-instructions may expand to several instructions without a warning.
    pub macros: bool,
    /// `.word` and similar directives align to a multiple of their size.
    pub auto_align: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { reorder: true, at: AT, macros: true, auto_align: true }
    }
}

/// The definitions of an included file; other translation units that include it get them too.
#[derive(Default)]
struct Exports<'s> {
    symbols: Vec<SymbolId>,
    macros: Vec<(String, Rc<Macro<'s>>)>,
    replacements: Vec<(&'s str, Rc<[Token<'s>]>)>,
}

/// State of one assembly.
pub(super) struct Assembler<'s> {
    /// Files read so far; the index is the [`FileId`].
    pub files: Vec<&'s SourceFile>,
    library: &'s [SourceFile],
    pub report: Report,
    pub symbols: Symbols<'s>,
    pub sections: Sections<'s>,
    pub fixups: Vec<Fixup>,
    pub records: Vec<Record>,
    pub mnemonics: Mnemonics,
    pub settings: Settings,
    /// An instruction or a `.set` has been read in this translation unit; after that GNU as refuses `.module`.
    pub coded: bool,
    /// Settings saved by `.set push`.
    pub kept_settings: Vec<Settings>,
    /// The current section, and the one before it.
    pub section: SectionId,
    pub previous: SectionId,
    /// Sections saved by `.pushsection`.
    pub kept_sections: Vec<(SectionId, SectionId)>,
    /// Symbols that `.local` prevents from becoming global.
    pub kept_local: BTreeSet<SymbolId>,
    /// Tokens that replace names by `.eqv`.
    pub replacements: BTreeMap<&'s str, Rc<[Token<'s>]>>,
    /// Macros by their names in lower case.
    pub macros: BTreeMap<String, Rc<Macro<'s>>>,
    /// Open `.if`s, outermost first.
    pub conditions: Vec<Condition>,
    /// How many of them are outside the text that is being read.
    pub outer_conditions: usize,
    /// The text that is being read; byte positions of tokens refer to it.
    pub text: &'s str,
    /// The store for texts of expansions.
    pub pen: Pen<'s>,
    /// Characters produced by expansions so far; open expansions, and open macro calls among them; all calls so far.
    pub expanded: u64,
    pub depth: u32,
    pub calls: u32,
    pub macro_number: u32,
    /// The rest of the current text is skipped: `.exitm`, or too much work.
    pub leaving: bool,
    pub exhausted: bool,
    /// Source texts declared by `.file`: their names, and the numbers that `.file` has given them in this unit.
    pub source_names: Vec<&'s str>,
    pub source_numbers: BTreeMap<i64, u32>,
    /// The position from the last `.loc`.
    pub source: Option<(u32, u32)>,
    /// Labels at the current position, with no content after them yet: automatic alignment moves them.
    pending: Vec<SymbolId>,
    /// The last instruction was a branch whose delay slot the programmer fills; it was an unconditional one.
    slot_open: bool,
    slot_of_jump: bool,
    /// The following code in this section cannot be reached, unless it has a label.
    dead: bool,
    /// Number of instructions that the current statement has emitted.
    emitted: u32,
    pub statement: u32,
    pub statement_span: Span,
    /// Files being read, outermost first, and files read to the end.
    active: Vec<FileId>,
    done: BTreeSet<FileId>,
    exports: BTreeMap<FileId, Exports<'s>>,
    /// Names of the main files of translation units.
    pub unit_files: Vec<String>,
    pub memory_size: u32,
    /// The sections have outgrown the memory (reported once).
    pub(super) overfull: bool,
    /// Objects with sizes that the text gives: the file, the name, and the bytes.
    pub(super) sizes: Vec<(FileId, &'s str, u32)>,
}

impl<'s> Assembler<'s> {
    pub(super) fn new(files: &'s [SourceFile], library: &'s [SourceFile], arena: &'s Arena, options: &Options) -> Self {
        let mut sections = Sections::new();
        let text = sections.begin_unit(0);
        Self {
            files: files.iter().collect(),
            library,
            report: Report::default(),
            symbols: Symbols::default(),
            sections,
            fixups: Vec::new(),
            records: Vec::new(),
            mnemonics: Mnemonics::new(),
            settings: Settings::default(),
            coded: false,
            kept_settings: Vec::new(),
            section: text,
            previous: text,
            kept_sections: Vec::new(),
            kept_local: BTreeSet::new(),
            replacements: BTreeMap::new(),
            macros: BTreeMap::new(),
            conditions: Vec::new(),
            outer_conditions: 0,
            text: "",
            pen: arena.pen(),
            expanded: 0,
            depth: 0,
            calls: 0,
            macro_number: 0,
            leaving: false,
            exhausted: false,
            source_names: Vec::new(),
            source_numbers: BTreeMap::new(),
            source: None,
            pending: Vec::new(),
            slot_open: false,
            slot_of_jump: false,
            dead: false,
            emitted: 0,
            statement: 0,
            statement_span: Span::default(),
            active: Vec::new(),
            done: BTreeSet::new(),
            exports: BTreeMap::new(),
            unit_files: Vec::new(),
            memory_size: options.memory_size,
            overfull: false,
            sizes: Vec::new(),
        }
    }

    /// Reads all given files in order, except those included by another one, which are read there.
    pub(super) fn read_all(&mut self) {
        let given = self.files.len() as u32;
        let included = self.included_files();
        let (roots, rest): (Vec<FileId>, Vec<FileId>) = (0..given).map(FileId).partition(|id| !included.contains(id));
        // A file in `rest` that no root reaches is part of a cycle; reading it reports the cycle.
        for id in roots.into_iter().chain(rest) {
            if !self.done.contains(&id) {
                self.begin_unit(id);
                self.file(id);
            }
        }
    }

    /// Starts a translation unit and discards the state of the one before.
    fn begin_unit(&mut self, root: FileId) {
        let unit = self.unit_files.len() as u32;
        self.unit_files.push(self.files[root.0 as usize].name.clone());
        self.symbols.begin_unit(unit);
        self.section = self.sections.begin_unit(unit);
        self.previous = self.section;
        self.kept_sections.clear();
        self.settings = Settings::default();
        self.coded = false;
        self.kept_settings.clear();
        self.replacements.clear();
        self.macros.clear();
        self.source_numbers.clear();
        self.source = None;
        self.pending.clear();
        self.slot_open = false;
        self.dead = false;
    }

    /// Given files that are included by another given file.
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
        self.run(&mut Lexer::new(id, &source.text));
        self.active.pop();
        self.done.insert(id);
        self.leaving = self.exhausted;
    }

    /// Reads a text to its end.
    pub(super) fn run(&mut self, lexer: &mut Lexer<'s>) {
        let mut tokens = Vec::new();
        let mut unheard = Report::default();
        let text = core::mem::replace(&mut self.text, lexer.text());
        let outer = core::mem::replace(&mut self.outer_conditions, self.conditions.len());
        while !self.leaving {
            let heard = if self.is_reading() { &mut self.report } else { &mut unheard };
            if !lexer.statement(&mut tokens, heard) {
                break;
            }
            self.statement(&mut tokens, lexer);
        }
        self.close_conditions(self.outer_conditions);
        self.outer_conditions = outer;
        self.text = text;
    }

    /// `.include`: reads a file here, unless it has already been read.
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
                text!(
                    "include the file from one place only, or put what both need into a third one",
                    "取り込みを片方だけにするか、共通の部分を別のファイルに分けてください"
                ),
            ));
        }
        if self.active.len() >= DEEPEST_INCLUDE {
            return Err(Failure::new(
                span,
                text!("`.include` is nested too deeply", "`.include` の入れ子が深すぎます"),
                text!(
                    "let the first file include the others one after the other",
                    "最初のファイルから順に取り込んでください"
                ),
            ));
        }
        if self.done.contains(&id) {
            self.import(id);
        } else {
            self.file(id);
        }
        Ok(())
    }

    /// Imports the definitions that a file made where it was read.
    fn import(&mut self, id: FileId) {
        let Some(exports) = self.exports.get(&id) else { return };
        for symbol in &exports.symbols {
            self.symbols.import(*symbol);
        }
        self.macros.extend(exports.macros.iter().cloned());
        self.replacements.extend(exports.replacements.iter().cloned());
    }

    /// The exports of the included files that are being read, innermost last.
    fn exporting(&mut self) -> impl Iterator<Item = &mut Exports<'s>> {
        let included: BTreeSet<FileId> = self.active.iter().skip(1).copied().collect();
        for id in &included {
            self.exports.entry(*id).or_default();
        }
        self.exports.iter_mut().filter(move |(id, _)| included.contains(id)).map(|(_, exports)| exports)
    }

    /// Defines a macro.
    pub(super) fn add_macro(&mut self, name: String, definition: Macro<'s>) {
        let definition = Rc::new(definition);
        for exports in self.exporting() {
            exports.macros.push((name.clone(), definition.clone()));
        }
        self.macros.insert(name, definition);
    }

    /// Defines a replacement.
    pub(super) fn add_replacement(&mut self, name: &'s str, tokens: Rc<[Token<'s>]>) {
        for exports in self.exporting() {
            exports.replacements.push((name, tokens.clone()));
        }
        self.replacements.insert(name, tokens);
    }

    fn no_such_file(&self, name: &str, span: Span) -> Failure {
        let shown = clip(name);
        let message = text!("there is no file `{shown}`", "ファイル `{shown}` はありません");
        let names = self.files.iter().copied().chain(self.library).map(|f| f.name.as_str());
        let tip = did_you_mean(name, names).unwrap_or_else(|| {
            text!(
                "files that can be included: those of the program, and the library's, such as `mclib.s`",
                "取り込めるのはプログラムのファイルと、`mclib.s` のようなライブラリのファイルです"
            )
        });
        Failure::new(span, message, tip)
    }

    /// Replaces `.eqv` names by their tokens, which get the position of the name.
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
                    if result.len() + replacement.len() > MAX_TOKENS {
                        self.report.error(
                            token.span,
                            text!("this line is too long", "この行は長すぎます"),
                            text!("split the line", "行を分けてください"),
                        );
                        break;
                    }
                    result.extend(replacement.iter().map(|t| Token { span: token.span, ..*t }));
                }
                _ => result.push(*token),
            }
        }
        *tokens = result;
    }

    /// One statement: labels, then an assignment, a directive, an instruction, a macro call or nothing.
    fn statement(&mut self, tokens: &mut Vec<Token<'s>>, lexer: &mut Lexer<'s>) {
        let head = head_of(tokens);
        if !self.is_reading() {
            if let Some(name) = head.filter(|name| is_conditional(name)) {
                let mut cursor = Cursor::new(&tokens[..]);
                while cursor.peek() != Some(Kind::Name(name)) {
                    cursor.next();
                }
                let span = cursor.span();
                cursor.next();
                let result = self.conditional(name, span, &mut cursor);
                self.report_failure(result);
            }
            return;
        }
        // Directives and macros that take their operands as text get them as written.
        if !self.replacements.is_empty()
            && !head.is_some_and(|name| takes_text(name) || self.find_macro(name).is_some())
        {
            self.replace_names(tokens);
        }
        let mut cursor = Cursor::new(&tokens[..]);
        let result = self.labels(&mut cursor).and_then(|()| {
            let before = cursor.rest();
            self.statement_span = Span { len: whole(before), ..cursor.span() };
            if self.calls == 0 {
                self.statement += 1;
            }
            self.emitted = 0;
            self.operation(&mut cursor, lexer)
        });
        self.report_failure(result);
        for span in cursor.unlike_c {
            self.report.push(
                Diagnostic::warning(
                    span,
                    text!(
                        "shifts and bit operations bind tighter here than in C, as in GNU as: `1 << 2 + 1` is 5",
                        "ここではシフトとビット演算が C より強く結び付きます（GNU as と同じ）: `1 << 2 + 1` は 5 です"
                    ),
                )
                .with_tip(text!("write parentheses", "括弧を付けてください")),
            );
        }
    }

    fn report_failure(&mut self, result: Parsed<()>) {
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
                    return Err(cursor.unexpected(
                        text!("this cannot be a label", "これはラベルにできません"),
                        text!(
                            "a label is a name of letters, digits, `_`, `.` and `$`, or a number",
                            "ラベルは英字・数字・`_`・`.`・`$` から成る名前か、数字です"
                        ),
                    ));
                }
            };
            cursor.next();
            cursor.next();
            self.define(id, Meaning::Label(self.section, self.here()), span);
            self.pending.push(id);
            self.dead = false;
        }
        Ok(())
    }

    fn operation(&mut self, cursor: &mut Cursor<'_, 's>, lexer: &mut Lexer<'s>) -> Parsed<()> {
        let span = cursor.span();
        match (cursor.peek(), cursor.peek_second()) {
            (None, _) => Ok(()),
            (Some(Kind::Name(name)), Some(Kind::Sign("=" | "=="))) => {
                cursor.next();
                cursor.next();
                self.assign(name, span, cursor)
            }
            (Some(Kind::Name(name)), _) if self.find_macro(name).is_some() => {
                cursor.next();
                self.call(name, span, cursor)
            }
            (Some(Kind::Name(name)), _) if name.starts_with('.') => {
                cursor.next();
                self.directive(name, span, cursor, lexer)
            }
            (Some(Kind::Name(name)), _) => {
                cursor.next();
                self.begin_instruction(name, span, cursor)
            }
            _ => Err(cursor.unexpected(
                text!(
                    "an instruction, a directive or a label is needed here",
                    "ここには命令、ディレクティブ、ラベルのどれかが必要です"
                ),
                text!(
                    "a statement begins with a name, such as `add`, `.word` or `loop:`",
                    "文は `add`、`.word`、`loop:` のような名前で始まります"
                ),
            )),
        }
    }

    fn begin_instruction(&mut self, name: &str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        match self.place() {
            Place::Bss => return Err(self.not_in_bss(span)),
            Place::Nowhere => return Ok(()),
            _ => {}
        }
        self.align(4, true, 0, span)?;
        self.coded = true;
        let here = (self.section, self.here());
        let operands = cursor.operands(&mut self.symbols, here);
        let in_slot = self.slot_open;
        self.instruction(name, span, &operands?)?;
        if self.emitted > 1 && in_slot {
            self.report.push(
                Diagnostic::warning(
                    span,
                    text!(
                        "`{name}` becomes several instructions, but the delay slot holds only the first one",
                        "`{name}` は複数の命令になりますが、遅延スロットに入るのは最初の命令だけです"
                    ),
                )
                .with_tip(text!(
                    "move it before the branch and put a `nop` into the slot",
                    "分岐の前に移し、スロットには `nop` を置いてください"
                )),
            );
        } else if self.emitted > 1 && !self.settings.macros {
            self.report.warn(
                span,
                text!("`{name}` becomes several instructions", "`{name}` は複数の命令になります"),
                text!(
                    "`.set nomacro` asks for this warning; `.set macro` ends it",
                    "この警告は `.set nomacro` によるものです。`.set macro` で終わります"
                ),
            );
        }
        Ok(())
    }

    /// `name = expression` and `.set name, expression`.
    pub(super) fn assign(&mut self, name: &'s str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        if let [token] = cursor.rest()
            && matches!(token.kind, Kind::Register(_) | Kind::Numbered(_) | Kind::FloatRegister(_))
            && !name.starts_with(['.', '$'])
        {
            // Another name for a register.
            self.add_replacement(name, [*token].into());
            return Ok(());
        }
        let expr = self.expr(cursor)?;
        cursor.finish()?;
        if name == "." {
            return Err(Failure::new(
                span,
                text!("the current location cannot be assigned", "現在位置への代入はできません"),
                text!("use `.space` to leave room", "場所を空けるには `.space` を使ってください"),
            ));
        }
        let id = self.symbols.id(name);
        let meaning = match expr.value(&self.symbols, None) {
            // `name = .` is equivalent to `name:`.
            Ok(Value { section: Some(section), number })
                if section == self.section && number == i64::from(self.here()) =>
            {
                self.dead = false;
                Meaning::Constant(Value { section: Some(section), number })
            }
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

    /// Defines a symbol. Constants may be assigned again; labels may not.
    pub(super) fn define(&mut self, id: SymbolId, meaning: Meaning, span: Span) {
        let symbol = self.symbols.get(id);
        let fixed = |m: &Meaning| matches!(m, Meaning::Label(..) | Meaning::Alias(_) | Meaning::Common { .. });
        if symbol.is_defined() && (fixed(&symbol.meaning) || fixed(&meaning)) {
            let name = clip(symbol.name);
            let (first_en, first_ja) = describe(self.symbols.target(id).span, span, &self.files, &self.report);
            return self.report.error(
                span,
                text!("`{name}` is already defined at {first_en}", "`{name}` は{first_ja}で既に定義されています"),
                text!(
                    "give one of them another name, or use a numeric label such as `1:`",
                    "どちらかの名前を変えるか、`1:` のような数字ラベルを使ってください"
                ),
            );
        }
        let known = symbol.is_defined();
        let symbol = self.symbols.get_mut(id);
        symbol.meaning = meaning;
        symbol.span = span;
        if !known && !symbol.local && self.active.len() > 1 {
            for exports in self.exporting() {
                exports.symbols.push(id);
            }
        }
    }

    /// The kind of the current section.
    pub(super) fn place(&self) -> Place {
        self.sections.get(self.section).place
    }

    /// Offset in the current section.
    pub(super) fn here(&self) -> u32 {
        self.sections.get(self.section).size
    }

    /// Switches to another section.
    pub(super) fn enter(&mut self, section: SectionId) {
        self.section = section;
        self.settings.auto_align = true;
        self.pending.clear();
        self.dead = false;
    }

    /// Appends `count` bytes of `fill`.
    pub(super) fn fill(&mut self, count: u32, fill: u8, span: Span) -> Parsed<()> {
        if self.place() == Place::Nowhere {
            return Ok(());
        }
        self.room(count.into(), span)?;
        let section = self.sections.grow(self.section, count);
        if section.place != Place::Bss {
            section.bytes.resize(section.size as usize, fill);
        }
        Ok(())
    }

    /// Appends bytes.
    pub(super) fn append(&mut self, bytes: &[u8], span: Span) -> Parsed<()> {
        match self.place() {
            Place::Bss if bytes.iter().all(|b| *b == 0) => return self.fill(bytes.len() as u32, 0, span),
            Place::Bss => return Err(self.not_in_bss(span)),
            Place::Nowhere => return Ok(()),
            _ => {}
        }
        self.room(bytes.len() as u64, span)?;
        self.sections.grow(self.section, bytes.len() as u32).bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Fails, once, if the section would become larger than the whole memory.
    fn room(&mut self, bytes: u64, span: Span) -> Parsed<()> {
        let size = self.sections.size_of(self.place()) + bytes;
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
            text!("make it smaller, or node memory larger", "小さくするか、ノードメモリを大きくしてください"),
        ))
    }

    /// The failure for contents in `.bss`.
    pub(super) fn not_in_bss(&self, span: Span) -> Failure {
        Failure::new(
            span,
            text!("`.bss` holds only zeroed space", "`.bss` に置けるのは 0 で始まる領域だけです"),
            text!(
                "use `.space` here, or `.data` for values",
                "ここでは `.space` を使うか、値は `.data` に置いてください"
            ),
        )
    }

    /// Aligns to a multiple of `bytes`, a power of two; labels that wait for the next datum move with it.
    pub(super) fn align(&mut self, bytes: u32, moves_labels: bool, fill: u8, span: Span) -> Parsed<()> {
        let section = self.sections.get_mut(self.section);
        if section.place == Place::Nowhere {
            return Ok(());
        }
        section.align = section.align.max(bytes);
        let padding = padding(section.size, bytes);
        if padding == 0 {
            return Ok(());
        }
        self.fill(padding, fill, span)?;
        let here = self.here();
        for &id in self.pending.iter().filter(|_| moves_labels) {
            self.symbols.get_mut(id).meaning = Meaning::Label(self.section, here);
        }
        Ok(())
    }

    /// Records that the current statement has filled the section from `offset` to here.
    pub(super) fn record(&mut self, offset: u32, code: bool) {
        self.pending.clear();
        if self.place() == Place::Nowhere {
            return;
        }
        self.dead &= code;
        let size = self.here() - offset;
        let origin = self.report.expansions.origin(self.statement_span);
        let (section, statement, span) = (self.section, self.statement, origin.span);
        let source = self.source.filter(|_| code);
        self.records.push(Record { section, offset, size, code, statement, span, source });
    }

    /// Appends one instruction, and after a branch the `nop` of reorder mode.
    pub(super) fn emit(&mut self, instr: &Instr, waiting: Option<(Field, Expr)>) -> Parsed<()> {
        let offset = self.here();
        let span = self.statement_span;
        let is_branch = instr.op.is_branch();
        let word = isa::encode(instr);
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
        if self.dead && word != 0 {
            self.dead = false;
            self.report.push(
                Diagnostic::warning(
                    span,
                    text!(
                        "this can never be reached: a jump stands before it, and it has no label",
                        "ここには決して到達しません。前にジャンプがあり、ラベルもありません"
                    ),
                )
                .with_tip(text!("give it a label, or remove it", "ラベルを付けるか、消してください")),
            );
        }
        self.append(&word.to_le_bytes(), span)?;
        self.record(offset, true);
        self.emitted += 1;
        if let Some((field, expr)) = waiting {
            self.fixups.push(Fixup { section: self.section, offset, field, expr });
        }
        let is_jump = matches!(instr.op, Op::J | Op::Jr) || instr.op == Op::Beq && instr.rs == instr.rt;
        self.dead |= core::mem::take(&mut self.slot_of_jump);
        self.slot_open = is_branch && !self.settings.reorder;
        self.slot_of_jump = is_jump && self.slot_open;
        if is_branch && self.settings.reorder {
            let offset = self.here();
            self.append(&[0; 4], span)?;
            self.record(offset, true);
            self.dead = is_jump;
        }
        Ok(())
    }

    /// Appends `count` equal data whose value is filled in when all addresses are known.
    pub(super) fn waiting_datum(&mut self, expr: Expr, bytes: u8, count: u32, span: Span) -> Parsed<()> {
        let offset = self.here();
        if self.place() == Place::Bss && count > 0 {
            return Err(self.not_in_bss(span));
        }
        self.reserve(u64::from(count) * u64::from(bytes), span)?;
        if self.place() != Place::Nowhere {
            self.fixups.push(Fixup { section: self.section, offset, field: Field::Data { bytes, count }, expr });
        }
        Ok(())
    }

    /// Reserves zero bytes, to be overwritten by data.
    pub(super) fn reserve(&mut self, size: u64, span: Span) -> Parsed<()> {
        if self.place() == Place::Nowhere {
            return Ok(());
        }
        self.room(size, span)?;
        self.fill(size as u32, 0, span)
    }

    /// Defines a label here, other than by `name:` in the text.
    pub(super) fn define_label(&mut self, name: &'s str, span: Span) {
        let id = self.symbols.id(name);
        self.define(id, Meaning::Label(self.section, self.here()), span);
    }

    /// The value of an expression that must be known now.
    pub(super) fn number(&mut self, expr: &Expr) -> Parsed<i64> {
        match expr.value(&self.symbols, None) {
            Ok(Value { section: None, number }) => Ok(number),
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

/// Length of the part of a statement on its first line.
fn whole(tokens: &[Token<'_>]) -> u32 {
    let Some(first) = tokens.first() else { return 0 };
    let last = tokens.iter().rev().find(|t| t.span.line == first.span.line).unwrap_or(first);
    last.span.col + last.span.len - first.span.col
}
