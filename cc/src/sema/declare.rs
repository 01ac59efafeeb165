//! Declarations: linkage, redeclaration, objects, parameters and functions.

use super::{Binding, Current, Meaning, Sema};
use crate::diag::Finding;
use crate::names::{Sym, sym};
use crate::options::Edition;
use crate::source::Pos;
use crate::tree::{Attributes, Body, Function, FunctionId, Item, Object, ObjectId, StmtId, Storage};
use crate::types::{Kind, Length, Ty};
use alloc::{boxed::Box, vec::Vec};
use mcore_base::text;

/// The storage class that a declaration names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    #[default]
    None,
    /// `typedef`.
    Typedef,
    /// `extern`.
    Extern,
    /// `static`.
    Static,
    /// `auto`.
    Auto,
    /// `register`.
    Register,
}

/// A declaration of one name.
#[derive(Clone, Debug, Default)]
pub struct Declaration {
    pub name: Sym,
    /// Its place.
    pub pos: Pos,
    /// The type.
    pub ty: Ty,
    /// The storage class.
    pub class: Class,
    /// `inline`.
    pub inline: bool,
    pub attributes: Attributes,
    /// `=` follows.
    pub has_init: bool,
    /// The body of a function follows.
    pub defines: bool,
}

/// The result of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// A name for a type.
    Type,
    /// A variable.
    Object(ObjectId),
    Function(FunctionId),
    /// A wrong declaration.
    Error,
}

/// The names of a scope that is closed, to open it again.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    names: Vec<(Sym, Meaning, Pos)>,
    tags: Vec<(Sym, Ty, Pos)>,
}

/// The meaning of a name with linkage, also where it is not visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Linked {
    Object(ObjectId),
    Function(FunctionId),
}

impl Sema<'_, '_> {
    // ---- Scopes ----

    /// Closes the innermost scope and keeps its names.
    pub fn close_saved(&mut self) -> Saved {
        let mut saved = Saved::default();
        if let Some(scope) = self.scopes.last() {
            for name in &scope.names {
                if let Some(Binding { meaning, pos, .. }) = self.bindings[name.0 as usize].last() {
                    saved.names.push((*name, *meaning, *pos));
                }
            }
            for tag in &scope.tags {
                if let Some(Binding { meaning, pos, .. }) = self.tags[tag.0 as usize].last() {
                    saved.tags.push((*tag, *meaning, *pos));
                }
            }
        }
        self.close();
        saved
    }

    /// Opens a scope with the names of one that was closed.
    pub fn reopen(&mut self, saved: Saved) {
        self.open();
        for (tag, ty, pos) in saved.tags {
            self.bind_tag(tag, ty, pos);
        }
        for (name, meaning, pos) in saved.names {
            self.bind(name, meaning, pos);
        }
    }

    /// Closes the scope of a block: variables that were never used are reported at the end of the function.
    pub fn close_block(&mut self) {
        self.close();
    }

    // ---- Objects ----

    /// A variable that the source does not name: the length of a variable array.
    pub fn hidden(&mut self, ty: Ty, pos: Pos) -> ObjectId {
        let function = self.current.as_ref().map(|c| c.id);
        let object = Object { ty, pos, function, read: true, written: true, ..Object::default() };
        self.own(object)
    }

    fn own(&mut self, object: Object) -> ObjectId {
        let id = self.unit.add_object(object);
        if let Some(current) = &mut self.current {
            current.body.objects.push(id);
        }
        id
    }

    /// A parameter with a name.
    pub fn parameter(&mut self, name: Sym, pos: Pos, ty: Ty, attributes: Attributes, register: bool) -> ObjectId {
        if let Some((_, first)) = self.look_here(name) {
            let word = self.names.text(name);
            let message = text!("parameter `{word}` is there twice", "引数 `{word}` が 2 つあります");
            let here = text!("first declared here", "最初の宣言はここです");
            self.report.push(Finding::error("redefinition", pos, message).second(first, here));
        }
        let object = Object { name, ty, pos, param: true, attributes, register, ..Object::default() };
        let id = self.unit.add_object(object);
        self.bind(name, Meaning::Object(id), pos);
        id
    }

