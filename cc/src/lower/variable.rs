//! Variable arrays: their lengths, their storage, and the stack that they take.

use super::Lower;
use super::function::Local;
use crate::ir::{Binary, Op, Type, Value};
use crate::tree::{ElementSize, ObjectId};
use crate::types::{Length, Ty};

impl Lower<'_, '_> {
    /// The size of a type in bytes, computed when the program runs if need be.
    pub(super) fn size_of(&mut self, ty: Ty) -> Value {
        let mut ty = ty;
        let mut all: Option<Value> = None;
        let mut factor = 1u32;
        while let Some((of, length)) = self.unit.types.element(ty) {
            match length {
                Length::Known(n) => factor = factor.wrapping_mul(n),
                Length::Variable(object) => {
                    let place = self.object_place(ObjectId(object));
                    let n = self.load(&place);
                    all = Some(match all {
                        Some(all) => self.builder.binary(Binary::Mul, all, n),
                        None => n,
                    });
                }
                Length::Unknown | Length::Star => factor = 0,
            }
            ty = of;
        }
        let size = factor.wrapping_mul(self.unit.types.size(ty).unwrap_or(1));
        match all {
            Some(all) => self.scaled(all, size),
            None => self.builder.int(Type::I32, size.into()),
        }
    }

    /// A number of elements in bytes.
    pub(super) fn in_bytes(&mut self, n: Value, size: ElementSize) -> Value {
        match size {
            ElementSize::Known(size) => self.scaled(n, size),
            ElementSize::Of(ty) => {
                let size = self.size_of(ty);
                self.builder.binary(Binary::Mul, n, size)
            }
        }
    }

    /// Takes the storage of a variable array.
    pub(super) fn declare_array(&mut self, id: ObjectId) {
        let o = self.unit.object(id);
        let Local::Array(at) = self.local(id) else { return };
        let scope = o.scope;
        if scope > 0 {
            let saved = self.builder.variable(Type::I32);
            let state = self.builder.op(Op::StackSave, Some(Type::I32));
            self.builder.set(saved, state);
            if let Some(entry) = self.frame.saved.get_mut(scope as usize) {
                *entry = Some(saved);
            }
            self.frame.scope = scope;
        }
        let size = self.size_of(o.ty);
        let align = self.object_align(id);
        let address = self.taken(size, align);
        self.builder.set(at, address);
    }

    /// Room on the stack.
    pub(super) fn taken(&mut self, size: Value, align: u32) -> Value {
        if align <= 8 {
            return self.builder.op(Op::Alloca(size), Some(Type::I32));
        }
        let more = self.plus(size, align as i32);
        let start = self.builder.op(Op::Alloca(more), Some(Type::I32));
        let up = self.plus(start, align as i32 - 1);
        let mask = self.builder.int(Type::I32, -i64::from(align));
        self.builder.binary(Binary::And, up, mask)
    }

    /// Gives back the variable arrays that are there now and not in `scope`.
    pub(super) fn leave_to(&mut self, scope: u32) {
        let mut at = self.frame.scope;
        let mut outermost = None;
        while at != scope && at != 0 {
            outermost = Some(at);
            at = self.frame.scopes.get(at as usize - 1).copied().unwrap_or(0);
        }
        // A scope that is not around this one: the way is not allowed, and nothing is known of the stack there.
        if at != scope {
            return;
        }
        let saved = outermost.and_then(|n| self.frame.saved.get(n as usize).copied().flatten());
        if let Some(saved) = saved {
            let state = self.builder.get(saved);
            self.builder.op(Op::StackRestore(state), None);
        }
    }
}
