//! The type of a row of the instruction table.

use super::Op;

/// An operand, as written in assembly language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// Destination register, bits 15..11.
    Rd,
    /// Destination register that must be written into both `rd` and `rt` (`clz`, `clo`).
    RdAndRt,
    /// First source register, bits 25..21.
    Rs,
    /// Second source or destination register, bits 20..16.
    Rt,
    /// Shift amount 0 to 31, bits 10..6.
    Shift,
    /// Immediate -32768 to 32767, bits 15..0, sign-extended.
    Signed,
    /// Immediate 0 to 65535, bits 15..0, zero-extended.
    Unsigned,
    /// Branch target, written as an address; bits 15..0 hold (target - delay slot) / 4.
    Branch,
    /// Jump target, written as an address; bits 25..0 hold bits 27..2 of it.
    Jump,
    /// Memory operand `offset(base)`: signed bits 15..0 and register bits 25..21.
    Memory,
    /// Code of `syscall`, 20 bits, may be left out.
    Code,
    /// Code of `break`: ten bits 25..16, then, if written, ten bits 15..6; both may be left out.
    BreakCode,
    /// Code of a conditional trap, ten bits 15..6, may be left out.
    TrapCode,
    /// Kind of prefetch, 0 to 31, bits 20..16.
    Hint,
    /// Kind of `sync`, 0 to 31, bits 10..6, may be left out.
    SyncType,
    /// Hardware register of `rdhwr`, or control register of the floating-point unit, written `$0` to `$31`, bits
    /// 15..11.
    Hardware,
    /// First bit of a bit field, 0 to 31, bits 10..6.
    Position,
    /// Number of bits that `ext` takes, 1 to 32 - position; bits 15..11 hold size - 1.
    ExtractSize,
    /// Number of bits that `ins` replaces, 1 to 32 - position; bits 15..11 hold position + size - 1.
    InsertSize,
    /// Destination floating-point register, bits 10..6.
    Fd,
    /// First (or, for moves, only) source floating-point register, bits 15..11.
    Fs,
    /// Second source floating-point register, bits 20..16.
    Ft,
    /// Third source floating-point register (the addend of `madd.s`), bits 25..21.
    Fr,
    /// As `Fd`, a pair for a double: the number must be even.
    Dd,
    /// As `Fs`, a pair for a double: the number must be even.
    Ds,
    /// As `Ft`, a pair for a double: the number must be even.
    Dt,
    /// As `Fr`, a pair for a double: the number must be even.
    Dr,
    /// Condition code `$fcc0` to `$fcc7` of a conditional move, bits 20..18.
    Cc,
    /// Condition code of a branch, bits 20..18; `$fcc0` may be left out.
    BranchCc,
    /// Condition code that a comparison writes, bits 10..8; `$fcc0` may be left out.
    CompareCc,
    /// Memory operand `index(base)`: registers bits 20..16 and 25..21.
    Indexed,
    /// Kind of an indexed prefetch, 0 to 31, bits 15..11.
    IndexedHint,
    /// The whole word.
    Word,
}

/// The mapping from the fields of a word to the fields of an [`Instr`](super::Instr).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `rs`, `rt`, `rd`, `sa`; no immediate.
    Register,
    /// As `Register`, and `rd` must equal `rt`.
    Twin,
    /// As `Register`; the bit field that begins at bit `sa` and has `rd` + 1 bits must end at bit 31 or before.
    Extract,
    /// As `Register`; the bit field from bit `sa` to bit `rd` must not be empty.
    Insert,
    /// `rs`, `rt` and a sign-extended immediate.
    Signed,
    /// `rs`, `rt` and a zero-extended immediate.
    Unsigned,
    /// `rs`, `rt` and a byte offset relative to the delay slot.
    Branch,
    /// A 28-bit byte address within the 256 MiB region of the delay slot.
    Jump,
    /// A 20-bit code, bits 25..6.
    Code,
    /// Two ten-bit codes; the one written first (bits 25..16) is in the immediate's low ten bits.
    BreakCode,
    /// `rs`, `rt` and a ten-bit code.
    TrapCode,
    /// The raw word.
    Word,
}

impl Operand {
    /// True for the registers of a double, which must have even numbers.
    pub const fn is_pair(self) -> bool {
        matches!(self, Self::Dd | Self::Ds | Self::Dt | Self::Dr)
    }
}

impl Format {
    /// The format that the operands imply; `Register` if they imply no other.
    pub(super) const fn of(operands: &[Operand]) -> Self {
        let mut i = 0;
        while i < operands.len() {
            match operands[i] {
                Operand::RdAndRt => return Self::Twin,
                Operand::ExtractSize => return Self::Extract,
                Operand::InsertSize => return Self::Insert,
                Operand::Signed | Operand::Memory => return Self::Signed,
                Operand::Unsigned => return Self::Unsigned,
                Operand::Branch => return Self::Branch,
                Operand::Jump => return Self::Jump,
                Operand::Code => return Self::Code,
                Operand::BreakCode => return Self::BreakCode,
                Operand::TrapCode => return Self::TrapCode,
                Operand::Word => return Self::Word,
                _ => i += 1,
            }
        }
        Self::Register
    }
}

/// Kind of instruction, for the instruction mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Arithmetic, logic, shifts, comparisons, conditional moves.
    Alu,
    /// Multiplication, division and moves from and to HI and LO.
    MulDiv,
    /// Floating-point arithmetic, conversions, comparisons and moves.
    Float,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Conditional branches.
    Branch,
    /// Unconditional jumps.
    Jump,
    /// Stops the program, always or on a condition.
    Trap,
    /// System calls, hints and hardware registers.
    System,
}

/// All data about one instruction; its computation is in [`exec`](super::exec).
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which instruction.
    pub op: Op,
    /// Its name in assembly language.
    pub mnemonic: &'static str,
    /// The mapping of the remaining bits.
    pub format: Format,
    /// Operands in the order of writing.
    pub operands: &'static [Operand],
    /// Its kind, for statistics.
    pub class: Class,
}