    /// The constant of an enumeration.
    pub fn constant_name(&mut self, name: Sym, value: i64, ty: Ty, pos: Pos) {
        if let Some((_, first)) = self.look_here(name) {
            self.redefined(name, pos, first);
        }
        self.bind(name, Meaning::Constant(value, ty), pos);
    }

    fn redefined(&mut self, name: Sym, pos: Pos, first: Pos) {
        let word = self.names.text(name);
        let message =
            text!("`{word}` is declared again as something else", "`{word}` が別のものとして再び宣言されています");
        let here = text!("first declared here", "最初の宣言はここです");
        self.report.push(Finding::error("redefinition", pos, message).second(first, here));
    }

    /// Declares a name.
    pub fn declare(&mut self, d: Declaration) -> Entity {
        if d.name == sym::EMPTY {
            return Entity::Error;
        }
        if d.class == Class::Typedef {
            return self.declare_type(&d);
        }
        if self.unit.types.is_function(d.ty) {
            return self.declare_function(d);
        }
        if d.inline || d.attributes.no_return {
            let message =
                text!("only functions are `inline` or `_Noreturn`", "`inline` と `_Noreturn` は関数だけに付けられます");
            self.error("inline", d.pos, message);
        }
        if self.unit.types.is_void(d.ty) && !(d.class == Class::Extern) {
            let word = self.names.text(d.name);
            let message = text!("variable `{word}` has type `void`", "変数 `{word}` の型が `void` です");
            self.error("type", d.pos, message);
            return self.broken(&d);
        }
        if self.at_file_scope() || d.class == Class::Extern { self.declare_linked(d) } else { self.declare_local(d) }
    }

    /// An object in place of a wrong declaration.
    fn broken(&mut self, d: &Declaration) -> Entity {
        let object = Object { name: d.name, ty: Ty::ERROR, pos: d.pos, read: true, written: true, ..Object::default() };
        let id = self.own(object);
        self.bind(d.name, Meaning::Object(id), d.pos);
        Entity::Object(id)
    }

    fn declare_type(&mut self, d: &Declaration) -> Entity {
        if let Some((meaning, first)) = self.look_here(d.name) {
            match meaning {
                Meaning::Type(ty, _) if ty == d.ty || self.same_type(ty, d.ty) => {}
                _ => {
                    self.redefined(d.name, d.pos, first);
                    return Entity::Type;
                }
            }
        }
        self.bind(d.name, Meaning::Type(d.ty, d.attributes.align), d.pos);
        Entity::Type
    }

    /// The meaning of a name with linkage, wherever it was declared.
    fn linked(&self, name: Sym) -> Option<Linked> {
        self.linked.get(name.0 as usize).copied().flatten()
    }

    fn link(&mut self, name: Sym, linked: Linked) {
        let index = name.0 as usize;
        if self.linked.len() <= index {
            self.linked.resize(index + 1, None);
        }
        self.linked[index] = Some(linked);
    }

