//! Variables and expressions of C: their values at a rank, with types.
//!
//! [`frames`] lists the functions that a rank is in, each with its variables; [`Scope::value`] computes an expression of C
//! without calls and side effects: `a[i].x`, `*p`, `(unsigned)n >> 3`, `&list->next`. A [`Value`] has a type; [`Scope::parts`]
//! opens arrays, structs and pointers, [`Scope::text`] shows a value in one line.

mod objects;

pub use objects::{Block, Outside};

use super::condition::number;
use super::edit::Register;
use super::expression::MAX_EXPRESSION;
use super::frames::{Call, calls};
use crate::fast::Machine;
use alloc::{
    boxed::Box,
    format,
    rc::Rc,
    string::{String, ToString},
    vec::Vec,
};
use mcore_cpu::program::Program;
use mcore_toolchain::debug::{At, Debug, Field, Gone, Kind, Part, Place, Unit, Variable, Word};

/// Maximum depth of nested parts of an expression or a type.
const MAX_DEPTH: usize = 32;
/// Elements of an array, or members, that a line of text shows.
const MAX_SHOWN: u32 = 16;
/// The most scalars that a line of text shows.
const MAX_SCALARS: u32 = 256;
/// The bytes of a variable whose parts are shown.
const MAX_PARTS: u32 = 512;
/// Characters of a string that a line of text shows.
const MAX_CHARACTERS: u32 = 200;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The expression has more than [`MAX_EXPRESSION`] characters.
    TooLong,
    /// Parts are nested too deeply.
    TooDeep,
    /// The text cannot be understood from this character on, counted from 0.
    Syntax(usize),
    /// No variable with this name is visible.
    Unknown(String),
    /// The variable has no place.
    Gone(String, Gone),
    /// The function has not set up its frame yet.
    NotSet(String),
    /// The stack pointer at the entry of the variable's function is not known.
    NoFrame(String),
    /// The struct has no such member.
    NoMember(String),
    /// The operator does not fit the types of its operands.
    Types,
    /// `&` of something that is not in memory.
    NoAddress,
    /// No memory at this address.
    Unmapped(u32),
    /// Division by zero.
    Division,
}

/// A type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ty {
    Integer(u8, bool),
    Float(u8),
    Pointer(Box<Ty>),
    /// A type of a unit.
    Of(Known),
}

/// A type of a unit: the number of the unit, and that of the type in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    unit: usize,
    ty: u32,
}

impl Known {
    /// Another type of the same unit.
    fn with(self, ty: u32) -> Ty {
        Ty::Of(Self { ty, ..self })
    }
}

const INT: Ty = Ty::Integer(4, true);

/// The name of the rank, which is known everywhere.
const RANK: &str = "rank";

/// A value with its type: in memory, or computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    ty: Ty,
    held: Held,
    /// The variable that it is in, if that is in no memory; its addresses are those in the variable.
    parts: Option<Rc<Parts>>,
}

/// A struct or array whose parts are in registers or elsewhere.
#[derive(Debug, PartialEq, Eq)]
struct Parts {
    /// The name of the variable.
    name: String,
    /// Its bytes, or why they are nowhere.
    bytes: Vec<Result<u8, Gone>>,
}

impl Parts {
    fn byte(&self, at: u32) -> Result<u8, Fault> {
        let byte = self.bytes.get(at as usize).copied().unwrap_or(Err(Gone::Optimised));
        byte.map_err(|why| Fault::Gone(self.name.clone(), why))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// In memory, for a bit-field with first bit and width.
    At(u32, Option<(u8, u8)>),
    /// The bits: integers extended to 64 bits, floating-point numbers as `double`.
    Bits(u64),
}

/// The parts that a value has, see [`Scope::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An integer, a character, an enumeration.
    Integer,
    /// A floating-point number.
    Float,
    Pointer,
    /// An array: the number of elements, 0 if it is not known; true for characters.
    Array {
        /// Elements.
        count: u32,
        /// They are characters.
        is_text: bool,
    },
    /// A struct or union with this number of members.
    Record(u32),
    /// A function, or nothing.
    Other,
}

/// The value of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer or an address.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
}

impl Value {
    /// Its address, if it is in memory and no bit-field: with [`Scope::size`], the range for "who wrote this?".
    pub fn address(&self) -> Option<u32> {
        match self.held {
            Held::At(addr, None) if self.parts.is_none() => Some(addr),
            _ => None,
        }
    }

    /// An object in memory.
    fn at(ty: Ty, addr: u32) -> Self {
        Self { ty, held: Held::At(addr, None), parts: None }
    }

    fn bits(ty: Ty, bits: u64) -> Self {
        Self { ty, held: Held::Bits(bits), parts: None }
    }
}

/// A function that has not returned, with the unit that it belongs to. A function whose body replaces its call has a frame too,
/// before that of the function around it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The place and the stack pointer at the entry, of the function that the instruction is in.
    pub call: Call,
    /// Its name; `None` for a function without debug information.
    pub name: Option<String>,
    /// File and line of the next instruction, or of the call before it in the list.
    pub place: Option<(u32, u32)>,
    /// The number of the inlined call that it is; 0 for a function that has been called.
    pub inlined: u32,
    unit: Option<usize>,
    /// The line of its file; 0 if it is in another file.
    line: u32,
    /// The frame is not set up yet.
    begins: bool,
    /// Each register has some value: an expression is only tried.
    is_trial: bool,
}

impl Frame {
    /// The frames of a call: of the calls that have been inlined, the innermost first, then its own.
    pub(super) fn at(debug: &Debug, machine: &Machine, rank: usize, call: Call) -> Vec<Self> {
        let image = machine.image(rank);
        let program = &image.program;
        let found = call.function.and_then(|start| debug.function(start));
        let unit = found.map(|(unit, _)| unit);
        let begins = begins(program, image.function_of(call.pc), call.pc);
        let frame = |inlined, function: Option<(&String, &String)>, place: Option<(u32, u32)>| {
            let (name, file) = function.unzip();
            let here = place.filter(|(at, _)| program.files.get(*at as usize) == file);
            let line = here.map_or(0, |l| l.1);
            Self { call, name: name.cloned(), place, inlined, unit, line, begins, is_trial: false }
        };
        let mut place = image.line(call.pc);
        let mut all = Vec::new();
        if let Some((unit, f)) = found {
            let mut inlined = debug.inlined(unit, f, call.pc).into_iter().peekable();
            while let Some((number, by)) = inlined.next() {
                all.push(frame(number, Some((&by.label, &by.file)), place));
                let file = inlined.peek().map_or(&f.file, |(_, around)| &around.file);
                let file = program.files.iter().position(|name| name == file);
                place = file.map(|file| (file as u32, by.line)).filter(|_| by.line > 0);
            }
        }
        all.push(frame(0, found.map(|(_, f)| (&f.label, &f.file)), place));
        all
    }

