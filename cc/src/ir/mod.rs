//! The intermediate representation: SSA over i32, f32, f64 and memory.
//!
//! A [`Module`] has symbols, data objects and functions. A [`Function`] is a graph of basic blocks with parameters
//! (instead of phi functions); each value is the result of one [`Node`] or is a parameter of one block. 64-bit integers
//! are values of type [`Type::I64`] until `opt::legal` splits them into pairs and gives calls their registers and
//! stack words (see [`Function::legal`]).
//!
//! No operation is undefined: signed arithmetic wraps, shifts use the low five (or six) bits, division by zero traps.
//!
//! [`build::Builder`] makes functions and the SSA form of variables, [`verify`] checks functions, [`text`] prints and
//! reads them, [`interp`] runs them.

pub mod abi;
pub mod build;
pub mod fold;
pub mod graph;
pub mod interp;
pub mod marks;
mod op;
mod parse;
pub mod text;
pub mod verify;

#[cfg(test)]
pub mod random;
#[cfg(test)]
mod tests;

pub use op::{Access, Asm, AsmIn, AsmOut, AsmPlace, Binary, Call, Callee, Compare, Mem, Op, Unary};

use alloc::{string::String, vec::Vec};
use core::fmt;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// 32 bits: integers (also narrower ones, extended) and pointers.
    I32,
    /// 64-bit integers; split into two `I32` by legalisation.
    I64,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl Type {
    /// The size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 => 8,
        }
    }

    /// True for `F32` and `F64`.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }
}

/// Declares a number that names a thing.
macro_rules! index {
    ($(#[$meta:meta])* $name:ident $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The index in a table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

index! {
    /// A value: the result of the node with this index.
    Value "v"
}
index! {
    /// A basic block of a function.
    Block "b"
}
index! {
    /// An object on the stack of a function.
    SlotId "s"
}
index! {
    /// A symbol of the module: function or object.
    SymbolId "@"
}
index! {
    /// A variable of the source, for debug information.
    VariableId "x"
}

/// A place in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loc {
    /// Line, from 1; 0 if the instruction belongs to no line.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u16,
    /// Number of the file, from 1, as in `.file`.
    pub file: u16,
    /// Number of the inlined call that it belongs to, an index in [`Function::inlined`] plus 1; 0 for none.
    pub inlined: u16,
    /// True if a statement begins here.
    pub statement: bool,
    /// With debug information: the [`Mark`]s of its block with lower numbers have been passed here. 0 for the same as the
    /// instruction before.
    pub seq: u32,
}

/// The known value of a variable of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It has none yet.
    Unset,
    /// It has one that no value of the function is.
    Lost,
    /// It has one that is not computed, because nothing needs it.
    Removed,
    /// This one.
    Value(Value),
    /// After legalisation: two words, the lower one first.
    Pair(Value, Value),
}

/// From a point of its block on, a variable of the source has a value. Marks are no nodes and no uses, so that code is the
/// same with and without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point: after instructions with this number or a lower one in [`Loc::seq`]; 0 for the start of the block.
    pub seq: u32,
    pub variable: VariableId,
    /// Its value.
    pub held: Held,
}

/// A node: an instruction or a block parameter. Its index is the [`Value`] that it defines, if it defines one.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// The type of the result; `None` if there is none.
    pub ty: Option<Type>,
    /// Its place in the source.
    pub loc: Loc,
}

/// A way from one block to another, with the values of the target's parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The target.
    pub block: Block,
    /// A value for each parameter of the target.
    pub args: Vec<Value>,
}

impl Edge {
    /// An edge without values.
    pub const fn to(block: Block) -> Self {
        Self { block, args: Vec::new() }
    }
}

