//! `struct`, `union` and `enum`.

use super::declarator::Naming;
use super::{Nest, Parser};
use crate::diag::Finding;
use crate::names::{Sym, sym};
use crate::source::Pos;
use crate::token::{Kind, P};
use crate::tree::Attributes;
use crate::types::layout::Packing;
use crate::types::{Field, Kind as TypeKind, Length, Ty};
use alloc::{collections::BTreeMap, vec::Vec};
use mcore_base::text;

impl Parser<'_, '_> {
    /// `struct …` or `union …`.
    pub(super) fn record(&mut self) -> Ty {
        let is_union = self.word() == sym::UNION;
        let begin = self.bump().pos;
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        let (mut tag, mut pos) = (sym::EMPTY, begin);
        if self.is_name(self.token) {
            tag = self.token.sym;
            pos = self.bump().pos;
            self.attributes(&mut attributes);
        }
        if !self.is(P::LBrace) {
            if tag == sym::EMPTY {
                self.unexpected(&text!("a tag or `{{`", "タグか `{{`"));
                return Ty::ERROR;
            }
            let here = self.is(P::Semi);
            return match self.sema.look_tag(tag, here) {
                Some(ty) if self.is_record_kind(ty, is_union) => ty,
                Some(ty) => self.wrong_tag(tag, ty, pos),
                None => {
                    let ty = self.sema.unit.types.new_record(tag, is_union, pos);
                    self.sema.bind_tag(tag, ty, pos);
                    ty
                }
            };
        }
        let ty = self.new_record(tag, is_union, pos);
        if !self.enter(Nest::Declarator) {
            return Ty::ERROR;
        }
        let fields = self.members(is_union);
        self.leave(Nest::Declarator);
        self.attributes(&mut attributes);
        if attributes.transparent && is_union {
            self.sema.transparent(ty);
        }
        let packing = Packing { packed: attributes.packed, pack: self.pack, align: attributes.align };
        self.finish_record(ty, fields, packing, pos);
        ty
    }

    fn is_record_kind(&self, ty: Ty, is_union: bool) -> bool {
        self.sema.unit.types.record(ty).is_some_and(|r| r.is_union == is_union)
    }

    fn wrong_tag(&mut self, tag: Sym, ty: Ty, pos: Pos) -> Ty {
        let (name, known) = (self.sema.names.text(tag), self.sema.show(ty));
        let message = text!("`{name}` is the tag of `{known}`", "`{name}` は `{known}` のタグです");
        let finding = Finding::error("tag", pos, message);
        let first = self.tag_place(ty);
        self.sema.report.push(finding.second(first, text!("declared here", "宣言はここです")));
        ty
    }

    fn tag_place(&self, ty: Ty) -> Pos {
        match self.sema.unit.types.kind(ty) {
            TypeKind::Record(index) => self.sema.unit.types.records[*index as usize].pos,
            TypeKind::Enum(index) => self.sema.unit.types.enums[*index as usize].pos,
            _ => Pos::default(),
        }
    }

    /// The record that a body defines.
    fn new_record(&mut self, tag: Sym, is_union: bool, pos: Pos) -> Ty {
        if tag != sym::EMPTY
            && let Some(ty) = self.sema.look_tag(tag, true)
        {
            if !self.is_record_kind(ty, is_union) {
                self.wrong_tag(tag, ty, pos);
            } else if let Some(index) = self.sema.unit.types.record_index(ty) {
                let record = &mut self.sema.unit.types.records[index];
                if !record.complete && !record.open {
                    record.open = true;
                    record.pos = pos;
                    return ty;
                }
                let (first, name) = (record.pos, self.sema.names.text(tag));
                let message = text!("`{name}` is defined twice", "`{name}` が 2 度定義されています");
                let finding = Finding::error("redefinition", pos, message);
                self.sema.report.push(finding.second(first, text!("first defined here", "最初の定義はここです")));
            }
            return self.sema.unit.types.new_record(tag, is_union, pos);
        }
        let ty = self.sema.unit.types.new_record(tag, is_union, pos);
        if let Some(index) = self.sema.unit.types.record_index(ty) {
            self.sema.unit.types.records[index].open = true;
        }
        if tag != sym::EMPTY {
            self.sema.bind_tag(tag, ty, pos);
        }
        ty
    }

