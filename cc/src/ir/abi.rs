//! The calling convention o32 with hard float (FR=0): where arguments are.
//!
//! Arguments take consecutive words, 8-byte ones an even place. Words 0 to 3 are in `$a0` to `$a3`, the rest on the
//! stack at 4 times their number; the caller always leaves 16 bytes for the first four. The first two arguments are in
//! `$f12` and `$f14` if they are floating-point numbers (the second only if the first is one too) and the function has
//! a prototype without `...`.

use super::{Param, Signature, Type};
use alloc::vec::Vec;

/// The place of an argument, or of a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A general register, by number.
    General(u8),
    /// A floating-point register, by number.
    Float(u8),
    /// On the stack, at this offset from `$sp` at the call.
    Stack(i32),
}

/// The words of one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// Its first word.
    pub first: u32,
    /// The number of words.
    pub count: u32,
    /// The floating-point register that it is in instead.
    pub float: Option<u8>,
}

/// The words of all parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Per parameter.
    pub words: Vec<Words>,
    /// The number of words in all, at least 4.
    pub total: u32,
    /// The first word after the parameters: where unnamed ones begin.
    pub next: u32,
}

/// The general register of an argument word, or its place on the stack.
pub const fn word_place(word: u32) -> Place {
    if word < 4 { Place::General(4 + word as u8) } else { Place::Stack(4 * word as i32) }
}

/// Distributes the parameters of a signature.
pub fn layout(signature: &Signature) -> Layout {
    let mut next = 0u32;
    let mut floats = if signature.variadic { 2 } else { 0 };
    let mut words = Vec::with_capacity(signature.params.len());
    for param in &signature.params {
        let (size, align) = match *param {
            Param::Value(ty) => (ty.size(), ty.size()),
            Param::Struct { size, align } => (size, align),
        };
        if align > 4 {
            next = next.next_multiple_of(2);
        }
        let is_float = matches!(param, Param::Value(Type::F32 | Type::F64));
        let float = (is_float && floats < 2).then_some(12 + 2 * floats);
        // One that is not in such a register ends the row of them.
        floats = if float.is_some() { floats + 1 } else { 2 };
        let count = size.div_ceil(4);
        words.push(Words { first: next, count, float });
        next = next.saturating_add(count);
    }
    Layout { words, total: next.max(4), next }
}