/// The end of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Terminator {
    /// Not set yet; only while a function is built.
    #[default]
    None,
    /// Always to one block.
    Jump(Edge),
    /// To the first edge if the value (`I32`) is not 0, else to the second.
    Branch(Value, Edge, Edge),
    /// By value (`I32`): ranges `low..=high` (unsigned bit patterns compared as signed numbers), which do not overlap.
    Switch(Value, Vec<(i32, i32, Edge)>, Edge),
    /// By index (`I32`), which is less than the number of edges.
    Table(Value, Vec<Edge>),
    /// To the block whose [`Op::Label`] is the value; it is one of the list. The blocks have no parameters.
    Goto(Value, Vec<Block>),
    /// Out of the function: nothing, one value, the two parts of a complex number, or after legalisation the two halves of an
    /// `I64`.
    Return(Vec<Value>),
    /// A place that is never reached; it traps.
    Trap,
}

impl Terminator {
    /// The edges out of the block. Those of [`Terminator::Goto`] are not included, see [`Terminator::targets`].
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let (cases, table, one, two): (&[_], &[Edge], _, _) = match self {
            Self::Jump(edge) => (&[], &[], Some(edge), None),
            Self::Branch(_, yes, no) => (&[], &[], Some(yes), Some(no)),
            Self::Switch(_, cases, default) => (cases, &[], Some(default), None),
            Self::Table(_, edges) => (&[], edges, None, None),
            Self::None | Self::Goto(..) | Self::Return(_) | Self::Trap => (&[], &[], None, None),
        };
        cases.iter().map(|c| &c.2).chain(table).chain(one).chain(two)
    }

    /// The edges out of the block, to change them.
    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        let (cases, table, one, two): (&mut [_], &mut [Edge], _, _) = match self {
            Self::Jump(edge) => (&mut [], &mut [], Some(edge), None),
            Self::Branch(_, yes, no) => (&mut [], &mut [], Some(yes), Some(no)),
            Self::Switch(_, cases, default) => (cases, &mut [], Some(default), None),
            Self::Table(_, edges) => (&mut [], edges, None, None),
            Self::None | Self::Goto(..) | Self::Return(_) | Self::Trap => (&mut [], &mut [], None, None),
        };
        cases.iter_mut().map(|c| &mut c.2).chain(table).chain(one).chain(two)
    }

    /// The blocks that can come next, in order, with repetitions.
    pub fn targets(&self) -> impl Iterator<Item = Block> {
        let labels: &[Block] = if let Self::Goto(_, blocks) = self { blocks } else { &[] };
        labels.iter().copied().chain(self.edges().map(|e| e.block))
    }

    /// Calls `f` for each value used, also those passed along edges.
    pub fn each_use(&self, mut f: impl FnMut(Value)) {
        match self {
            Self::Branch(v, ..) | Self::Switch(v, ..) | Self::Table(v, _) | Self::Goto(v, _) => f(*v),
            Self::Return(values) => values.iter().for_each(|v| f(*v)),
            Self::None | Self::Jump(_) | Self::Trap => {}
        }
        for edge in self.edges() {
            edge.args.iter().for_each(|v| f(*v));
        }
    }

    /// As [`Terminator::each_use`], to change the values.
    pub fn each_use_mut(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Self::Branch(v, ..) | Self::Switch(v, ..) | Self::Table(v, _) | Self::Goto(v, _) => f(v),
            Self::Return(values) => values.iter_mut().for_each(&mut f),
            Self::None | Self::Jump(_) | Self::Trap => {}
        }
        for edge in self.edges_mut() {
            edge.args.iter_mut().for_each(&mut f);
        }
    }
}

/// A basic block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockData {
    /// Its parameters: nodes with [`Op::Param`].
    pub params: Vec<Value>,
    /// Its instructions, in order.
    pub nodes: Vec<Value>,
    pub end: Terminator,
    /// The place of its end in the source.
    pub loc: Loc,
    /// Values of variables of the source, in the order of their numbers.
    pub marks: Vec<Mark>,
}

/// An object on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Size in bytes.
    pub size: u32,
    /// Alignment, a power of two; at most 8 unless the function aligns its stack.
    pub align: u32,
}

/// The type of a parameter or argument in C's calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Param {
    Value(Type),
    /// A struct or union by value. The value in the IR is its address: the caller's object, of which the callee gets a
    /// copy.
    Struct {
        /// Size in bytes.
        size: u32,
        /// Alignment in bytes.
        align: u32,
    },
}