    /// A variable at file scope, or declared `extern`.
    fn declare_linked(&mut self, d: Declaration) -> Entity {
        if let Some((meaning, first)) = self.look_here(d.name)
            && !matches!(meaning, Meaning::Object(_))
        {
            self.redefined(d.name, d.pos, first);
            return self.broken(&d);
        }
        if d.has_init && d.class == Class::Extern && !self.at_file_scope() {
            self.error(
                "extern",
                d.pos,
                text!("`extern` in a function has no initialiser", "関数内の `extern` は初期化できません"),
            );
        }
        if matches!(d.class, Class::Auto | Class::Register) && d.attributes.asm.is_none() {
            let message = text!(
                "a variable outside functions has no such storage class",
                "関数の外の変数にこの記憶クラスは付けられません"
            );
            self.error("storage-class", d.pos, message);
        }
        let storage = match d.class {
            _ if d.has_init => Storage::Static,
            Class::Extern => Storage::Extern,
            Class::Static => Storage::Static,
            _ => Storage::Tentative,
        };
        if self.unit.types.is_variable(d.ty) {
            self.error("array", d.pos, text!("the length is not constant", "要素数が定数ではありません"));
        }
        match self.linked(d.name) {
            Some(Linked::Object(id)) => self.redeclare_object(id, &d, storage),
            Some(Linked::Function(id)) => {
                let first = self.unit.function(id).pos;
                self.redefined(d.name, d.pos, first);
                self.broken(&d)
            }
            None => {
                let (name, ty, pos) = (d.name, d.ty, d.pos);
                let object = Object {
                    name,
                    ty,
                    pos,
                    storage,
                    global: d.class != Class::Static,
                    attributes: d.attributes,
                    register: d.class == Class::Register,
                    ..Object::default()
                };
                let id = self.unit.add_object(object);
                self.defined_here(id, d.has_init);
                self.link(name, Linked::Object(id));
                self.unit.items.push(Item::Object(id));
                self.bind(name, Meaning::Object(id), pos);
                Entity::Object(id)
            }
        }
    }

    fn defined_here(&mut self, id: ObjectId, has_init: bool) {
        if has_init {
            self.initialised.insert(id);
        }
    }

    fn redeclare_object(&mut self, id: ObjectId, d: &Declaration, storage: Storage) -> Entity {
        let known = self.unit.object(id);
        let (first, ty, old, global) = (known.pos, known.ty, known.storage, known.global);
        let word = self.names.text(d.name);
        let here = text!("first declared here", "最初の宣言はここです");
        if !self.same_type(ty, d.ty) {
            let (a, b) = (self.show(ty), self.show(d.ty));
            let message = text!(
                "`{word}` is declared as `{b}`, but was declared as `{a}`",
                "`{word}` は `{b}` と宣言されていますが、前の宣言では `{a}` です"
            );
            self.report.push(Finding::error("redefinition", d.pos, message).second(first, here));
            self.bind(d.name, Meaning::Object(id), d.pos);
            return Entity::Object(id);
        }
        if d.has_init && self.initialised.contains(&id) {
            let message = text!("`{word}` is defined twice", "`{word}` が 2 度定義されています");
            self.report.push(Finding::error("redefinition", d.pos, message).second(first, here));
        } else if (d.class == Class::Static) && global {
            let message = text!(
                "`{word}` is `static` here, but not before",
                "`{word}` はここでは `static` ですが、前はそうではありません"
            );
            self.report.push(Finding::error("linkage", d.pos, message).second(first, here));
        } else if !global && d.class == Class::None && self.at_file_scope() {
            let message = text!(
                "`{word}` was `static` before, but is not here",
                "`{word}` は前は `static` ですが、ここではそうではありません"
            );
            self.report.push(Finding::error("linkage", d.pos, message).second(first, here));
        } else if storage == Storage::Extern && self.at_file_scope() {
            let message = text!("`{word}` is declared again", "`{word}` が再び宣言されています");
            self.report.push(Finding::named("redundant-decls", d.pos, message).second(first, here));
        }
        self.defined_here(id, d.has_init);
        let both = self.unit.types.composite(ty, d.ty);
        let object = &mut self.unit.objects[id.index()];
        object.ty = both.with(ty.quals);
        object.attributes.merge(&d.attributes);
        object.storage = match (old, storage) {
            (Storage::Static, _) | (_, Storage::Static) => Storage::Static,
            (Storage::Tentative, _) | (_, Storage::Tentative) => Storage::Tentative,
            _ => Storage::Extern,
        };
        if d.has_init {
            object.pos = d.pos;
        }
        self.bind(d.name, Meaning::Object(id), d.pos);
        Entity::Object(id)
    }

