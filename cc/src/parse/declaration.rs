//! Declarations and definitions, at file scope and in blocks.

use super::declarator::{Declarator, Naming, Params};
use super::specifier::Specs;
use super::{Parser, attribute};
use crate::diag::Finding;
use crate::names::sym;
use crate::sema::{Class, Declaration, Entity, Meaning};
use crate::source::Pos;
use crate::token::{Kind, P};
use crate::tree::{ExprId, Item, Object, ObjectId, StmtId, StmtKind, Storage};
use crate::types::Ty;
use alloc::vec::Vec;
use mcore_base::text;

impl Parser<'_, '_> {
    /// A declaration or definition outside functions.
    pub(super) fn external(&mut self) {
        if self.is(P::Semi) {
            let pos = self.bump().pos;
            self.sema.warn("pedantic", pos, text!("a `;` too many", "余分な `;` です"));
            return;
        }
        if self.word() == sym::ASM {
            return self.file_asm();
        }
        if self.word() == sym::U_STATIC_ASSERT || self.is_static_assert() {
            return self.static_assert();
        }
        if self.is(P::RBrace) {
            let pos = self.bump().pos;
            let message = text!("`}}` closes nothing", "`}}` に対応する `{{` がありません");
            self.sema.error("syntax", pos, message);
            return;
        }
        let before = self.at;
        if !self.begins_declaration()
            && !self.at_attribute()
            && self.word() != sym::EXTENSION
            && !self.is_name(self.token)
            && !self.is(P::Star)
            && !self.is(P::LParen)
        {
            self.outside();
            if self.at == before {
                self.bump();
            }
            return;
        }
        let mut out = Vec::new();
        self.declaration(&mut out, true);
        self.lengths.clear();
        if self.at == before {
            self.bump();
        }
    }

    /// A statement outside functions, or something else that is no declaration.
    fn outside(&mut self) {
        let found = self.shown();
        let (f, g) = (&found.en, &found.ja);
        let message = text!("a declaration is expected, found {f}", "宣言が必要ですが、{g} があります");
        let mut finding = Finding::error("syntax", self.token.pos, message);
        if self.begins_statement() {
            finding = finding.tip(text!(
                "statements are only inside functions; a `}}` may be too many before it",
                "文は関数の中だけに書けます。前に `}}` が余分にあるかもしれません"
            ));
        }
        self.fail(finding);
        self.recover();
    }

    /// A declaration; statements that it executes go to `out`. At file scope it can be the definition of a function.
    pub(super) fn declaration(&mut self, out: &mut Vec<StmtId>, outside: bool) {
        let lengths = core::mem::take(&mut self.lengths);
        let specs = self.specifiers();
        if self.lost {
            self.recover();
            self.lengths = lengths;
            return;
        }
        self.compute_lengths(out);
        if self.is(P::Semi) {
            self.bump();
            self.empty_declaration(&specs);
            self.lengths = lengths;
            return;
        }
        let mut first = true;
        loop {
            let mut declarator = self.declarator(specs.ty, Naming::Named);
            if self.lost {
                break;
            }
            self.after_declarator(&mut declarator.attributes);
            declarator.attributes.merge(&specs.attributes);
            if let Some(mode) = declarator.attributes.mode.take() {
                declarator.ty = attribute::with_mode(&self.sema.unit.types, declarator.ty, mode);
            }
            if specs.implicit && first {
                self.missing_type(&specs, &declarator);
            }
            if declarator.params.is_some() && first && self.at_body(&declarator) {
                if outside {
                    self.function(&specs, declarator);
                } else {
                    let message =
                        text!("a function inside a function is not available here", "関数の中に関数は定義できません");
                    let tip = text!("move it out of the function", "関数の外に移してください");
                    self.sema.report.push(Finding::error("not-available", declarator.pos, message).tip(tip));
                    if self.is(P::LBrace) {
                        self.skip_block();
                    } else {
                        self.recover();
                    }
                }
                self.lengths = lengths;
                return;
            }
            first = false;
            self.init_declarator(&specs, declarator, out);
            if !self.eat(P::Comma) {
                break;
            }
        }
        self.semicolon();
        self.lengths = lengths;
    }

    /// True if the body of a function follows, or the declarations of its old-style parameters.
    fn at_body(&self, declarator: &Declarator) -> bool {
        if self.is(P::LBrace) {
            return true;
        }
        let old = declarator.params.as_ref().is_some_and(|p| p.old_style);
        old && self.begins_type(self.token)
    }

    fn missing_type(&mut self, specs: &Specs, declarator: &Declarator) {
        let place = if specs.pos.len > 0 && specs.class != Class::None { specs.pos } else { declarator.pos };
        self.implicit_int(place);
    }

