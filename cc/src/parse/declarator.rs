//! Declarators: pointers, arrays, functions and the name, written as the name is used.

use super::{Nest, Parser};
use crate::names::{Sym, sym};
use crate::sema::{Class, Saved};
use crate::source::Pos;
use crate::token::P;
use crate::tree::{Attributes, ExprId, ObjectId};
use crate::types::{FunctionType, Length, Ty, qual};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::text;

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Param {
    /// Its name, or empty.
    pub name: Sym,
    /// Its place.
    pub pos: Pos,
    /// Its type, adjusted.
    pub ty: Ty,
    /// The object, if it has a name.
    pub object: Option<ObjectId>,
}

/// The parameters of the function that is declared.
#[derive(Clone, Debug, Default)]
pub(super) struct Params {
    /// Parameters.
    pub list: Vec<Param>,
    /// `...` at the end.
    pub variadic: bool,
    /// There are types, or `void`.
    pub prototype: bool,
    /// Names without types.
    pub old_style: bool,
    /// The scope of the parameters.
    pub scope: Saved,
    /// Lengths of variable arrays in the types of parameters.
    pub lengths: Vec<(ObjectId, ExprId)>,
}

/// A part of a declarator.
enum Part {
    Pointer(u8),
    Array(Length, u8, Pos),
    Function(Box<Params>, Pos),
}

/// A declarator.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarator {
    /// The name, or empty.
    pub name: Sym,
    /// Its place.
    pub pos: Pos,
    /// The type.
    pub ty: Ty,
    /// The parameters, if a function is declared.
    pub params: Option<Box<Params>>,
    /// Attributes within.
    pub attributes: Attributes,
    /// For a parameter that is an array: qualifiers between the brackets.
    pub quals: u8,
}

/// Whether a declarator has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// It must have one.
    Named,
    /// It must not.
    Abstract,
    /// It may.
    Either,
}

impl Parser<'_, '_> {
    /// A declarator of a base type.
    pub(super) fn declarator(&mut self, base: Ty, naming: Naming) -> Declarator {
        let mut parts = Vec::new();
        let mut out = Declarator { pos: self.token.pos, ..Declarator::default() };
        self.parts(&mut parts, naming, &mut out);
        let mut ty = base;
        while let Some(part) = parts.pop() {
            let last = parts.is_empty();
            ty = match part {
                Part::Pointer(quals) => self.sema.unit.types.pointer(ty).with(quals),
                Part::Array(length, quals, pos) => {
                    if last {
                        out.quals = quals;
                    }
                    self.array_of(ty, length, pos)
                }
                Part::Function(params, pos) => {
                    let f = self.function_of(ty, &params, pos);
                    if last {
                        out.params = Some(params);
                    }
                    f
                }
            };
        }
        out.ty = ty;
        out
    }

    fn array_of(&mut self, of: Ty, length: Length, pos: Pos) -> Ty {
        let types = &self.sema.unit.types;
        let message = if types.is_function(of) {
            text!("an array of functions", "関数の配列は作れません")
        } else if types.is_void(of) || !of.is_error() && !types.is_complete(of) {
            text!("an array of elements of unknown size", "大きさのわからない要素の配列は作れません")
        } else {
            let size = types.size(of);
            let too_large = matches!((length, size), (Length::Known(n), Some(size))
                if u64::from(n) * u64::from(size) > u64::from(crate::types::layout::MAX_SIZE));
            if !too_large {
                return self.sema.unit.types.array(of, length);
            }
            text!("the array is larger than any memory", "配列がメモリより大きくなります")
        };
        self.sema.error("array", pos, message);
        Ty::ERROR
    }

    fn function_of(&mut self, result: Ty, params: &Params, pos: Pos) -> Ty {
        let types = &self.sema.unit.types;
        if types.is_function(result) || types.is_array(result) {
            let message = text!("a function cannot return an array or a function", "関数は配列や関数を返せません");
            self.sema.error("function-type", pos, message);
            return Ty::ERROR;
        }
        let f = FunctionType {
            result,
            params: if params.prototype { params.list.iter().map(|p| p.ty.plain()).collect() } else { Vec::new() },
            variadic: params.variadic,
            prototype: params.prototype,
        };
        self.sema.unit.types.function(f)
    }