    /// `{ members }`.
    fn members(&mut self, is_union: bool) -> Vec<Field> {
        let opened = self.bump().pos;
        let mut fields: Vec<Field> = Vec::new();
        while !self.is(P::RBrace) && self.token.kind != Kind::Eof {
            if self.eat(P::Semi) {
                continue;
            }
            if self.word() == sym::U_STATIC_ASSERT || self.is_static_assert() {
                self.static_assert();
                continue;
            }
            if !self.begins_declaration()
                && !self.at_attribute()
                && self.word() != sym::EXTENSION
                && !self.is_name(self.token)
            {
                self.unexpected(&text!("a member", "メンバーの宣言"));
                self.recover();
                if self.lost || self.is(P::RBrace) {
                    continue;
                }
                continue;
            }
            if let Some(last) = fields.last()
                && !is_union
                && matches!(self.sema.unit.types.kind(last.ty), TypeKind::Array(_, Length::Unknown))
            {
                let message = text!(
                    "an array without length must be the last member",
                    "要素数のない配列は最後のメンバーでなければなりません"
                );
                let pos = last.pos;
                self.sema.error("flexible-array", pos, message);
            }
            self.member_declaration(&mut fields);
        }
        self.lost = false;
        self.close(P::RBrace, opened);
        self.lost = false;
        fields
    }

    fn member_declaration(&mut self, fields: &mut Vec<Field>) {
        let specs = self.specifiers();
        if specs.class != crate::sema::Class::None {
            let message = text!("a member has no storage class", "メンバーに記憶クラスは付けられません");
            self.sema.error("storage-class", specs.pos, message);
        }
        if self.is(P::Semi) {
            self.bump();
            let anonymous = self.sema.unit.types.record(specs.ty).is_some_and(|r| r.tag == sym::EMPTY);
            if anonymous {
                let (ty, align) = (specs.ty, specs.attributes.align);
                let packed = specs.attributes.packed;
                fields.push(Field { name: sym::EMPTY, ty, offset: 0, bits: None, pos: specs.pos, align, packed });
            } else if !specs.tagged || self.sema.unit.types.is_record(specs.ty) {
                let message = text!("this declares no member", "メンバーが宣言されていません");
                self.sema.warn("useless-declaration", specs.pos, message);
            }
            return;
        }
        if specs.implicit && !self.lost {
            if self.is_name(self.token) && self.peek(1).kind == Kind::Name {
                self.unexpected(&text!("a type", "型"));
            } else {
                self.implicit_int(specs.pos);
            }
        }
        loop {
            let begin = self.token.pos;
            let mut declarator = if self.is(P::Colon) {
                super::declarator::Declarator { ty: specs.ty, pos: begin, ..Default::default() }
            } else {
                self.declarator(specs.ty, Naming::Named)
            };
            declarator.attributes.merge(&specs.attributes);
            let mut bits = None;
            if self.eat(P::Colon) {
                let pos = self.token.pos;
                let e = self.constant_expression();
                bits = self.width(e, &mut declarator, pos);
            }
            self.attributes(&mut declarator.attributes);
            if self.lost {
                break;
            }
            self.check_member(&mut declarator);
            fields.push(Field {
                name: declarator.name,
                ty: declarator.ty,
                offset: 0,
                bits,
                pos: declarator.pos,
                align: declarator.attributes.align,
                packed: declarator.attributes.packed,
            });
            if !self.eat(P::Comma) {
                break;
            }
        }
        self.semicolon();
    }

    fn check_member(&mut self, declarator: &mut super::declarator::Declarator) {
        let (ty, pos) = (declarator.ty, declarator.pos);
        let types = &self.sema.unit.types;
        let name = self.sema.names.text(declarator.name);
        let message = if types.is_function(ty) {
            text!("member `{name}` is a function", "メンバー `{name}` が関数になっています")
        } else if types.is_variable(ty) {
            text!("member `{name}` has no constant size", "メンバー `{name}` の大きさが定数ではありません")
        } else if !ty.is_error() && !types.is_complete(ty) && !types.is_array(ty) {
            let shown = self.sema.show(ty);
            text!(
                "member `{name}` is a `{shown}`, which is not complete here",
                "メンバー `{name}` の型 `{shown}` は、ここではまだ完全ではありません"
            )
        } else {
            return;
        };
        let mut finding = Finding::error("incomplete-type", pos, message);
        if types.is_record(ty) {
            finding = finding.tip(text!("a pointer to it can be a member", "それへのポインタならメンバーにできます"));
        }
        self.sema.report.push(finding);
        declarator.ty = Ty::ERROR;
        if self.sema.unit.types.is_variable(ty) {
            self.lengths.clear();
        }
    }

