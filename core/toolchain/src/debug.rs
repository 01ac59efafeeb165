//! Debug information of compiled units: types, functions, variables and their places.
//!
//! A compiler puts [`Unit`]s into [`Compiled::debug`](super::Compiled::debug). They refer to places by labels of the
//! assembly texts; [`Debug::of`] finds the addresses when the program is built.

mod bytes;

pub use bytes::{from_bytes, to_bytes};

use super::build::Build;
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};
use mcore_cpu::isa::{Op, decode};
use mcore_cpu::program::Program;
use serde::{Deserialize, Serialize};

/// The kinds of types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// No value.
    Void,
    /// `_Bool`.
    Bool,
    /// A character type, with sign or without.
    Character(bool),
    /// An integer: size in bytes, and true with sign.
    Integer(u8, bool),
    /// A floating-point number: size in bytes.
    Float(u8),
    /// An enumeration: true with sign, and its constants.
    Enum(bool, Vec<(String, i64)>),
    /// A pointer to a type.
    Pointer(u32),
    /// An array of a type: the number of elements, if the compiler knows it.
    Array(u32, Option<u32>),
    /// A struct or union: size in bytes, and its members.
    Record(u32, Vec<Field>),
    Function,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name; empty for an anonymous struct or union.
    pub name: String,
    /// Its type.
    pub ty: u32,
    /// Bytes from the beginning.
    pub offset: u32,
    /// For a bit-field: its first bit, from the low end of the byte at `offset`, and its width in bits.
    pub bits: Option<(u8, u8)>,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Type {
    /// As a programmer writes it.
    pub name: String,
    /// Its kind and parts; other types by their index in [`Unit::types`].
    pub kind: Kind,
}

/// Why a variable has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gone {
    /// The program never uses it.
    Unused,
    /// The compiler keeps it in registers or has removed it, at this level of optimisation.
    Optimised,
    /// An array whose length is known only when the program runs.
    Variable,
    /// At this instruction it has no value yet.
    Unset,
    /// At this instruction its value is not needed any more, and nowhere kept.
    Over,
    /// No instruction computes the value that it has here; the others do without it.
    Removed,
    /// A later instruction computes or stores the value that it has here.
    Later,
}

/// A word of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Word {
    /// In a register, as in [`At::Register`].
    Register(u8),
    /// In the frame, as in [`At::Frame`].
    Frame(i32),
    /// A number.
    Bits(u32),
}

/// Where a variable is at an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// In a register: general 0 to 31, floating-point 32 to 63; two of these for a `double`.
    Register(u8),
    /// In a word of the frame that holds a register: bytes from the stack pointer at the entry of the function.
    Frame(i32),
    /// In two words, the lower one first.
    Pair(Word, Word),
    /// A constant: its bits, the lowest first.
    Bits(u64),
    /// The address of a label, plus bytes.
    Address(String, i32),
    /// All of it in the frame, as in [`Place::Frame`].
    Memory {
        /// Bytes from the stack pointer at the entry of the function.
        offset: i32,
        /// A power of two in bytes.
        align: u32,
    },
    /// Nowhere.
    Gone(Gone),
}

/// Where a variable is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In the frame: bytes from the stack pointer at the entry of the function, rounded up to an alignment.
    Frame {
        /// Bytes; negative within the frame, 0 and more for arguments.
        offset: i32,
        /// A power of two in bytes.
        align: u32,
    },
    /// At a label of the assembly.
    Label(String),
    /// Somewhere else from instruction to instruction: from a line of the assembly text on, in the order of the lines.
    List(#[serde(with = "bytes::steps")] Vec<(u32, At)>),
    /// The parts of a struct or array, each somewhere else; the program never uses the bytes between them.
    Parts(Vec<Part>),
    /// Nowhere.
    Gone(Gone),
}

