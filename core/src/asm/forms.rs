//! The table of pseudo-instructions: what the assembler understands beyond the machine's own instructions.

/// What an operand of a [`Form`] may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Any register.
    Register,
    /// Any register but `$zero`.
    NotZero,
    /// `$zero` or the constant 0.
    Zero,
    /// A constant from -32768 to 32767 that is known where it is used.
    Signed,
    /// A constant whose negative is a `Signed` one.
    Negatable,
    /// A constant such that the next one is a `Signed` one and not 0.
    Next,
    /// A known constant from 0 to 65535.
    Unsigned,
    /// A known constant whose lower 16 bits are zero.
    Upper,
    /// A known constant, 0 to 31.
    Shift,
    /// A known constant of so many bits, not negative.
    Bits(u8),
    /// A known value of 32 bits.
    Known,
    /// Any value of 32 bits, also one that is known only when all addresses are.
    Value,
    /// `offset(base)` where the offset, and the offset plus this many bytes, are `Signed` constants.
    Near(u8),
    /// As `Near`, and the base is not the first operand.
    NearApart(u8),
    /// `offset(base)` with any offset.
    Memory,
    /// As `Memory`, and the base is not the first operand.
    MemoryApart,
    /// Target of a branch or jump.
    Target,
    /// Number of a hardware register, written `$29`.
    Hardware,
}

/// One way of writing a pseudo-instruction, and the instructions that it becomes.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The mnemonics that may be written so, separated by spaces.
    pub mnemonics: &'static str,
    /// The operands, called A, B and C in `becomes`.
    pub operands: &'static [Pattern],
    /// The instructions, separated by `;`. `op` is the mnemonic as written; `upper B` and `lower B` are the halves of a value;
    /// `base B` and `offset B` are the parts of a memory operand.
    pub becomes: &'static str,
}

/// What a division by a constant zero becomes.
pub(super) const DIVISION_BY_ZERO: &str = "break 7";

const LOADS: &str = "lb lbu lh lhu lw ll";
const STORES: &str = "sb sh sw sc swl swr lwl lwr";

/// All forms. Of the forms with the same mnemonic and number of operands the first that fits is taken, after the machine's own.
pub fn forms() -> &'static [Form] {
    FORMS
}

const fn form(mnemonics: &'static str, operands: &'static [Pattern], becomes: &'static str) -> Form {
    Form { mnemonics, operands, becomes }
}

use Pattern::{
    Known, Memory, MemoryApart, Near, NearApart, Negatable, Next, NotZero, Register, Shift, Signed, Target, Unsigned,
    Upper, Value, Zero,
};

