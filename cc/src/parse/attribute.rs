//! `__attribute__((…))`, `[[…]]` and `asm("name")` of declarations.

use super::Parser;
use crate::names::sym;
use crate::source::Pos;
use crate::token::{Kind, P};
use crate::tree::{Attributes, FormatAt};
use crate::types::Ty;
use alloc::string::String;
use mcore_base::text;

/// The alignment that `aligned` without a number means: the largest of any type.
const LARGEST_ALIGN: u32 = 8;
/// The largest alignment that can be asked for.
const MAX_ALIGN: i64 = 1 << 16;

/// Attributes that change nothing in a program for this machine.
const IGNORED: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "artificial",
    "assume_aligned",
    "cold",
    "copy",
    "deprecated",
    "designated_init",
    "error",
    "externally_visible",
    "flatten",
    "format_arg",
    "gnu_inline",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "noclone",
    "nonnull",
    "nonstring",
    "no_sanitize",
    "nothrow",
    "optimize",
    "returns_nonnull",
    "returns_twice",
    "sentinel",
    "stack_protect",
    "no_stack_protector",
    "unavailable",
    "visibility",
    "warning",
    "warn_if_not_aligned",
    "nocommon",
    "common",
    "noplt",
    "retain",
    "tls_model",
    "nomips16",
    "mips16",
    "nomicromips",
    "near",
    "far",
    "long_call",
    "no_sanitize_address",
    "no_sanitize_undefined",
    "simd",
    "noinit",
    "maybe_unused_result",
    "zero_call_used_regs",
];

impl Parser<'_, '_> {
    /// True if attributes begin here.
    pub(super) fn at_attribute(&self) -> bool {
        self.word() == sym::ATTRIBUTE || self.is(P::LBracket) && self.peek(1).is(P::LBracket)
    }

    /// Reads all attributes that begin here.
    pub(super) fn attributes(&mut self, into: &mut Attributes) {
        loop {
            if self.word() == sym::ATTRIBUTE {
                self.bump();
                let opened = self.token.pos;
                if !self.expect(P::LParen) || !self.expect(P::LParen) {
                    return;
                }
                self.attribute_list(into);
                if !self.close(P::RParen, opened) || !self.close(P::RParen, opened) {
                    return;
                }
            } else if self.is(P::LBracket) && self.peek(1).is(P::LBracket) {
                let opened = self.bump().pos;
                self.bump();
                self.attribute_list(into);
                if !self.close(P::RBracket, opened) || !self.close(P::RBracket, opened) {
                    return;
                }
            } else {
                return;
            }
        }
    }

    fn attribute_list(&mut self, into: &mut Attributes) {
        loop {
            while self.eat(P::Comma) {}
            if self.token.kind != Kind::Name {
                return;
            }
            let mut token = self.bump();
            // `gnu::packed`.
            if self.eat(P::ColonColon) || (self.is(P::Colon) && self.peek(1).is(P::Colon)) {
                while self.eat(P::Colon) {}
                token = self.bump();
            }
            let word = self.sema.names.text(token.sym);
            let trimmed = word.strip_prefix("__").and_then(|w| w.strip_suffix("__")).unwrap_or(word);
            let name = String::from(trimmed);
            self.attribute(&name, token.pos, into);
            if self.lost {
                return;
            }
        }
    }