/// The place of a part of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its first byte in the variable.
    pub first: u32,
    /// Bytes, at most 8.
    pub size: u32,
    /// As [`Place::List`].
    #[serde(with = "bytes::steps")]
    pub list: Vec<(u32, At)>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    /// Its type.
    pub ty: u32,
    /// The first line of its scope, from 1; 0 for a global.
    pub first: u32,
    /// The last line of its scope.
    pub last: u32,
    pub parameter: bool,
    /// The inlined call that it belongs to, an index in [`Function::inlined`] plus 1; 0 for the function itself.
    pub inlined: u32,
    /// Where it is.
    pub place: Place,
}

/// A call in the place of which the function's body is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inlined {
    /// The name of the function in assembly.
    pub label: String,
    /// The file with its body.
    pub file: String,
    /// The inlined call around it, as in [`Variable::inlined`].
    pub around: u32,
    /// Line of the call; 0 if it is not in the file of the function around it.
    pub line: u32,
    /// Its column, from 1.
    pub column: u32,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its name in assembly.
    pub label: String,
    /// The file with its body.
    pub file: String,
    /// Parameters, then variables in the order of their declarations; after its own, those of each inlined call.
    pub variables: Vec<Variable>,
    /// The inlined calls.
    pub inlined: Vec<Inlined>,
    /// From a line of the assembly text on: the inlined call that the instructions belong to, as in [`Variable::inlined`].
    pub calls: Vec<(u32, u32)>,
}

/// The debug information of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The name of its assembly text.
    pub assembly: String,
    /// All types that its variables need.
    pub types: Vec<Type>,
    pub functions: Vec<Function>,
    /// Variables at file scope that it defines.
    pub globals: Vec<Variable>,
}

/// The debug information of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Debug {
    units: Vec<Unit>,
    /// Per unit: the addresses of its labels.
    addresses: Vec<BTreeMap<String, u32>>,
    /// Unit and number of the function that begins at an address.
    functions: BTreeMap<u32, (usize, usize)>,
    /// Per unit with lists of places or inlined calls: addresses of instructions, and their lines in its assembly text.
    lines: Vec<Vec<(u32, u32)>>,
}

impl Debug {
    /// That of a program that has been built; nothing without a program.
    pub fn of(build: &Build) -> Self {
        let Some(program) = &build.program else { return Self::default() };
        let units: Vec<Unit> = build.debug.iter().flat_map(|(_, bytes)| from_bytes(bytes)).collect();
        let listed = Listed::of(build);
        let addresses: Vec<_> =
            units.iter().map(|unit| addresses(unit, build, program, listed.of_unit(unit))).collect();
        let lines = units.iter().map(|unit| lines(unit, listed.of_unit(unit))).collect();
        let mut functions = BTreeMap::new();
        for (index, (unit, addresses)) in units.iter().zip(&addresses).enumerate() {
            for (number, function) in unit.functions.iter().enumerate() {
                if let Some(addr) = addresses.get(&function.label) {
                    functions.entry(*addr).or_insert((index, number));
                }
            }
        }
        Self { units, addresses, functions, lines }
    }

    /// Its units, in the order in which they were compiled.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The address of a label of a unit.
    pub fn address(&self, unit: usize, label: &str) -> Option<u32> {
        self.addresses.get(unit)?.get(label).copied()
    }

    /// The addresses of the functions that have a parameter or variable of this name.
    pub fn functions_with(&self, name: &str) -> impl Iterator<Item = u32> {
        let starts = self.functions.keys().copied();
        starts.filter(move |start| {
            self.function(*start).is_some_and(|(_, function)| function.variables.iter().any(|v| v.name == name))
        })
    }

