//! Directives: the table of their names, and what each does.

use super::{
    assembler::{Assembler, Settings, padding},
    expr::{Expr, as_word},
    layout::data_fits,
    lex::{Kind, Token},
    parse::Cursor,
    report::{Failure, Parsed, clip},
    section::Place,
    suggest::did_you_mean,
};
use crate::base::Span;
use crate::text;
use alloc::vec::Vec;

/// Largest alignment in bytes.
const MOST_ALIGNED: u32 = 4096;

/// Most tokens that one `.eqv` name may stand for; keeps replacements of replacements from growing without end.
const MOST_REPLACED: usize = 64;

/// Most settings that `.set push` keeps.
const MOST_KEPT: usize = 100;

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Goes to a section.
    Enter(Place),
    /// `.section name`.
    Section,
    /// Whole numbers of so many bytes.
    Whole(u8),
    /// IEEE 754 numbers of so many bytes.
    Real(u8),
    /// `size[, fill]`: room.
    Space,
    /// `n[, fill]`: goes to a multiple of 2^n bytes.
    AlignPower,
    /// `n[, fill]`: goes to a multiple of n bytes.
    AlignBytes,
    /// Characters, with a zero byte after each string or without.
    Characters { zero: bool },
    /// `.globl name`.
    Global,
    /// `.comm name, size[, alignment]`.
    Common,
    /// `.include "name"`.
    Include,
    /// `.equ name, value`.
    Assign,
    /// `.eqv name tokens` (MARS).
    Replace,
    /// `.set`.
    Set,
    /// Means something to other tools only.
    Ignored,
    /// Known elsewhere, not here.
    Refused,
    /// Known elsewhere, not here, and begins a block that ends with one of these.
    Block(&'static [&'static str]),
}

const DIRECTIVES: &[(&str, Action)] = &[
    (".text", Action::Enter(Place::Text)),
    (".data", Action::Enter(Place::Data)),
    (".sdata", Action::Enter(Place::Data)),
    (".rdata", Action::Enter(Place::ReadOnly)),
    (".rodata", Action::Enter(Place::ReadOnly)),
    (".bss", Action::Enter(Place::Bss)),
    (".section", Action::Section),
    (".word", Action::Whole(4)),
    (".long", Action::Whole(4)),
    (".int", Action::Whole(4)),
    (".half", Action::Whole(2)),
    (".hword", Action::Whole(2)),
    (".short", Action::Whole(2)),
    (".byte", Action::Whole(1)),
    (".float", Action::Real(4)),
    (".double", Action::Real(8)),
    (".space", Action::Space),
    (".skip", Action::Space),
    (".zero", Action::Space),
    (".align", Action::AlignPower),
    (".p2align", Action::AlignPower),
    (".balign", Action::AlignBytes),
    (".ascii", Action::Characters { zero: false }),
    (".asciiz", Action::Characters { zero: true }),
    (".asciz", Action::Characters { zero: true }),
    (".string", Action::Characters { zero: true }),
    (".globl", Action::Global),
    (".global", Action::Global),
    (".comm", Action::Common),
    (".lcomm", Action::Common),
    (".include", Action::Include),
    (".equ", Action::Assign),
    (".eqv", Action::Replace),
    (".set", Action::Set),
    (".extern", Action::Ignored),
    (".ent", Action::Ignored),
    (".end", Action::Ignored),
    (".file", Action::Ignored),
    (".loc", Action::Ignored),
    (".type", Action::Ignored),
    (".size", Action::Ignored),
    (".frame", Action::Ignored),
    (".mask", Action::Ignored),
    (".fmask", Action::Ignored),
    (".ident", Action::Ignored),
    (".module", Action::Ignored),
    (".nan", Action::Ignored),
    (".local", Action::Ignored),
    (".weak", Action::Ignored),
    (".hidden", Action::Ignored),
    (".gnu_attribute", Action::Ignored),
    (".macro", Action::Block(&[".endm", ".end_macro"])),
    (".rept", Action::Block(&[".endr"])),
    (".if", Action::Block(&[".endif"])),
    (".ifdef", Action::Block(&[".endif"])),
    (".ifndef", Action::Block(&[".endif"])),
    (".ktext", Action::Refused),
    (".kdata", Action::Refused),
    (".org", Action::Refused),
];

/// The options of `.set` that change something here.
const SET_OPTIONS: [&str; 8] = ["reorder", "noreorder", "at", "noat", "macro", "nomacro", "push", "pop"];