    /// As if the core were at a line from which all variables of the function are visible.
    pub(super) fn with_all(self) -> Self {
        Self { line: 0, ..self.set_up() }
    }

    /// As if the function had set up its frame, and each variable had a value.
    pub(super) fn set_up(self) -> Self {
        Self { begins: false, is_trial: true, ..self }
    }
}

/// The functions that a rank is in, the innermost first.
pub fn frames(debug: &Debug, machine: &Machine, rank: usize) -> Vec<Frame> {
    calls(machine, rank).into_iter().flat_map(|call| Frame::at(debug, machine, rank, call)).collect()
}

/// The value of an expression, and the scope in which it has been found.
#[derive(Clone, Debug)]
pub struct Sought<'a> {
    pub scope: Scope<'a>,
    pub value: Value,
}

/// The value of an expression in the nearest function that knows its names, else among the variables at file scope.
/// `frames` are the functions that the rank is in.
///
/// # Errors
/// If it cannot be understood, or has no value.
pub fn sought<'a>(
    debug: &'a Debug,
    machine: &'a Machine,
    rank: usize,
    frames: &'a [Frame],
    text: &str,
) -> Result<Sought<'a>, Fault> {
    let known = frames.iter().filter(|frame| frame.name.is_some()).map(Some);
    let mut first = None;
    for frame in known.chain([None]) {
        let scope = Scope { debug, machine, rank, frame };
        match scope.value(text) {
            Ok(value) => return Ok(Sought { scope, value }),
            Err(Fault::Unknown(name)) => first = first.or(Some(Fault::Unknown(name))),
            Err(fault) => return Err(fault),
        }
    }
    Err(first.unwrap_or_else(|| Fault::Unknown(text.into())))
}

/// True before the first instruction of a function's second line: until then its frame and parameters are set up. Of a
/// function in one line, only the first instruction is known to be before that.
fn begins(program: &Program, function: Option<(u32, u32)>, pc: u32) -> bool {
    let Some((start, end)) = function else { return false };
    let Some(first) = program.line_of(start) else { return false };
    let from = program.lines.partition_point(|l| l.addr <= start);
    let inside = program.lines.get(from..).unwrap_or_default().iter().take_while(|l| l.addr < end);
    let second = inside.clone().find(|l| (l.file, l.line) != (first.file, first.line));
    pc < second.map_or(start.wrapping_add(4), |l| l.addr)
}

/// A variable at file scope, with the number of its unit.
#[derive(Clone, Copy, Debug)]
pub struct Global<'a> {
    unit: usize,
    pub variable: &'a Variable,
}

/// The place where an expression is computed.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The debug information of the rank's program.
    pub debug: &'a Debug,
    pub machine: &'a Machine,
    /// The rank whose memory is read.
    pub rank: usize,
    /// The function whose variables are visible; `None` for globals alone.
    pub frame: Option<&'a Frame>,
}

type Evaluated = Result<Value, Fault>;

impl<'a> Scope<'a> {
    fn unit_index(&self) -> usize {
        self.frame.and_then(|f| f.unit).unwrap_or(0)
    }