    /// The place in a list of a unit at an instruction.
    pub fn at<'l>(&self, unit: usize, list: &'l [(u32, At)], pc: u32) -> &'l At {
        self.listed(unit, list, pc).unwrap_or(&At::Gone(Gone::Over))
    }

    /// The part of a list by lines that an instruction of a unit belongs to.
    fn listed<'l, T>(&self, unit: usize, list: &'l [(u32, T)], pc: u32) -> Option<&'l T> {
        let lines = self.lines.get(unit)?;
        let at = lines.binary_search_by_key(&pc, |l| l.0).ok()?;
        let line = lines.get(at)?.1;
        list.get(list.partition_point(|l| l.0 <= line).checked_sub(1)?).map(|found| &found.1)
    }

    /// The inlined calls that an instruction of a function belongs to, the innermost first, each with its number as in
    /// [`Variable::inlined`].
    pub fn inlined<'d>(&self, unit: usize, function: &'d Function, pc: u32) -> Vec<(u32, &'d Inlined)> {
        let mut at = self.listed(unit, &function.calls, pc).copied().unwrap_or(0);
        let mut found = Vec::new();
        // A call is listed after the one around it.
        while let Some(call) = at.checked_sub(1).and_then(|i| function.inlined.get(i as usize)) {
            found.push((at, call));
            at = call.around.min(at - 1);
        }
        found
    }

    /// The first instruction of a line in each function and inlined call with code of it, if its first instruction is at this address:
    /// that one, then the others. A first instruction in the slot of a jump that was filled from its target is executed on that way
    /// only, so the next one counts too.
    pub fn copies(&self, program: &Program, addr: u32) -> Vec<u32> {
        let call = |addr: u32| {
            let (start, _) = self.functions.range(..=addr).next_back()?;
            let (unit, function) = self.function(*start)?;
            Some((*start, self.inlined(unit, function, addr).first().map(|call| call.0)))
        };
        let is_on_one_way = |addr: u32| {
            let jump = program.word(addr.wrapping_sub(4)).map(|word| decode(word).op);
            jump.is_some_and(|op| op == Op::J || op.is_likely())
        };
        let mut found = alloc::vec![addr];
        let mut calls = alloc::vec![(call(addr), is_on_one_way(addr))];
        let line = program.line_of(addr).map(|l| (l.file, l.line));
        for entry in program.lines.iter().filter(|l| Some((l.file, l.line)) == line && program.is_text(l.addr)) {
            let call = call(entry.addr);
            let (of_call, on_one_way) = ((call, false), (call, true));
            if call.is_none() || calls.contains(&of_call) || found.contains(&entry.addr) {
                continue;
            }
            found.push(entry.addr);
            calls.retain(|known| *known != on_one_way);
            calls.push(if is_on_one_way(entry.addr) { on_one_way } else { of_call });
        }
        found
    }

    /// The function that begins at an address: its unit and the function.
    pub fn function(&self, addr: u32) -> Option<(usize, &Function)> {
        let (unit, number) = *self.functions.get(&addr)?;
        Some((unit, self.units.get(unit)?.functions.get(number)?))
    }
}

/// The listing of a build by its texts.
struct Listed<'b> {
    /// The names of the texts.
    files: &'b [String],
    /// Per text: its lines with their addresses, ascending.
    lines: Vec<Vec<(u32, u32)>>,
}

impl<'b> Listed<'b> {
    fn of(build: &'b Build) -> Self {
        let mut lines = alloc::vec![Vec::new(); build.files.len()];
        for line in &build.listing {
            if let Some(of_file) = lines.get_mut(line.span.file.0 as usize) {
                of_file.push((line.span.line, line.addr));
            }
        }
        lines.iter_mut().for_each(|of_file| of_file.sort_unstable());
        Self { files: &build.files, lines }
    }

    /// Those of the assembly text of a unit.
    fn of_unit(&self, unit: &Unit) -> &[(u32, u32)] {
        let file = self.files.iter().position(|name| *name == unit.assembly);
        file.and_then(|file| self.lines.get(file)).map_or(&[], Vec::as_slice)
    }
}

