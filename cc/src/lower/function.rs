//! Functions: signatures, parameters, automatic objects.

use super::Lower;
use crate::ir::build::{Builder, Variable};
use crate::ir::{
    Block, DebugVariable, Flags, Function, Mem, Op, Param, Signature, SlotId, Type, Unary, Value, VariableId,
};
use crate::opt::Level;
use crate::tree::{FunctionId, LabelId, ObjectId};
use crate::types::{FunctionType, Ty};
use alloc::{string::String, vec::Vec};
use mcore_base::text;

/// Where an automatic object is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Local {
    /// Not decided yet.
    #[default]
    None,
    /// In registers.
    Variable(Variable),
    /// On the stack.
    Slot(SlotId),
    /// On the stack, at the first multiple of an alignment above 8.
    Aligned(SlotId, u32),
    /// In memory at an address that does not change: a struct or complex number that is a parameter.
    At(Value),
    /// A variable array, whose address this variable holds.
    Array(Variable),
}

/// Where `break` and `continue` go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) block: Block,
    /// The innermost variable array there.
    pub(super) scope: u32,
}

/// A `switch` whose body is lowered.
#[derive(Clone, Debug, Default)]
pub(super) struct Switch {
    pub(super) cases: Vec<Block>,
    pub(super) default: Block,
}

/// The state of the function that is lowered.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    pub(super) function: Option<FunctionId>,
    pub(super) result: Ty,
    /// The address for a struct as result.
    pub(super) result_address: Option<Variable>,
    pub(super) labels: Vec<Option<Block>>,
    pub(super) breaks: Vec<Exit>,
    pub(super) continues: Vec<Exit>,
    pub(super) switches: Vec<Switch>,
    /// The innermost variable array.
    pub(super) scope: u32,
    /// States of the stack before each variable array, by its number.
    pub(super) saved: Vec<Option<Variable>>,
    /// The scope around each variable array, by its number minus 1.
    pub(super) scopes: Vec<u32>,
    /// Static objects of the function that are referred to.
    pub(super) statics: Vec<ObjectId>,
    /// The function has become too long.
    pub(super) stopped: bool,
}

impl Lower<'_, '_> {
    /// True for types whose values are handed over as objects: structs, unions and complex numbers.
    pub(super) fn is_object(&self, ty: Ty) -> bool {
        self.unit.types.is_record(ty) || self.is_complex(ty)
    }

    /// The class of a parameter or argument.
    pub(super) fn param(&self, ty: Ty) -> Param {
        match self.is_object(ty) {
            true => Param::Struct { size: self.size(ty), align: self.unit.types.align(ty) },
            false => Param::Value(self.ir_type(ty)),
        }
    }

    /// The signature of a call or definition. `params` are the types of all arguments.
    pub(super) fn signature(&self, f: &FunctionType, params: &[Ty]) -> Signature {
        let is_record = self.unit.types.is_record(f.result);
        let mut all = Vec::with_capacity(params.len() + 1);
        if is_record {
            all.push(Param::Value(Type::I32));
        }
        all.extend(params.iter().map(|ty| self.param(*ty)));
        let result = match self.mem(f.result) {
            _ if is_record => Some(Type::I32),
            _ if self.is_complex(f.result) => Some(self.part_type(f.result)),
            mem => mem.map(Mem::ty),
        };
        Signature { params: all, variadic: f.variadic, result, pair: self.is_complex(f.result) }
    }