    /// Reads the parts of a declarator, from the name outwards.
    fn parts(&mut self, parts: &mut Vec<Part>, naming: Naming, out: &mut Declarator) {
        let mut pointers = Vec::new();
        self.attributes(&mut out.attributes);
        while self.eat(P::Star) {
            if pointers.len() >= usize::from(super::MAX_NESTING) {
                self.too_many();
                break;
            }
            pointers.push(Part::Pointer(self.qualifiers(&mut out.attributes)));
        }
        if self.is(P::LParen) && self.is_inner(naming) {
            let opened = self.bump().pos;
            if self.enter(Nest::Declarator) {
                self.attributes(&mut out.attributes);
                self.parts(parts, naming, out);
                self.leave(Nest::Declarator);
            }
            self.close(P::RParen, opened);
        } else if naming != Naming::Abstract && self.is_name(self.token) {
            out.name = self.token.sym;
            out.pos = self.token.pos;
            self.bump();
        } else {
            out.pos = self.token.pos;
            if naming == Naming::Named {
                self.unexpected(&text!("a name", "名前"));
            }
        }
        let begin = parts.len();
        loop {
            if parts.len() - begin >= usize::from(super::MAX_NESTING) {
                self.too_many();
                break;
            }
            if self.is(P::LBracket) && !self.peek(1).is(P::LBracket) {
                let part = self.array_part();
                parts.push(part);
            } else if self.is(P::LParen) {
                let pos = self.token.pos;
                let params = self.parameters();
                parts.push(Part::Function(Box::new(params), pos));
            } else if self.at_attribute() {
                self.attributes(&mut out.attributes);
            } else {
                break;
            }
        }
        parts.extend(pointers.into_iter().rev());
    }

    fn too_many(&mut self) {
        let limit = super::MAX_NESTING;
        let message = text!("the nesting is deeper than {limit} levels", "入れ子が {limit} 段を超えています");
        self.fail(crate::diag::Finding::error("nesting", self.token.pos, message));
    }

    /// True if `(` begins a declarator in parentheses and not a list of parameters.
    fn is_inner(&self, naming: Naming) -> bool {
        if naming == Naming::Named {
            return true;
        }
        let mut ahead = 1;
        let mut next = self.peek(ahead);
        if self.word_of(next) == sym::ATTRIBUTE {
            // `(__attribute__((x)) *p)`: an attribute never begins a list of parameters that names a type at once.
            let mut depth = 0u32;
            loop {
                ahead += 1;
                next = self.peek(ahead);
                if next.is(P::LParen) {
                    depth += 1;
                } else if next.is(P::RParen) {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                } else if next.kind == crate::token::Kind::Eof {
                    return false;
                }
            }
            next = self.peek(ahead + 1);
        }
        if next.is(P::Star) || next.is(P::LParen) || next.is(P::LBracket) && !self.peek(ahead + 1).is(P::LBracket) {
            return true;
        }
        naming == Naming::Either && self.is_name(next) && !self.sema.is_type(next.sym)
    }

    /// Qualifiers after `*`.
    fn qualifiers(&mut self, attributes: &mut Attributes) -> u8 {
        let mut quals = 0;
        loop {
            match self.word() {
                sym::CONST => quals |= qual::CONST,
                sym::VOLATILE => quals |= qual::VOLATILE,
                sym::RESTRICT => quals |= qual::RESTRICT,
                sym::EXTENSION => {}
                sym::U_ATOMIC => self.not_available(self.token),
                _ if self.at_attribute() => {
                    self.attributes(attributes);
                    continue;
                }
                _ => return quals,
            }
            self.bump();
        }
    }

    /// `[ … ]`.
    fn array_part(&mut self) -> Part {
        let opened = self.bump().pos;
        let mut quals = 0;
        loop {
            match self.word() {
                sym::CONST => quals |= qual::CONST,
                sym::VOLATILE => quals |= qual::VOLATILE,
                sym::RESTRICT => quals |= qual::RESTRICT,
                sym::STATIC => {}
                _ => break,
            }
            self.bump();
        }
        if self.eat(P::RBracket) {
            return Part::Array(Length::Unknown, quals, opened);
        }
        if self.is(P::Star) && self.peek(1).is(P::RBracket) {
            self.bump();
            self.bump();
            return Part::Array(Length::Star, quals, opened);
        }
        if !self.enter(Nest::Declarator) {
            return Part::Array(Length::Unknown, quals, opened);
        }
        let e = self.assignment();
        self.leave(Nest::Declarator);
        self.close(P::RBracket, opened);
        let pos = self.sema.range(opened, self.last);
        let length = self.array_length(e, pos);
        Part::Array(length, quals, pos)
    }

    /// The length of an array by its expression.
    fn array_length(&mut self, e: ExprId, pos: Pos) -> Length {
        let e = self.sema.value(e);
        let ty = self.sema.ty(e);
        if ty.is_error() {
            return Length::Known(1);
        }
        if !self.sema.unit.types.is_integer(ty) {
            let shown = self.sema.show(ty);
            let message = text!(
                "the length of an array is a whole number, not `{shown}`",
                "配列の要素数は整数です。`{shown}` は使えません"
            );
            self.sema.error("array", pos, message);
            return Length::Known(1);
        }
        if let Some(n) = self.sema.unit.int(e) {
            return match u32::try_from(n) {
                Ok(n) if n <= crate::types::layout::MAX_SIZE => Length::Known(n),
                _ => {
                    let message = if n < 0 {
                        text!("the length of an array is negative", "配列の要素数が負です")
                    } else {
                        text!("the array is larger than any memory", "配列がメモリより大きくなります")
                    };
                    self.sema.error("array", pos, message);
                    Length::Known(1)
                }
            };
        }
        if self.sema.at_file_scope() {
            let message = text!(
                "the length of an array outside functions must be constant",
                "関数の外の配列の要素数は定数でなければなりません"
            );
            self.sema.error("array", pos, message);
            return Length::Known(1);
        }
        self.sema.warn("vla", pos, text!("an array of variable length", "可変長の配列です"));
        let object = self.sema.hidden(Ty::UINT, pos);
        let e = self.sema.convert(e, Ty::UINT);
        self.lengths.push((object, e));
        Length::Variable(object.0)
    }