impl<'s> Assembler<'s> {
    /// Carries out a directive; the cursor stands after its name.
    pub(super) fn directive(&mut self, name: &str, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let Some(&(_, action)) = DIRECTIVES.iter().find(|(known, _)| *known == name) else {
            return Err(self.unknown_directive(name, span));
        };
        match action {
            Action::Ignored => return Ok(()),
            Action::Refused | Action::Block(_) => {
                if let Action::Block(ends) = action {
                    self.skipping = ends;
                }
                return Err(Failure::new(
                    span,
                    text!("`{name}` is not supported here", "`{name}` はここでは使えません"),
                ));
            }
            Action::Enter(place) => {
                if !cursor.is_at_end() {
                    return Err(cursor.unexpected(text!(
                        "sections take no address here: the layout is fixed (text first, then data)",
                        "セクションのアドレスは指定できません。配置は決まっています (テキスト、データの順)"
                    )));
                }
                self.enter(place);
            }
            Action::Section => return self.section(cursor),
            Action::Whole(bytes) => self.whole_numbers(bytes, span, cursor)?,
            Action::Real(bytes) => self.real_numbers(bytes, span, cursor)?,
            Action::Space => self.space(span, cursor)?,
            Action::AlignPower | Action::AlignBytes => self.explicit_align(action == Action::AlignPower, cursor)?,
            Action::Characters { zero } => self.characters(zero, span, cursor)?,
            Action::Global => self.global(cursor)?,
            Action::Common => self.common(span, cursor)?,
            Action::Include => self.include_directive(cursor)?,
            Action::Assign => {
                let (name, span) = name_of(cursor)?;
                cursor.expect(",")?;
                return self.assign(name, span, cursor);
            }
            Action::Replace => return self.replacement(cursor),
            Action::Set => return self.set(cursor),
        }
        cursor.finish()
    }

    fn unknown_directive(&self, name: &str, span: Span) -> Failure {
        let shown = clip(name);
        let message = text!("there is no directive `{shown}`", "ディレクティブ `{shown}` はありません");
        if name.starts_with(".cfi_") {
            return Failure::with_tip(
                span,
                message,
                text!(
                    "compile with -fno-asynchronous-unwind-tables",
                    "-fno-asynchronous-unwind-tables を付けてコンパイルしてください"
                ),
            );
        }
        let known = DIRECTIVES.iter().filter(|d| !matches!(d.1, Action::Refused | Action::Block(_))).map(|d| d.0);
        match did_you_mean(name, known) {
            Some(tip) if !self.report.is_full() => Failure::with_tip(span, message, tip),
            _ => Failure::new(span, message),
        }
    }