    /// Skips `{ … }`.
    fn skip_block(&mut self) {
        let mut depth = 0u32;
        while self.token.kind != Kind::Eof {
            if self.is(P::LBrace) {
                depth += 1;
            } else if self.is(P::RBrace) {
                depth -= 1;
                if depth == 0 {
                    self.bump();
                    break;
                }
            }
            self.bump();
        }
    }

    fn empty_declaration(&mut self, specs: &Specs) {
        if specs.tagged {
            return;
        }
        if specs.attributes.fallthrough {
            return;
        }
        let message = text!("this declares nothing", "何も宣言されていません");
        self.sema.warn("useless-declaration", specs.pos, message);
    }

    /// Adds statements that compute the lengths of variable arrays.
    pub(super) fn compute_lengths(&mut self, out: &mut Vec<StmtId>) {
        for (object, e) in core::mem::take(&mut self.lengths) {
            let pos = self.sema.pos(e);
            out.push(self.sema.stmt(StmtKind::Length(object, e), pos));
        }
    }

    /// An expression that computes the lengths of the arrays in a type before it is used.
    pub(super) fn after_lengths(&mut self, e: ExprId, from: usize) -> ExprId {
        let mut e = e;
        for (object, length) in self.lengths.split_off(from.min(self.lengths.len())).into_iter().rev() {
            if self.sema.unevaluated > 0 && !matches!(self.sema.unit.expr(e).kind, crate::tree::ExprKind::SizeOf(_)) {
                continue;
            }
            let (pos, ty) = (self.sema.pos(length), self.sema.ty(e));
            let place = self.sema.object(object, pos);
            let assign = self.sema.add(crate::tree::ExprKind::Assign(place, length), Ty::UINT, pos);
            let whole = self.sema.pos(e);
            e = self.sema.add(crate::tree::ExprKind::Comma(assign, e), ty.plain(), whole);
        }
        e
    }

    fn init_declarator(&mut self, specs: &Specs, declarator: Declarator, out: &mut Vec<StmtId>) {
        let has_init = self.is(P::Assign);
        let mut ty = declarator.ty;
        if specs.auto_type {
            ty = Ty::ERROR;
            if !has_init {
                let message = text!("`__auto_type` needs an initialiser", "`__auto_type` には初期化子が必要です");
                self.sema.error("type", declarator.pos, message);
            } else {
                return self.auto_type(specs, declarator, out);
            }
        }
        let declaration = Declaration {
            name: declarator.name,
            pos: declarator.pos,
            ty,
            class: specs.class,
            inline: specs.inline,
            attributes: declarator.attributes,
            has_init,
            defines: false,
        };
        if self.sema.at_file_scope() {
            self.lengths.clear();
        }
        self.compute_lengths(out);
        match self.sema.declare(declaration) {
            Entity::Object(object) => self.object_rest(object, has_init, out),
            Entity::Function(_) | Entity::Type | Entity::Error => {
                if has_init {
                    let pos = self.bump().pos;
                    let message = text!("only variables have initialisers", "初期化できるのは変数だけです");
                    self.sema.error("initializer", pos, message);
                    let wrong = self.sema.unit.add_object(Object { ty: Ty::ERROR, ..Object::default() });
                    self.initializer(wrong);
                }
            }
        }
    }

    /// `__auto_type x = e`.
    fn auto_type(&mut self, specs: &Specs, declarator: Declarator, out: &mut Vec<StmtId>) {
        self.bump();
        let e = self.assignment();
        let e = self.sema.value(e);
        let ty = self.sema.unit.types.declared(self.sema.ty(e)).plain().with(specs.ty.quals);
        let declaration = Declaration {
            name: declarator.name,
            pos: declarator.pos,
            ty,
            class: specs.class,
            inline: false,
            attributes: declarator.attributes,
            has_init: true,
            defines: false,
        };
        if let Entity::Object(object) = self.sema.declare(declaration) {
            self.sema.init_whole(object, e);
            self.declared(object, out);
        }
    }

    /// The initialiser of an object, and the statement that begins its life.
    fn object_rest(&mut self, object: ObjectId, has_init: bool, out: &mut Vec<StmtId>) {
        if has_init {
            self.bump();
            self.initializer(object);
        }
        self.sema.complete_object(object);
        self.declared(object, out);
    }

    fn declared(&mut self, object: ObjectId, out: &mut Vec<StmtId>) {
        let known = self.sema.unit.object(object);
        if known.storage == Storage::Auto && self.sema.current.is_some() {
            let pos = known.pos;
            out.push(self.sema.stmt(StmtKind::Declare(object), pos));
        }
    }

    // ---- Functions ----