/// The lines of the instructions in the assembly text of a unit, if a list needs them.
fn lines(unit: &Unit, listed: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let has_list = |v: &Variable| matches!(v.place, Place::List(_) | Place::Parts(_));
    let is_listed = |f: &Function| !f.calls.is_empty() || f.variables.iter().any(has_list);
    if !unit.functions.iter().any(is_listed) {
        return Vec::new();
    }
    let mut lines: Vec<(u32, u32)> = listed.iter().map(|(line, addr)| (*addr, *line)).collect();
    lines.sort_unstable();
    lines
}

/// The labels that a unit's debug information refers to. Units can have labels of the same name, so a label is first
/// sought in the unit's own assembly.
fn addresses(unit: &Unit, build: &Build, program: &Program, listed: &[(u32, u32)]) -> BTreeMap<String, u32> {
    let mut wanted: BTreeMap<String, u32> = BTreeMap::new();
    let locals = unit.functions.iter().flat_map(|f| &f.variables);
    let labels =
        unit.functions.iter().map(|f| &f.label).chain(locals.chain(&unit.globals).flat_map(|v| labels_of(&v.place)));
    let text = build.made.iter().find(|made| made.name == unit.assembly).map_or("", |made| &made.text);
    let mut own: BTreeMap<&str, u32> = BTreeMap::new();
    for (number, line) in (1u32..).zip(text.lines()) {
        if let Some(label) = line.strip_suffix(':') {
            own.insert(label, number);
        }
    }
    for label in labels {
        if wanted.contains_key(label) {
            continue;
        }
        let is_unique = program.symbols.iter().filter(|s| s.is_label && s.name == *label).count() == 1;
        let global = program.symbol(label).filter(|s| s.is_label && (is_unique || s.global)).map(|s| s.value);
        let in_text = || {
            let line = *own.get(label.as_str())?;
            let after = listed.partition_point(|(number, _)| *number <= line);
            listed.get(after).map(|(_, addr)| *addr)
        };
        if let Some(addr) = global.or_else(in_text) {
            wanted.insert(label.clone(), addr);
        }
    }
    wanted
}

/// The labels that a place refers to.
fn labels_of(place: &Place) -> Vec<&String> {
    match place {
        Place::Label(label) => alloc::vec![label],
        Place::List(list) => labels_in(list).collect(),
        Place::Parts(parts) => parts.iter().flat_map(|part| labels_in(&part.list)).collect(),
        _ => Vec::new(),
    }
}

fn labels_in(list: &[(u32, At)]) -> impl Iterator<Item = &String> {
    list.iter().filter_map(|(_, at)| if let At::Address(label, _) = at { Some(label) } else { None })
}

impl Unit {
    /// The kind of a type; [`Kind::Void`] for a number that is none.
    pub fn kind(&self, ty: u32) -> &Kind {
        self.types.get(ty as usize).map_or(&Kind::Void, |t| &t.kind)
    }

    /// Bytes of a type; `None` of one that has no size.
    pub fn size(&self, ty: u32) -> Option<u64> {
        // A type can contain itself by pointers only, which end the search; the depth guards against other descriptions.
        self.size_within(ty, 64)
    }

    fn size_within(&self, ty: u32, depth: u32) -> Option<u64> {
        Some(match self.kind(ty) {
            Kind::Void | Kind::Function | Kind::Array(_, None) => return None,
            Kind::Bool | Kind::Character(_) => 1,
            Kind::Integer(bytes, _) | Kind::Float(bytes) => u64::from(*bytes),
            Kind::Enum(..) | Kind::Pointer(_) => 4,
            Kind::Record(bytes, _) => u64::from(*bytes),
            Kind::Array(of, Some(count)) => u64::from(*count) * self.size_within(*of, depth.checked_sub(1)?)?,
        })
    }

    /// The name of a type.
    pub fn type_name(&self, ty: u32) -> String {
        self.types.get(ty as usize).map_or_else(|| format!("type {ty}"), |t| t.name.clone())
    }
}