    /// `.section name`; flags after a comma are accepted and mean nothing here.
    fn section(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, span) = match cursor.peek() {
            Some(Kind::Str(name)) => (name, cursor.span()),
            _ => name_of(cursor)?,
        };
        match Place::named(name) {
            Some(place) => {
                self.enter(place);
                Ok(())
            }
            None => {
                let shown = clip(name);
                Err(Failure::with_tip(
                    span,
                    text!("there is no section `{shown}`", "セクション `{shown}` はありません"),
                    text!(
                        "the sections are .text, .data, .rodata and .bss",
                        "セクションは .text、.data、.rodata、.bss です"
                    ),
                ))
            }
        }
    }

    pub(super) fn expr(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<Expr> {
        let here = (self.place, self.here());
        cursor.expr(&mut self.symbols, here)
    }

    /// A number of bytes or items: not negative, and 32 bits.
    pub(super) fn size(&mut self, expr: &Expr) -> Parsed<u32> {
        let number = self.number(expr)?;
        u32::try_from(number).map_err(|_| {
            Failure::new(expr.span, text!("{number} is not a possible size", "{number} は大きさとして使えません"))
        })
    }

    fn space(&mut self, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let expr = self.expr(cursor)?;
        let size = self.size(&expr)?;
        let fill = self.fill_byte(cursor)?;
        let start = self.here();
        self.fill(size, fill, span)?;
        self.record(start, false);
        Ok(())
    }

    /// `, fill` if present, else 0.
    fn fill_byte(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<u8> {
        if !cursor.eat(",") {
            return Ok(0);
        }
        let expr = self.expr(cursor)?;
        let number = self.number(&expr)?;
        if !data_fits(number, 1) {
            return Err(Failure::new(
                expr.span,
                text!("{number} does not fit in 1 byte", "{number} は 1 バイトに入りません"),
            ));
        }
        if number != 0 && self.place == Place::Bss {
            return Err(self.not_in_bss(expr.span));
        }
        Ok(number as u8)
    }

    fn explicit_align(&mut self, power: bool, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let expr = self.expr(cursor)?;
        let number = self.number(&expr)?;
        let bytes = if power { u32::try_from(number).ok().and_then(|n| 1u32.checked_shl(n)) } else { as_word(number) };
        let Some(bytes) = bytes.filter(|b| b.is_power_of_two() && *b <= MOST_ALIGNED) else {
            return Err(if power {
                Failure::new(
                    expr.span,
                    text!("the exponent of an alignment is 0 to 12", "アラインメントの指数は 0 から 12 までです"),
                )
            } else {
                Failure::new(
                    expr.span,
                    text!(
                        "an alignment is a power of two up to {MOST_ALIGNED}",
                        "アラインメントは {MOST_ALIGNED} 以下の 2 のべき乗です"
                    ),
                )
            });
        };
        let fill = self.fill_byte(cursor)?;
        if cursor.eat(",") {
            let limit = self.expr(cursor)?;
            let limit = self.number(&limit)?;
            if i64::from(padding(self.here(), bytes)) > limit {
                return Ok(());
            }
        }
        self.settings.auto_align = !(power && bytes == 1);
        self.align(bytes, true, fill, expr.span)
    }

    fn global(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        loop {
            let (name, span) = name_of(cursor)?;
            let id = self.symbols.id(name);
            self.symbols.get_mut(id).global.get_or_insert(span);
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    /// Room in `.bss` under a name of its own.
    fn common(&mut self, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, name_span) = name_of(cursor)?;
        cursor.expect(",")?;
        let expr = self.expr(cursor)?;
        let size = self.size(&expr)?;
        let mut align = 8;
        if cursor.eat(",") {
            let expr = self.expr(cursor)?;
            align = self.size(&expr)?;
            if !align.is_power_of_two() || align > MOST_ALIGNED {
                return Err(Failure::new(
                    expr.span,
                    text!(
                        "an alignment is a power of two up to {MOST_ALIGNED}",
                        "アラインメントは {MOST_ALIGNED} 以下の 2 のべき乗です"
                    ),
                ));
            }
        }
        let place = core::mem::replace(&mut self.place, Place::Bss);
        let room = self.align(align, false, 0, span).and_then(|()| {
            let start = self.here();
            self.define_label(name, name_span);
            self.fill(size, 0, span)?;
            self.record(start, false);
            Ok(())
        });
        self.place = place;
        room
    }

    fn include_directive(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let span = cursor.span();
        let Some(Kind::Str(name)) = cursor.peek() else {
            return Err(cursor.unexpected(text!(
                "a file name in double quotes is needed here",
                "ここには二重引用符で囲んだファイル名が必要です"
            )));
        };
        cursor.next();
        cursor.finish()?;
        self.include(name, span)
    }

    /// `.eqv name tokens`: from here on the name stands for the tokens.
    fn replacement(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, span) = name_of(cursor)?;
        cursor.eat(",");
        let tokens: Vec<Token<'s>> = cursor.rest().to_vec();
        if tokens.is_empty() {
            return Err(cursor.unexpected(text!("a value is missing here", "ここに値がありません")));
        }
        if tokens.len() > MOST_REPLACED {
            return Err(Failure::new(
                span,
                text!(
                    "`.eqv` may stand for at most {MOST_REPLACED} words and signs",
                    "`.eqv` で置き換えられるのは {MOST_REPLACED} 個までの語と記号です"
                ),
            ));
        }
        self.replacements.insert(name, tokens);
        Ok(())
    }

    fn set(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, span) = name_of(cursor)?;
        if cursor.eat(",") {
            return self.assign(name, span, cursor);
        }
        let settings = &mut self.settings;
        match name {
            "reorder" => settings.reorder = true,
            "noreorder" => settings.reorder = false,
            "at" => settings.at = true,
            "noat" => settings.at = false,
            "macro" => settings.macros = true,
            "nomacro" => settings.macros = false,
            "push" if self.kept_settings.len() < MOST_KEPT => self.kept_settings.push(self.settings),
            "pop" => {
                let auto_align = self.settings.auto_align;
                let Some(kept) = self.kept_settings.pop() else {
                    return Err(Failure::new(
                        span,
                        text!("there is no `.set push` before this", "これより前に `.set push` がありません"),
                    ));
                };
                self.settings = Settings { auto_align, ..kept };
            }
            // Choices of instruction set, as compilers write them.
            "nomips16" | "nomicromips" | "mips32" | "mips32r2" | "mips0" | "volatile" | "novolatile" => {}
            _ => {
                let shown = clip(name);
                let message = text!("there is no option `.set {shown}`", "`.set {shown}` という指定はありません");
                return Err(match did_you_mean(name, SET_OPTIONS.into_iter()) {
                    Some(tip) => Failure::with_tip(span, message, tip),
                    None => Failure::new(span, message),
                });
            }
        }
        cursor.finish()
    }
}

/// Takes a name.
fn name_of<'s>(cursor: &mut Cursor<'_, 's>) -> Parsed<(&'s str, Span)> {
    let span = cursor.span();
    match cursor.peek() {
        Some(Kind::Name(name)) => {
            cursor.next();
            Ok((name, span))
        }
        _ => Err(cursor.unexpected(text!("a name is needed here", "ここには名前が必要です"))),
    }
}