#[rustfmt::skip]
const FORMS: &[Form] = &[
    // Moving values
    form("nop",  &[], "sll $zero, $zero, 0"),
    form("move", &[Register, Register], "or A, B, $zero"),
    form("li la", &[Register, Signed], "addiu A, $zero, B"),
    form("li la", &[Register, Unsigned], "ori A, $zero, B"),
    form("li la", &[Register, Upper], "lui A, upper B"),
    form("li la", &[Register, Known], "lui A, upper B; ori A, A, lower B"),
    form("li la", &[Register, Value], "lui A, %hi(B); addiu A, A, %lo(B)"),
    form("la", &[Register, Near(0)], "addiu A, base B, offset B"),
    form("la", &[NotZero, MemoryApart], "lui A, %hi(B); addiu A, A, %lo(B); addu A, A, base B"),
    form("la", &[Register, Memory], "lui $at, %hi(B); addiu $at, $at, %lo(B); addu A, $at, base B"),

    // Arithmetic and logic with constants
    form("add addi", &[Register, Register, Signed], "addi A, B, C"),
    form("add addi", &[Register, Register, Value], "li $at, C; add A, B, $at"),
    form("addu addiu", &[Register, Register, Signed], "addiu A, B, C"),
    form("addu addiu", &[Register, Register, Value], "li $at, C; addu A, B, $at"),
    form("sub", &[Register, Register, Negatable], "addi A, B, -C"),
    form("subu", &[Register, Register, Negatable], "addiu A, B, -C"),
    form("sub subu", &[Register, Register, Value], "li $at, C; op A, B, $at"),
    form("and andi", &[Register, Register, Unsigned], "andi A, B, C"),
    form("and andi", &[Register, Register, Value], "li $at, C; and A, B, $at"),
    form("or ori", &[Register, Register, Unsigned], "ori A, B, C"),
    form("or ori", &[Register, Register, Value], "li $at, C; or A, B, $at"),
    form("xor xori", &[Register, Register, Unsigned], "xori A, B, C"),
    form("xor xori", &[Register, Register, Value], "li $at, C; xor A, B, $at"),
    form("nor", &[Register, Register, Unsigned], "ori A, B, C; nor A, A, $zero"),
    form("nor", &[Register, Register, Value], "li $at, C; nor A, B, $at"),
    form("slt slti", &[Register, Register, Signed], "slti A, B, C"),
    form("slt slti", &[Register, Register, Value], "li $at, C; slt A, B, $at"),
    form("sltu sltiu", &[Register, Register, Signed], "sltiu A, B, C"),
    form("sltu sltiu", &[Register, Register, Value], "li $at, C; sltu A, B, $at"),
    form("sll", &[Register, Register, Register], "sllv A, B, C"),
    form("srl", &[Register, Register, Register], "srlv A, B, C"),
    form("sra", &[Register, Register, Register], "srav A, B, C"),
    form("neg", &[Register, Register], "sub A, $zero, B"),
    form("negu", &[Register, Register], "subu A, $zero, B"),
    form("not", &[Register, Register], "nor A, B, $zero"),
    form("abs", &[Register, Register], "sra $at, B, 31; xor A, B, $at; subu A, A, $at"),
    form("rol", &[Register, Register, Register], "subu $at, $zero, C; srlv $at, B, $at; sllv A, B, C; or A, A, $at"),
    form("ror", &[Register, Register, Register], "subu $at, $zero, C; sllv $at, B, $at; srlv A, B, C; or A, A, $at"),
    form("rol", &[Register, Register, Shift], "sll $at, B, C; srl A, B, 32-C; or A, A, $at"),
    form("ror", &[Register, Register, Shift], "srl $at, B, C; sll A, B, 32-C; or A, A, $at"),

    // Multiplication and division. A division by zero traps with code 7, as with option -trap of GNU as (by default GNU as
    // makes a branch around `break 7` of it); the one quotient that does not fit, -2^31 / -1, is not looked for.
    form("mul", &[Register, Register, Value], "li $at, C; mul A, B, $at"),
    form("div divu", &[Zero, Register, Register], "op B, C"),
    form("div divu rem remu", &[Register, Register, Zero], DIVISION_BY_ZERO),
    form("div divu", &[Register, Register, Register], "teq C, $zero, 7; op B, C; mflo A"),
    form("rem", &[Register, Register, Register], "teq C, $zero, 7; div B, C; mfhi A"),
    form("remu", &[Register, Register, Register], "teq C, $zero, 7; divu B, C; mfhi A"),
    form("div divu", &[Register, Register, Value], "li $at, C; op B, $at; mflo A"),
    form("rem", &[Register, Register, Value], "li $at, C; div B, $at; mfhi A"),
    form("remu", &[Register, Register, Value], "li $at, C; divu B, $at; mfhi A"),

    // Comparisons: 1 if true, else 0
    form("seq", &[Register, Register, Zero], "sltiu A, B, 1"),
    form("seq", &[Register, Register, Register], "xor A, B, C; sltiu A, A, 1"),
    form("seq", &[Register, Register, Unsigned], "xori A, B, C; sltiu A, A, 1"),
    form("seq", &[Register, Register, Negatable], "addiu A, B, -C; sltiu A, A, 1"),
    form("seq", &[Register, Register, Value], "li $at, C; xor A, B, $at; sltiu A, A, 1"),
    form("sne", &[Register, Register, Zero], "sltu A, $zero, B"),
    form("sne", &[Register, Register, Register], "xor A, B, C; sltu A, $zero, A"),
    form("sne", &[Register, Register, Unsigned], "xori A, B, C; sltu A, $zero, A"),
    form("sne", &[Register, Register, Negatable], "addiu A, B, -C; sltu A, $zero, A"),
    form("sne", &[Register, Register, Value], "li $at, C; xor A, B, $at; sltu A, $zero, A"),
    form("sge", &[Register, Register, Register], "slt A, B, C; xori A, A, 1"),
    form("sge", &[Register, Register, Signed], "slti A, B, C; xori A, A, 1"),
    form("sge", &[Register, Register, Value], "li $at, C; slt A, B, $at; xori A, A, 1"),
    form("sgeu", &[Register, Register, Register], "sltu A, B, C; xori A, A, 1"),
    form("sgeu", &[Register, Register, Signed], "sltiu A, B, C; xori A, A, 1"),
    form("sgeu", &[Register, Register, Value], "li $at, C; sltu A, B, $at; xori A, A, 1"),
    form("sgt", &[Register, Register, Register], "slt A, C, B"),
    form("sgt", &[Register, Register, Value], "li $at, C; slt A, $at, B"),
    form("sgtu", &[Register, Register, Register], "sltu A, C, B"),
    form("sgtu", &[Register, Register, Value], "li $at, C; sltu A, $at, B"),
    form("sle", &[Register, Register, Register], "slt A, C, B; xori A, A, 1"),
    form("sle", &[Register, Register, Value], "li $at, C; slt A, $at, B; xori A, A, 1"),
    form("sleu", &[Register, Register, Register], "sltu A, C, B; xori A, A, 1"),
    form("sleu", &[Register, Register, Value], "li $at, C; sltu A, $at, B; xori A, A, 1"),

    // Loads and stores of any address
    form(LOADS, &[Register, Signed], "op A, B($zero)"),
    form(LOADS, &[NotZero, Value], "lui A, %hi(B); op A, %lo(B)(A)"),
    form(LOADS, &[NotZero, MemoryApart], "lui A, %hi(B); addu A, A, base B; op A, %lo(B)(A)"),
    form(LOADS, &[Register, Value], "lui $at, %hi(B); op A, %lo(B)($at)"),
    form(LOADS, &[Register, Memory], "lui $at, %hi(B); addu $at, $at, base B; op A, %lo(B)($at)"),
    form(STORES, &[Register, Signed], "op A, B($zero)"),
    form(STORES, &[Register, Value], "lui $at, %hi(B); op A, %lo(B)($at)"),
    form(STORES, &[Register, Memory], "lui $at, %hi(B); addu $at, $at, base B; op A, %lo(B)($at)"),

    // Loads and stores that need no alignment
    form("ulw", &[Register, NearApart(3)], "lwl A, B+3; lwr A, B"),
    form("ulw", &[Register, Near(3)], "lwl $at, B+3; lwr $at, B; or A, $at, $zero"),
    form("ulw", &[Register, Value], "la $at, B; lwl A, 3($at); lwr A, 0($at)"),
    form("ulw", &[Register, Memory], "la $at, B; lwl A, 3($at); lwr A, 0($at)"),
    form("usw", &[Register, Near(3)], "swl A, B+3; swr A, B"),
    form("usw", &[Register, Value], "la $at, B; swl A, 3($at); swr A, 0($at)"),
    form("usw", &[Register, Memory], "la $at, B; swl A, 3($at); swr A, 0($at)"),
    form("ulh", &[Register, Near(1)], "lb $at, B+1; lbu A, B; sll $at, $at, 8; or A, A, $at"),
    form("ulh", &[Register, Value], "la $at, B; lb A, 1($at); lbu $at, 0($at); sll A, A, 8; or A, A, $at"),
    form("ulh", &[Register, Memory], "la $at, B; lb A, 1($at); lbu $at, 0($at); sll A, A, 8; or A, A, $at"),
    form("ulhu", &[Register, Near(1)], "lbu $at, B+1; lbu A, B; sll $at, $at, 8; or A, A, $at"),
    form("ulhu", &[Register, Value], "la $at, B; lbu A, 1($at); lbu $at, 0($at); sll A, A, 8; or A, A, $at"),
    form("ulhu", &[Register, Memory], "la $at, B; lbu A, 1($at); lbu $at, 0($at); sll A, A, 8; or A, A, $at"),
    form("ush", &[Register, Near(1)], "sb A, B; srl $at, A, 8; sb $at, B+1"),

    // Branches
    form("b", &[Target], "beq $zero, $zero, A"),
    form("bal", &[Target], "bgezal $zero, A"),
    form("beqz", &[Register, Target], "beq A, $zero, B"),
    form("bnez", &[Register, Target], "bne A, $zero, B"),
    form("beqzl", &[Register, Target], "beql A, $zero, B"),
    form("bnezl", &[Register, Target], "bnel A, $zero, B"),
    form("beq bne beql bnel", &[Register, Zero, Target], "op A, $zero, C"),
    form("beq bne beql bnel", &[Register, Value, Target], "li $at, B; op A, $at, C"),
    form("blt", &[Register, Zero, Target], "bltz A, C"),
    form("blt", &[Register, Register, Target], "slt $at, A, B; bne $at, $zero, C"),
    form("blt", &[Register, Signed, Target], "slti $at, A, B; bne $at, $zero, C"),
    form("blt", &[Register, Value, Target], "li $at, B; slt $at, A, $at; bne $at, $zero, C"),
    form("bge", &[Register, Zero, Target], "bgez A, C"),
    form("bge", &[Register, Register, Target], "slt $at, A, B; beq $at, $zero, C"),
    form("bge", &[Register, Signed, Target], "slti $at, A, B; beq $at, $zero, C"),
    form("bge", &[Register, Value, Target], "li $at, B; slt $at, A, $at; beq $at, $zero, C"),
    form("ble", &[Register, Zero, Target], "blez A, C"),
    form("ble", &[Register, Register, Target], "slt $at, B, A; beq $at, $zero, C"),
    form("ble", &[Register, Next, Target], "slti $at, A, B+1; bne $at, $zero, C"),
    form("ble", &[Register, Value, Target], "li $at, B; slt $at, $at, A; beq $at, $zero, C"),
    form("bgt", &[Register, Zero, Target], "bgtz A, C"),
    form("bgt", &[Register, Register, Target], "slt $at, B, A; bne $at, $zero, C"),
    form("bgt", &[Register, Next, Target], "slti $at, A, B+1; beq $at, $zero, C"),
    form("bgt", &[Register, Value, Target], "li $at, B; slt $at, $at, A; bne $at, $zero, C"),
    form("bltu", &[Register, Register, Target], "sltu $at, A, B; bne $at, $zero, C"),
    form("bltu", &[Register, Signed, Target], "sltiu $at, A, B; bne $at, $zero, C"),
    form("bltu", &[Register, Value, Target], "li $at, B; sltu $at, A, $at; bne $at, $zero, C"),
    form("bgeu", &[Register, Register, Target], "sltu $at, A, B; beq $at, $zero, C"),
    form("bgeu", &[Register, Signed, Target], "sltiu $at, A, B; beq $at, $zero, C"),
    form("bgeu", &[Register, Value, Target], "li $at, B; sltu $at, A, $at; beq $at, $zero, C"),
    form("bleu", &[Register, Register, Target], "sltu $at, B, A; beq $at, $zero, C"),
    form("bleu", &[Register, Next, Target], "sltiu $at, A, B+1; bne $at, $zero, C"),
    form("bleu", &[Register, Value, Target], "li $at, B; sltu $at, $at, A; beq $at, $zero, C"),
    form("bgtu", &[Register, Register, Target], "sltu $at, B, A; bne $at, $zero, C"),
    form("bgtu", &[Register, Next, Target], "sltiu $at, A, B+1; beq $at, $zero, C"),
    form("bgtu", &[Register, Value, Target], "li $at, B; sltu $at, $at, A; bne $at, $zero, C"),

    // Jumps
    form("j", &[Register], "jr A"),
    form("jal jalr", &[Register], "jalr $ra, A"),
    form("jal", &[Register, Register], "jalr A, B"),

    // Traps
    form("teq", &[Register, Signed], "teqi A, B"),
    form("tne", &[Register, Signed], "tnei A, B"),
    form("tge", &[Register, Signed], "tgei A, B"),
    form("tgeu", &[Register, Signed], "tgeiu A, B"),
    form("tlt", &[Register, Signed], "tlti A, B"),
    form("tltu", &[Register, Signed], "tltiu A, B"),
    form("teq tne tge tgeu tlt tltu", &[Register, Value], "li $at, B; op A, $at"),
];
