//! The objects at addresses: variables and their parts, and blocks of `malloc`.

use super::{Field, Frame, Kind, MAX_DEPTH, Scope, Shape, Ty, Value};
use alloc::{format, string::String};
use mcore_cpu::program::SegmentKind;
use mcore_toolchain::debug::Variable;

/// Maximum number of blocks of the heap that are looked through; the ones after them have no name.
const MAX_BLOCKS: usize = 4096;
/// Bytes before and after an array in which an address is said to be outside the array.
const NEAR: u32 = 64;
/// Marks of the blocks of the heap (`core/lib/c/malloc.c`): the second word of a head is its address XOR one of these.
const IN_USE: u32 = 0x6d63_616c;
const FREED: u32 = 0x6672_6565;
/// Bytes of the head of a block.
const HEAD: u32 = 8;

/// A block of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Address of its first byte.
    pub begin: u32,
    /// Bytes that the program may use.
    pub bytes: u32,
    /// The program has given it back.
    pub freed: bool,
}

impl Block {
    /// Whether an address is in it.
    pub fn holds(&self, addr: u32) -> bool {
        addr.wrapping_sub(self.begin) < self.bytes
    }
}

/// An address near an array, and outside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The array: `a`, or `a in main`.
    pub array: String,
    /// Bytes from its end, or bytes to its start.
    pub bytes: u32,
    /// The address is before the array.
    pub before: bool,
}

/// A part of a variable.
struct Part {
    name: String,
    value: Value,
    /// Bytes from the start of the part.
    within: u32,
}

/// Takes a variable with its scope, its value, and the function that it is local to; true ends the search.
type Look<'l, 'f> = dyn FnMut(&Scope<'_>, &Variable, Value, Option<&'f str>) -> bool + 'l;

impl<'a> Scope<'a> {
    /// The object at an address, in the words of C: `&a[3].x`, `&n in main`. `frames` are the functions that the rank is in.
    /// A part of the type `ty`, by its name, is not divided further.
    pub fn object_at(&self, addr: u32, ty: &str, frames: &[Frame]) -> Option<String> {
        let stops = |scope: &Scope<'_>, value: &Value, within: u32| within == 0 && scope.name_of(&value.ty) == ty;
        let (part, function) = self.part_of(addr, frames, &stops)?;
        let name =
            if part.within == 0 { format!("&{}", part.name) } else { format!("&{} + {}", part.name, part.within) };
        Some(with_function(name, function))
    }

    /// The scalar, or the array of characters, at an address, with its name: `a[3].x`, `n in main`; the name of an array has
    /// the index of the character at the address.
    pub fn scalar_at(&self, addr: u32, frames: &[Frame]) -> Option<(String, Value)> {
        // Characters are shown together, from any of them on.
        let stops =
            |scope: &Scope<'_>, value: &Value, _: u32| matches!(scope.shape(value), Shape::Array { is_text: true, .. });
        let (part, function) = self.part_of(addr, frames, &stops)?;
        let size = self.size(&part.value)?;
        // The gaps between members are no scalars.
        let name = match self.shape(&part.value) {
            _ if part.within >= size => return None,
            Shape::Integer | Shape::Float | Shape::Pointer => part.name,
            Shape::Array { is_text: true, .. } => format!("{}[{}]", part.name, part.within),
            Shape::Array { .. } | Shape::Record(_) | Shape::Other => return None,
        };
        Some((with_function(name, function), part.value))
    }

    /// The array that ends a few bytes before an address, or begins after it. `None` if the address is in an object, or far
    /// from all arrays.
    pub fn outside(&self, addr: u32, frames: &[Frame]) -> Option<Outside> {
        if self.part_of(addr, frames, &|_, _, _| true).is_some() {
            return None;
        }
        let program = &self.machine.image(self.rank).program;
        // An object without a name is there: a text in quotes, a static variable of another function, or code.
        let inside = program.segment_of(addr);
        let is_named = |at: u32| self.globals().any(|g| self.global(g).is_ok_and(|v| v.address() == Some(at)));
        if inside.is_some_and(|s| s.kind != SegmentKind::Bss)
            || program.nearest_label(addr).is_some_and(|(label, _)| inside.is_some() && !is_named(label.value))
        {
            return None;
        }
        let mut nearest: Option<Outside> = None;
        self.first_of(frames, &mut |scope, variable, value, function| {
            let Shape::Array { .. } = scope.shape(&value) else { return false };
            let Some((begin, size)) = value.address().zip(scope.size(&value)) else { return false };
            let (after, before) = (addr.wrapping_sub(begin.wrapping_add(size)), begin.wrapping_sub(addr));
            let (bytes, before) = if before <= NEAR { (before, true) } else { (after, false) };
            if bytes <= NEAR && nearest.as_ref().is_none_or(|found| bytes < found.bytes) {
                nearest = Some(Outside { array: with_function(variable.name.clone(), function), bytes, before });
            }
            false
        });
        nearest
    }