    /// The width of a bit-field.
    fn width(
        &mut self,
        e: crate::tree::ExprId,
        declarator: &mut super::declarator::Declarator,
        pos: Pos,
    ) -> Option<(u8, u8)> {
        let n = self.sema.constant(e, pos)?;
        let ty = declarator.ty;
        if ty.is_error() {
            return None;
        }
        let (name, shown) = (self.sema.names.text(declarator.name), self.sema.show(ty));
        if !self.sema.unit.types.is_integer(ty) {
            let message = text!(
                "bit-field `{name}` has type `{shown}`; it must be an integer type",
                "ビットフィールド `{name}` の型が `{shown}` です。整数型でなければなりません"
            );
            self.sema.error("bit-field", declarator.pos, message);
            declarator.ty = Ty::ERROR;
            return None;
        }
        let limit = if ty.id == Ty::BOOL.id { 1 } else { self.sema.unit.types.size(ty).unwrap_or(4) * 8 };
        let message = if n < 0 {
            text!("the width of a bit-field is negative", "ビットフィールドの幅が負です")
        } else if n > i64::from(limit) {
            text!(
                "the width of a bit-field of type `{shown}` is at most {limit}",
                "型 `{shown}` のビットフィールドの幅は {limit} までです"
            )
        } else if n == 0 && declarator.name != sym::EMPTY {
            text!("bit-field `{name}` has width 0", "ビットフィールド `{name}` の幅が 0 です")
        } else {
            return Some((0, n as u8));
        };
        self.sema.error("bit-field", pos, message);
        Some((0, 1))
    }

    /// Gives a record its members.
    fn finish_record(&mut self, ty: Ty, fields: Vec<Field>, packing: Packing, pos: Pos) {
        let mut seen: BTreeMap<Sym, Pos> = BTreeMap::new();
        for field in &fields {
            self.note_members(field.name, field.ty, field.pos, &mut seen, 0);
        }
        let Some(index) = self.sema.unit.types.record_index(ty) else { return };
        let flexible = fields.last().is_some_and(|f| {
            matches!(self.sema.unit.types.kind(f.ty), TypeKind::Array(_, Length::Unknown))
                || self.sema.unit.types.record(f.ty).is_some_and(|r| r.flexible)
        });
        let record = &mut self.sema.unit.types.records[index];
        record.fields = fields;
        record.flexible = flexible;
        if !self.sema.unit.types.lay_out(index, packing) {
            let message = text!("the type is larger than any memory", "型がメモリより大きくなります");
            self.sema.error("limit", pos, message);
        }
    }

    /// Notes names of members, also of anonymous ones, and reports those that are there twice.
    fn note_members(&mut self, name: Sym, ty: Ty, pos: Pos, seen: &mut BTreeMap<Sym, Pos>, depth: u32) {
        if name != sym::EMPTY {
            if let Some(first) = seen.insert(name, pos) {
                let word = self.sema.names.text(name);
                let message = text!("member `{word}` is there twice", "メンバー `{word}` が 2 つあります");
                let finding = Finding::error("duplicate-member", pos, message);
                self.sema.report.push(finding.second(first, text!("first declared here", "最初の宣言はここです")));
            }
            return;
        }
        let Some(index) = self.sema.unit.types.record_index(ty).filter(|_| depth < 256) else { return };
        for i in 0..self.sema.unit.types.records[index].fields.len() {
            let field = &self.sema.unit.types.records[index].fields[i];
            let (name, ty) = (field.name, field.ty);
            self.note_members(name, ty, pos, seen, depth + 1);
        }
    }

    // ---- Enumerations ----