    /// `( … )` after a function's name.
    fn parameters(&mut self) -> Params {
        let opened = self.bump().pos;
        let mut params = Params::default();
        if self.eat(P::RParen) {
            return params;
        }
        if !self.enter(Nest::Declarator) {
            return params;
        }
        let lengths = core::mem::take(&mut self.lengths);
        self.sema.open();
        if self.is_name(self.token) && !self.sema.is_type(self.token.sym) && !self.begins_declaration() {
            params.old_style = true;
            while self.is_name(self.token) {
                let token = self.bump();
                params.list.push(Param { name: token.sym, pos: token.pos, ty: Ty::INT, object: None });
                if !self.eat(P::Comma) {
                    break;
                }
            }
        } else {
            params.prototype = true;
            self.parameter_list(&mut params);
        }
        params.scope = self.sema.close_saved();
        params.lengths = core::mem::replace(&mut self.lengths, lengths);
        self.leave(Nest::Declarator);
        self.close(P::RParen, opened);
        params
    }

    fn parameter_list(&mut self, params: &mut Params) {
        loop {
            if self.eat(P::Ellipsis) {
                params.variadic = true;
                return;
            }
            let starts_type = self.begins_type(self.token) || self.at_attribute() || self.word() == sym::EXTENSION;
            if !starts_type && !self.is_unknown_type() && !self.is_name(self.token) {
                self.unexpected(&text!("a parameter", "引数の宣言"));
                return;
            }
            let specs = self.specifiers();
            let mut declarator = self.declarator(specs.ty, Naming::Either);
            declarator.attributes.merge(&specs.attributes);
            self.after_declarator(&mut declarator.attributes);
            if self.lost {
                return;
            }
            if !matches!(specs.class, Class::None | Class::Register | Class::Auto) {
                let message = text!("a parameter has no such storage class", "引数にこの記憶クラスは付けられません");
                self.sema.error("storage-class", specs.pos, message);
            }
            if specs.implicit {
                self.implicit_int(declarator.pos);
            }
            let only = params.list.is_empty() && self.is(P::RParen);
            if only && self.sema.unit.types.is_void(declarator.ty) && declarator.name == sym::EMPTY {
                return;
            }
            let ty = self.adjusted(declarator.ty, declarator.quals);
            if self.sema.unit.types.is_void(ty) {
                let message = text!("a parameter of type `void`", "型が `void` の引数です");
                self.sema.error("type", declarator.pos, message);
            }
            let object = (declarator.name != sym::EMPTY).then(|| {
                let register = specs.class == Class::Register;
                self.sema.parameter(declarator.name, declarator.pos, ty, declarator.attributes, register)
            });
            if let Some(object) = object.filter(|_| self.sema.unit.types.is_array(declarator.ty)) {
                self.sema.unit.notes.array_params.insert(object);
            }
            params.list.push(Param { name: declarator.name, pos: declarator.pos, ty, object });
            if params.list.len() > 1_000 {
                let message = text!("more than 1,000 parameters", "引数が 1,000 個を超えています");
                self.fail(crate::diag::Finding::error("limit", self.token.pos, message));
                return;
            }
            if !self.eat(P::Comma) {
                return;
            }
        }
    }

    /// The type of a parameter: arrays and functions become pointers.
    pub(super) fn adjusted(&mut self, ty: Ty, quals: u8) -> Ty {
        if let Some((of, _)) = self.sema.unit.types.element(ty) {
            return self.sema.unit.types.pointer(of).with(quals);
        }
        if self.sema.unit.types.is_function(ty) {
            return self.sema.unit.types.pointer(ty);
        }
        ty
    }

    /// The name of a type, as in a cast.
    pub(super) fn type_name(&mut self) -> Ty {
        let before = self.at;
        let specs = self.specifiers();
        if specs.implicit && !self.lost {
            if self.at == before {
                self.unexpected(&text!("a type", "型"));
                return Ty::ERROR;
            }
            self.implicit_int(specs.pos);
        }
        if self.is(P::RParen) {
            return specs.ty;
        }
        self.declarator(specs.ty, Naming::Abstract).ty
    }
}
