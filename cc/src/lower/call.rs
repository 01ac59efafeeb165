//! Calls and lists of arguments.

use super::Lower;
use super::place::Place;
use crate::ir::{Access, Binary, Callee, Mem, Op, SymbolId, Type, Value};
use crate::tree::{ExprId, ExprKind};
use crate::types::{FunctionType, Ty};
use alloc::rc::Rc;
use alloc::vec::Vec;

impl Lower<'_, '_> {
    /// A call; its value, or for a struct the address of the result.
    pub(super) fn call(&mut self, e: ExprId, f: ExprId, args: &[ExprId]) -> Option<Value> {
        let ty = self.unit.ty(e);
        let is_record = self.unit.types.is_record(ty);
        let result = is_record.then(|| {
            let slot = self.temporary(self.size(ty), self.unit.types.align(ty));
            self.builder.slot_address(slot, 0)
        });
        self.call_into(f, args, ty, result).map(|(value, _)| value)
    }

    /// A call whose result, if it is a struct, goes to an address. A complex number has a second value.
    pub(super) fn call_into(
        &mut self,
        f: ExprId,
        args: &[ExprId],
        ty: Ty,
        into: Option<Value>,
    ) -> Option<(Value, Option<Value>)> {
        let unit = self.unit;
        let callee = self.callee(f);
        let signature = self.callee_type(f);
        let mut values = Vec::with_capacity(args.len() + 1);
        values.extend(into);
        for (i, arg) in args.iter().enumerate() {
            let is_record = self.is_object(unit.ty(*arg));
            let value = if !is_record {
                self.value(*arg)
            } else if args[i + 1..].iter().all(|later| self.is_quiet(*later)) {
                self.record(*arg)
            } else {
                self.kept_record(*arg)
            };
            values.push(value);
        }
        let types: Vec<Ty> = args.iter().map(|a| unit.ty(*a)).collect();
        let called = FunctionType { result: ty, ..(*signature).clone() };
        let signature = self.signature(&called, &types);
        if signature.pair {
            return self.builder.call_pair(callee, signature, values).map(|(real, imag)| (real, Some(imag)));
        }
        let value = self.builder.call(callee, signature, values);
        into.or(value).map(|value| (value, None))
    }

    /// The function that is called: by name, or by its address.
    fn callee(&mut self, f: ExprId) -> Callee {
        let unit = self.unit;
        let mut at = f;
        loop {
            match unit.expr(at).kind {
                ExprKind::Function(id) => return Callee::Symbol(self.function_symbol(id)),
                ExprKind::Decay(inner) | ExprKind::Address(inner) => at = inner,
                // `(*f)()` of a function that has become a pointer.
                ExprKind::Deref(inner) if unit.types.is_function(unit.ty(at)) => at = inner,
                _ => break,
            }
        }
        Callee::Value(if unit.types.is_function(unit.ty(at)) {
            let place = self.place(at);
            self.address(&place)
        } else {
            self.value(at)
        })
    }

    fn callee_type(&self, f: ExprId) -> Rc<FunctionType> {
        let ty = self.unit.ty(f);
        let to = self.unit.types.pointee(ty).unwrap_or(ty);
        self.unit.types.signature(to).unwrap_or_else(|| {
            Rc::new(FunctionType { result: Ty::INT, params: Vec::new(), variadic: false, prototype: false })
        })
    }

    /// A call of a function of the library.
    pub(super) fn call_library(&mut self, name: &str, args: Vec<Value>, result: Option<Type>) -> Option<Value> {
        let symbol = self.library_symbol(name);
        let params = args.iter().map(|a| crate::ir::Param::Value(self.type_of(*a))).collect();
        let signature = crate::ir::Signature { params, variadic: false, result, pair: false };
        self.builder.call(Callee::Symbol(symbol), signature, args)
    }

    /// The symbol of a function of the library; the unit's own function if it has one of this name.
    pub(super) fn library_symbol(&mut self, name: &str) -> SymbolId {
        let own = self
            .unit
            .functions
            .iter()
            .position(|f| f.global && f.attributes.asm.is_none() && self.names.text(f.name) == name);
        match own {
            Some(index) => self.function_symbol(crate::tree::FunctionId(index as u32)),
            None => self.module.symbol(name),
        }
    }

    /// `va_arg`: the value, or for a struct or complex number its address.
    pub(super) fn va_arg(&mut self, list: ExprId, ty: Ty) -> Value {
        let list = self.place(list);
        let mut at = self.load(&list);
        let is_record = self.is_object(ty);
        let size = self.size(ty);
        if self.unit.types.align(ty) >= 8 {
            let up = self.plus(at, 7);
            let mask = self.builder.int(Type::I32, -8);
            at = self.builder.binary(Binary::And, up, mask);
        }
        let next = self.plus(at, size.next_multiple_of(4) as i32);
        self.store(&list, next);
        if is_record {
            return at;
        }
        match self.mem(ty) {
            // A narrow argument was passed as `int`.
            Some(Mem::I8 | Mem::U8 | Mem::I16 | Mem::U16) => {
                let word = self.builder.load(Access::plain(Mem::I32), at, 0);
                self.narrowed(word, ty)
            }
            Some(mem) => self.builder.load(Access::plain(mem), at, 0),
            None => self.zero(Type::I32),
        }
    }

    /// The place of a list of arguments, which is a pointer.
    pub(super) fn list(&mut self, list: ExprId) -> Place {
        self.place(list)
    }

    /// `va_start`.
    pub(super) fn va_start(&mut self, list: ExprId) {
        let place = self.list(list);
        let start = self.builder.op(Op::VarArgs, Some(Type::I32));
        self.store(&place, start);
    }
}