    /// `enum …`.
    pub(super) fn enumeration(&mut self) -> Ty {
        let begin = self.bump().pos;
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes);
        let (mut tag, mut pos) = (sym::EMPTY, begin);
        if self.is_name(self.token) {
            tag = self.token.sym;
            pos = self.bump().pos;
            self.attributes(&mut attributes);
        }
        if !self.is(P::LBrace) {
            if tag == sym::EMPTY {
                self.unexpected(&text!("a tag or `{{`", "タグか `{{`"));
                return Ty::ERROR;
            }
            return match self.sema.look_tag(tag, false) {
                Some(ty) if matches!(self.sema.unit.types.kind(ty), TypeKind::Enum(_)) => ty,
                Some(ty) => self.wrong_tag(tag, ty, pos),
                None => {
                    let ty = self.sema.unit.types.new_enum(tag, pos);
                    self.sema.bind_tag(tag, ty, pos);
                    ty
                }
            };
        }
        let mut ty = None;
        if tag != sym::EMPTY
            && let Some(known) = self.sema.look_tag(tag, true)
        {
            match self.sema.unit.types.kind(known) {
                TypeKind::Enum(index) => {
                    let e = &self.sema.unit.types.enums[*index as usize];
                    if e.complete {
                        let (first, name) = (e.pos, self.sema.names.text(tag));
                        let message = text!("`{name}` is defined twice", "`{name}` が 2 度定義されています");
                        let finding = Finding::error("redefinition", pos, message);
                        let here = text!("first defined here", "最初の定義はここです");
                        self.sema.report.push(finding.second(first, here));
                    } else {
                        ty = Some(known);
                    }
                }
                _ => {
                    self.wrong_tag(tag, known, pos);
                }
            }
        }
        let ty = ty.unwrap_or_else(|| {
            let ty = self.sema.unit.types.new_enum(tag, pos);
            if tag != sym::EMPTY {
                self.sema.bind_tag(tag, ty, pos);
            }
            ty
        });
        let constants = self.enumerators();
        self.attributes(&mut attributes);
        self.finish_enumeration(ty, constants, attributes.packed, attributes.mode);
        ty
    }

    fn enumerators(&mut self) -> Vec<(Sym, i64)> {
        let opened = self.bump().pos;
        let mut constants = Vec::new();
        let (mut next, mut next_ty) = (0i64, Ty::INT);
        while !self.is(P::RBrace) {
            if !self.is_name(self.token) {
                self.unexpected(&text!("the name of a constant", "定数の名前"));
                break;
            }
            let token = self.bump();
            let mut attributes = Attributes::default();
            self.attributes(&mut attributes);
            if self.eat(P::Assign) {
                let pos = self.token.pos;
                let e = self.constant_expression();
                if let Some(n) = self.sema.constant(e, pos) {
                    next = n;
                    next_ty = self.sema.unit.types.strip_enum(self.sema.ty(e)).plain();
                }
            }
            let ty = self.enumerator_type(next, next_ty);
            self.sema.constant_name(token.sym, next, ty, token.pos);
            constants.push((token.sym, next));
            next = next.wrapping_add(1);
            next_ty = ty;
            if !self.eat(P::Comma) {
                break;
            }
        }
        if constants.is_empty() && !self.lost {
            self.unexpected(&text!("the name of a constant", "定数の名前"));
        }
        if self.lost {
            self.skip_to_brace();
        }
        self.close(P::RBrace, opened);
        constants
    }

    /// Skips to the `}` of the innermost open brace.
    fn skip_to_brace(&mut self) {
        let mut depth = 0u32;
        while self.token.kind != Kind::Eof {
            if self.is(P::LBrace) {
                depth += 1;
            } else if self.is(P::RBrace) {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            } else if self.is(P::Semi) && depth == 0 {
                break;
            }
            self.bump();
        }
        self.lost = !self.is(P::RBrace);
    }

    /// The type of a constant: `int` if it fits, else the smallest that holds it.
    fn enumerator_type(&self, value: i64, ty: Ty) -> Ty {
        let unsigned = !self.sema.unit.types.is_signed(ty);
        if i32::try_from(value).is_ok() && !(unsigned && value < 0) {
            Ty::INT
        } else if u32::try_from(value).is_ok() && !(unsigned && value < 0) {
            Ty::UINT
        } else if unsigned && value < 0 {
            Ty::ULLONG
        } else {
            Ty::LLONG
        }
    }

    fn finish_enumeration(&mut self, ty: Ty, constants: Vec<(Sym, i64)>, packed: bool, mode: Option<Ty>) {
        let TypeKind::Enum(index) = *self.sema.unit.types.kind(ty) else { return };
        let low = constants.iter().map(|c| c.1).min().unwrap_or(0);
        let high = constants.iter().map(|c| c.1).max().unwrap_or(0);
        let fits = |min: i64, max: i64| low >= min && high <= max;
        let narrow = match (low < 0, packed) {
            (false, true) if fits(0, 255) => Some(Ty::UCHAR),
            (true, true) if fits(-128, 127) => Some(Ty::SCHAR),
            (false, true) if fits(0, 65_535) => Some(Ty::USHORT),
            (true, true) if fits(-32_768, 32_767) => Some(Ty::SHORT),
            _ => None,
        };
        let wide = if low >= 0 {
            if fits(0, i64::from(u32::MAX)) { Ty::UINT } else { Ty::ULLONG }
        } else if fits(i64::from(i32::MIN), i64::from(i32::MAX)) {
            Ty::INT
        } else {
            Ty::LLONG
        };
        let mut underlying = narrow.unwrap_or(wide);
        if let Some(mode) = mode {
            underlying = if low < 0 { mode } else { self.sema.unit.types.unsigned_of(mode) };
        }
        let e = &mut self.sema.unit.types.enums[index as usize];
        e.underlying = underlying;
        e.complete = true;
        e.constants = constants;
    }
}