    /// A variable in a block.
    fn declare_local(&mut self, d: Declaration) -> Entity {
        if let Some((_, first)) = self.look_here(d.name) {
            self.redefined(d.name, d.pos, first);
        } else if self.look(d.name).is_some() {
            self.check_shadow(d.name, d.pos);
        }
        let is_static = d.class == Class::Static;
        let storage = if is_static { Storage::Static } else { Storage::Auto };
        let function = self.current.as_ref().map(|c| c.id);
        let mut object = Object {
            name: d.name,
            ty: d.ty,
            pos: d.pos,
            storage,
            function,
            attributes: d.attributes,
            register: d.class == Class::Register,
            ..Object::default()
        };
        if self.unit.types.is_variable(d.ty) {
            if is_static {
                self.error(
                    "array",
                    d.pos,
                    text!(
                        "the length of a `static` array must be constant",
                        "`static` 配列の要素数は定数でなければなりません"
                    ),
                );
            } else if let Some(current) = &mut self.current {
                current.body.scopes.push(current.array);
                current.array = current.body.scopes.len() as u32;
                object.scope = current.array;
            }
        }
        let id = self.own(object);
        if is_static {
            self.unit.items.push(Item::Object(id));
        }
        self.bind(d.name, Meaning::Object(id), d.pos);
        Entity::Object(id)
    }

    fn check_shadow(&mut self, name: Sym, pos: Pos) {
        let Some(first) = self.bindings.get(name.0 as usize).and_then(|b| b.last()).map(|b| b.pos) else { return };
        let word = self.names.text(name);
        let message = text!("`{word}` hides another declaration", "`{word}` が別の宣言を隠しています");
        let here = text!("that declaration is here", "その宣言はここです");
        self.report.push(Finding::named("shadow", pos, message).second(first, here));
    }

    /// Checks an object after its initialiser, which may have completed its type.
    pub fn complete_object(&mut self, id: ObjectId) {
        let object = self.unit.object(id);
        let (ty, pos, name, storage) = (object.ty, object.pos, object.name, object.storage);
        if ty.is_error() || storage == Storage::Extern {
            return;
        }
        let types = &self.unit.types;
        let word = self.names.text(name);
        if !types.is_complete(ty) {
            // A later declaration may complete it.
            if storage == Storage::Tentative || storage == Storage::Static && self.at_file_scope() {
                return;
            }
            let shown = self.show(ty);
            let message = text!(
                "the size of `{word}` of type `{shown}` is not known",
                "型 `{shown}` の `{word}` の大きさがわかりません"
            );
            self.error("incomplete-type", pos, message);
            self.unit.objects[id.index()].ty = Ty::ERROR;
            return;
        }
        self.check_size(id);
    }

    /// An object must fit node memory.
    fn check_size(&mut self, id: ObjectId) {
        let object = self.unit.object(id);
        let limit =
            if self.options.memory_size > 0 { self.options.memory_size } else { crate::types::layout::MAX_SIZE };
        let Some(size) = self.unit.types.size(object.ty).filter(|size| *size > limit) else { return };
        let (pos, word) = (object.pos, self.names.text(object.name));
        let message = text!(
            "`{word}` has {size} bytes, node memory has {limit}",
            "`{word}` は {size} バイトですが、ノードメモリは {limit} バイトです"
        );
        self.error("limit", pos, message);
        self.unit.objects[id.index()].ty = Ty::ERROR;
    }

