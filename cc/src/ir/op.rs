//! Operations.

use super::{Block, Signature, SlotId, SymbolId, Type, Value, abi::Place};
use alloc::{boxed::Box, string::String, vec::Vec};

/// Declares an enum of operations with their names in the text form.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in the text form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    };
}

named! {
    /// Operations with one operand.
    Unary {
        /// Sign extension of the low byte; `I32`.
        Ext8 "ext8",
        /// Sign extension of the low halfword; `I32`.
        Ext16 "ext16",
        /// Number of leading zeros; `I32`.
        Clz "clz",
        /// Bytes in reverse order; `I32` or `I64`.
        Bswap "bswap",
        /// `I32` to `I64` with the sign.
        Extend "extend",
        /// `I32` to `I64` with zeros.
        ExtendZero "extend.zero",
        /// The low half of an `I64`.
        Low "low",
        /// The high half of an `I64`.
        High "high",
        /// The negative floating-point number.
        FNeg "fneg",
        /// The absolute floating-point number.
        FAbs "fabs",
        /// The square root.
        FSqrt "fsqrt",
        /// `F32` to `F64`.
        Widen "widen",
        /// `F64` to `F32`.
        Narrow "narrow",
        /// A signed integer (`I32` or `I64`) to a floating-point number.
        ToFloat "to.float",
        /// An unsigned integer (`I32` or `I64`) to a floating-point number.
        ToFloatU "to.float.u",
        /// A floating-point number to a signed integer (`I32` or `I64`), towards zero.
        ToInt "to.int",
        /// A floating-point number to an unsigned integer (`I32` or `I64`), towards zero.
        ToIntU "to.int.u",
        /// The bits of an `F32` as `I32`, or of an `F64` as `I64`.
        Bits "bits",
        /// The `F32` with the bits of an `I32`, or the `F64` with the bits of an `I64`.
        FromBits "from.bits",
        /// The low word of an `F64` as `I32`.
        LowWord "low.word",
        /// The high word of an `F64` as `I32`.
        HighWord "high.word",
        /// The same value, which no pass looks through: the result of a barrier.
        Opaque "opaque",
    }
}

named! {
    /// Operations with two operands. Comparisons give 0 or 1 as `I32`. Operands are `I32` or `I64` unless noted.
    Binary {
        /// Sum.
        Add "add",
        /// Difference.
        Sub "sub",
        /// Product.
        Mul "mul",
        /// High word of the signed product; `I32`.
        MulHiS "mulhi.s",
        /// High word of the unsigned product; `I32`.
        MulHiU "mulhi.u",
        /// Signed quotient; traps if the divisor is 0.
        DivS "div.s",
        /// Unsigned quotient; traps if the divisor is 0.
        DivU "div.u",
        /// Signed remainder; traps if the divisor is 0.
        RemS "rem.s",
        /// Unsigned remainder; traps if the divisor is 0.
        RemU "rem.u",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
        /// Shift left by the second operand (`I32`).
        Shl "shl",
        /// Shift right with zeros by the second operand (`I32`).
        ShrU "shr.u",
        /// Shift right with the sign by the second operand (`I32`).
        ShrS "shr.s",
        /// Rotation right; `I32`.
        Rotr "rotr",
        /// Sum that traps on signed overflow; `I32`.
        AddTrap "add.trap",
        /// Difference that traps on signed overflow; `I32`.
        SubTrap "sub.trap",
        /// Equal.
        Eq "eq",
        /// Not equal.
        Ne "ne",
        /// Less, signed.
        LtS "lt.s",
        /// Less, unsigned.
        LtU "lt.u",
        /// Less or equal, signed.
        LeS "le.s",
        /// Less or equal, unsigned.
        LeU "le.u",
        /// Floating-point sum.
        FAdd "fadd",
        /// Floating-point difference.
        FSub "fsub",
        /// Floating-point product.
        FMul "fmul",
        /// Floating-point quotient.
        FDiv "fdiv",
        /// Equal, not NaN.
        FEq "feq",
        /// Less, not NaN.
        FLt "flt",
        /// Less or equal, not NaN.
        FLe "fle",
        /// At least one operand is a NaN.
        FUn "funordered",
        /// An `I64` of a low and a high `I32`.
        Pair "pair",
        /// An `F64` of a low and a high word (`I32`).
        Join "join",
    }
}

named! {
    /// Conditions of traps: `I32` operands.
    Compare {
        /// Equal.
        Eq "eq",
        /// Not equal.
        Ne "ne",
        /// Less, signed.
        LtS "lt.s",
        /// Less, unsigned.
        LtU "lt.u",
        /// Greater or equal, signed.
        GeS "ge.s",
        /// Greater or equal, unsigned.
        GeU "ge.u",
    }
}

named! {
    /// The form of a value in memory.
    Mem {
        /// A byte, sign-extended when read.
        I8 "i8",
        /// A byte, zero-extended when read.
        U8 "u8",
        /// A halfword, sign-extended when read.
        I16 "i16",
        /// A halfword, zero-extended when read.
        U16 "u16",
        /// A word.
        I32 "i32",
        /// Two words, low word first.
        I64 "i64",
        /// A single.
        F32 "f32",
        /// A double.
        F64 "f64",
    }
}