    /// Lowers a function with a body.
    pub(super) fn function(&mut self, id: FunctionId) {
        let unit = self.unit;
        let f = unit.function(id);
        let (Some(body), Some(symbol)) = (&f.body, self.functions[id.index()]) else { return };
        let Some(ty) = unit.types.signature(f.ty) else { return };
        let mut params: Vec<Ty> = body.params.iter().map(|p| unit.object(*p).ty).collect();
        if body.old_style {
            for param in &mut params {
                *param = self.promoted_argument(*param);
            }
        }
        let signature = self.signature(&ty, &params);
        self.builder = Builder::new(symbol, signature, self.loc(f.pos));
        if self.settings.marks {
            self.builder.with_marks();
        }
        self.builder.function_mut().flags = Flags {
            no_inline: f.attributes.no_inline || f.attributes.weak,
            always_inline: f.attributes.always_inline,
            inline_hint: f.inline,
        };
        self.frame = Frame {
            function: Some(id),
            result: ty.result,
            labels: alloc::vec![None; body.labels.len()],
            saved: alloc::vec![None; body.scopes.len() + 1],
            scopes: body.scopes.clone(),
            ..Frame::default()
        };
        let hidden = usize::from(unit.types.is_record(ty.result));
        if hidden == 1 {
            let at = self.builder.variable(Type::I32);
            let value = self.builder.param(0);
            self.builder.set(at, value);
            self.frame.result_address = Some(at);
        }
        for (i, (param, passed)) in body.params.iter().zip(&params).enumerate() {
            self.parameter(*param, *passed, i + hidden);
        }
        for stmt in &body.prologue {
            self.stmt(*stmt);
        }
        self.stmt(body.block);
        let end = self.loc(body.end);
        self.builder.set_loc(end);
        if !self.builder.is_ended() {
            self.end_of_body();
        }
        // Labels that are used by static objects of the function only.
        let mut done = 0;
        while done < self.frame.statics.len() {
            let object = self.frame.statics[done];
            done += 1;
            self.static_object(object);
        }
        if self.settings.level == Level::O0 || self.settings.marks {
            self.debug_variables(&body.params);
            self.debug_variables(&body.objects);
        }
        let empty = Builder::new(symbol, Signature::default(), crate::ir::Loc::default());
        let function = core::mem::replace(&mut self.builder, empty).finish();
        self.check_size(&function, id);
        self.frame = Frame::default();
        self.module.functions.push(function);
    }

    /// Notes the place of each variable that has one in the frame.
    fn debug_variables(&mut self, objects: &[ObjectId]) {
        for id in objects {
            let (Local::Slot(slot) | Local::Aligned(slot, _)) = self.locals[id.index()] else { continue };
            self.debug_variable(*id, Some(slot), false);
        }
    }

    /// Notes a variable of the source: it is in the frame, or a struct that the caller passes, or a value.
    fn debug_variable(&mut self, id: ObjectId, slot: Option<SlotId>, passed: bool) -> VariableId {
        let name = self.names.text(self.unit.object(id).name).into();
        self.builder.debug_variable(DebugVariable { name, key: id.0, inlined: 0, slot, passed, part: None })
    }

    /// The end of a body that does not return: `main` returns 0, others leave the result open.
    fn end_of_body(&mut self) {
        if let Some(address) = self.frame.result_address {
            let address = self.builder.get(address);
            self.builder.ret(Some(address));
        } else if self.is_complex(self.frame.result) {
            let pair = self.zeros(self.frame.result);
            self.builder.ret_pair(pair);
        } else {
            let zero = self.mem(self.frame.result).map(|mem| self.zero(mem.ty()));
            self.builder.ret(zero);
        }
    }

    fn check_size(&mut self, function: &Function, id: FunctionId) {
        if function.size() + super::BLOCK_COST * function.blocks.len() > super::MAX_NODES || self.frame.stopped {
            let f = self.unit.function(id);
            let (name, pos) = (self.names.text(f.name), f.pos);
            let max = super::MAX_NODES;
            let message = text!(
                "function `{name}` is too long: more than {max} operations; divide it",
                "関数 `{name}` が長すぎます（{max} 演算を超えます）。分割してください"
            );
            self.error("limit", pos, message);
        }
    }

    /// The type of an argument of a function without prototype.
    pub(super) fn promoted_argument(&self, ty: Ty) -> Ty {
        match self.unit.types.strip_enum(ty).id {
            2..=7 => Ty::INT,
            14 => Ty::DOUBLE,
            _ => ty,
        }
    }

