//! The instruction table: the single source of truth about MIPS32 in the lab.
//!
//! One entry an instruction: name in Rust, name in assembly language, bits as the manual draws them (31 to 0), operands
//! in the order of writing, class, meaning. To add an instruction, add an entry; nothing else needs to know its bits.

use super::{Class, Format, Operand, Row, pattern};

/// Makes the enum [`Op`] and the table of rows out of one list, so that they cannot disagree.
macro_rules! instructions {
    ($($op:ident $mnemonic:literal $pattern:literal [$($operand:ident)*] $class:ident $en:literal $ja:literal)*) => {
        /// An instruction of the table, or [`Op::Reserved`].
        #[repr(u8)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $(#[doc = concat!("`", $mnemonic, "`: ", $en)] $op,)*
        }

        /// The rows in the order of [`Op`].
        static ROWS: [Row; Op::Reserved as usize + 1] = TABLE;
        const TABLE: [Row; Op::Reserved as usize + 1] = [$(Row {
            op: Op::$op,
            mnemonic: $mnemonic,
            pattern: $pattern,
            mask: pattern::parse($pattern).mask,
            bits: pattern::parse($pattern).bits,
            format: Format::of(&[$(Operand::$operand),*]),
            operands: &[$(Operand::$operand),*],
            class: Class::$class,
            meaning: ($en, $ja),
        },)*];
    };
}