    /// The object of a compound literal.
    pub fn literal_object(&mut self, ty: Ty, pos: Pos) -> ObjectId {
        let mut ty = ty;
        if self.unit.types.is_function(ty) || self.unit.types.is_void(ty) {
            self.error("type", pos, text!("a value of this type cannot be written", "この型の値は書けません"));
            ty = Ty::ERROR;
        }
        let outside = self.current.is_none();
        let object = Object {
            ty,
            pos,
            storage: if outside { Storage::Static } else { Storage::Auto },
            function: self.current.as_ref().map(|c| c.id),
            addressed: true,
            read: true,
            written: true,
            ..Object::default()
        };
        let id = self.own(object);
        if outside {
            self.unit.items.push(Item::Object(id));
        }
        id
    }

    // ---- Functions ----

    fn declare_function(&mut self, d: Declaration) -> Entity {
        let here = text!("first declared here", "最初の宣言はここです");
        if let Some((meaning, first)) = self.look_here(d.name)
            && !matches!(meaning, Meaning::Function(_))
        {
            self.redefined(d.name, d.pos, first);
            return Entity::Error;
        }
        if d.name == sym::MAIN && self.at_file_scope() {
            self.check_main(&d);
        }
        let in_block = !self.at_file_scope();
        if matches!(d.class, Class::Auto | Class::Register) || in_block && d.class == Class::Static {
            let message = text!("a function has no such storage class here", "関数にこの記憶クラスは付けられません");
            self.error("storage-class", d.pos, message);
        }
        let gnu = self.options.edition == Edition::Gnu89;
        let external = if gnu { !d.inline || d.class != Class::Extern } else { !d.inline || d.class == Class::Extern };
        let id = match self.linked(d.name) {
            Some(Linked::Object(id)) => {
                let first = self.unit.object(id).pos;
                self.redefined(d.name, d.pos, first);
                return Entity::Error;
            }
            Some(Linked::Function(id)) => {
                let known = self.unit.function(id);
                let (first, ty, has_body) = (known.pos, known.ty, known.body.is_some());
                let (global, implicit, only_inline) = (known.global, known.implicit, known.inline && !known.external);
                let word = self.names.text(d.name);
                if !self.unit.types.compatible(ty, d.ty) {
                    let (a, b) = (self.show(ty), self.show(d.ty));
                    let message = text!(
                        "`{word}` is declared as `{b}`, but was declared as `{a}`",
                        "`{word}` は `{b}` と宣言されていますが、前の宣言では `{a}` です"
                    );
                    let finding = if implicit {
                        Finding::named("implicit-function-declaration", d.pos, message)
                    } else {
                        Finding::error("redefinition", d.pos, message)
                    };
                    self.report.push(finding.second(first, here));
                    self.unit.functions[id.index()].ty = d.ty;
                } else if d.defines && has_body && !(gnu && only_inline) {
                    let message = text!("`{word}` is defined twice", "`{word}` が 2 度定義されています");
                    self.report.push(Finding::error("redefinition", d.pos, message).second(first, here));
                } else if d.class == Class::Static && global && gnu && only_inline {
                    self.unit.functions[id.index()].global = false;
                } else if d.class == Class::Static && global && !implicit {
                    let message = text!(
                        "`{word}` is `static` here, but not before",
                        "`{word}` はここでは `static` ですが、前はそうではありません"
                    );
                    self.report.push(Finding::error("linkage", d.pos, message).second(first, here));
                } else if !d.defines && !implicit && !in_block {
                    let message = text!("`{word}` is declared again", "`{word}` が再び宣言されています");
                    self.report.push(Finding::named("redundant-decls", d.pos, message).second(first, here));
                }
                let both = self.unit.types.composite(self.unit.function(id).ty, d.ty);
                let function = &mut self.unit.functions[id.index()];
                if self.unit.types.is_function(both) {
                    function.ty = both;
                }
                if implicit && d.class == Class::Static {
                    function.global = false;
                }
                function.implicit = false;
                function.inline |= d.inline;
                function.external = if gnu && d.defines { external } else { function.external | external };
                function.attributes.merge(&d.attributes);
                if d.defines {
                    function.pos = d.pos;
                }
                id
            }
            None => {
                let global = d.class != Class::Static;
                self.new_function(Function {
                    name: d.name,
                    ty: d.ty,
                    pos: d.pos,
                    global,
                    inline: d.inline,
                    external,
                    attributes: d.attributes,
                    ..Function::default()
                })
            }
        };
        self.bind(d.name, Meaning::Function(id), d.pos);
        Entity::Function(id)
    }