/// A signature. A struct as result is written out: its address is a first parameter `I32` and the result `I32`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature {
    /// The parameters; in a call, the arguments, unnamed ones included.
    pub params: Vec<Param>,
    /// True with `...`, and for calls of functions without prototype.
    pub variadic: bool,
    pub result: Option<Type>,
    /// A complex number: two results of the type. The second one of a call is [`Op::Part`] 1.
    pub pair: bool,
}

/// An inlined call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// The function.
    pub callee: SymbolId,
    /// The place of the call, whose own `inlined` is the call around it.
    pub loc: Loc,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugVariable {
    pub name: String,
    /// The key of the front end, which knows type and scope.
    pub key: u32,
    /// The inlined call that it belongs to, as in [`Loc::inlined`].
    pub inlined: u16,
    /// The object on the stack that holds it all the time; without, [`Mark`]s give its values.
    pub slot: Option<SlotId>,
    /// It is a struct that the caller passes, in an object of the caller's.
    pub passed: bool,
    /// Only a part of the variable, which has become a value: its first byte, and bytes.
    pub part: Option<(u32, u32)>,
}

/// Properties of a function that passes obey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Never inlined.
    pub no_inline: bool,
    /// Inlined at each level from -O1.
    pub always_inline: bool,
    /// Declared `inline`, which raises the limit of size.
    pub inline_hint: bool,
}

/// A function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    pub symbol: SymbolId,
    /// Its signature; fixed parameters only.
    pub signature: Signature,
    /// All nodes, in the order of their creation.
    pub nodes: Vec<Node>,
    /// All blocks; the first is the entry, whose parameters are those of the function. No edge leads to the entry.
    pub blocks: Vec<BlockData>,
    /// Objects on the stack.
    pub slots: Vec<Slot>,
    /// Inlined calls.
    pub inlined: Vec<Inlined>,
    /// Variables of the source.
    pub variables: Vec<DebugVariable>,
    /// Higher than each [`Loc::seq`]; 0 without marks.
    pub seq: u32,
    /// Properties.
    pub flags: Flags,
    /// The place of its opening brace.
    pub loc: Loc,
    /// Set by legalisation: there is no `I64`, and calls and entry have the places of their arguments.
    pub legal: bool,
    /// Set by the passes: it is so large that it gets only those whose time does not grow with the square of its size.
    pub large: bool,
    /// After legalisation: the place of each parameter of the entry.
    pub incoming: Vec<abi::Place>,
    /// After legalisation: bytes of arguments that calls pass on the stack, at least 16 if there is a call.
    pub outgoing: u32,
}

impl Function {
    /// The node that defines a value.
    #[inline]
    pub fn node(&self, value: Value) -> &Node {
        &self.nodes[value.index()]
    }

    /// The operation that defines a value.
    #[inline]
    pub fn op(&self, value: Value) -> &Op {
        &self.nodes[value.index()].op
    }