instructions! {
    // Arithmetic
    Add     "add"     "000000 sssss ttttt ddddd 00000 100000" [Rd Rs Rt] Alu
        "rd = rs + rt; traps if the signed sum does not fit in 32 bits."
        "rs + rt を rd に入れます。符号付きの和があふれるとトラップします。"
    Addu    "addu"    "000000 sssss ttttt ddddd 00000 100001" [Rd Rs Rt] Alu
        "rd = rs + rt; overflow is ignored."
        "rs + rt を rd に入れます。あふれは無視します。"
    Sub     "sub"     "000000 sssss ttttt ddddd 00000 100010" [Rd Rs Rt] Alu
        "rd = rs - rt; traps if the signed difference does not fit in 32 bits."
        "rs - rt を rd に入れます。符号付きの差があふれるとトラップします。"
    Subu    "subu"    "000000 sssss ttttt ddddd 00000 100011" [Rd Rs Rt] Alu
        "rd = rs - rt; overflow is ignored."
        "rs - rt を rd に入れます。あふれは無視します。"
    Addi    "addi"    "001000 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Signed] Alu
        "rt = rs + constant; traps if the signed sum does not fit in 32 bits."
        "rs + 定数 を rt に入れます。符号付きの和があふれるとトラップします。"
    Addiu   "addiu"   "001001 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Signed] Alu
        "rt = rs + constant; overflow is ignored (the constant is still sign-extended)."
        "rs + 定数 を rt に入れます。あふれは無視します (定数は符号拡張されます)。"
    Slt     "slt"     "000000 sssss ttttt ddddd 00000 101010" [Rd Rs Rt] Alu
        "rd = 1 if rs < rt as signed numbers, else 0."
        "符号付きで rs < rt なら rd を 1、そうでなければ 0 にします。"
    Sltu    "sltu"    "000000 sssss ttttt ddddd 00000 101011" [Rd Rs Rt] Alu
        "rd = 1 if rs < rt as unsigned numbers, else 0."
        "符号なしで rs < rt なら rd を 1、そうでなければ 0 にします。"
    Slti    "slti"    "001010 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Signed] Alu
        "rt = 1 if rs < constant as signed numbers, else 0."
        "符号付きで rs < 定数 なら rt を 1、そうでなければ 0 にします。"
    Sltiu   "sltiu"   "001011 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Signed] Alu
        "rt = 1 if rs < the sign-extended constant as unsigned numbers, else 0."
        "定数を符号拡張し、符号なしで rs < 定数 なら rt を 1、そうでなければ 0 にします。"
    Clo     "clo"     "011100 sssss ttttt ddddd 00000 100001" [RdAndRt Rs] Alu
        "rd = number of one bits at the top of rs, 0 to 32."
        "rs の最上位から続く 1 のビット数 (0~32) を rd に入れます。"
    Clz     "clz"     "011100 sssss ttttt ddddd 00000 100000" [RdAndRt Rs] Alu
        "rd = number of zero bits at the top of rs, 0 to 32."
        "rs の最上位から続く 0 のビット数 (0~32) を rd に入れます。"

    // Logic
    And     "and"     "000000 sssss ttttt ddddd 00000 100100" [Rd Rs Rt] Alu
        "rd = rs AND rt, bit by bit."
        "rs と rt のビットごとの AND を rd に入れます。"
    Or      "or"      "000000 sssss ttttt ddddd 00000 100101" [Rd Rs Rt] Alu
        "rd = rs OR rt, bit by bit."
        "rs と rt のビットごとの OR を rd に入れます。"
    Xor     "xor"     "000000 sssss ttttt ddddd 00000 100110" [Rd Rs Rt] Alu
        "rd = rs XOR rt, bit by bit."
        "rs と rt のビットごとの XOR を rd に入れます。"
    Nor     "nor"     "000000 sssss ttttt ddddd 00000 100111" [Rd Rs Rt] Alu
        "rd = NOT (rs OR rt), bit by bit."
        "rs と rt のビットごとの OR を反転して rd に入れます。"
    Andi    "andi"    "001100 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Unsigned] Alu
        "rt = rs AND constant; the upper 16 bits become 0."
        "rs と定数の AND を rt に入れます。上位 16 ビットは 0 になります。"
    Ori     "ori"     "001101 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Unsigned] Alu
        "rt = rs OR constant; the upper 16 bits stay."
        "rs と定数の OR を rt に入れます。上位 16 ビットはそのままです。"
    Xori    "xori"    "001110 sssss ttttt iiiiiiiiiiiiiiii" [Rt Rs Unsigned] Alu
        "rt = rs XOR constant; the upper 16 bits stay."
        "rs と定数の XOR を rt に入れます。上位 16 ビットはそのままです。"
    Lui     "lui"     "001111 00000 ttttt iiiiiiiiiiiiiiii" [Rt Unsigned] Alu
        "rt = constant in the upper 16 bits, 0 in the lower 16."
        "定数を rt の上位 16 ビットに入れ、下位 16 ビットを 0 にします。"

    // Shifts
    Sll     "sll"     "000000 00000 ttttt ddddd aaaaa 000000" [Rd Rt Shift] Alu
        "rd = rt shifted left by a constant; zeros come in."
        "rt を定数だけ左シフトして rd に入れます。空いた所は 0 です。"
    Srl     "srl"     "000000 00000 ttttt ddddd aaaaa 000010" [Rd Rt Shift] Alu
        "rd = rt shifted right by a constant; zeros come in."
        "rt を定数だけ右シフトして rd に入れます。空いた所は 0 です。"
    Sra     "sra"     "000000 00000 ttttt ddddd aaaaa 000011" [Rd Rt Shift] Alu
        "rd = rt shifted right by a constant; copies of the sign come in."
        "rt を定数だけ右シフトして rd に入れます。空いた所は符号ビットです。"
    Sllv    "sllv"    "000000 sssss ttttt ddddd 00000 000100" [Rd Rt Rs] Alu
        "rd = rt shifted left by the low five bits of rs."
        "rt を rs の下位 5 ビットの数だけ左シフトして rd に入れます。"
    Srlv    "srlv"    "000000 sssss ttttt ddddd 00000 000110" [Rd Rt Rs] Alu
        "rd = rt shifted right by the low five bits of rs; zeros come in."
        "rt を rs の下位 5 ビットの数だけ右シフトして rd に入れます。空いた所は 0 です。"
    Srav    "srav"    "000000 sssss ttttt ddddd 00000 000111" [Rd Rt Rs] Alu
        "rd = rt shifted right by the low five bits of rs; copies of the sign come in."
        "rt を rs の下位 5 ビットの数だけ右シフトして rd に入れます。空いた所は符号ビットです。"

    // Conditional moves
    Movn    "movn"    "000000 sssss ttttt ddddd 00000 001011" [Rd Rs Rt] Alu
        "rd = rs if rt is not 0; otherwise nothing happens."
        "rt が 0 でなければ rs を rd に入れます。0 なら何もしません。"
    Movz    "movz"    "000000 sssss ttttt ddddd 00000 001010" [Rd Rs Rt] Alu
        "rd = rs if rt is 0; otherwise nothing happens."
        "rt が 0 なら rs を rd に入れます。0 でなければ何もしません。"

    // Multiplication and division
    Mul     "mul"     "011100 sssss ttttt ddddd 00000 000010" [Rd Rs Rt] MulDiv
        "rd = low 32 bits of rs x rt."
        "rs × rt の下位 32 ビットを rd に入れます。"
    Mult    "mult"    "000000 sssss ttttt 00000 00000 011000" [Rs Rt] MulDiv
        "HI and LO = the 64-bit product of rs and rt as signed numbers."
        "rs と rt の符号付きの積 (64 ビット) を HI と LO に入れます。"
    Multu   "multu"   "000000 sssss ttttt 00000 00000 011001" [Rs Rt] MulDiv
        "HI and LO = the 64-bit product of rs and rt as unsigned numbers."
        "rs と rt の符号なしの積 (64 ビット) を HI と LO に入れます。"
    Div     "div"     "000000 sssss ttttt 00000 00000 011010" [Rs Rt] MulDiv
        "LO = quotient and HI = remainder of rs / rt as signed numbers."
        "符号付きの rs ÷ rt の商を LO に、余りを HI に入れます。"
    Divu    "divu"    "000000 sssss ttttt 00000 00000 011011" [Rs Rt] MulDiv
        "LO = quotient and HI = remainder of rs / rt as unsigned numbers."
        "符号なしの rs ÷ rt の商を LO に、余りを HI に入れます。"
    Madd    "madd"    "011100 sssss ttttt 00000 00000 000000" [Rs Rt] MulDiv
        "Adds the signed product of rs and rt to the 64 bits of HI and LO."
        "rs と rt の符号付きの積を、HI と LO の 64 ビットに加えます。"
    Maddu   "maddu"   "011100 sssss ttttt 00000 00000 000001" [Rs Rt] MulDiv
        "Adds the unsigned product of rs and rt to the 64 bits of HI and LO."
        "rs と rt の符号なしの積を、HI と LO の 64 ビットに加えます。"
    Msub    "msub"    "011100 sssss ttttt 00000 00000 000100" [Rs Rt] MulDiv
        "Subtracts the signed product of rs and rt from the 64 bits of HI and LO."
        "rs と rt の符号付きの積を、HI と LO の 64 ビットから引きます。"
    Msubu   "msubu"   "011100 sssss ttttt 00000 00000 000101" [Rs Rt] MulDiv
        "Subtracts the unsigned product of rs and rt from the 64 bits of HI and LO."
        "rs と rt の符号なしの積を、HI と LO の 64 ビットから引きます。"
    Mfhi    "mfhi"    "000000 00000 00000 ddddd 00000 010000" [Rd] MulDiv
        "rd = HI."
        "HI を rd に入れます。"
    Mflo    "mflo"    "000000 00000 00000 ddddd 00000 010010" [Rd] MulDiv
        "rd = LO."
        "LO を rd に入れます。"
    Mthi    "mthi"    "000000 sssss 00000 00000 00000 010001" [Rs] MulDiv
        "HI = rs."
        "rs を HI に入れます。"
    Mtlo    "mtlo"    "000000 sssss 00000 00000 00000 010011" [Rs] MulDiv
        "LO = rs."
        "rs を LO に入れます。"

    // Loads
    Lb      "lb"      "100000 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "rt = the byte at the address, sign-extended."
        "アドレスのバイトを符号拡張して rt に入れます。"
    Lbu     "lbu"     "100100 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "rt = the byte at the address, zero-extended."
        "アドレスのバイトをゼロ拡張して rt に入れます。"
    Lh      "lh"      "100001 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "rt = the halfword at the address, sign-extended; the address must be a multiple of 2."
        "アドレスの半語を符号拡張して rt に入れます。アドレスは 2 の倍数に限ります。"
    Lhu     "lhu"     "100101 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "rt = the halfword at the address, zero-extended; the address must be a multiple of 2."
        "アドレスの半語をゼロ拡張して rt に入れます。アドレスは 2 の倍数に限ります。"
    Lw      "lw"      "100011 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "rt = the word at the address, which must be a multiple of 4."
        "アドレスの語を rt に入れます。アドレスは 4 の倍数に限ります。"
    Lwl     "lwl"     "100010 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "Fills the upper bytes of rt from the address downwards; with lwr it loads a word from any address."
        "アドレスから下へ向かって rt の上位バイトを読み込みます。lwr と組で、任意のアドレスの語を読めます。"
    Lwr     "lwr"     "100110 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "Fills the lower bytes of rt from the address upwards; with lwl it loads a word from any address."
        "アドレスから上へ向かって rt の下位バイトを読み込みます。lwl と組で、任意のアドレスの語を読めます。"
    Ll      "ll"      "110000 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Load
        "Loads a word and begins an atomic read-modify-write that sc ends."
        "語を読み込み、sc で終わる不可分な読み書きを始めます。"

    // Stores
    Sb      "sb"      "101000 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Store
        "Stores the low byte of rt."
        "rt の下位バイトを書き込みます。"
    Sh      "sh"      "101001 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Store
        "Stores the low halfword of rt; the address must be a multiple of 2."
        "rt の下位半語を書き込みます。アドレスは 2 の倍数に限ります。"
    Sw      "sw"      "101011 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Store
        "Stores rt; the address must be a multiple of 4."
        "rt を書き込みます。アドレスは 4 の倍数に限ります。"
    Swl     "swl"     "101010 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Store
        "Stores the upper bytes of rt from the address downwards; with swr it stores a word at any address."
        "rt の上位バイトをアドレスから下へ向かって書き込みます。swr と組で、任意のアドレスに語を書けます。"
    Swr     "swr"     "101110 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Store
        "Stores the lower bytes of rt from the address upwards; with swl it stores a word at any address."
        "rt の下位バイトをアドレスから上へ向かって書き込みます。swl と組で、任意のアドレスに語を書けます。"
    Sc      "sc"      "111000 sssss ttttt iiiiiiiiiiiiiiii" [Rt Memory] Store
        "Stores rt if nothing has disturbed the atomic sequence since ll; rt becomes 1 on success, else 0."
        "ll 以後に妨げがなければ rt を書き込みます。成功なら rt は 1、失敗なら 0 になります。"
    Pref    "pref"    "110011 sssss hhhhh iiiiiiiiiiiiiiii" [Hint Memory] System
        "Hints that the address will be used soon; a core without a cache does nothing."
        "アドレスをまもなく使うという予告です。キャッシュのないコアでは何も起きません。"

    // Branches
    Beq     "beq"     "000100 sssss ttttt iiiiiiiiiiiiiiii" [Rs Rt Branch] Branch
        "Branches if rs = rt."
        "rs = rt なら分岐します。"
    Bne     "bne"     "000101 sssss ttttt iiiiiiiiiiiiiiii" [Rs Rt Branch] Branch
        "Branches if rs and rt differ."
        "rs と rt が異なれば分岐します。"
    Blez    "blez"    "000110 sssss 00000 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs <= 0."
        "rs <= 0 なら分岐します。"
    Bgtz    "bgtz"    "000111 sssss 00000 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs > 0."
        "rs > 0 なら分岐します。"
    Bltz    "bltz"    "000001 sssss 00000 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs < 0."
        "rs < 0 なら分岐します。"
    Bgez    "bgez"    "000001 sssss 00001 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs >= 0."
        "rs >= 0 なら分岐します。"
    Bltzal  "bltzal"  "000001 sssss 10000 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Calls if rs < 0; $ra gets the return address in either case."
        "rs < 0 なら呼び出します。$ra にはどちらの場合も戻り番地が入ります。"
    Bgezal  "bgezal"  "000001 sssss 10001 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Calls if rs >= 0; $ra gets the return address in either case."
        "rs >= 0 なら呼び出します。$ra にはどちらの場合も戻り番地が入ります。"
    Beql    "beql"    "010100 sssss ttttt iiiiiiiiiiiiiiii" [Rs Rt Branch] Branch
        "Branches if rs = rt; if not, the delay slot is skipped."
        "rs = rt なら分岐します。分岐しないときは遅延スロットを実行しません。"
    Bnel    "bnel"    "010101 sssss ttttt iiiiiiiiiiiiiiii" [Rs Rt Branch] Branch
        "Branches if rs and rt differ; if not, the delay slot is skipped."
        "rs と rt が異なれば分岐します。分岐しないときは遅延スロットを実行しません。"
    Blezl   "blezl"   "010110 sssss 00000 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs <= 0; if not, the delay slot is skipped."
        "rs <= 0 なら分岐します。分岐しないときは遅延スロットを実行しません。"
    Bgtzl   "bgtzl"   "010111 sssss 00000 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs > 0; if not, the delay slot is skipped."
        "rs > 0 なら分岐します。分岐しないときは遅延スロットを実行しません。"
    Bltzl   "bltzl"   "000001 sssss 00010 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs < 0; if not, the delay slot is skipped."
        "rs < 0 なら分岐します。分岐しないときは遅延スロットを実行しません。"
    Bgezl   "bgezl"   "000001 sssss 00011 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Branches if rs >= 0; if not, the delay slot is skipped."
        "rs >= 0 なら分岐します。分岐しないときは遅延スロットを実行しません。"
    Bltzall "bltzall" "000001 sssss 10010 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Calls if rs < 0; if not, the delay slot is skipped. $ra gets the return address in either case."
        "rs < 0 なら呼び出します。そうでなければ遅延スロットを実行しません。$ra にはどちらの場合も戻り番地が入ります。"
    Bgezall "bgezall" "000001 sssss 10011 iiiiiiiiiiiiiiii" [Rs Branch] Branch
        "Calls if rs >= 0; if not, the delay slot is skipped. $ra gets the return address in either case."
        "rs >= 0 なら呼び出します。そうでなければ遅延スロットを実行しません。$ra にはどちらの場合も戻り番地が入ります。"

    // Jumps
    J       "j"       "000010 jjjjjjjjjjjjjjjjjjjjjjjjjj" [Jump] Jump
        "Jumps to the target."
        "目的の番地へジャンプします。"
    Jal     "jal"     "000011 jjjjjjjjjjjjjjjjjjjjjjjjjj" [Jump] Jump
        "Calls the target; $ra gets the address after the delay slot."
        "目的の番地を呼び出します。$ra には遅延スロットの次の番地が入ります。"
    Jr      "jr"      "000000 sssss 00000 00000 00000 001000" [Rs] Jump
        "Jumps to the address in rs."
        "rs の番地へジャンプします。"
    Jalr    "jalr"    "000000 sssss 00000 ddddd 00000 001001" [Rd Rs] Jump
        "Calls the address in rs; rd gets the address after the delay slot."
        "rs の番地を呼び出します。rd には遅延スロットの次の番地が入ります。"

    // Traps
    Teq     "teq"     "000000 sssss ttttt cccccccccc 110100" [Rs Rt TrapCode] Trap
        "Traps if rs = rt."
        "rs = rt ならトラップします。"
    Tne     "tne"     "000000 sssss ttttt cccccccccc 110110" [Rs Rt TrapCode] Trap
        "Traps if rs and rt differ."
        "rs と rt が異なればトラップします。"
    Tge     "tge"     "000000 sssss ttttt cccccccccc 110000" [Rs Rt TrapCode] Trap
        "Traps if rs >= rt as signed numbers."
        "符号付きで rs >= rt ならトラップします。"
    Tgeu    "tgeu"    "000000 sssss ttttt cccccccccc 110001" [Rs Rt TrapCode] Trap
        "Traps if rs >= rt as unsigned numbers."
        "符号なしで rs >= rt ならトラップします。"
    Tlt     "tlt"     "000000 sssss ttttt cccccccccc 110010" [Rs Rt TrapCode] Trap
        "Traps if rs < rt as signed numbers."
        "符号付きで rs < rt ならトラップします。"
    Tltu    "tltu"    "000000 sssss ttttt cccccccccc 110011" [Rs Rt TrapCode] Trap
        "Traps if rs < rt as unsigned numbers."
        "符号なしで rs < rt ならトラップします。"
    Teqi    "teqi"    "000001 sssss 01100 iiiiiiiiiiiiiiii" [Rs Signed] Trap
        "Traps if rs = constant."
        "rs = 定数 ならトラップします。"
    Tnei    "tnei"    "000001 sssss 01110 iiiiiiiiiiiiiiii" [Rs Signed] Trap
        "Traps if rs and the constant differ."
        "rs と定数が異なればトラップします。"
    Tgei    "tgei"    "000001 sssss 01000 iiiiiiiiiiiiiiii" [Rs Signed] Trap
        "Traps if rs >= constant as signed numbers."
        "符号付きで rs >= 定数 ならトラップします。"
    Tgeiu   "tgeiu"   "000001 sssss 01001 iiiiiiiiiiiiiiii" [Rs Signed] Trap
        "Traps if rs >= the sign-extended constant as unsigned numbers."
        "定数を符号拡張し、符号なしで rs >= 定数 ならトラップします。"
    Tlti    "tlti"    "000001 sssss 01010 iiiiiiiiiiiiiiii" [Rs Signed] Trap
        "Traps if rs < constant as signed numbers."
        "符号付きで rs < 定数 ならトラップします。"
    Tltiu   "tltiu"   "000001 sssss 01011 iiiiiiiiiiiiiiii" [Rs Signed] Trap
        "Traps if rs < the sign-extended constant as unsigned numbers."
        "定数を符号拡張し、符号なしで rs < 定数 ならトラップします。"
    Break   "break"   "000000 cccccccccccccccccccc 001101" [BreakCode] Trap
        "Traps always; the code tells why."
        "必ずトラップします。コードが理由を表します。"

    // System
    Syscall "syscall" "000000 cccccccccccccccccccc 001100" [Code] System
        "Asks the system for a service; $v0 says which."
        "システムにサービスを頼みます。$v0 が種類を表します。"
    Sync    "sync"    "000000 00000 00000 00000 aaaaa 001111" [SyncType] System
        "Orders memory accesses; a core that does one access at a time does nothing."
        "メモリアクセスの順序を保証します。1 つずつアクセスするコアでは何も起きません。"
    Rdhwr   "rdhwr"   "011111 00000 ttttt rrrrr 00000 111011" [Rt Hardware] System
        "rt = a hardware register: $0 the rank of this core, $2 the cycle counter, $3 its step."
        "ハードウェアレジスタを rt に入れます。$0 はコアのランク、$2 はサイクルカウンタ、$3 はその刻みです。"

    // Always last: fits every word, so a search through the table always ends.
    Reserved ".word"  "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" [Word] Trap
        "A word that is no instruction of this machine; executing it traps."
        "この計算機の命令ではない語です。実行するとトラップします。"
}