    /// The blocks of the heap, ascending by address; none in a program without `malloc`.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + use<'a> {
        let scope = *self;
        let program = &scope.machine.image(scope.rank).program;
        let end = program.symbol("malloc").and_then(|_| program.symbol("_end"));
        let mut next = end.and_then(|end| end.value.checked_next_multiple_of(8));
        let block = move || {
            let head = next?;
            let word = |at: u32| scope.machine.peek(scope.rank, at);
            let (bytes, mark) = (word(head)?, word(head.checked_add(4)?)? ^ head);
            if mark != IN_USE && mark != FREED {
                return None;
            }
            let begin = head.checked_add(HEAD)?;
            next = Some(begin.checked_add(bytes)?);
            Some(Block { begin, bytes, freed: mark == FREED })
        };
        core::iter::from_fn(block).take(MAX_BLOCKS)
    }

    /// The block of the heap at an address.
    pub fn block_at(&self, addr: u32) -> Option<Block> {
        self.blocks().take_while(|block| block.begin <= addr).find(|block| block.holds(addr))
    }

    /// Gives `look` the variables at file scope and those of all functions, each with its value, until it returns true.
    fn first_of<'f>(&self, frames: &'f [Frame], look: &mut Look<'_, 'f>) {
        if self.globals().any(|g| self.global(g).is_ok_and(|value| look(self, g.variable, value, None))) {
            return;
        }
        for frame in frames {
            let scope = Scope { frame: Some(frame), ..*self };
            let name = frame.name.as_deref();
            if scope.variables().into_iter().any(|v| scope.variable(v).is_ok_and(|value| look(&scope, v, value, name)))
            {
                return;
            }
        }
    }

    /// The part of a variable at an address, and the function that it is local to. A part for which `stops` is true
    /// is not divided further; it gets the part and the bytes from its start.
    fn part_of<'f>(
        &self,
        addr: u32,
        frames: &'f [Frame],
        stops: &dyn Fn(&Scope<'_>, &Value, u32) -> bool,
    ) -> Option<(Part, Option<&'f str>)> {
        let mut found = None;
        self.first_of(frames, &mut |scope, variable, value, function| {
            let range = value.address().zip(scope.size(&value));
            let is_it = range.is_some_and(|(begin, size)| addr.wrapping_sub(begin) < size);
            if is_it {
                found = Some((scope.divided(value, addr, variable.name.clone(), stops), function));
            }
            is_it
        });
        found
    }

    /// The part of an object at an address, which is in the object; `name` is the object's.
    fn divided(&self, whole: Value, addr: u32, name: String, stops: &dyn Fn(&Scope<'_>, &Value, u32) -> bool) -> Part {
        let mut part = Part { within: whole.address().map_or(0, |begin| addr.wrapping_sub(begin)), value: whole, name };
        for _ in 0..MAX_DEPTH {
            let Ty::Of(known) = part.value.ty else { break };
            if stops(self, &part.value, part.within) {
                break;
            }
            let at = |ty: Ty, offset: u32| Value::at(ty, addr.wrapping_sub(part.within.wrapping_sub(offset)));
            part = match self.kind(known) {
                Kind::Array(of, _) => {
                    let size = self.size_of(&known.with(*of), 0).unwrap_or(0);
                    let Some(index) = part.within.checked_div(size) else { break };
                    Part {
                        value: at(known.with(*of), index * size),
                        name: format!("{}[{index}]", part.name),
                        within: part.within % size,
                    }
                }
                Kind::Record(_, fields) => {
                    let size = |f: &Field| self.size_of(&known.with(f.ty), 0).unwrap_or(0);
                    let holds = |f: &&Field| f.bits.is_none() && part.within.wrapping_sub(f.offset) < size(f);
                    let Some(f) = fields.iter().find(holds) else { break };
                    let name = if f.name.is_empty() { part.name.clone() } else { format!("{}.{}", part.name, f.name) };
                    Part { value: at(known.with(f.ty), f.offset), name, within: part.within.wrapping_sub(f.offset) }
                }
                _ => break,
            };
        }
        part
    }
}

/// The name of an object, with the function that it is local to.
fn with_function(name: String, function: Option<&str>) -> String {
    match function {
        Some(function) => format!("{name} in {function}"),
        None => name,
    }
}