    /// The type of a value; `I32` for nodes without result.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.nodes[value.index()].ty.unwrap_or(Type::I32)
    }

    /// The constant that a value is.
    #[inline]
    pub fn int(&self, value: Value) -> Option<i64> {
        match self.op(value) {
            Op::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// Adds a node that is in no block yet.
    pub fn add(&mut self, op: Op, ty: Option<Type>, loc: Loc) -> Value {
        self.nodes.push(Node { op, ty, loc });
        Value(self.nodes.len() as u32 - 1)
    }

    /// Adds a block.
    pub fn add_block(&mut self) -> Block {
        self.blocks.push(BlockData::default());
        Block(self.blocks.len() as u32 - 1)
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let value = self.add(Op::Param, Some(ty), loc);
        self.blocks[block.index()].params.push(value);
        value
    }

    /// Adds a node to the end of a block.
    pub fn append(&mut self, block: Block, op: Op, ty: Option<Type>, loc: Loc) -> Value {
        let value = self.add(op, ty, loc);
        self.blocks[block.index()].nodes.push(value);
        value
    }

    /// All blocks, in the order of their numbers.
    pub fn block_ids(&self) -> impl Iterator<Item = Block> + use<> {
        (0..self.blocks.len() as u32).map(Block)
    }

    /// Replaces every use of a value, by a table; `map[v]` is what `v` becomes. Chains are followed.
    pub fn replace(&mut self, map: &[Value]) {
        let find = |mut v: Value| {
            while map[v.index()] != v {
                v = map[v.index()];
            }
            v
        };
        for node in &mut self.nodes {
            node.op.each_use_mut(|v| *v = find(*v));
        }
        for block in &mut self.blocks {
            block.end.each_use_mut(|v| *v = find(*v));
            block.marks.iter_mut().for_each(|mark| mark.held = mark.held.map(find));
        }
    }

    /// The number of nodes in blocks.
    pub fn size(&self) -> usize {
        self.blocks.iter().map(|b| b.nodes.len() + 1).sum()
    }
}

/// The reach of a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Linkage {
    /// Defined elsewhere, or here and visible elsewhere.
    #[default]
    Global,
    /// As `Global`, but another definition takes precedence.
    Weak,
    /// Only in this unit.
    Local,
}

/// A symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// Its name in assembly.
    pub name: String,
    /// Its reach.
    pub linkage: Linkage,
    /// A function that is `const` or `pure`: it has no effect, so a call without use may go.
    pub pure: bool,
    /// A function that does not return.
    pub no_return: bool,
    /// An object that never changes.
    pub constant: bool,
}

/// A part of the initial contents of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    Bytes(Vec<u8>),
    /// Zero bytes.
    Zero(u32),
    /// The address of a symbol plus an offset: 4 bytes.
    Address(SymbolId, i32),
    /// The address of a block of a function, for tables of computed `goto`: 4 bytes.
    Label(SymbolId, Block),
}

/// The low bits of the code of [`Op::TrapIf`], which the instruction has; the upper ones are the number of a checked array,
/// an index in [`Module::checked`] plus 1, or 0.
pub const TRAP_CODE: u16 = 15;

/// An object with static storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    pub symbol: SymbolId,
    /// Its section: `.data`, `.rodata`, `.bss`, or the name that an attribute gives. An empty name with all contents
    /// zero is a tentative definition (`.comm`).
    pub section: String,
    /// Alignment, a power of two.
    pub align: u32,
    /// Its contents, in order.
    pub data: Vec<Datum>,
}

impl Object {
    /// The size in bytes.
    pub fn size(&self) -> u32 {
        let size = |d: &Datum| match d {
            Datum::Bytes(bytes) => bytes.len() as u32,
            Datum::Zero(n) => *n,
            Datum::Address(..) | Datum::Label(..) => 4,
        };
        self.data.iter().map(size).fold(0, u32::saturating_add)
    }
}

/// A translation unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Names of the arrays whose index is checked.
    pub checked: Vec<String>,
    /// Names of the source files, for `.file`; the first has number 1.
    pub files: Vec<String>,
    pub symbols: Vec<Symbol>,
    /// Objects with static storage, in the order of definition.
    pub objects: Vec<Object>,
    /// Functions with a body, in the order of definition.
    pub functions: Vec<Function>,
    /// Assembly at file scope, in order, with its place.
    pub assembly: Vec<(String, Loc)>,
}

impl Module {
    /// The symbol with this name; a new one, global, if there is none.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        if let Some(i) = self.symbols.iter().position(|s| s.name == name) {
            return SymbolId(i as u32);
        }
        self.add_symbol(Symbol { name: name.into(), ..Symbol::default() })
    }

    /// Adds a symbol.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId(self.symbols.len() as u32 - 1)
    }

    /// The function of a symbol, if it has a body here.
    pub fn function(&self, symbol: SymbolId) -> Option<&Function> {
        self.functions.iter().find(|f| f.symbol == symbol)
    }
}