/// What the table knows about an instruction.
#[inline]
pub fn row(op: Op) -> &'static Row {
    &ROWS[op as usize]
}

/// All instructions, without [`Op::Reserved`], in the order of [`Op`].
pub const fn rows() -> &'static [Row] {
    TABLE.split_at(Op::Reserved as usize).0
}

/// The rows with this mnemonic (lower case): none, or one.
pub fn by_mnemonic(mnemonic: &str) -> impl Iterator<Item = &'static Row> {
    rows().iter().filter(move |row| row.mnemonic == mnemonic)
}

impl Op {
    /// True for branches and jumps: the instruction after them (delay slot) is executed before the target.
    #[inline]
    pub fn is_branch(self) -> bool {
        matches!(row(self).class, Class::Branch | Class::Jump)
    }

    /// True if it reads memory.
    #[inline]
    pub fn is_load(self) -> bool {
        row(self).class == Class::Load
    }

    /// True if it writes memory.
    #[inline]
    pub fn is_store(self) -> bool {
        row(self).class == Class::Store
    }

    /// True for branch-likely instructions: if not taken, they skip their delay slot.
    #[inline]
    pub fn is_likely(self) -> bool {
        use Op::*;
        matches!(self, Beql | Bnel | Blezl | Bgtzl | Bltzl | Bgezl | Bltzall | Bgezall)
    }
}