    /// `main` returns an `int` and takes nothing, or a number and texts.
    fn check_main(&mut self, d: &Declaration) {
        let Some(f) = self.unit.types.signature(d.ty) else { return };
        if f.result.id != Ty::INT.id && !f.result.is_error() {
            let message = text!("`main` must return `int`", "`main` の結果は `int` でなければなりません");
            self.warn("main", d.pos, message);
        }
        let good = match f.params[..] {
            [] => true,
            [count] => count.id == Ty::INT.id,
            [count, texts, ..] => {
                let inner = self.unit.types.pointee(texts).and_then(|to| self.unit.types.pointee(to));
                f.params.len() <= 3 && count.id == Ty::INT.id && inner.is_some_and(|c| c.id == Ty::CHAR.id)
            }
        };
        if !good {
            let message = text!(
                "`main` takes no parameters, or `int argc, char **argv`",
                "`main` の引数は無いか、`int argc, char **argv` です"
            );
            self.warn("main", d.pos, message);
        }
        if d.class == Class::Static {
            self.warn("main", d.pos, text!("`main` must not be `static`", "`main` を `static` にはできません"));
        }
    }

    /// Adds a function and links its name.
    pub(super) fn new_function(&mut self, function: Function) -> FunctionId {
        let id = FunctionId(self.unit.functions.len() as u32);
        let name = function.name;
        self.unit.functions.push(function);
        if name != sym::EMPTY {
            self.link(name, Linked::Function(id));
        }
        id
    }

    /// The function whose name is wrong, so that its body can be checked.
    pub fn nameless_function(&mut self, ty: Ty) -> FunctionId {
        self.new_function(Function { ty, used: true, ..Function::default() })
    }

    /// The function with a name, if one is known anywhere.
    pub(super) fn known_function(&self, name: Sym) -> Option<FunctionId> {
        match self.linked(name) {
            Some(Linked::Function(id)) => Some(id),
            _ => None,
        }
    }

    /// Begins the body of a function, in the scope of its parameters.
    pub fn begin_function(&mut self, id: FunctionId, ty: Ty, scope: Saved) {
        let result = self.unit.types.signature(ty).map_or(Ty::ERROR, |f| f.result);
        let pos = self.unit.function(id).pos;
        if !result.is_error() && !self.unit.types.is_void(result) && !self.unit.types.is_complete(result) {
            let shown = self.show(result);
            let message =
                text!("the size of the result `{shown}` is not known", "結果の型 `{shown}` の大きさがわかりません");
            self.error("incomplete-type", pos, message);
        }
        self.reopen(scope);
        self.current = Some(Box::new(Current { id, result: result.plain(), ..Current::default() }));
    }

    /// The parameters of the function whose body begins: name, place, type and object.
    pub fn parameters(&mut self, list: &[(Sym, Pos, Ty, Option<ObjectId>)], old_style: bool) {
        let id = self.current.as_ref().map_or(FunctionId(0), |c| c.id);
        let mut objects = Vec::new();
        for (name, pos, ty, object) in list {
            let object = object.unwrap_or_else(|| {
                self.unit.add_object(Object {
                    name: *name,
                    ty: *ty,
                    pos: *pos,
                    param: true,
                    read: true,
                    ..Object::default()
                })
            });
            if !ty.is_error() && !self.unit.types.is_complete(*ty) {
                let shown = self.show(*ty);
                let message = text!(
                    "the size of the parameter `{shown}` is not known",
                    "引数の型 `{shown}` の大きさがわかりません"
                );
                self.error("incomplete-type", *pos, message);
                self.unit.objects[object.index()].ty = Ty::ERROR;
            }
            self.unit.objects[object.index()].function = Some(id);
            objects.push(object);
        }
        if let Some(current) = &mut self.current {
            current.body.objects.extend(&objects);
            current.body.params = objects;
            current.body.old_style = old_style;
        }
    }

