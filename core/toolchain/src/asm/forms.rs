//! The table of pseudo-instructions: the instructions that the assembler accepts beyond the machine's own.

/// A pattern for an operand of a [`Form`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    Register,
    /// Any register but `$zero`.
    NotZero,
    /// Any register but the first operand.
    RegisterApart,
    /// `$zero` or the constant 0.
    Zero,
    /// A constant from -32768 to 32767 that is known at its use.
    Signed,
    /// A constant whose negative is a `Signed` one.
    Negatable,
    /// A constant whose successor is a `Signed` one other than 0.
    Next,
    /// A known constant from 0 to 65535.
    Unsigned,
    /// A known constant whose lower 16 bits are zero.
    Upper,
    /// A known constant, 0 to 31.
    Shift,
    /// A known non-negative constant of this many bits.
    Bits(u8),
    /// A known value of 32 bits.
    Known,
    /// Any value of 32 bits, including those known only when all addresses are known.
    Value,
    /// `offset(base)` where the offset, and the offset plus this many bytes, are `Signed` constants.
    Near(u8),
    /// As `Near`, and the base is not the first operand.
    NearApart(u8),
    /// `offset(base)` with any offset.
    Memory,
    /// As `Memory`, and the base is not the first operand.
    MemoryApart,
    /// As `Memory`, with a known offset.
    KnownMemory,
    /// As `MemoryApart`, with a known offset.
    KnownMemoryApart,
    /// Target of a branch or jump.
    Target,
    /// Number of a hardware register, written `$29`.
    Hardware,
    /// A floating-point register.
    Float,
    /// A floating-point register with an even number, which holds a double together with the next one.
    Pair,
    /// A condition code, `$fcc0` to `$fcc7`.
    Condition,
    /// `$index($base)`.
    Indexed,
    /// A known constant, 1 to 32.
    Size,
    /// A number with or without a decimal point.
    Real,
    /// A number whose double has 32 zeroes at the end.
    RealHigh,
}

/// One syntax of a pseudo-instruction, and the instructions that it expands to.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The mnemonics with this syntax, separated by spaces.
    pub mnemonics: &'static str,
    /// The operands, called A, B and C in `becomes`.
    pub operands: &'static [Pattern],
    /// The instructions, separated by `;`. `op` is the mnemonic as written; `upper B` and `lower B` are the halves of a value;
    /// `base B` and `offset B` are the parts of a memory operand; `next A` is the register after A; `single B`, `high B` and
    /// `low B` are the bits of a number as single, and the halves of its bits as double.
    pub becomes: &'static str,
}

/// The expansion of a division by a constant zero.
pub(super) const DIVISION_BY_ZERO: &str = "break 7";

/// The pseudo-instructions that expand differently from GNU as 2.40 (with `-mips32r2 -mfp32 -G0`), with the difference:
/// English, Japanese.
pub fn unlike_gnu(mnemonic: &str) -> Option<(&'static str, &'static str)> {
    Some(match mnemonic {
        "abs" => ("GNU as makes a branch of it.", "GNU as は分岐にする。"),
        "div" | "divu" | "rem" | "remu" => (
            "With a register as divisor GNU as looks for zero with a branch around `break 7` (unless called with `-trap`), \
             and signed ones for -2^31 / -1 too.",
            "除数がレジスタのとき、GNU as は（`-trap` を付けない限り） `break 7` をまたぐ分岐で 0 を調べ、符号付きなら -2^31 / -1 も調べる。",
        ),
        "mulo" | "mulou" => (
            "GNU as makes a branch around `break 6` of it (unless called with `-trap`).",
            "GNU as は（`-trap` を付けない限り） `break 6` をまたぐ分岐にする。",
        ),
        "li.d" => (
            "GNU as loads a number with more than 32 significant bits from `.rodata`.",
            "GNU as は、有効な桁が 32 ビットを超える数を `.rodata` から読む。",
        ),
        "mulu" | "subi" | "subiu" | "mtc1.d" | "mfc1.d" => {
            ("GNU as does not know it (MARS does).", "GNU as にはない（MARS にはある）。")
        }
        _ => return None,
    })
}

const LOADS: &str = "lb lbu lh lhu lw ll";
const STORES: &str = "sb sh sw sc swl swr lwl lwr";

/// All forms. The machine's own instructions have priority; then the first fitting form with the same mnemonic and
/// number of operands is used.
pub fn forms() -> &'static [Form] {
    FORMS
}

const fn form(mnemonics: &'static str, operands: &'static [Pattern], becomes: &'static str) -> Form {
    Form { mnemonics, operands, becomes }
}