    fn unit(&self) -> Option<&'a Unit> {
        self.debug.units().get(self.unit_index())
    }

    fn kind(&self, known: Known) -> &'a Kind {
        self.debug.units().get(known.unit).map_or(&Kind::Void, |unit| unit.kind(known.ty))
    }

    /// The variables of the function that are visible at its line: parameters, then locals, the innermost block last.
    /// A variable that is hidden by an inner one with the same name is left out.
    pub fn variables(&self) -> Vec<&'a Variable> {
        let Some(frame) = self.frame else { return Vec::new() };
        let Some((_, f)) = frame.call.function.and_then(|start| self.debug.function(start)) else {
            return Vec::new();
        };
        let is_open = |v: &Variable| frame.line == 0 || (v.first..=v.last).contains(&frame.line);
        // On trial without a line, the function can be at any of its instructions.
        let is_anywhere = frame.is_trial && frame.line == 0;
        let visible = |v: &&Variable| (is_anywhere || v.inlined == frame.inlined) && is_open(v);
        let all: Vec<&Variable> = f.variables.iter().filter(visible).collect();
        let hidden = |i: usize| all[i + 1..].iter().any(|v| v.name == all[i].name);
        (0..all.len()).filter(|i| !hidden(*i)).map(|i| all[i]).collect()
    }

    /// The variables at file scope: those of the function's unit, then those of the others.
    pub fn globals(&self) -> impl Iterator<Item = Global<'a>> + use<'a> {
        let (units, own) = (self.debug.units(), self.unit_index());
        let order = [own].into_iter().chain((0..units.len()).filter(move |unit| *unit != own));
        let of_unit =
            |(unit, known): (usize, &'a Unit)| known.globals.iter().map(move |variable| Global { unit, variable });
        order.filter_map(move |unit| Some((unit, units.get(unit)?))).flat_map(of_unit)
    }

    /// The value of a variable at file scope.
    ///
    /// # Errors
    /// If it has no place.
    pub fn global(&self, global: Global<'_>) -> Evaluated {
        self.variable_of(global.unit, global.variable)
    }

    /// A variable of [`Scope::variables`].
    ///
    /// # Errors
    /// If it has no place here.
    pub fn variable(&self, variable: &Variable) -> Evaluated {
        self.variable_of(self.unit_index(), variable)
    }

    /// Of all [`Scope::variables`], one before the one with this index that is in the same registers: the compiler keeps one value
    /// for both.
    pub fn same_as(&self, all: &[&'a Variable], index: usize) -> Option<&'a str> {
        let place = |v: &'a Variable| {
            let Place::List(list) = &v.place else { return None };
            let at = self.debug.at(self.unit_index(), list, self.frame?.call.listed_pc());
            matches!(at, At::Register(_) | At::Frame(_) | At::Pair(..)).then_some((v.ty, at))
        };
        let own = place(all.get(index)?)?;
        all[..index].iter().find(|v| place(v) == Some(own)).map(|v| v.name.as_str())
    }

    /// A variable of a unit.
    fn variable_of(&self, unit: usize, variable: &Variable) -> Evaluated {
        let name = || variable.name.clone();
        let ty = Ty::Of(Known { unit, ty: variable.ty });
        let at = match &variable.place {
            Place::List(list) => return self.listed(unit, variable, list, ty),
            Place::Parts(parts) => return self.in_parts(unit, variable, parts, ty),
            Place::Gone(why) => return Err(Fault::Gone(name(), *why)),
            Place::Label(label) => self.debug.address(unit, label).ok_or_else(|| Fault::Gone(name(), Gone::Unused))?,
            Place::Frame { .. } if self.frame.is_some_and(|f| f.begins) => return Err(Fault::NotSet(name())),
            Place::Frame { offset, align } => self.in_frame(variable, *offset, *align)?,
        };
        Ok(Value::at(ty, at))
    }

    /// An address in the frame of a variable's function: bytes from the stack pointer at the entry, rounded up.
    fn in_frame(&self, variable: &Variable, offset: i32, align: u32) -> Result<u32, Fault> {
        let stack = self.frame.and_then(|f| f.call.stack).ok_or_else(|| Fault::NoFrame(variable.name.clone()))?;
        let mask = align.saturating_sub(1);
        Ok(stack.wrapping_add(offset as u32).wrapping_add(mask) & !mask)
    }

    /// A variable whose parts are at different places.
    fn in_parts(&self, unit: usize, variable: &Variable, parts: &[Part], ty: Ty) -> Evaluated {
        let mut bytes = Vec::new();
        let mut fault = Fault::Gone(variable.name.clone(), Gone::Over);
        let mut is_known = false;
        for part in parts {
            let size = part.size.min(8);
            let found = self.listed(unit, variable, &part.list, Ty::Integer(size as u8, false));
            let end = part.first.saturating_add(size).min(MAX_PARTS) as usize;
            if bytes.len() < end {
                bytes.resize(end, Err(Gone::Optimised));
            }
            let why = match &found {
                Err(Fault::Gone(_, why)) => *why,
                _ => Gone::Over,
            };
            let bits = match found {
                Ok(Value { held: Held::Bits(bits), .. }) => Ok(bits),
                Ok(_) => Err(why),
                Err(found) => {
                    fault = found;
                    Err(why)
                }
            };
            is_known |= bits.is_ok();
            for (at, byte) in bytes.iter_mut().skip(part.first as usize).take(size as usize).enumerate() {
                *byte = bits.map(|bits| (bits >> (8 * at)) as u8);
            }
        }
        if !is_known {
            return Err(fault);
        }
        let parts = Some(Rc::new(Parts { name: variable.name.clone(), bytes }));
        Ok(Value { ty, held: Held::At(0, None), parts })
    }

    /// A variable whose place is another one at each instruction.
    fn listed(&self, unit: usize, variable: &Variable, list: &[(u32, At)], ty: Ty) -> Evaluated {
        let name = || variable.name.clone();
        let gone = |why| Fault::Gone(name(), why);
        let frame = self.frame.ok_or_else(|| Fault::NoFrame(name()))?;
        let call = &frame.call;
        if frame.is_trial {
            // Without a line, the expression can be computed at any instruction of the function.
            let some = || list.iter().map(|(_, at)| at).find(|at| !matches!(at, At::Gone(_)));
            let anywhere = if frame.line == 0 { some() } else { None };
            return match anywhere.unwrap_or_else(|| self.debug.at(unit, list, call.pc)) {
                At::Gone(why) => Err(gone(*why)),
                At::Memory { .. } => Ok(Value::at(ty, call.stack.unwrap_or(0))),
                _ => Ok(Value::bits(ty, 0)),
            };
        }
        let in_frame = |offset: i32| self.in_frame(variable, offset, 1);
        let register = |n: u8| {
            let found = match &call.kept {
                Some(kept) => kept.get(n),
                None => self.machine.register(self.rank, Register::of_number(n)),
            };
            found.ok_or_else(|| gone(Gone::Over))
        };
        let word = |word: &Word| match word {
            Word::Register(n) => register(*n),
            Word::Frame(offset) => Ok(self.read(in_frame(*offset)?, 4)? as u32),
            Word::Bits(bits) => Ok(*bits),
        };
        let size = self.size_of(&ty, 0).unwrap_or(4);
        let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        let bits = match self.debug.at(unit, list, call.listed_pc()) {
            At::Register(n) if size > 4 => pair(register(*n)?, register(n.wrapping_add(1))?),
            At::Register(n) => register(*n)?.into(),
            At::Frame(offset) => self.read(in_frame(*offset)?, if size > 4 { 8 } else { 4 })?,
            At::Pair(low, high) => pair(word(low)?, word(high)?),
            At::Bits(bits) => *bits,
            At::Address(label, offset) => {
                let at = self.debug.address(unit, label).ok_or_else(|| gone(Gone::Over))?;
                at.wrapping_add(*offset as u32).into()
            }
            // An object in memory.
            At::Memory { .. } if frame.begins => return Err(Fault::NotSet(name())),
            At::Memory { offset, align } => {
                let at = self.in_frame(variable, *offset, *align)?;
                return Ok(Value::at(ty, at));
            }
            At::Gone(why) => return Err(gone(*why)),
        };
        let scalar = self.scalar(&ty).ok_or_else(|| gone(Gone::Over))?;
        Ok(Value::bits(ty, widened(&scalar, bits)))
    }

    /// The value of an expression of C.
    ///
    /// # Errors
    /// If it cannot be understood, or has no value here.
    pub fn value(&self, text: &str) -> Evaluated {
        if text.chars().count() > MAX_EXPRESSION {
            return Err(Fault::TooLong);
        }
        let mut reader = Reader { scope: *self, whole: text, text };
        let value = reader.conditional(0)?;
        reader.skip();
        if reader.text.is_empty() { Ok(value) } else { reader.wrong() }
    }

    /// A byte of the rank's memory.
    ///
    /// # Errors
    /// If there is no memory at its address.
    pub fn byte(&self, addr: u32) -> Result<u8, Fault> {
        let word = self.machine.peek(self.rank, addr & !3).ok_or(Fault::Unmapped(addr))?;
        Ok((word >> (8 * (addr & 3))) as u8)
    }

    /// A byte of the object that a value is in.
    fn byte_of(&self, value: &Value, addr: u32) -> Result<u8, Fault> {
        match &value.parts {
            Some(parts) => parts.byte(addr),
            None => self.byte(addr),
        }
    }

    /// Reads up to 8 bytes.
    fn read(&self, addr: u32, bytes: u8) -> Result<u64, Fault> {
        self.read_of(&Value::at(INT, addr), addr, bytes)
    }

    fn read_of(&self, value: &Value, addr: u32, bytes: u8) -> Result<u64, Fault> {
        let mut all = 0;
        for i in 0..bytes.min(8) {
            all |= u64::from(self.byte_of(value, addr.wrapping_add(i.into()))?) << (8 * i);
        }
        Ok(all)
    }

    /// The scalar class of a type: size and sign of an integer, or a floating-point number.
    fn scalar(&self, ty: &Ty) -> Option<Ty> {
        Some(match ty {
            Ty::Integer(..) | Ty::Float(_) | Ty::Pointer(_) => ty.clone(),
            Ty::Of(index) => match self.kind(*index) {
                Kind::Bool => Ty::Integer(1, false),
                Kind::Character(signed) => Ty::Integer(1, *signed),
                Kind::Integer(size, signed) => Ty::Integer(*size, *signed),
                Kind::Enum(signed, _) => Ty::Integer(4, *signed),
                Kind::Float(size) => Ty::Float(*size),
                Kind::Pointer(to) => Ty::Pointer(Box::new(index.with(*to))),
                Kind::Void | Kind::Array(..) | Kind::Record(..) | Kind::Function => return None,
            },
        })
    }

    /// The size of a type in bytes.
    fn size_of(&self, ty: &Ty, depth: usize) -> Option<u32> {
        match ty {
            Ty::Integer(size, _) | Ty::Float(size) => Some((*size).into()),
            Ty::Pointer(_) => Some(4),
            Ty::Of(index) => match self.kind(*index) {
                Kind::Void | Kind::Function => Some(1),
                Kind::Array(of, count) if depth < MAX_DEPTH => {
                    self.size_of(&index.with(*of), depth + 1)?.checked_mul((*count)?)
                }
                Kind::Array(..) => None,
                Kind::Record(size, _) => Some(*size),
                _ => self.size_of(&self.scalar(ty)?, depth + 1),
            },
        }
    }

    /// The size of a value in bytes, if it is known.
    pub fn size(&self, value: &Value) -> Option<u32> {
        self.size_of(&value.ty, 0)
    }

    /// The name of a value's type.
    pub fn type_name(&self, value: &Value) -> String {
        self.name_of(&value.ty)
    }

    fn name_of(&self, ty: &Ty) -> String {
        match ty {
            Ty::Integer(8, true) => "long long".into(),
            Ty::Integer(8, false) => "unsigned long long".into(),
            Ty::Integer(_, true) => "int".into(),
            Ty::Integer(_, false) => "unsigned int".into(),
            Ty::Float(4) => "float".into(),
            Ty::Float(_) => "double".into(),
            Ty::Pointer(to) => {
                let to = self.name_of(to);
                if to.ends_with('*') { format!("{to}*") } else { format!("{to} *") }
            }
            Ty::Of(known) => {
                self.debug.units().get(known.unit).map_or_else(String::new, |unit| unit.type_name(known.ty))
            }
        }
    }

    /// The value of a scalar; an array is the address of its first element.
    fn loaded(&self, value: &Value) -> Evaluated {
        if let (Ty::Of(index), Held::At(addr, _)) = (&value.ty, value.held) {
            match self.kind(*index) {
                Kind::Array(..) if value.parts.is_some() => return Err(Fault::NoAddress),
                Kind::Array(of, _) => return Ok(Value::bits(Ty::Pointer(Box::new(index.with(*of))), addr.into())),
                Kind::Function => return Ok(Value::bits(Ty::Pointer(Box::new(value.ty.clone())), addr.into())),
                _ => {}
            }
        }
        let ty = self.scalar(&value.ty).ok_or(Fault::Types)?;
        let bits = match value.held {
            Held::Bits(bits) => bits,
            Held::At(addr, None) => {
                let size = self.size_of(&ty, 0).unwrap_or(4) as u8;
                widened(&ty, self.read_of(value, addr, size)?)
            }
            Held::At(addr, Some((first, width))) => {
                let (first, width) = (u32::from(first), u32::from(width).clamp(1, 64));
                let addr = addr.wrapping_add(first / 8);
                let first = first % 8;
                // A field of more than 56 bits can reach into a ninth byte.
                let bytes = (first + width).div_ceil(8);
                let low = self.read_of(value, addr, bytes.min(8) as u8)?;
                let high = if bytes > 8 { u128::from(self.byte_of(value, addr.wrapping_add(8))?) << 64 } else { 0 };
                let bits = ((high | u128::from(low)) >> first) as u64;
                match ty {
                    Ty::Integer(_, true) => extended(bits, width),
                    _ if width < 64 => bits & ((1 << width) - 1),
                    _ => bits,
                }
            }
        };
        Ok(Value::bits(ty, bits))
    }

    /// The parts that a value has.
    pub fn shape(&self, value: &Value) -> Shape {
        if let (Ty::Of(known), Held::At(..)) = (&value.ty, value.held) {
            match self.kind(*known) {
                Kind::Record(_, fields) => return Shape::Record(fields.len() as u32),
                Kind::Array(of, count) => {
                    let is_text = matches!(self.kind(Known { ty: *of, ..*known }), Kind::Character(_));
                    return Shape::Array { count: count.unwrap_or(0), is_text };
                }
                _ => {}
            }
        }
        match self.scalar(&value.ty) {
            Some(Ty::Pointer(_)) => Shape::Pointer,
            Some(Ty::Float(_)) => Shape::Float,
            Some(_) => Shape::Integer,
            None => Shape::Other,
        }
    }

    /// The number that a scalar holds: an address, an integer, or a floating-point number.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn number(&self, value: &Value) -> Result<Number, Fault> {
        let Value { ty, held: Held::Bits(bits), .. } = self.loaded(value)? else { return Err(Fault::Types) };
        Ok(match ty {
            Ty::Float(_) => Number::Float(f64::from_bits(bits)),
            Ty::Integer(_, true) => Number::Integer((bits as i64).into()),
            _ => Number::Integer(bits.into()),
        })
    }

    /// True if a scalar is not 0.
    ///
    /// # Errors
    /// If it cannot be read, or is no scalar.
    pub fn truth(&self, value: &Value) -> Result<bool, Fault> {
        Ok(match self.number(value)? {
            Number::Float(x) => x != 0.0,
            Number::Integer(n) => n != 0,
        })
    }

    /// The parts of a value: members of a struct, `count` elements of an array from `from`, the target of a pointer.
    /// Each with its name.
    pub fn parts(&self, value: &Value, from: u32, count: u32) -> Vec<(String, Value)> {
        let Held::At(addr, _) = value.held else { return self.target(value) };
        let Ty::Of(index) = value.ty else { return self.target(value) };
        match self.kind(index) {
            Kind::Record(_, fields) => {
                let member = |f: &Field| {
                    let held = Held::At(addr.wrapping_add(f.offset), f.bits);
                    (f.name.clone(), Value { ty: index.with(f.ty), held, parts: value.parts.clone() })
                };
                fields.iter().skip(from as usize).take(count as usize).map(member).collect()
            }
            Kind::Array(of, length) => {
                let Some(size) = self.size_of(&index.with(*of), 0) else { return Vec::new() };
                let end = from.saturating_add(count).min(length.unwrap_or(0));
                let element = |i: u32| {
                    let held = Held::At(addr.wrapping_add(size.wrapping_mul(i)), None);
                    (format!("[{i}]"), Value { ty: index.with(*of), held, parts: value.parts.clone() })
                };
                (from..end).map(element).collect()
            }
            _ => self.target(value),
        }
    }

    /// The target of a pointer to an object.
    fn target(&self, value: &Value) -> Vec<(String, Value)> {
        let Ok(Value { ty: Ty::Pointer(to), held: Held::Bits(bits), .. }) = self.loaded(value) else {
            return Vec::new();
        };
        let is_object = !matches!(*to, Ty::Of(index) if matches!(self.kind(index), Kind::Void | Kind::Function));
        let target = Value::at(*to, bits as u32);
        if bits != 0 && is_object { alloc::vec![("*".into(), target)] } else { Vec::new() }
    }

    /// A value in one line, as C writes it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self, value: &Value) -> Result<String, Fault> {
        self.shown(value, 0, &mut { MAX_SCALARS })
    }

    /// The text of a part; `?` for one that is nowhere, so that the others are shown.
    fn shown_part(&self, part: &Value, depth: usize, left: &mut u32) -> Result<String, Fault> {
        match self.shown(part, depth, left) {
            Err(Fault::Gone(..)) => Ok("?".into()),
            shown => shown,
        }
    }

    /// The text of a value within others; `left` is the number of scalars for which the line has room.
    fn shown(&self, value: &Value, depth: usize, left: &mut u32) -> Result<String, Fault> {
        if depth > 4 {
            return Ok("{…}".into());
        }
        if let (Ty::Of(index), Held::At(addr, _)) = (&value.ty, value.held) {
            match self.kind(*index) {
                Kind::Array(of, count) => {
                    if let Kind::Character(_) = self.kind(Known { ty: *of, ..*index }) {
                        return self.string(value, addr, count.unwrap_or(0));
                    }
                    let mut all = Vec::new();
                    for (_, part) in self.parts(value, 0, MAX_SHOWN) {
                        if *left == 0 {
                            break;
                        }
                        all.push(self.shown_part(&part, depth + 1, left)?);
                    }
                    if (all.len() as u32) < count.unwrap_or(0) {
                        all.push("…".into());
                    }
                    return Ok(format!("{{{}}}", all.join(", ")));
                }
                Kind::Record(_, fields) => {
                    let mut all = Vec::new();
                    for (name, part) in self.parts(value, 0, MAX_SHOWN) {
                        if *left == 0 {
                            break;
                        }
                        let shown = self.shown_part(&part, depth + 1, left)?;
                        all.push(if name.is_empty() { shown } else { format!("{name} = {shown}") });
                    }
                    if all.len() < fields.len() {
                        all.push("…".into());
                    }
                    return Ok(format!("{{{}}}", all.join(", ")));
                }
                Kind::Function => return Ok(format!("0x{addr:08x}")),
                _ => {}
            }
        }
        *left = left.saturating_sub(1);
        let Value { ty, held: Held::Bits(bits), .. } = self.loaded(value)? else { return Err(Fault::Types) };
        if let Ty::Of(index) = value.ty {
            match self.kind(index) {
                Kind::Character(_) => {
                    let c = bits as u8;
                    let shown =
                        if (b' '..=b'~').contains(&c) { format!(" '{}'", char::from(c)) } else { String::new() };
                    return Ok(format!("{}{shown}", bits as i64));
                }
                Kind::Enum(_, constants) => {
                    if let Some((name, _)) = constants.iter().find(|(_, n)| *n as u32 == bits as u32) {
                        return Ok(name.clone());
                    }
                }
                _ => {}
            }
        }
        Ok(match ty {
            Ty::Pointer(_) => format!("0x{:08x}", bits as u32),
            Ty::Float(4) => format!("{:?}", f64::from_bits(bits) as f32),
            Ty::Float(_) => format!("{:?}", f64::from_bits(bits)),
            Ty::Integer(_, false) => bits.to_string(),
            _ => (bits as i64).to_string(),
        })
    }

    /// The text that begins at a character of memory, if it is one: printable up to a zero.
    pub fn text_at(&self, first: &Value) -> Option<String> {
        let Ty::Of(known) = first.ty else { return None };
        if !matches!(self.kind(known), Kind::Character(_)) {
            return None;
        }
        let addr = first.address()?;
        let bytes = (0..MAX_CHARACTERS).map(|i| self.byte(addr.wrapping_add(i)).ok()).take_while(|b| *b != Some(0));
        let bytes: Option<Vec<u8>> = bytes.collect();
        let bytes = bytes.filter(|b| b.iter().all(|c| *c >= b' ' || matches!(c, b'\n' | b'\t')))?;
        core::str::from_utf8(&bytes).ok().map(|text| format!("{text:?}"))
    }

    /// An array of characters up to its first zero.
    fn string(&self, value: &Value, addr: u32, length: u32) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        for i in 0..length.min(MAX_CHARACTERS) {
            match self.byte_of(value, addr.wrapping_add(i))? {
                0 => break,
                c => bytes.push(c),
            }
        }
        let cut = bytes.len() as u32 == MAX_CHARACTERS && length > MAX_CHARACTERS;
        let text = String::from_utf8_lossy(&bytes);
        Ok(format!("{text:?}{}", if cut { "…" } else { "" }))
    }

    /// Finds a member, also in anonymous structs.
    fn member(&self, of: &Value, addr: u32, name: &str, depth: usize) -> Option<Value> {
        let Ty::Of(index) = &of.ty else { return None };
        let Kind::Record(_, fields) = self.kind(*index) else { return None };
        fields.iter().find_map(|f| {
            let at = addr.wrapping_add(f.offset);
            if f.name == name && !name.is_empty() {
                return Some(Value { ty: index.with(f.ty), held: Held::At(at, f.bits), parts: of.parts.clone() });
            }
            let inside = f.name.is_empty() && f.bits.is_none() && depth < MAX_DEPTH;
            let unnamed = Value { ty: index.with(f.ty), held: Held::At(at, None), parts: of.parts.clone() };
            if inside { self.member(&unnamed, at, name, depth + 1) } else { None }
        })
    }

    fn named(&self, name: &str) -> Evaluated {
        if let Some(v) = self.variables().into_iter().find(|v| v.name == name) {
            return self.variable(v);
        }
        if let Some(global) = self.globals().find(|global| global.variable.name == name) {
            return self.global(global);
        }
        let types = self.debug.units().iter().flat_map(|unit| &unit.types);
        let mut constants = types.filter_map(|t| match &t.kind {
            Kind::Enum(_, constants) => constants.iter().find(|(known, _)| known == name),
            _ => None,
        });
        if let Some((_, n)) = constants.next() {
            return Ok(Value::bits(INT, *n as u64));
        }
        // The number of the node, unless the program has a variable of this name.
        if name == RANK { Ok(Value::bits(INT, self.rank as u64)) } else { Err(Fault::Unknown(name.into())) }
    }
}