    /// Ends the body of a function.
    pub fn end_function(&mut self, id: FunctionId, prologue: Vec<StmtId>, block: StmtId, end: Pos, old_style: bool) {
        for stmt in &prologue {
            if let crate::tree::StmtKind::Length(object, _) = self.unit.stmt(*stmt).kind {
                self.unit.objects[object.index()].function = Some(id);
                if let Some(current) = &mut self.current {
                    current.body.objects.push(object);
                }
            }
        }
        self.close();
        self.finish_labels();
        self.check_unused();
        let Some(current) = self.current.take() else { return };
        let body = Body { prologue, block, end, old_style, ..current.body };
        let function = &mut self.unit.functions[id.index()];
        if function.body.is_none() {
            function.body = Some(Box::new(body));
        }
    }

    /// True if two declarations with these types can be of the same thing.
    fn same_type(&self, a: Ty, b: Ty) -> bool {
        let types = &self.unit.types;
        types.quals_of(a) == types.quals_of(b) && types.compatible(a, b)
    }

    /// Reports variables of the function that are never used.
    fn check_unused(&mut self) {
        // Errors may have taken the uses away.
        if self.report.has_errors() {
            return;
        }
        let Some(current) = &self.current else { return };
        let mut findings = Vec::new();
        for id in &current.body.objects {
            let object = self.unit.object(*id);
            if object.name == sym::EMPTY || object.read || object.attributes.unused || object.ty.is_error() {
                continue;
            }
            let name = self.names.text(object.name);
            let finding = if object.param {
                if object.written {
                    continue;
                }
                let message = text!("parameter `{name}` is never used", "引数 `{name}` は使われていません");
                Finding::named("unused-parameter", object.pos, message)
            } else if object.written {
                let message =
                    text!("`{name}` gets values that are never used", "`{name}` に代入された値が使われていません");
                Finding::named("unused-but-set-variable", object.pos, message)
            } else if object.ty.is_volatile() {
                continue;
            } else {
                let message = text!("variable `{name}` is never used", "変数 `{name}` は使われていません");
                Finding::named("unused-variable", object.pos, message)
            };
            findings.push(finding);
        }
        findings.into_iter().for_each(|f| self.report.push(f));
    }

    /// At the end of the unit: tentative definitions of arrays without length get one element.
    pub(super) fn finish_objects(&mut self) {
        for index in 0..self.unit.objects.len() {
            let object = &self.unit.objects[index];
            if object.function.is_some() || !matches!(object.storage, Storage::Tentative | Storage::Static) {
                continue;
            }
            let (ty, pos) = (object.ty, object.pos);
            let id = ObjectId(index as u32);
            if let Kind::Array(of, Length::Unknown) = *self.unit.types.kind(ty) {
                let one = self.unit.types.array(of, Length::Known(1));
                self.unit.objects[index].ty = one.with(ty.quals);
                let message =
                    text!("the array has no length; it gets one element", "配列に要素数がないので、1 個とします");
                self.warn("array", pos, message);
            } else if !ty.is_error() && !self.unit.types.is_complete(ty) {
                let (word, shown) = (self.names.text(self.unit.objects[index].name), self.show(ty));
                let message = text!(
                    "the size of `{word}` of type `{shown}` is not known",
                    "型 `{shown}` の `{word}` の大きさがわかりません"
                );
                self.error("incomplete-type", pos, message);
            }
            self.check_size(id);
        }
    }
}