    fn parameter(&mut self, object: ObjectId, passed: Ty, index: usize) {
        let value = self.builder.param(index);
        let ty = self.unit.object(object).ty;
        if self.is_object(ty) {
            self.locals[object.index()] = Local::At(value);
            if self.settings.marks {
                self.debug_variable(object, None, true);
            }
            return;
        }
        let value = if passed.id == ty.id { value } else { self.converted(value, passed, ty) };
        let place = self.object_place(object);
        self.store(&place, value);
    }

    /// The place of an automatic object, which is decided at its first use.
    pub(super) fn local(&mut self, id: ObjectId) -> Local {
        let known = self.locals[id.index()];
        if known != Local::None {
            return known;
        }
        let o = self.unit.object(id);
        let local = if self.is_variable_array(o.ty) {
            Local::Array(self.builder.variable(Type::I32))
        } else if let Some(mem) = self.mem(o.ty)
            && !o.addressed
            && !o.ty.is_volatile()
            && (self.settings.level != Level::O0 || o.name == crate::names::Sym(0))
            && self.unit.types.is_scalar(o.ty)
        {
            let variable = self.builder.variable(mem.ty());
            if self.settings.marks && o.name != crate::names::Sym(0) {
                let source = self.debug_variable(id, None, false);
                self.builder.set_source(variable, source);
            }
            Local::Variable(variable)
        } else {
            let (size, align) = (self.size(o.ty).max(self.flexible_size(id)), self.object_align(id));
            match align > 8 {
                true => Local::Aligned(self.builder.slot(size.saturating_add(align), 8), align),
                false => Local::Slot(self.builder.slot(size.max(1), align)),
            }
        };
        self.locals[id.index()] = local;
        local
    }

    /// The register that a declaration names: `register int x asm("$4")`.
    pub(super) fn fixed_register(&self, id: ObjectId) -> Option<String> {
        let o = self.unit.object(id);
        o.attributes.asm.clone().filter(|_| o.storage == crate::tree::Storage::Auto)
    }

    /// The block of a label.
    pub(super) fn label(&mut self, id: LabelId) -> Block {
        if let Some(Some(known)) = self.frame.labels.get(id.index()) {
            return *known;
        }
        let block = self.builder.block();
        if let Some(entry) = self.frame.labels.get_mut(id.index()) {
            *entry = Some(block);
        }
        block
    }

    /// A zero of a type.
    pub(super) fn zero(&mut self, ty: Type) -> Value {
        if ty.is_float() { self.builder.float(ty, 0) } else { self.builder.int(ty, 0) }
    }

    /// An object on the stack without name.
    pub(super) fn temporary(&mut self, size: u32, align: u32) -> SlotId {
        self.builder.slot(size.max(1), align.clamp(1, 8))
    }

    /// A value's type.
    pub(super) fn type_of(&self, value: Value) -> Type {
        self.builder.function().ty(value)
    }

    /// The constant that a value is.
    pub(super) fn known(&self, value: Value) -> Option<i64> {
        self.builder.function().int(value)
    }

    /// A value with one operand, computed at once if that is a constant.
    pub(super) fn unary(&mut self, op: Unary, ty: Type, a: Value) -> Value {
        if let Op::Int(n) = *self.builder.function().op(a) {
            let folded = match op {
                Unary::Ext8 => Some(i64::from(n as i8)),
                Unary::Ext16 => Some(i64::from(n as i16)),
                Unary::Extend => Some(i64::from(n as i32)),
                Unary::ExtendZero => Some(i64::from(n as u32)),
                Unary::Low => Some(i64::from(n as i32)),
                Unary::High => Some(n >> 32),
                _ => None,
            };
            if let Some(n) = folded {
                return self.builder.int(ty, n);
            }
        }
        self.builder.unary(op, ty, a)
    }
}
