//! The directives that add data to a section: numbers and characters.

use super::{
    assembler::Assembler,
    condition::string,
    expr::Expr,
    layout::data_fits,
    lex::{Kind, Piece, Unescape},
    parse::Cursor,
    report::Parsed,
    section::Place,
};
use alloc::vec::Vec;
use mcore_base::{Span, text};

impl<'s> Assembler<'s> {
    /// `: count` after a value (MARS), else 1.
    fn repetition(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<u32> {
        if !cursor.eat(":") {
            return Ok(1);
        }
        let expr = self.expr(cursor)?;
        self.size(&expr)
    }

    /// Aligns to the size of the following data, unless `.align 0` has switched that off.
    fn data_align(&mut self, bytes: u8, span: Span) -> Parsed<()> {
        if self.settings.auto_align { self.align(bytes.into(), true, 0, span) } else { Ok(()) }
    }

    pub(super) fn whole_numbers(
        &mut self,
        bytes: u8,
        aligned: bool,
        span: Span,
        cursor: &mut Cursor<'_, 's>,
    ) -> Parsed<()> {
        if aligned {
            self.data_align(bytes, span)?;
        }
        let start = self.here();
        loop {
            let expr = self.expr(cursor)?;
            let count = self.repetition(cursor)?;
            self.datum(expr, bytes, count, span)?;
            if !cursor.eat(",") {
                break;
            }
        }
        self.record(start, false);
        Ok(())
    }

    /// `count` copies of a datum: now if its value is known, else when all addresses are known.
    fn datum(&mut self, expr: Expr, bytes: u8, count: u32, span: Span) -> Parsed<()> {
        match expr.known(&self.symbols) {
            Some(number) if data_fits(number, bytes) => self.repeat(&number.to_le_bytes()[..bytes.into()], count, span),
            _ => self.waiting_datum(expr, bytes, count, span),
        }
    }

    /// `count` copies of the same bytes.
    pub(super) fn repeat(&mut self, datum: &[u8], count: u32, span: Span) -> Parsed<()> {
        let (offset, size) = (self.here(), u64::from(count) * datum.len() as u64);
        let zero = datum.iter().all(|b| *b == 0);
        if !zero && size > 0 && self.place() == Place::Bss {
            return Err(self.not_in_bss(span));
        }
        self.reserve(size, span)?;
        if !zero {
            let section = self.section;
            let bytes = &mut self.sections.get_mut(section).bytes[offset as usize..];
            bytes.chunks_exact_mut(datum.len()).for_each(|item| item.copy_from_slice(datum));
        }
        Ok(())
    }

    /// `.octa`: numbers of 16 bytes.
    pub(super) fn octas(&mut self, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        self.data_align(16, span)?;
        let start = self.here();
        loop {
            let expr = self.expr(cursor)?;
            let number = self.number(&expr)?;
            self.append(&i128::from(number).to_le_bytes(), span)?;
            if !cursor.eat(",") {
                break;
            }
        }
        self.record(start, false);
        Ok(())
    }

    /// `.uleb128`, `.sleb128`: seven bits per byte, the lowest first; the top bit is set if more bytes follow.
    pub(super) fn leb_numbers(&mut self, signed: bool, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let start = self.here();
        loop {
            let expr = self.expr(cursor)?;
            let mut rest = self.number(&expr)?;
            loop {
                let low = (rest & 0x7f) as u8;
                rest = if signed { rest >> 7 } else { (rest as u64 >> 7) as i64 };
                let last = if signed { rest == -i64::from(low >> 6) } else { rest == 0 };
                self.append(&[low | if last { 0 } else { 0x80 }], span)?;
                if last {
                    break;
                }
            }
            if !cursor.eat(",") {
                break;
            }
        }
        self.record(start, false);
        Ok(())
    }

    pub(super) fn real_numbers(&mut self, bytes: u8, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        self.data_align(bytes, span)?;
        let start = self.here();
        loop {
            let value = self.real(cursor)?;
            let count = self.repetition(cursor)?;
            if bytes == 4 {
                self.repeat(&(value as f32).to_le_bytes(), count, span)?;
            } else {
                self.repeat(&value.to_le_bytes(), count, span)?;
            }
            if !cursor.eat(",") {
                break;
            }
        }
        self.record(start, false);
        Ok(())
    }

    /// A number with or without a decimal point, or a whole-number expression.
    fn real(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<f64> {
        // `0f-1.5`: GNU as allows this prefix for floating-point numbers.
        if let (Some(Kind::Local { number: 0, forward: true }), Some(Kind::Sign("-"))) =
            (cursor.peek(), cursor.peek_second())
        {
            cursor.next();
        }
        let negative = matches!((cursor.peek(), cursor.peek_second()), (Some(Kind::Sign("-")), Some(k)) if is_real(k));
        if negative {
            cursor.next();
        }
        let magnitude = match cursor.peek() {
            Some(Kind::Float(value)) => value,
            Some(Kind::Name("inf" | "infinity")) => f64::INFINITY,
            Some(Kind::Name("nan")) => f64::NAN,
            _ => {
                let expr = self.expr(cursor)?;
                return Ok(self.number(&expr)? as f64);
            }
        };
        cursor.next();
        Ok(if negative { -magnitude } else { magnitude })
    }

    pub(super) fn characters(&mut self, zero: bool, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let start = self.here();
        loop {
            let token_span = cursor.span();
            let characters = string(cursor)?;
            let mut bytes = self.unescape(characters, token_span);
            if zero {
                bytes.push(0);
            }
            self.append(&bytes, span)?;
            // Strings may follow each other with or without a comma.
            if !cursor.eat(",") && !matches!(cursor.peek(), Some(Kind::Str(_))) {
                break;
            }
        }
        self.record(start, false);
        Ok(())
    }

    /// The bytes of a string; `span` is that of the token, with its quotes.
    fn unescape(&mut self, string: &str, span: Span) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(string.len());
        for (index, piece) in Unescape::new(string) {
            match piece {
                Ok(Piece::Char(c)) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                Ok(Piece::Byte(byte)) => bytes.push(byte),
                Err(c) => {
                    let place = Span { col: span.col + 1 + index as u32, len: 2, ..span };
                    self.report.error(
                        place,
                        text!("there is no escape `\\{c}`", "エスケープ `\\{c}` はありません"),
                        text!(
                            "there are `\\n` `\\t` `\\r` `\\b` `\\f` `\\\\` `\\\"` `\\101` (octal) and `\\x41`",
                            "使えるのは `\\n` `\\t` `\\r` `\\b` `\\f` `\\\\` `\\\"` `\\101`（8 進） `\\x41` です"
                        ),
                    );
                }
            }
        }
        bytes
    }
}

/// True for a token that can only be a floating-point number.
fn is_real(kind: Kind<'_>) -> bool {
    matches!(kind, Kind::Float(_) | Kind::Name("inf" | "infinity" | "nan"))
}