impl Mem {
    /// The size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 => 8,
        }
    }

    /// The type of the value.
    pub const fn ty(self) -> Type {
        match self {
            Self::I8 | Self::U8 | Self::I16 | Self::U16 | Self::I32 => Type::I32,
            Self::I64 => Type::I64,
            Self::F32 => Type::F32,
            Self::F64 => Type::F64,
        }
    }

    /// The form of a whole value of a type.
    pub const fn of(ty: Type) -> Self {
        match ty {
            Type::I32 => Self::I32,
            Type::I64 => Self::I64,
            Type::F32 => Self::F32,
            Type::F64 => Self::F64,
        }
    }
}

/// How memory is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Access {
    /// Width and extension.
    pub mem: Mem,
    /// It happens exactly once, in order with other volatile accesses.
    pub volatile: bool,
    /// The address may be no multiple of the size (packed structs).
    pub unaligned: bool,
}

impl Access {
    /// An ordinary access.
    pub const fn plain(mem: Mem) -> Self {
        Self { mem, volatile: false, unaligned: false }
    }
}

/// The function that a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Callee {
    /// A function by name.
    Symbol(SymbolId),
    /// The function at an address.
    Value(Value),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The function.
    pub callee: Callee,
    /// The arguments: one per parameter of the signature; after legalisation one per place.
    pub args: Vec<Value>,
    pub signature: Signature,
    /// After legalisation: the place of each argument.
    pub places: Vec<Place>,
}

/// The place of an operand of [`Asm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AsmPlace {
    /// A general register (`r`, `d`, `c`).
    General,
    /// A floating-point register (`f`).
    Float,
    /// This general register (`register int x asm("$4")`).
    Fixed(u8),
    /// This floating-point register.
    FixedFloat(u8),
    /// LO (`l`).
    Lo,
    /// HI (`h`).
    Hi,
    /// Memory at the address (`m`); the value is the address.
    Memory,
    /// A constant (`i`, `n`, `I` …), which is the value, an [`Op::Int`] or [`Op::Symbol`].
    Immediate,
    /// The place of an output (a digit, or `+`).
    Same(u8),
}

/// An output of [`Asm`]. Its value is [`Op::Part`] with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AsmOut {
    /// Its place, never `Memory`, `Immediate` or `Same`: an output in memory is an input of its address.
    pub place: AsmPlace,
    pub ty: Type,
    /// Written before all inputs are read (`&`).
    pub early: bool,
}

/// An input of [`Asm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AsmIn {
    pub place: AsmPlace,
    /// Its value, or address.
    pub value: Value,
}

/// An `asm` statement. In the template `%0` and on are the operands by [`Asm::numbers`], `%%` is a percent sign.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asm {
    /// The text, with `%[name]` already replaced by numbers; a letter before the number (`%D0`, `%z1`, `%M0`) stays.
    pub template: String,
    pub outputs: Vec<AsmOut>,
    pub inputs: Vec<AsmIn>,
    /// The meaning of each number in the template: an output (by index) or an input (index plus the number of outputs).
    pub numbers: Vec<u8>,
    /// General registers (bits 0 to 31), floating-point registers (32 to 63), HI (64), LO (65) that it changes.
    pub clobbers: u128,
    /// It may read and write any memory.
    pub memory: bool,
    /// It may not be removed or repeated.
    pub volatile: bool,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// A parameter of a block.
    Param,
    /// Nothing: a removed node.
    Nop,
    /// A constant `I32` (sign-extended here) or `I64`.
    Int(i64),
    /// A constant `F32` or `F64`, its bits.
    Float(u64),
    /// The address of a symbol plus an offset.
    Symbol(SymbolId, i32),
    /// The address of a slot plus an offset.
    Slot(SlotId, i32),
    /// The address of a block.
    Label(Block),
    /// One operand.
    Unary(Unary, Value),
    /// Two operands.
    Binary(Binary, Value, Value),
    /// The second operand if the first (`I32`) is not 0, else the third.
    Select(Value, Value, Value),
    /// A load from address plus offset.
    Load(Access, Value, i32),
    /// A store to address plus offset; the value is last.
    Store(Access, Value, i32, Value),
    /// A copy of `size` bytes; the objects are the same or do not overlap.
    Copy {
        /// Target address.
        to: Value,
        /// Source address.
        from: Value,
        /// Bytes.
        size: u32,
        /// Common alignment of both addresses.
        align: u32,
        /// Each part is accessed exactly once.
        volatile: bool,
    },
    /// Zeros in `size` bytes.
    Zero {
        /// Address.
        to: Value,
        /// Bytes.
        size: u32,
        /// Alignment of the address.
        align: u32,
    },
    /// A call; its result is that of the signature (after legalisation the low word of an `I64`).
    Call(Box<Call>),
    /// A further result of a call (1: the high word of an `I64` after legalisation) or an output of an `asm`.
    Part(Value, u8),
    /// Assembly.
    Asm(Box<Asm>),
    /// A trap with a code if the condition holds.
    TrapIf(Compare, Value, Value, u16),
    /// Room on the stack of this many bytes, until the function returns or [`Op::StackRestore`]; 8-aligned address.
    Alloca(Value),
    /// The state of the stack, for [`Op::StackRestore`].
    StackSave,
    /// Frees what [`Op::Alloca`] took since.
    StackRestore(Value),
    /// The address of the first unnamed argument (`va_start`).
    VarArgs,
    /// The address of an argument word of the caller's frame (after legalisation).
    Incoming(i32),
    /// The address of an argument word for the next call (after legalisation).
    Outgoing(i32),
    FrameAddress,
    ReturnAddress,
}