    /// The definition of a function, from its body or the declarations of old-style parameters on.
    fn function(&mut self, specs: &Specs, declarator: Declarator) {
        let Some(params) = declarator.params else { return };
        let mut params = *params;
        if params.old_style || !params.prototype {
            self.old_style(&mut params, declarator.pos);
        }
        let declaration = Declaration {
            name: declarator.name,
            pos: declarator.pos,
            ty: declarator.ty,
            class: specs.class,
            inline: specs.inline,
            attributes: declarator.attributes,
            has_init: false,
            defines: true,
        };
        let entity = self.sema.declare(declaration);
        let id = match entity {
            Entity::Function(id) => id,
            _ => self.sema.nameless_function(declarator.ty),
        };
        let Params { list, scope, lengths, old_style, .. } = params;
        self.sema.begin_function(id, declarator.ty, scope);
        self.sema.parameters(&list.iter().map(|p| (p.name, p.pos, p.ty, p.object)).collect::<Vec<_>>(), old_style);
        self.lengths = lengths;
        let mut prologue = Vec::new();
        self.compute_lengths(&mut prologue);
        let switches = core::mem::take(&mut self.switches);
        let block = self.body();
        self.switches = switches;
        self.sema.end_function(id, prologue, block, self.last, old_style);
        self.sema.unit.items.push(Item::Function(id));
    }

    /// The declarations of old-style parameters.
    fn old_style(&mut self, params: &mut Params, pos: Pos) {
        if !params.list.is_empty() {
            let message = text!(
                "the parameters are declared in the old style, so calls are not checked",
                "引数が古い書き方で宣言されているので、呼び出しは検査されません"
            );
            self.sema.warn("old-style-definition", pos, message);
        }
        let lengths = core::mem::take(&mut self.lengths);
        self.sema.reopen(core::mem::take(&mut params.scope));
        while !self.is(P::LBrace) && self.token.kind != Kind::Eof {
            if !self.begins_declaration() {
                self.unexpected(&text!("the function's body", "関数の本体"));
                self.recover();
                break;
            }
            let specs = self.specifiers();
            while !self.lost && !self.is(P::Semi) {
                let mut declarator = self.declarator(specs.ty, Naming::Named);
                declarator.attributes.merge(&specs.attributes);
                self.after_declarator(&mut declarator.attributes);
                let ty = self.adjusted(declarator.ty, declarator.quals);
                match params.list.iter_mut().find(|p| p.name == declarator.name && p.name != sym::EMPTY) {
                    Some(param) => {
                        let (name, place) = (declarator.name, declarator.pos);
                        let register = specs.class == Class::Register;
                        param.ty = ty;
                        param.object = Some(self.sema.parameter(name, place, ty, declarator.attributes, register));
                    }
                    None if !self.lost => {
                        let name = self.sema.names.text(declarator.name);
                        let message = text!("`{name}` is no parameter", "`{name}` は引数ではありません");
                        self.sema.error("parameter", declarator.pos, message);
                    }
                    None => {}
                }
                if !self.eat(P::Comma) {
                    break;
                }
            }
            self.semicolon();
        }
        for param in &mut params.list {
            if param.object.is_none() {
                let attributes = crate::tree::Attributes::default();
                param.object = Some(self.sema.parameter(param.name, param.pos, Ty::INT, attributes, false));
            }
        }
        params.scope = self.sema.close_saved();
        params.lengths.append(&mut self.lengths);
        self.lengths = lengths;
    }

    // ---- Static assertions ----

    /// `static_assert` without its header, as in C23.
    pub(super) fn is_static_assert(&self) -> bool {
        self.token.is_name(sym::STATIC_ASSERT)
            && self.peek(1).is(P::LParen)
            && !matches!(self.sema.look(sym::STATIC_ASSERT), Some(Meaning::Function(_)))
    }

    /// `_Static_assert (e, "text");`.
    pub(super) fn static_assert(&mut self) {
        self.bump();
        let opened = self.token.pos;
        if self.expect(P::LParen) {
            let pos = self.token.pos;
            let e = self.constant_expression();
            let pos = self.sema.range(pos, self.last);
            let mut message = text!("the assertion is false", "表明が成り立ちません");
            if self.eat(P::Comma) {
                if self.token.kind == Kind::Str {
                    let words = self.plain_string();
                    message = text!("the assertion is false: {words}", "表明が成り立ちません: {words}");
                } else {
                    self.unexpected(&text!("a string", "文字列"));
                }
            }
            self.close(P::RParen, opened);
            if !self.lost && self.sema.constant(e, pos) == Some(0) {
                self.sema.error("static-assert", pos, message);
            }
        }
        self.semicolon();
    }
}
