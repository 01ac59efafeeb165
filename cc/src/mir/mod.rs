//! Machine code of a function before its layout: instructions of the instruction table over registers, which are
//! virtual until registers are allocated.

pub mod effect;

use crate::ir::{SlotId, SymbolId};
use crate::order::Order as _;
use alloc::{boxed::Box, string::String, vec::Vec};
use core::fmt;
use mcore_cpu::isa::Op;

/// A register: general 0 to 31, floating-point 32 to 63, virtual from 64 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

/// The first virtual register.
const FIRST_VIRTUAL: u32 = 64;

impl Reg {
    /// No register.
    pub const NONE: Self = Self(u32::MAX);
    /// `$zero`.
    pub const ZERO: Self = Self(0);
    /// `$v0`.
    pub const V0: Self = Self(2);
    /// `$k0`, the scratch of addresses.
    pub const K0: Self = Self(26);
    /// `$k1`, the scratch of moves.
    pub const K1: Self = Self(27);
    /// `$sp`.
    pub const SP: Self = Self(29);
    /// `$fp`.
    pub const FP: Self = Self(30);
    /// `$ra`.
    pub const RA: Self = Self(31);
    /// The base of the frame: `$sp`, or `$fp` with `alloca`; known when the frame is laid out.
    pub const FRAME: Self = Self(u32::MAX - 1);
    /// `$f0`.
    pub const F0: Self = Self(32);

    /// A general register by number.
    pub const fn general(n: u8) -> Self {
        Self(n as u32)
    }

    /// A floating-point register by number.
    pub const fn float(n: u8) -> Self {
        Self(32 + n as u32)
    }

    /// A virtual register by index.
    pub const fn virtual_at(index: u32) -> Self {
        Self(FIRST_VIRTUAL + index)
    }

    /// The index of a virtual register.
    pub const fn virtual_index(self) -> Option<usize> {
        if self.0 >= FIRST_VIRTUAL && self.0 < Self::FRAME.0 { Some((self.0 - FIRST_VIRTUAL) as usize) } else { None }
    }

    /// True for a floating-point register of the machine.
    pub const fn is_float(self) -> bool {
        self.0 >= 32 && self.0 < FIRST_VIRTUAL
    }

    /// The number of a register of the machine, 0 to 31.
    pub const fn number(self) -> u8 {
        (self.0 & 31) as u8
    }
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NONE => f.write_str("-"),
            Self::FRAME => f.write_str("$frame"),
            Self(n @ 64..) => write!(f, "%{}", n - FIRST_VIRTUAL),
            Self(n @ 32..) => write!(f, "$f{}", n - 32),
            Self(n) => f.write_str(mcore_cpu::isa::register_name(n as u8)),
        }
    }
}

/// The class of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    General,
    /// Floating-point; singles and doubles live in the 16 even registers.
    Float,
}

/// A block of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

impl Label {
    /// The index in [`Function::blocks`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The immediate operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imm {
    /// A number (0 where there is none).
    Int(i32),
    /// Position and size of a bit field.
    Field(u8, u8),
    /// `%hi(symbol + offset)`.
    Hi(SymbolId, i32),
    /// `%lo(symbol + offset)`.
    Lo(SymbolId, i32),
    /// `%hi` of a constant of the pool.
    PoolHi(u32),
    /// `%lo` of a constant of the pool.
    PoolLo(u32),
    /// `%hi` of a block's address.
    BlockHi(Label),
    /// `%lo` of a block's address.
    BlockLo(Label),
    /// `%hi` of the jump table of the function with this number.
    TableHi(u32),
    /// `%lo` of the jump table.
    TableLo(u32),
    /// Offset from `$sp`: an object on the stack, plus an offset.
    Slot(SlotId, i32),
    /// Offset from `$sp`: a spilled register.
    Spill(u32),
    /// Offset from `$sp`: an argument word of the caller's frame.
    Incoming(i32),
    /// Offset from `$sp`: an argument word for the next call.
    Outgoing(i32),
    /// A target of a jump or branch.
    Block(Label),
    /// The target of `jal`.
    Symbol(SymbolId),
}

