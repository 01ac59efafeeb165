//! Conversion between words and instructions.

use super::table::{FIXED_BITS, fixed};
use super::{Format, Op, row, rows};

/// One instruction, decoded and ready to execute.
///
/// Floating-point instructions keep their registers in the fields of the same bits: fr in `rs`, ft in `rt`, fs in `rd`,
/// fd in `sa`; condition codes are the upper three bits of `rt` ([`Instr::condition`]) or, in comparisons, of `sa`
/// ([`Instr::compare_condition`]). Fields that the instruction does not have are zero, so equal instructions compare
/// equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instr {
    /// Which instruction.
    pub op: Op,
    /// First source register, 0 to 31.
    pub rs: u8,
    /// Second source register, or destination of immediate instructions and loads, 0 to 31.
    pub rt: u8,
    /// Destination register, 0 to 31.
    pub rd: u8,
    /// Shift amount, position of a bit field, or the type of a `sync`, 0 to 31.
    pub sa: u8,
    /// The value that the instruction uses:
    /// - arithmetic, comparisons, loads, stores, trap immediates: sign-extended;
    /// - `andi`, `ori`, `xori`: zero-extended; `lui`: the 16 bits as they are, not shifted;
    /// - branches: byte offset relative to the delay slot (address of the branch + 4), sign-extended;
    /// - `j`, `jal`: byte target within the 256 MiB region of the delay slot, 28 bits;
    /// - `syscall` and traps: the code; `break`: the first code, plus the second one times 1024;
    /// - [`Op::Reserved`]: the raw word.
    pub imm: u32,
}

/// Number of slots in the dispatch table; see [`slot`].
const SLOTS: usize = 64 * 4 + 32 + 16 + 64 + 8 * 64;

/// The slot of a word in the dispatch table: its major opcode or, for opcodes shared by a family, the field that
/// distinguishes the members of the family (MIPS32 Architecture Vol. II, tables A.2 to A.11).
#[inline]
const fn slot(word: u32) -> usize {
    let function = (word & 0x3f) as usize;
    let rt = (word >> 16 & 0x1f) as usize;
    let rs = (word >> 21 & 0x1f) as usize;
    match word >> 26 {
        0x00 => 64 + function,  // SPECIAL
        0x1c => 128 + function, // SPECIAL2
        0x1f => 192 + function, // SPECIAL3
        0x01 => 256 + rt,       // REGIMM
        0x11 if rs < 16 => 288 + rs,
        0x11 => 368 + (rs & 7) * 64 + function, // COP1 with a format: single, double, word
        0x13 => 304 + function,                 // COP1X
        major => major as usize,
    }
}

/// A candidate instruction for a word.
#[derive(Clone, Copy)]
struct Candidate {
    mask: u32,
    bits: u32,
    format: Format,
    /// The next instruction with the same slot; the chain ends with [`Op::Reserved`], which fits every word.
    next: Op,
}

/// First candidate of each slot, and all candidates by [`Op`]; made from the instruction table at compile time.
static FIRST: [Op; SLOTS] = DISPATCH.0;
static CANDIDATES: [Candidate; Op::Reserved as usize + 1] = DISPATCH.1;
const DISPATCH: ([Op; SLOTS], [Candidate; Op::Reserved as usize + 1]) = {
    let mut first = [Op::Reserved; SLOTS];
    let reserved = Candidate { mask: 0, bits: 0, format: Format::Word, next: Op::Reserved };
    let mut candidates = [reserved; Op::Reserved as usize + 1];
    let mut i = rows().len();
    while i > 0 {
        i -= 1;
        let (row, fixed) = (&rows()[i], &FIXED_BITS[i]);
        let place = slot(fixed.bits);
        candidates[i] = Candidate { mask: fixed.mask, bits: fixed.bits, format: row.format, next: first[place] };
        first[place] = row.op;
    }
    (first, candidates)
};

/// Decodes any word. A word that is no instruction of the table, or has a must-be-zero bit set, is [`Op::Reserved`]. So
/// are words whose effect the architecture leaves undefined: `clz` with two destinations, `ext` and `ins` of a bit
/// field that does not exist.
#[inline]
pub fn decode(word: u32) -> Instr {
    let mut op = FIRST[slot(word)];
    let mut candidate = &CANDIDATES[op as usize];
    while word & candidate.mask != candidate.bits {
        op = candidate.next;
        candidate = &CANDIDATES[op as usize];
    }
    let rs = (word >> 21 & 31) as u8;
    let rt = (word >> 16 & 31) as u8;
    let rd = (word >> 11 & 31) as u8;
    let sa = (word >> 6 & 31) as u8;
    let signed = word as i16 as i32;
    let two = |imm: u32| Instr { op, rs, rt, rd: 0, sa: 0, imm };
    let none = |imm: u32| Instr { op, rs: 0, rt: 0, rd: 0, sa: 0, imm };
    match candidate.format {
        Format::Register => Instr { op, rs, rt, rd, sa, imm: 0 },
        Format::Twin if rd == rt => Instr { op, rs, rt, rd, sa, imm: 0 },
        Format::Extract if rd + sa < 32 => Instr { op, rs, rt, rd, sa, imm: 0 },
        Format::Insert if rd >= sa => Instr { op, rs, rt, rd, sa, imm: 0 },
        Format::Signed => two(signed as u32),
        Format::Unsigned => two(word & 0xffff),
        Format::Branch => two((signed << 2) as u32),
        Format::Jump => none(word << 2 & 0x0fff_ffff),
        Format::Code => none(word >> 6 & 0xf_ffff),
        Format::BreakCode => none(word >> 16 & 0x3ff | (word >> 6 & 0x3ff) << 10),
        Format::TrapCode => two(word >> 6 & 0x3ff),
        Format::Word | Format::Twin | Format::Extract | Format::Insert => Instr { op: Op::Reserved, ..none(word) },
    }
}

/// The word of an instruction: the inverse of [`decode`]. Fields that do not belong to the instruction, and bits of a
/// field that do not fit, are ignored, so the result is always a word of that instruction (for `ext` and `ins`, if the
/// bit field that the fields describe exists).
pub fn encode(instr: &Instr) -> u32 {
    let fixed = fixed(instr.op);
    let &Instr { rs, rt, rd, sa, imm, .. } = instr;
    let registers = u32::from(rs & 31) << 21 | u32::from(rt & 31) << 16;
    let low = u32::from(rd & 31) << 11 | u32::from(sa & 31) << 6;
    let fields = match row(instr.op).format {
        Format::Register | Format::Extract | Format::Insert => registers | low,
        Format::Twin => u32::from(rs & 31) << 21 | u32::from(rd & 31) << 16 | low,
        Format::Signed | Format::Unsigned => registers | imm & 0xffff,
        Format::Branch => registers | imm >> 2 & 0xffff,
        Format::Jump => imm >> 2 & 0x03ff_ffff,
        Format::Code => (imm & 0xf_ffff) << 6,
        Format::BreakCode => (imm & 0x3ff) << 16 | (imm >> 10 & 0x3ff) << 6,
        Format::TrapCode => registers | (imm & 0x3ff) << 6,
        Format::Word => imm,
    };
    fixed.bits | fields & !fixed.mask
}

impl Instr {
    /// Condition code, 0 to 7, of a conditional move or branch.
    #[inline]
    pub const fn condition(&self) -> u8 {
        self.rt >> 2
    }

    /// Condition code, 0 to 7, that a floating-point comparison writes.
    #[inline]
    pub const fn compare_condition(&self) -> u8 {
        self.sa >> 2
    }
}