    /// Reads the arguments of one attribute and notes what it asks for.
    fn attribute(&mut self, name: &str, pos: Pos, into: &mut Attributes) {
        let opened = self.token.pos;
        let has_arguments = self.eat(P::LParen);
        let mut close = has_arguments;
        match name {
            "aligned" => {
                let mut align = LARGEST_ALIGN;
                if has_arguments && !self.is(P::RParen) {
                    let e = self.constant_expression();
                    align = self.alignment(e, pos);
                }
                into.align = into.align.max(align);
            }
            "packed" => into.packed = true,
            "section" => into.section = self.attribute_text(),
            "alias" => into.alias = self.attribute_text(),
            "weak" => into.weak = true,
            "used" => into.used = true,
            "unused" | "maybe_unused" => into.unused = true,
            "noinline" | "noipa" => into.no_inline = true,
            "always_inline" => into.always_inline = true,
            "noreturn" | "_Noreturn" => into.no_return = true,
            "const" | "pure" => into.pure = true,
            "warn_unused_result" | "nodiscard" => {
                into.must_use = true;
                if has_arguments {
                    self.skip_arguments();
                    close = false;
                }
            }
            "transparent_union" => into.transparent = true,
            "fallthrough" => into.fallthrough = true,
            "format" => {
                let kind = String::from(self.sema.names.text(self.token.sym));
                self.bump();
                let mut numbers = [0u32; 2];
                for number in &mut numbers {
                    if self.eat(P::Comma) {
                        let e = self.constant_expression();
                        *number = self.sema.unit.int(e).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
                    }
                }
                let scans = kind.contains("scanf");
                if scans || kind.contains("printf") {
                    into.format = Some(FormatAt { scans, format: numbers[0], first: numbers[1] });
                }
            }
            "mode" => {
                let token = self.bump();
                let word = self.sema.names.text(token.sym).trim_matches('_');
                into.mode = match word {
                    "QI" | "byte" => Some(Ty::CHAR),
                    "HI" => Some(Ty::SHORT),
                    "SI" | "word" | "pointer" | "unwind_word" => Some(Ty::INT),
                    "DI" => Some(Ty::LLONG),
                    "SF" => Some(Ty::FLOAT),
                    "DF" => Some(Ty::DOUBLE),
                    _ => {
                        let message = text!("mode `{word}` is not available here", "モード `{word}` は使えません");
                        self.sema.error("not-available", token.pos, message);
                        None
                    }
                };
            }
            "cleanup" | "vector_size" | "scalar_storage_order" | "constructor" | "destructor" | "ifunc" => {
                let message = text!("attribute `{name}` is not available here", "属性 `{name}` は使えません");
                self.sema.error("not-available", pos, message);
                if has_arguments {
                    self.skip_arguments();
                    close = false;
                }
            }
            _ => {
                if !IGNORED.contains(&name) {
                    let message = text!("attribute `{name}` is not known and ignored", "属性 `{name}` は無視されます");
                    self.sema.warn("attributes", pos, message);
                }
                if has_arguments {
                    self.skip_arguments();
                    close = false;
                }
            }
        }
        if close {
            self.close(P::RParen, opened);
        }
    }

    /// Skips to the `)` that ends the arguments of an attribute, and over it.
    fn skip_arguments(&mut self) {
        let mut depth = 0u32;
        while self.token.kind != Kind::Eof && !self.is(P::Semi) {
            if self.is(P::LParen) {
                depth += 1;
            } else if self.is(P::RParen) {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            }
            self.bump();
        }
        self.expect(P::RParen);
    }

    /// A string as the argument of an attribute.
    fn attribute_text(&mut self) -> Option<String> {
        if self.token.kind != Kind::Str {
            self.unexpected(&text!("a string", "文字列"));
            return None;
        }
        Some(self.plain_string())
    }

    /// An alignment: a power of two.
    pub(super) fn alignment(&mut self, e: crate::tree::ExprId, pos: Pos) -> u32 {
        match self.sema.constant(e, pos) {
            Some(n) if (0..=MAX_ALIGN).contains(&n) && (n == 0 || n & (n - 1) == 0) => n as u32,
            Some(_) => {
                let message = text!(
                    "an alignment is a power of two up to {MAX_ALIGN}",
                    "アラインメントは {MAX_ALIGN} までの 2 のべき乗です"
                );
                self.sema.error("alignment", pos, message);
                0
            }
            None => 0,
        }
    }

    /// The name in assembly by `asm("name")`, if there is one.
    pub(super) fn asm_name(&mut self, into: &mut Attributes) {
        if self.word() != sym::ASM {
            return;
        }
        self.bump();
        let opened = self.token.pos;
        if self.expect(P::LParen) {
            if self.token.kind == Kind::Str {
                into.asm = Some(self.plain_string());
            } else {
                self.unexpected(&text!("a string", "文字列"));
            }
            self.close(P::RParen, opened);
        }
    }

    /// Attributes and names in assembly after a declarator.
    pub(super) fn after_declarator(&mut self, into: &mut Attributes) {
        self.asm_name(into);
        self.attributes(into);
    }
}

/// The integer or floating-point type that `mode` makes of a type.
pub(super) fn with_mode(types: &crate::types::Types, ty: Ty, mode: Ty) -> Ty {
    if types.is_integer(ty) && !types.is_signed(ty) { types.unsigned_of(mode) } else { mode }.with(ty.quals)
}