/// An instruction of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The instruction.
    pub op: Op,
    /// Its registers in the order of writing, [`Reg::NONE`] after the last.
    pub regs: [Reg; 4],
    /// The register whose old value the destination keeps in part (`movn`, `ins`, `mthc1` …).
    pub tied: Reg,
    /// Its immediate.
    pub imm: Imm,
}

impl Plain {
    /// True for a copy of a register: of the second one to the first.
    pub fn is_copy(&self) -> bool {
        self.op == Op::MovD || self.op == Op::Addu && self.regs[2] == Reg::ZERO
    }

    /// An instruction with registers and without immediate.
    pub fn new(op: Op, regs: &[Reg]) -> Self {
        Self::with(op, regs, Imm::Int(0))
    }

    /// An instruction with registers and an immediate.
    pub fn with(op: Op, regs: &[Reg], imm: Imm) -> Self {
        let mut all = [Reg::NONE; 4];
        for (to, from) in all.iter_mut().zip(regs) {
            *to = *from;
        }
        Self { op, regs: all, tied: Reg::NONE, imm }
    }
}

/// A register operand with the register of the machine that it must be in.
pub type Fixed = (Reg, Reg);

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function by name; else the address is in `address`.
    pub symbol: Option<SymbolId>,
    /// The register with the function's address.
    pub address: Reg,
    /// Arguments and their registers.
    pub args: Vec<Fixed>,
    /// Results and their registers.
    pub results: Vec<Fixed>,
}

/// An operand of an `asm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsmOperand {
    /// A register; fixed if the second is one.
    Reg(Reg, Reg),
    Memory(Reg),
    /// A number.
    Int(i32),
    /// The address of a symbol.
    Symbol(SymbolId, i32),
    /// The same as an output.
    Output(u8),
}

/// An `asm` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asm {
    /// Its text.
    pub template: String,
    /// Outputs: register, the register that it must be in, or `NONE`, and whether it is written early.
    pub outputs: Vec<(Reg, Reg, bool)>,
    /// Inputs; `Some(n)` if it is in the place of output `n`.
    pub inputs: Vec<(AsmOperand, Option<u8>)>,
    /// The meaning of each number in the text.
    pub numbers: Vec<u8>,
    /// Registers of the machine that it changes.
    pub clobbers: Vec<Reg>,
}

/// One step of machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inst {
    /// An instruction.
    Plain(Plain),
    /// A copy between registers of a class, which the allocation can remove.
    Move(Class, Reg, Reg),
    /// The arguments of the function in their registers.
    Entry(Vec<Fixed>),
    Call(Box<Call>),
    /// An `asm` statement.
    Asm(Box<Asm>),
    /// Lowers the stack by a size (register, a multiple of 8): `alloca`.
    Lower(Reg),
    /// Sets the stack to a state.
    Restore(Reg),
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// To one block, with the values of its parameters.
    Jump(Label, Vec<Reg>),
    /// By a branch instruction: taken to the first block, else to the second.
    Branch(Plain, Label, Label),
    /// To the address in a register, which is one of the blocks.
    Indirect(Reg, Vec<Label>),
    /// Out of the function, with results in their registers.
    Return(Vec<Fixed>),
    /// Never passed.
    Trap,
}

impl End {
    /// The blocks that can come next.
    pub fn targets(&self) -> Vec<Label> {
        match self {
            Self::Jump(to, _) => alloc::vec![*to],
            Self::Branch(_, yes, no) => alloc::vec![*yes, *no],
            Self::Indirect(_, all) => {
                let mut all = all.clone();
                all.order();
                all.dedup();
                all
            }
            Self::Return(_) | Self::Trap => Vec::new(),
        }
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Number of the file, from 1; 0 for no place.
    pub file: u16,
    pub column: u16,
    pub line: u32,
    /// A statement begins here.
    pub statement: bool,
    /// As [`crate::ir::Loc::inlined`].
    pub inlined: u16,
    /// As [`crate::ir::Loc::seq`].
    pub seq: u32,
    /// With debug information, after the allocation: the first of the values that the instruction computes, in
    /// [`Function::defs`], and their number.
    pub defs: (u32, u8),
}

impl Line {
    /// The same place for another instruction.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self { statement: false, defs: (0, 0), ..self }
    }
}

