//! MIPS32 as data and pure functions, independent of any machine.
//!
//! One table ([`rows`]) describes each instruction: its bits, its operands, its meaning. The decoder, the encoder, the
//! disassembler, the assembler and the reference page of the lab all read that table; [`exec`] adds the computation of
//! each instruction, as functions of plain values.
//!
//! Source: "MIPS32 Architecture For Programmers Volume II: The MIPS32 Instruction Set", Release 2: all
//! user-level instructions of a little-endian core with a floating-point unit in the mode FR=0 (pairs of 32-bit
//! registers for doubles). Instructions of that release that only a 64-bit unit (FR=1) can execute are reserved: those
//! with the formats `.l` and `.ps`, `luxc1` and `suxc1`.

mod decode;
mod disasm;
pub mod exec;
mod pattern;
mod registers;
mod row;
mod table;

pub use decode::{Instr, decode, encode};
pub use disasm::disassemble;
pub use registers::{parse_register, register_name};
pub use row::{Class, Format, Operand, Row};
pub use table::{Op, by_mnemonic, row, rows};

#[cfg(test)]
mod tests;