/// The low bits of a number, extended with their sign.
fn extended(bits: u64, width: u32) -> u64 {
    let by = 64 - width.clamp(1, 64);
    ((bits << by) as i64 >> by) as u64
}

/// The bits of a scalar in registers or memory as those of a value, see [`Held::Bits`].
fn widened(ty: &Ty, bits: u64) -> u64 {
    match ty {
        Ty::Float(4) => f64::from(f32::from_bits(bits as u32)).to_bits(),
        Ty::Integer(size, true) => extended(bits, u32::from(*size) * 8),
        Ty::Integer(size, false) if *size < 8 => bits & ((1 << (u32::from(*size) * 8)) - 1),
        Ty::Pointer(_) => u64::from(bits as u32),
        _ => bits,
    }
}

/// The operators by precedence, the weakest first; of those that begin alike, the longer one first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Reader<'a, 't> {
    scope: Scope<'a>,
    whole: &'t str,
    text: &'t str,
}

impl<'t> Reader<'_, 't> {
    fn skip(&mut self) {
        self.text = self.text.trim_start();
    }

    fn wrong<T>(&self) -> Result<T, Fault> {
        let read = self.whole.len() - self.text.len();
        Err(Fault::Syntax(self.whole.get(..read).map_or(0, |t| t.chars().count())))
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.skip();
        let Some(rest) = self.text.strip_prefix(sign) else { return false };
        self.text = rest;
        true
    }

    fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.takes(sign) { Ok(()) } else { self.wrong() }
    }

    fn conditional(&mut self, depth: usize) -> Evaluated {
        if depth >= MAX_DEPTH {
            return Err(Fault::TooDeep);
        }
        let c = self.binary(0, depth)?;
        if !self.takes("?") {
            return Ok(c);
        }
        let yes = self.conditional(depth + 1);
        if matches!(yes, Err(Fault::Syntax(_) | Fault::TooDeep)) {
            return yes;
        }
        self.expect(":")?;
        let no = self.conditional(depth + 1);
        if matches!(no, Err(Fault::Syntax(_) | Fault::TooDeep)) {
            return no;
        }
        if self.truth(&c)? { yes } else { no }
    }

    fn truth(&self, value: &Value) -> Result<bool, Fault> {
        self.scope.truth(value)
    }

    fn binary(&mut self, level: usize, depth: usize) -> Evaluated {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let mut left = self.binary(level + 1, depth)?;
        loop {
            self.skip();
            let Some(sign) = operators.iter().find(|sign| self.text.starts_with(**sign)) else { return Ok(left) };
            let rest = &self.text[sign.len()..];
            // `&&` is not `&`, nor `<<` two of `<`.
            if sign.len() == 1 && "|&<>".contains(*sign) && rest.starts_with(*sign) {
                return Ok(left);
            }
            self.text = rest;
            if matches!(*sign, "||" | "&&") {
                let decided = self.truth(&left)? == (*sign == "||");
                let right = self.binary(level + 1, depth);
                left = match right {
                    Err(fault @ (Fault::Syntax(_) | Fault::TooDeep)) => return Err(fault),
                    _ if decided => Value::bits(INT, u64::from(*sign == "||")),
                    right => Value::bits(INT, u64::from(self.truth(&right?)?)),
                };
                continue;
            }
            let right = self.binary(level + 1, depth)?;
            left = self.apply(sign, &left, &right)?;
        }
    }

    fn apply(&self, sign: &str, a: &Value, b: &Value) -> Evaluated {
        let (a, b) = (self.scope.loaded(a)?, self.scope.loaded(b)?);
        let (Held::Bits(x), Held::Bits(y)) = (a.held, b.held) else { return Err(Fault::Types) };
        let truth = |t: bool| Ok(Value::bits(INT, u64::from(t)));
        let size = |to: &Ty| self.scope.size_of(to, 0).filter(|n| *n > 0).ok_or(Fault::Types).map(i64::from);
        match (&a.ty, &b.ty) {
            (Ty::Pointer(to), Ty::Pointer(_)) if sign == "-" => {
                let distance = i64::from((x as u32).wrapping_sub(y as u32) as i32);
                return Ok(Value::bits(INT, (distance / size(to)?) as u64));
            }
            (Ty::Pointer(_), _) | (_, Ty::Pointer(_)) if is_comparison(sign) => {
                return truth(compares(sign, &(x as u32), &(y as u32)));
            }
            (Ty::Pointer(to), Ty::Integer(..)) if matches!(sign, "+" | "-") => {
                let by = (y as i64).wrapping_mul(size(to)?);
                let by = if sign == "-" { by.wrapping_neg() } else { by };
                return Ok(Value::bits(a.ty.clone(), u64::from((x as u32).wrapping_add(by as u32))));
            }
            (Ty::Integer(..), Ty::Pointer(to)) if sign == "+" => {
                let by = (x as i64).wrapping_mul(size(to)?);
                return Ok(Value::bits(b.ty.clone(), u64::from((y as u32).wrapping_add(by as u32))));
            }
            (Ty::Float(n), Ty::Float(m)) => {
                return self.float(sign, (*n).max(*m), f64::from_bits(x), f64::from_bits(y));
            }
            (Ty::Float(n), Ty::Integer(_, signed)) => {
                return self.float(sign, *n, f64::from_bits(x), number_of(y, *signed));
            }
            (Ty::Integer(_, signed), Ty::Float(n)) => {
                return self.float(sign, *n, number_of(x, *signed), f64::from_bits(y));
            }
            (Ty::Integer(..), Ty::Integer(..)) => {}
            _ => return Err(Fault::Types),
        }
        let (left, right) = (promoted(&a.ty), promoted(&b.ty));
        let shift = matches!(sign, "<<" | ">>");
        let (bytes, signed) = match shift || left.0 > right.0 {
            true => left,
            false if left.0 == right.0 => (left.0, left.1 && right.1),
            false => right,
        };
        let wide = |bits: u64| match (bytes, signed) {
            (4, true) => extended(bits, 32),
            (4, false) => u64::from(bits as u32),
            _ => bits,
        };
        let (x, y) = (wide(x), if shift { y } else { wide(y) });
        if is_comparison(sign) {
            return truth(if signed { compares(sign, &(x as i64), &(y as i64)) } else { compares(sign, &x, &y) });
        }
        let by = (y & if bytes == 8 { 63 } else { 31 }) as u32;
        let result = match sign {
            "|" => x | y,
            "^" => x ^ y,
            "&" => x & y,
            "<<" => x << by,
            ">>" if signed => ((x as i64) >> by) as u64,
            ">>" => x >> by,
            "+" => x.wrapping_add(y),
            "-" => x.wrapping_sub(y),
            "*" => x.wrapping_mul(y),
            _ if y == 0 => return Err(Fault::Division),
            "/" if signed => (x as i64).wrapping_div(y as i64) as u64,
            "/" => x / y,
            _ if signed => (x as i64).wrapping_rem(y as i64) as u64,
            _ => x % y,
        };
        Ok(Value::bits(Ty::Integer(bytes, signed), wide(result)))
    }

    fn float(&self, sign: &str, size: u8, x: f64, y: f64) -> Evaluated {
        if is_comparison(sign) {
            return Ok(Value::bits(INT, u64::from(compares(sign, &x, &y))));
        }
        let result = match sign {
            "+" => x + y,
            "-" => x - y,
            "*" => x * y,
            "/" => x / y,
            _ => return Err(Fault::Types),
        };
        // The sum, product or quotient of two floats, rounded twice, is the same as rounded once.
        let result = if size == 4 { f64::from(result as f32) } else { result };
        Ok(Value::bits(Ty::Float(size), result.to_bits()))
    }

    fn unary(&mut self, depth: usize) -> Evaluated {
        if depth >= MAX_DEPTH {
            return Err(Fault::TooDeep);
        }
        self.skip();
        if let Some(ty) = self.cast() {
            let value = self.unary(depth + 1)?;
            return self.converted(&value, ty);
        }
        for sign in ["-", "+", "~", "!", "*", "&"] {
            if !self.takes(sign) {
                continue;
            }
            let value = self.unary(depth + 1)?;
            let zero = Value::bits(INT, 0);
            return match sign {
                "-" => match self.scope.loaded(&value)? {
                    Value { ty: Ty::Float(size), held: Held::Bits(bits), .. } => {
                        Ok(Value::bits(Ty::Float(size), bits ^ 1 << 63))
                    }
                    value => self.apply("-", &zero, &value),
                },
                "+" => match self.scope.loaded(&value)? {
                    value @ Value { ty: Ty::Float(_), .. } => Ok(value),
                    value => self.apply("+", &zero, &value),
                },
                "~" => self.apply("^", &value, &Value::bits(INT, u64::MAX)),
                "!" => Ok(Value::bits(INT, u64::from(!self.truth(&value)?))),
                "*" => self.target(&value),
                _ => {
                    let at = value.address().ok_or(Fault::NoAddress)?;
                    Ok(Value::bits(Ty::Pointer(Box::new(value.ty)), at.into()))
                }
            };
        }
        self.postfix(depth)
    }

    fn target(&self, value: &Value) -> Evaluated {
        match self.scope.loaded(value)? {
            Value { ty: Ty::Pointer(to), held: Held::Bits(at), .. } => Ok(Value::at(*to, at as u32)),
            _ => Err(Fault::Types),
        }
    }

    /// `(type)` in front of a value, if it is next.
    fn cast(&mut self) -> Option<Ty> {
        let inner = self.text.strip_prefix('(')?;
        let (inside, rest) = inner.split_once(')')?;
        let base = inside.trim_end_matches(|c: char| c == '*' || c.is_whitespace()).trim();
        let stars = inside.matches('*').count();
        let words: Vec<&str> = base.split_whitespace().collect();
        let is_basic = |w: &&str| {
            matches!(*w, "unsigned" | "signed" | "int" | "long" | "short" | "char" | "float" | "double" | "_Bool")
        };
        let known = self.scope.unit().and_then(|unit| unit.types.iter().position(|t| t.name == words.join(" ")));
        let mut ty = match words.first() {
            Some(&("struct" | "union" | "enum" | "void")) => {
                Ty::Of(Known { unit: self.scope.unit_index(), ty: known? as u32 })
            }
            Some(_) if words.iter().all(is_basic) => {
                let has = |word: &str| words.contains(&word);
                let longs = words.iter().filter(|w| **w == "long").count();
                match () {
                    () if has("float") => Ty::Float(4),
                    () if has("double") => Ty::Float(8),
                    () if has("char") => Ty::Integer(1, !has("unsigned")),
                    () if has("_Bool") => Ty::Integer(1, false),
                    () if has("short") => Ty::Integer(2, !has("unsigned")),
                    () => Ty::Integer(if longs > 1 { 8 } else { 4 }, !has("unsigned")),
                }
            }
            _ => return None,
        };
        for _ in 0..stars.min(MAX_DEPTH) {
            ty = Ty::Pointer(Box::new(ty));
        }
        self.text = rest;
        Some(ty)
    }

    fn converted(&self, value: &Value, ty: Ty) -> Evaluated {
        let from = self.scope.loaded(value)?;
        let Held::Bits(bits) = from.held else { return Err(Fault::Types) };
        let target = self.scope.scalar(&ty).ok_or(Fault::Types)?;
        let whole = match (&from.ty, &target) {
            (Ty::Float(_), Ty::Integer(_, false) | Ty::Pointer(_)) => f64::from_bits(bits) as u64,
            (Ty::Float(_), Ty::Integer(..)) => f64::from_bits(bits) as i64 as u64,
            _ => bits,
        };
        let bits = match target {
            Ty::Float(size) => {
                let x = match from.ty {
                    Ty::Float(_) => f64::from_bits(bits),
                    Ty::Integer(_, signed) => number_of(bits, signed),
                    _ => return Err(Fault::Types),
                };
                if size == 4 { f64::from(x as f32).to_bits() } else { x.to_bits() }
            }
            _ => widened(&target, whole),
        };
        Ok(Value::bits(ty, bits))
    }

    fn name(&mut self) -> &'t str {
        let end = self.text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.text.len());
        let (name, rest) = self.text.split_at(end);
        self.text = rest;
        name
    }

    fn postfix(&mut self, depth: usize) -> Evaluated {
        let mut value = self.operand(depth)?;
        loop {
            if self.takes("[") {
                let index = self.conditional(depth + 1)?;
                self.expect("]")?;
                if value.parts.is_some()
                    && let Shape::Array { count, .. } = self.scope.shape(&value)
                {
                    let Number::Integer(index) = self.scope.number(&index)? else { return Err(Fault::Types) };
                    let element = u32::try_from(index).ok().filter(|index| *index < count);
                    let element = element.and_then(|index| self.scope.parts(&value, index, 1).pop());
                    value = element.ok_or(Fault::NoAddress)?.1;
                    continue;
                }
                let at = self.apply("+", &value, &index)?;
                value = self.target(&at)?;
            } else if self.takes("->") {
                value = self.target(&value)?;
                value = self.member(&value)?;
            } else if self.takes(".") {
                value = self.member(&value)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn member(&mut self, value: &Value) -> Evaluated {
        self.skip();
        let name = self.name();
        if name.is_empty() {
            return self.wrong();
        }
        let Held::At(addr, None) = value.held else { return Err(Fault::Types) };
        self.scope.member(value, addr, name, 0).ok_or_else(|| Fault::NoMember(name.into()))
    }

    fn operand(&mut self, depth: usize) -> Evaluated {
        self.skip();
        if self.takes("(") {
            let value = self.conditional(depth + 1)?;
            self.expect(")")?;
            return Ok(value);
        }
        let begin = self.text;
        if begin.starts_with(|c: char| c.is_ascii_digit()) {
            let end = begin.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(begin.len());
            let (digits, rest) = begin.split_at(end);
            let value = match digits.contains('.') {
                true => digits.parse::<f64>().ok().map(|x| Value::bits(Ty::Float(8), x.to_bits())),
                false => number(digits).map(|n| {
                    let signed = i32::try_from(n).is_ok();
                    Value::bits(Ty::Integer(4, signed), n.into())
                }),
            };
            let Some(value) = value else { return self.wrong() };
            self.text = rest;
            return Ok(value);
        }
        match self.name() {
            "" => self.wrong(),
            name => self.scope.named(name),
        }
    }
}

fn number_of(bits: u64, signed: bool) -> f64 {
    if signed { bits as i64 as f64 } else { bits as f64 }
}

/// Size and sign of an integer after the integer promotions.
fn promoted(ty: &Ty) -> (u8, bool) {
    match ty {
        Ty::Integer(size, _) if *size < 4 => (4, true),
        Ty::Integer(size, signed) => (*size, *signed),
        _ => (4, true),
    }
}

fn is_comparison(sign: &str) -> bool {
    matches!(sign, "==" | "!=" | "<=" | ">=" | "<" | ">")
}

fn compares<T: PartialOrd>(sign: &str, x: &T, y: &T) -> bool {
    match sign {
        "==" => x == y,
        "!=" => x != y,
        "<=" => x <= y,
        ">=" => x >= y,
        "<" => x < y,
        _ => x > y,
    }
}