/// A word of a variable's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// The value that a virtual register holds.
    Register(u32),
    /// A number.
    Int(u32),
}

/// The known value of a variable of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// It has none yet.
    Unset,
    /// It has one that is nowhere.
    Lost,
    /// As [`crate::ir::Held::Removed`].
    Removed,
    /// The value that a virtual register holds.
    Register(u32),
    /// Two words, the lower one first.
    Pair(Word, Word),
    /// A constant: the bits, a `float` in the lower ones.
    Bits(u64),
    /// The address of a symbol plus an offset.
    Address(SymbolId, i32),
}

/// From a point of its block on, a variable has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// As [`crate::ir::Mark::seq`].
    pub seq: u32,
    /// The index of the variable.
    pub variable: u32,
    /// Its value.
    pub held: Held,
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// Parameters.
    pub params: Vec<Reg>,
    /// Instructions with their places.
    pub insts: Vec<(Inst, Line)>,
    pub end: Option<End>,
    /// The place of the end.
    pub line: Line,
    /// The number of loops around it.
    pub depth: u32,
    /// Its address is taken.
    pub is_named: bool,
    /// It returns without a frame having been made.
    pub is_bare: bool,
    /// Values of variables, in the order of their numbers.
    pub marks: Vec<Mark>,
    /// Nothing is known of variables in it.
    pub is_unmarked: bool,
}

/// A function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Blocks; the first is the entry.
    pub blocks: Vec<BlockData>,
    /// The class of each virtual register.
    pub classes: Vec<Class>,
    /// Jump tables.
    pub tables: Vec<Vec<Label>>,
    /// The stack is lowered while it runs, so that a frame pointer is needed.
    pub has_alloca: bool,
    /// It calls functions, or `$ra` is changed otherwise.
    pub has_calls: bool,
    /// Bytes of arguments that calls pass on the stack.
    pub outgoing: u32,
    /// Blocks whose address can be in data.
    pub named: Vec<(crate::ir::Block, Label)>,
    /// Spill slots of 4 bytes; known after the allocation.
    pub spills: u32,
    /// Debug information follows where values are.
    pub is_marked: bool,
    /// Virtual registers and the registers of the machine that they are computed into, see [`Line::defs`].
    pub defs: Vec<(u32, Reg)>,
    /// Virtual registers that hold arguments of the function.
    pub entry: Vec<(u32, Reg)>,
    /// For each virtual register that is a copy of another one: the first of them; itself for the others.
    pub copies: Vec<u32>,
    /// Per block that ends in a jump: the parameters of the next one, each with its value.
    pub passed: Vec<Vec<(u32, u32)>>,
    /// Blocks that jumps have been led past: the two ends of the way, and the blocks between them.
    pub skipped: Vec<(Label, Label, Vec<Label>)>,
}

impl Function {
    /// A new virtual register.
    pub fn new_reg(&mut self, class: Class) -> Reg {
        self.classes.push(class);
        Reg::virtual_at(self.classes.len() as u32 - 1)
    }
}

/// Constants of a module in read-only data, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// Bits, and true for 8 bytes.
    pub all: Vec<(u64, bool)>,
    index: alloc::collections::BTreeMap<(u64, bool), u32>,
}

impl Pool {
    /// The number of a constant.
    pub fn add(&mut self, bits: u64, double: bool) -> u32 {
        let all = &mut self.all;
        *self.index.entry((bits, double)).or_insert_with(|| {
            all.push((bits, double));
            all.len() as u32 - 1
        })
    }
}