impl Op {
    /// Calls `f` for each operand.
    pub fn each_use(&self, mut f: impl FnMut(Value)) {
        match self {
            Self::Unary(_, a)
            | Self::Load(_, a, _)
            | Self::Part(a, _)
            | Self::Alloca(a)
            | Self::StackRestore(a)
            | Self::Zero { to: a, .. } => f(*a),
            Self::Binary(_, a, b)
            | Self::Store(_, a, _, b)
            | Self::Copy { to: a, from: b, .. }
            | Self::TrapIf(_, a, b, _) => {
                f(*a);
                f(*b);
            }
            Self::Select(a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            Self::Call(call) => {
                if let Callee::Value(v) = call.callee {
                    f(v);
                }
                call.args.iter().for_each(|v| f(*v));
            }
            Self::Asm(asm) => asm.inputs.iter().for_each(|i| f(i.value)),
            _ => {}
        }
    }

    /// As [`Op::each_use`], to change the operands.
    pub fn each_use_mut(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Self::Unary(_, a)
            | Self::Load(_, a, _)
            | Self::Part(a, _)
            | Self::Alloca(a)
            | Self::StackRestore(a)
            | Self::Zero { to: a, .. } => f(a),
            Self::Binary(_, a, b)
            | Self::Store(_, a, _, b)
            | Self::Copy { to: a, from: b, .. }
            | Self::TrapIf(_, a, b, _) => {
                f(a);
                f(b);
            }
            Self::Select(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Self::Call(call) => {
                if let Callee::Value(v) = &mut call.callee {
                    f(v);
                }
                call.args.iter_mut().for_each(&mut f);
            }
            Self::Asm(asm) => asm.inputs.iter_mut().for_each(|i| f(&mut i.value)),
            _ => {}
        }
    }

    /// True if it only computes: without use it can go, with the same operands it gives the same value anywhere.
    pub fn is_pure(&self) -> bool {
        match self {
            Self::Int(_)
            | Self::Float(_)
            | Self::Symbol(..)
            | Self::Slot(..)
            | Self::Label(_)
            | Self::Select(..)
            | Self::Incoming(_)
            | Self::VarArgs => true,
            Self::Unary(op, _) => *op != Unary::Opaque,
            Self::Binary(op, ..) => !op.can_trap(),
            _ => false,
        }
    }

    /// True if it can go when its result is not used.
    pub fn is_removable(&self) -> bool {
        match self {
            Self::Load(access, ..) => !access.volatile,
            Self::Asm(asm) => !asm.volatile && !asm.outputs.is_empty(),
            Self::Part(..) | Self::Param | Self::FrameAddress | Self::ReturnAddress | Self::StackSave => true,
            Self::Unary(..) => true,
            _ => self.is_pure(),
        }
    }

    /// True if it may write memory.
    pub fn writes_memory(&self) -> bool {
        match self {
            Self::Store(..) | Self::Copy { .. } | Self::Zero { .. } | Self::Call(_) => true,
            Self::Asm(asm) => asm.memory,
            _ => false,
        }
    }
}

impl Binary {
    /// True if it stops the program for some operands.
    pub const fn can_trap(self) -> bool {
        matches!(self, Self::DivS | Self::DivU | Self::RemS | Self::RemU | Self::AddTrap | Self::SubTrap)
    }

    /// True if the operands can be exchanged.
    pub const fn is_commutative(self) -> bool {
        use Binary::*;
        matches!(self, Add | Mul | MulHiS | MulHiU | And | Or | Xor | AddTrap | Eq | Ne | FAdd | FMul | FEq | FUn)
    }

    /// True for comparisons, which give 0 or 1.
    pub const fn is_compare(self) -> bool {
        use Binary::*;
        matches!(self, Eq | Ne | LtS | LtU | LeS | LeU | FEq | FLt | FLe | FUn)
    }

    /// True if the operands are floating-point numbers.
    pub const fn is_float(self) -> bool {
        use Binary::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FEq | FLt | FLe | FUn)
    }

    /// True if the second operand is a shift count.
    pub const fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::ShrU | Self::ShrS | Self::Rotr)
    }
}