use Pattern::{
    Float, Known, KnownMemory, KnownMemoryApart, Memory, MemoryApart, Near, NearApart, Negatable, Next, NotZero, Pair,
    Real, RealHigh, Register, RegisterApart, Shift, Signed, Target, Unsigned, Upper, Value, Zero,
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
    form("la", &[NotZero, KnownMemoryApart], "li A, offset B; addu A, A, base B"),
    form("la", &[Register, KnownMemory], "li $at, offset B; addu A, $at, base B"),
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
    form("rol", &[NotZero, RegisterApart, Register], "subu A, $zero, C; rotrv A, B, A"),
    form("rol", &[Register, Register, Register], "subu $at, $zero, C; rotrv A, B, $at"),
    form("ror", &[Register, Register, Register], "rotrv A, B, C"),
    form("rol", &[Register, Register, Shift], "rotr A, B, 32-C"),
    form("ror", &[Register, Register, Shift], "rotr A, B, C"),
    form("rotl", &[Register, Register, Register], "rol A, B, C"),
    form("rotl", &[Register, Register, Shift], "rol A, B, C"),
    form("rotr", &[Register, Register, Register], "rotrv A, B, C"),
    form("subi", &[Register, Register, Negatable], "addi A, B, -C"),
    form("subiu", &[Register, Register, Negatable], "addiu A, B, -C"),
    form("subi", &[Register, Register, Value], "li $at, C; sub A, B, $at"),
    form("subiu", &[Register, Register, Value], "li $at, C; subu A, B, $at"),

    // Multiplication and division. A division by zero traps with code 7, as with option -trap of GNU as (by default GNU
    // as emits a branch around `break 7`); the one quotient that does not fit, -2^31 / -1, is not checked.
    form("mul", &[Register, Register, Value], "li $at, C; mul A, B, $at"),
    form("mulo", &[Register, Register, Register], "mult B, C; mflo A; sra A, A, 31; mfhi $at; tne A, $at, 6; mflo A"),
    form("mulou", &[Register, Register, Register], "multu B, C; mfhi $at; mflo A; tne $at, $zero, 6"),
    form("mulo mulou", &[Register, Register, Value], "li $at, C; op A, B, $at"),
    form("mulu", &[Register, Register, Register], "multu B, C; mflo A"),
    form("mulu", &[Register, Register, Value], "li $at, C; multu B, $at; mflo A"),
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

    form("ld", &[Register, NearApart(4)], "lw A, B; lw next A, B+4"),
    form("ld", &[Register, Near(4)], "lw next A, B+4; lw A, B"),
    form("ld", &[Register, Value], "lui $at, %hi(B); lw A, %lo(B)($at); lw next A, %lo(B+4)($at)"),
    form("sd", &[Register, Near(4)], "sw A, B; sw next A, B+4"),
    form("sd", &[Register, Value], "lui $at, %hi(B); sw A, %lo(B)($at); sw next A, %lo(B+4)($at)"),

    // Floating point
    form("lwc1 swc1", &[Float, Signed], "op A, B($zero)"),
    form("lwc1 swc1", &[Float, Value], "lui $at, %hi(B); op A, %lo(B)($at)"),
    form("lwc1 swc1", &[Float, Memory], "lui $at, %hi(B); addu $at, $at, base B; op A, %lo(B)($at)"),
    form("ldc1 sdc1", &[Pair, Signed], "op A, B($zero)"),
    form("ldc1 sdc1", &[Pair, Value], "lui $at, %hi(B); op A, %lo(B)($at)"),
    form("ldc1 sdc1", &[Pair, Memory], "lui $at, %hi(B); addu $at, $at, base B; op A, %lo(B)($at)"),
    form("l.s", &[Float, Value], "lwc1 A, B"),
    form("l.s", &[Float, Memory], "lwc1 A, B"),
    form("s.s", &[Float, Value], "swc1 A, B"),
    form("s.s", &[Float, Memory], "swc1 A, B"),
    form("l.d", &[Pair, Value], "ldc1 A, B"),
    form("l.d", &[Pair, Memory], "ldc1 A, B"),
    form("s.d", &[Pair, Value], "sdc1 A, B"),
    form("s.d", &[Pair, Memory], "sdc1 A, B"),
    form("li.s", &[Float, Zero], "mtc1 $zero, A"),
    form("li.s", &[Float, Real], "li $at, single B; mtc1 $at, A"),
    form("li.s", &[Register, Real], "li A, single B"),
    form("li.d", &[Pair, Zero], "mtc1 $zero, A; mthc1 $zero, A"),
    form("li.d", &[Pair, RealHigh], "mtc1 $zero, A; li $at, high B; mthc1 $at, A"),
    form("li.d", &[Pair, Real], "li $at, low B; mtc1 $at, A; li $at, high B; mthc1 $at, A"),
    form("li.d", &[Register, Real], "li next A, high B; li A, low B"),
    form("mtc1.d", &[Register, Pair], "mtc1 A, B; mtc1 next A, next B"),
    form("mfc1.d", &[Register, Pair], "mfc1 A, B; mfc1 next A, next B"),
    form("trunc.w.s", &[Float, Float, Register], "trunc.w.s A, B"),
    form("trunc.w.d", &[Float, Pair, Register], "trunc.w.d A, B"),

    // Loads and stores without alignment
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

    form("ush", &[Register, Value], "la $at, B; sb A, 0($at); srl A, A, 8; sb A, 1($at); lbu $at, 0($at); sll A, A, 8; or A, A, $at"),
    form("ush", &[Register, Memory], "la $at, B; sb A, 0($at); srl A, A, 8; sb A, 1($at); lbu $at, 0($at); sll A, A, 8; or A, A, $at"),

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

    // The same with branch-likely
    form("bltl", &[Register, Zero, Target], "bltzl A, C"),
    form("bltl", &[Register, Register, Target], "slt $at, A, B; bnel $at, $zero, C"),
    form("bltl", &[Register, Signed, Target], "slti $at, A, B; bnel $at, $zero, C"),
    form("bltl", &[Register, Value, Target], "li $at, B; slt $at, A, $at; bnel $at, $zero, C"),
    form("bgel", &[Register, Zero, Target], "bgezl A, C"),
    form("bgel", &[Register, Register, Target], "slt $at, A, B; beql $at, $zero, C"),
    form("bgel", &[Register, Signed, Target], "slti $at, A, B; beql $at, $zero, C"),
    form("bgel", &[Register, Value, Target], "li $at, B; slt $at, A, $at; beql $at, $zero, C"),
    form("blel", &[Register, Zero, Target], "blezl A, C"),
    form("blel", &[Register, Register, Target], "slt $at, B, A; beql $at, $zero, C"),
    form("blel", &[Register, Next, Target], "slti $at, A, B+1; bnel $at, $zero, C"),
    form("blel", &[Register, Value, Target], "li $at, B; slt $at, $at, A; beql $at, $zero, C"),
    form("bgtl", &[Register, Zero, Target], "bgtzl A, C"),
    form("bgtl", &[Register, Register, Target], "slt $at, B, A; bnel $at, $zero, C"),
    form("bgtl", &[Register, Next, Target], "slti $at, A, B+1; beql $at, $zero, C"),
    form("bgtl", &[Register, Value, Target], "li $at, B; slt $at, $at, A; bnel $at, $zero, C"),
    form("bltul", &[Register, Register, Target], "sltu $at, A, B; bnel $at, $zero, C"),
    form("bltul", &[Register, Signed, Target], "sltiu $at, A, B; bnel $at, $zero, C"),
    form("bltul", &[Register, Value, Target], "li $at, B; sltu $at, A, $at; bnel $at, $zero, C"),
    form("bgeul", &[Register, Register, Target], "sltu $at, A, B; beql $at, $zero, C"),
    form("bgeul", &[Register, Signed, Target], "sltiu $at, A, B; beql $at, $zero, C"),
    form("bgeul", &[Register, Value, Target], "li $at, B; sltu $at, A, $at; beql $at, $zero, C"),
    form("bleul", &[Register, Register, Target], "sltu $at, B, A; beql $at, $zero, C"),
    form("bleul", &[Register, Next, Target], "sltiu $at, A, B+1; bnel $at, $zero, C"),
    form("bleul", &[Register, Value, Target], "li $at, B; sltu $at, $at, A; beql $at, $zero, C"),
    form("bgtul", &[Register, Register, Target], "sltu $at, B, A; bnel $at, $zero, C"),
    form("bgtul", &[Register, Next, Target], "sltiu $at, A, B+1; beql $at, $zero, C"),
    form("bgtul", &[Register, Value, Target], "li $at, B; sltu $at, $at, A; bnel $at, $zero, C"),

    // Jumps
    form("j", &[Register], "jr A"),
    form("jal jalr", &[Register], "jalr $ra, A"),
    form("jal", &[Register, Register], "jalr A, B"),
    form("jalr.hb", &[Register], "jalr.hb $ra, A"),

    // Barriers
    form("sync_wmb", &[], "sync 4"),
    form("sync_mb", &[], "sync 16"),
    form("sync_acquire", &[], "sync 17"),
    form("sync_release", &[], "sync 18"),
    form("sync_rmb", &[], "sync 19"),

    // Traps
    form("teq", &[Register, Signed], "teqi A, B"),
    form("tne", &[Register, Signed], "tnei A, B"),
    form("tge", &[Register, Signed], "tgei A, B"),
    form("tgeu", &[Register, Signed], "tgeiu A, B"),
    form("tlt", &[Register, Signed], "tlti A, B"),
    form("tltu", &[Register, Signed], "tltiu A, B"),
    form("teq tne tge tgeu tlt tltu", &[Register, Value], "li $at, B; op A, $at"),
];
