//! The instruction table: the single source of truth about MIPS32 in the lab.
//!
//! Each instruction is one entry: name in Rust, name in assembly language, bits as the manual draws them (31 to 0),
//! operands in the order of writing, class, meaning. To add an instruction, add an entry; no other code needs to know
//! its bits.

use super::pattern::{self, Fixed};
use super::{Class, Format, Operand, Row};

/// Makes the enum [`Op`] and the table of rows from one list, so that they cannot disagree.
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
            format: Format::of(&[$(Operand::$operand),*]),
            operands: &[$(Operand::$operand),*],
            class: Class::$class,
        },)*];

        /// The fixed bits in the order of [`Op`], apart from the rows: a program that reads and writes no words is smaller.
        static FIXED: [Fixed; Op::Reserved as usize + 1] = FIXED_BITS;
        pub(super) const FIXED_BITS: [Fixed; Op::Reserved as usize + 1] = [$(pattern::parse($pattern)),*];

        /// The patterns, for the same reason: not every program shows them.
        static PATTERNS: [&str; Op::Reserved as usize + 1] = [$($pattern),*];

        /// The meanings, for the same reason.
        static MEANINGS: [(&str, &str); Op::Reserved as usize + 1] = [$(($en, $ja)),*];
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
        "rs + 定数 を rt に入れます。あふれは無視します（定数は符号拡張されます）。"
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

    // No-operations: words of sll with their own names, so they precede it
    Nop     "nop"     "000000 00000 00000 00000 00000 000000" [] System
        "Does nothing; fills a delay slot."
        "何もしません。遅延スロットを埋めるときに使います。"
    Ssnop   "ssnop"   "000000 00000 00000 00000 00001 000000" [] System
        "Does nothing and is issued alone; here the same as nop."
        "単独で発行される nop です。このコアでは nop と同じです。"
    Ehb     "ehb"     "000000 00000 00000 00000 00011 000000" [] System
        "Waits until hazards are cleared; a core without a pipeline does nothing."
        "ハザードが解消するまで待ちます。パイプラインのないコアでは何も起きません。"
    Pause   "pause"   "000000 00000 00000 00000 00101 000000" [] System
        "Waits in a spin loop to save power; here the same as nop."
        "待ちループで電力を節約する命令です。このコアでは nop と同じです。"

    // Shifts, rotations and bit fields
    Sll     "sll"     "000000 00000 ttttt ddddd aaaaa 000000" [Rd Rt Shift] Alu
        "rd = rt shifted left by a constant; zeros are shifted in."
        "rt を定数だけ左シフトして rd に入れます。空いた所は 0 です。"
    Srl     "srl"     "000000 00000 ttttt ddddd aaaaa 000010" [Rd Rt Shift] Alu
        "rd = rt shifted right by a constant; zeros are shifted in."
        "rt を定数だけ右シフトして rd に入れます。空いた所は 0 です。"
    Sra     "sra"     "000000 00000 ttttt ddddd aaaaa 000011" [Rd Rt Shift] Alu
        "rd = rt shifted right by a constant; copies of the sign are shifted in."
        "rt を定数だけ右シフトして rd に入れます。空いた所は符号ビットです。"
    Sllv    "sllv"    "000000 sssss ttttt ddddd 00000 000100" [Rd Rt Rs] Alu
        "rd = rt shifted left by the low five bits of rs."
        "rt を rs の下位 5 ビットの数だけ左シフトして rd に入れます。"
    Srlv    "srlv"    "000000 sssss ttttt ddddd 00000 000110" [Rd Rt Rs] Alu
        "rd = rt shifted right by the low five bits of rs; zeros are shifted in."
        "rt を rs の下位 5 ビットの数だけ右シフトして rd に入れます。空いた所は 0 です。"
    Srav    "srav"    "000000 sssss ttttt ddddd 00000 000111" [Rd Rt Rs] Alu
        "rd = rt shifted right by the low five bits of rs; copies of the sign are shifted in."
        "rt を rs の下位 5 ビットの数だけ右シフトして rd に入れます。空いた所は符号ビットです。"
    Rotr    "rotr"    "000000 00001 ttttt ddddd aaaaa 000010" [Rd Rt Shift] Alu
        "rd = rt rotated right by a constant: bits that leave on the right enter on the left."
        "rt を定数だけ右に回転して rd に入れます。右から出たビットは左から入ります。"
    Rotrv   "rotrv"   "000000 sssss ttttt ddddd 00001 000110" [Rd Rt Rs] Alu
        "rd = rt rotated right by the low five bits of rs."
        "rt を rs の下位 5 ビットの数だけ右に回転して rd に入れます。"
    Ext     "ext"     "011111 sssss ttttt mmmmm aaaaa 000000" [Rt Rs Position ExtractSize] Alu
        "rt = a bit field of rs: size bits from a position on, moved to bit 0; zeros above."
        "rs の指定した位置から指定したビット数を取り出し、rt の最下位に詰めて入れます。上位は 0 です。"
    Ins     "ins"     "011111 sssss ttttt mmmmm aaaaa 000100" [Rt Rs Position InsertSize] Alu
        "Puts the lowest bits of rs into a bit field of rt; the other bits of rt stay."
        "rs の下位ビットを rt の指定した位置に指定したビット数だけ入れます。rt のほかのビットはそのままです。"
    Seb     "seb"     "011111 00000 ttttt ddddd 10000 100000" [Rd Rt] Alu
        "rd = the low byte of rt, sign-extended."
        "rt の下位バイトを符号拡張して rd に入れます。"
    Seh     "seh"     "011111 00000 ttttt ddddd 11000 100000" [Rd Rt] Alu
        "rd = the low halfword of rt, sign-extended."
        "rt の下位半語を符号拡張して rd に入れます。"
    Wsbh    "wsbh"    "011111 00000 ttttt ddddd 00010 100000" [Rd Rt] Alu
        "rd = rt with the two bytes of each halfword swapped."
        "rt の各半語の中で 2 つのバイトを入れ替え、rd に入れます。"

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
        "rs と rt の符号付きの積（64 ビット）を HI と LO に入れます。"
    Multu   "multu"   "000000 sssss ttttt 00000 00000 011001" [Rs Rt] MulDiv
        "HI and LO = the 64-bit product of rs and rt as unsigned numbers."
        "rs と rt の符号なしの積（64 ビット）を HI と LO に入れます。"
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
    JrHb    "jr.hb"   "000000 sssss 00000 00000 10000 001000" [Rs] Jump
        "Jumps to the address in rs and clears hazards; here the same as jr."
        "rs の番地へジャンプし、ハザードを解消します。このコアでは jr と同じです。"
    JalrHb  "jalr.hb" "000000 sssss 00000 ddddd 10000 001001" [Rd Rs] Jump
        "Calls the address in rs and clears hazards; here the same as jalr."
        "rs の番地を呼び出し、ハザードを解消します。このコアでは jalr と同じです。"

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
        "Always traps; the code gives the reason."
        "必ずトラップします。コードが理由を表します。"

    // Floating point: arithmetic (fd, fs, ft are floating-point registers; double precision uses even-numbered pairs)
    AddS    "add.s"   "010001 10000 TTTTT SSSSS DDDDD 000000" [Fd Fs Ft] Float
        "fd = fs + ft in single precision."
        "単精度で fs + ft を fd に入れます。"
    AddD    "add.d"   "010001 10001 TTTTT SSSSS DDDDD 000000" [Dd Ds Dt] Float
        "fd = fs + ft in double precision."
        "倍精度で fs + ft を fd に入れます。"
    SubS    "sub.s"   "010001 10000 TTTTT SSSSS DDDDD 000001" [Fd Fs Ft] Float
        "fd = fs - ft in single precision."
        "単精度で fs - ft を fd に入れます。"
    SubD    "sub.d"   "010001 10001 TTTTT SSSSS DDDDD 000001" [Dd Ds Dt] Float
        "fd = fs - ft in double precision."
        "倍精度で fs - ft を fd に入れます。"
    MulS    "mul.s"   "010001 10000 TTTTT SSSSS DDDDD 000010" [Fd Fs Ft] Float
        "fd = fs x ft in single precision."
        "単精度で fs × ft を fd に入れます。"
    MulD    "mul.d"   "010001 10001 TTTTT SSSSS DDDDD 000010" [Dd Ds Dt] Float
        "fd = fs x ft in double precision."
        "倍精度で fs × ft を fd に入れます。"
    DivS    "div.s"   "010001 10000 TTTTT SSSSS DDDDD 000011" [Fd Fs Ft] Float
        "fd = fs / ft in single precision."
        "単精度で fs ÷ ft を fd に入れます。"
    DivD    "div.d"   "010001 10001 TTTTT SSSSS DDDDD 000011" [Dd Ds Dt] Float
        "fd = fs / ft in double precision."
        "倍精度で fs ÷ ft を fd に入れます。"
    SqrtS   "sqrt.s"  "010001 10000 00000 SSSSS DDDDD 000100" [Fd Fs] Float
        "fd = square root of fs in single precision."
        "単精度で fs の平方根を fd に入れます。"
    SqrtD   "sqrt.d"  "010001 10001 00000 SSSSS DDDDD 000100" [Dd Ds] Float
        "fd = square root of fs in double precision."
        "倍精度で fs の平方根を fd に入れます。"
    AbsS    "abs.s"   "010001 10000 00000 SSSSS DDDDD 000101" [Fd Fs] Float
        "fd = absolute value of fs (single precision): the sign bit becomes 0."
        "fs の絶対値（単精度）を fd に入れます。符号ビットが 0 になります。"
    AbsD    "abs.d"   "010001 10001 00000 SSSSS DDDDD 000101" [Dd Ds] Float
        "fd = absolute value of fs (double precision): the sign bit becomes 0."
        "fs の絶対値（倍精度）を fd に入れます。符号ビットが 0 になります。"
    MovS    "mov.s"   "010001 10000 00000 SSSSS DDDDD 000110" [Fd Fs] Float
        "fd = fs (single precision), bit by bit."
        "fs (単精度) をそのまま fd に入れます。"
    MovD    "mov.d"   "010001 10001 00000 SSSSS DDDDD 000110" [Dd Ds] Float
        "fd = fs (double precision), bit by bit."
        "fs (倍精度) をそのまま fd に入れます。"
    NegS    "neg.s"   "010001 10000 00000 SSSSS DDDDD 000111" [Fd Fs] Float
        "fd = -fs (single precision): the sign bit is inverted."
        "fs (単精度) の符号を反転して fd に入れます。"
    NegD    "neg.d"   "010001 10001 00000 SSSSS DDDDD 000111" [Dd Ds] Float
        "fd = -fs (double precision): the sign bit is inverted."
        "fs (倍精度) の符号を反転して fd に入れます。"
    RecipS  "recip.s" "010001 10000 00000 SSSSS DDDDD 010101" [Fd Fs] Float
        "fd = 1 / fs in single precision."
        "単精度で 1 ÷ fs を fd に入れます。"
    RecipD  "recip.d" "010001 10001 00000 SSSSS DDDDD 010101" [Dd Ds] Float
        "fd = 1 / fs in double precision."
        "倍精度で 1 ÷ fs を fd に入れます。"
    RsqrtS  "rsqrt.s" "010001 10000 00000 SSSSS DDDDD 010110" [Fd Fs] Float
        "fd = 1 / square root of fs in single precision, rounded after each of the two steps."
        "単精度で 1 ÷ (fs の平方根) を fd に入れます。2 つの段階のそれぞれで丸めます。"
    RsqrtD  "rsqrt.d" "010001 10001 00000 SSSSS DDDDD 010110" [Dd Ds] Float
        "fd = 1 / square root of fs in double precision, rounded after each of the two steps."
        "倍精度で 1 ÷ (fs の平方根) を fd に入れます。2 つの段階のそれぞれで丸めます。"
    MaddS   "madd.s"  "010011 RRRRR TTTTT SSSSS DDDDD 100 000" [Fd Fr Fs Ft] Float
        "fd = fs x ft + fr in single precision; the product is rounded before the sum."
        "単精度で fs × ft + fr を fd に入れます。積を丸めてから足します。"
    MaddD   "madd.d"  "010011 RRRRR TTTTT SSSSS DDDDD 100 001" [Dd Dr Ds Dt] Float
        "fd = fs x ft + fr in double precision; the product is rounded before the sum."
        "倍精度で fs × ft + fr を fd に入れます。積を丸めてから足します。"
    MsubS   "msub.s"  "010011 RRRRR TTTTT SSSSS DDDDD 101 000" [Fd Fr Fs Ft] Float
        "fd = fs x ft - fr in single precision; the product is rounded before the sum."
        "単精度で fs × ft - fr を fd に入れます。積を丸めてから引きます。"
    MsubD   "msub.d"  "010011 RRRRR TTTTT SSSSS DDDDD 101 001" [Dd Dr Ds Dt] Float
        "fd = fs x ft - fr in double precision; the product is rounded before the sum."
        "倍精度で fs × ft - fr を fd に入れます。積を丸めてから引きます。"
    NmaddS  "nmadd.s" "010011 RRRRR TTTTT SSSSS DDDDD 110 000" [Fd Fr Fs Ft] Float
        "fd = -(fs x ft + fr) in single precision; the product is rounded before the sum."
        "単精度で -(fs × ft + fr) を fd に入れます。積を丸めてから足します。"
    NmaddD  "nmadd.d" "010011 RRRRR TTTTT SSSSS DDDDD 110 001" [Dd Dr Ds Dt] Float
        "fd = -(fs x ft + fr) in double precision; the product is rounded before the sum."
        "倍精度で -(fs × ft + fr) を fd に入れます。積を丸めてから足します。"
    NmsubS  "nmsub.s" "010011 RRRRR TTTTT SSSSS DDDDD 111 000" [Fd Fr Fs Ft] Float
        "fd = -(fs x ft - fr) in single precision; the product is rounded before the sum."
        "単精度で -(fs × ft - fr) を fd に入れます。積を丸めてから引きます。"
    NmsubD  "nmsub.d" "010011 RRRRR TTTTT SSSSS DDDDD 111 001" [Dd Dr Ds Dt] Float
        "fd = -(fs x ft - fr) in double precision; the product is rounded before the sum."
        "倍精度で -(fs × ft - fr) を fd に入れます。積を丸めてから引きます。"

    // Floating point: conversions
    RoundWS "round.w.s" "010001 10000 00000 SSSSS DDDDD 001100" [Fd Fs] Float
        "fd = the single-precision number fs rounded to the nearest whole number; a tie goes to the even one."
        "単精度の fs を最も近い整数（中間なら偶数）に丸め、fd に入れます。"
    RoundWD "round.w.d" "010001 10001 00000 SSSSS DDDDD 001100" [Fd Ds] Float
        "fd = the double-precision number fs rounded to the nearest whole number; a tie goes to the even one."
        "倍精度の fs を最も近い整数（中間なら偶数）に丸め、fd に入れます。"
    TruncWS "trunc.w.s" "010001 10000 00000 SSSSS DDDDD 001101" [Fd Fs] Float
        "fd = the single-precision number fs rounded towards 0 to a whole number."
        "単精度の fs を0 の方向に丸めて整数にし、fd に入れます。"
    TruncWD "trunc.w.d" "010001 10001 00000 SSSSS DDDDD 001101" [Fd Ds] Float
        "fd = the double-precision number fs rounded towards 0 to a whole number."
        "倍精度の fs を0 の方向に丸めて整数にし、fd に入れます。"
    CeilWS  "ceil.w.s" "010001 10000 00000 SSSSS DDDDD 001110" [Fd Fs] Float
        "fd = the single-precision number fs rounded up to a whole number."
        "単精度の fs を +∞ の方向に丸めて整数にし、fd に入れます。"
    CeilWD  "ceil.w.d" "010001 10001 00000 SSSSS DDDDD 001110" [Fd Ds] Float
        "fd = the double-precision number fs rounded up to a whole number."
        "倍精度の fs を +∞ の方向に丸めて整数にし、fd に入れます。"
    FloorWS "floor.w.s" "010001 10000 00000 SSSSS DDDDD 001111" [Fd Fs] Float
        "fd = the single-precision number fs rounded down to a whole number."
        "単精度の fs を -∞ の方向に丸めて整数にし、fd に入れます。"
    FloorWD "floor.w.d" "010001 10001 00000 SSSSS DDDDD 001111" [Fd Ds] Float
        "fd = the double-precision number fs rounded down to a whole number."
        "倍精度の fs を -∞ の方向に丸めて整数にし、fd に入れます。"
    CvtWS   "cvt.w.s" "010001 10000 00000 SSSSS DDDDD 100100" [Fd Fs] Float
        "fd = the single-precision number fs as a 32-bit whole number, rounded as FCSR says."
        "単精度数 fs を32 ビット整数に変換し、fd に入れます。丸め方は FCSR に従います。"
    CvtWD   "cvt.w.d" "010001 10001 00000 SSSSS DDDDD 100100" [Fd Ds] Float
        "fd = the double-precision number fs as a 32-bit whole number, rounded as FCSR says."
        "倍精度数 fs を32 ビット整数に変換し、fd に入れます。丸め方は FCSR に従います。"
    CvtSD   "cvt.s.d" "010001 10001 00000 SSSSS DDDDD 100000" [Fd Ds] Float
        "fd = the double-precision number fs as a single-precision number, rounded as FCSR says."
        "倍精度数 fs を単精度数に変換し、fd に入れます。丸め方は FCSR に従います。"
    CvtSW   "cvt.s.w" "010001 10100 00000 SSSSS DDDDD 100000" [Fd Fs] Float
        "fd = the 32-bit whole number fs as a single-precision number, rounded as FCSR says."
        "32 ビット整数 fs を単精度数に変換し、fd に入れます。丸め方は FCSR に従います。"
    CvtDS   "cvt.d.s" "010001 10000 00000 SSSSS DDDDD 100001" [Dd Fs] Float
        "fd = the single-precision number fs as a double-precision number, exactly."
        "単精度数 fs を倍精度数に変換し、fd に入れます。誤差はありません。"
    CvtDW   "cvt.d.w" "010001 10100 00000 SSSSS DDDDD 100001" [Dd Fs] Float
        "fd = the 32-bit whole number fs as a double-precision number, exactly."
        "32 ビット整数 fs を倍精度数に変換し、fd に入れます。誤差はありません。"

    // Floating point: comparisons
    CFS     "c.f.s"   "010001 10000 TTTTT SSSSS nnn 00 11 0000" [CompareCc Fs Ft] Float
        "The condition code becomes 0 for all fs and ft (single precision)."
        "fs と ft (単精度) が何であっても条件コードを 0 にします。"
    CFD     "c.f.d"   "010001 10001 TTTTT SSSSS nnn 00 11 0000" [CompareCc Ds Dt] Float
        "The condition code becomes 0 for all fs and ft (double precision)."
        "fs と ft (倍精度) が何であっても条件コードを 0 にします。"
    CUnS    "c.un.s"  "010001 10000 TTTTT SSSSS nnn 00 11 0001" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs or ft is a NaN, else 0 (single precision)."
        "単精度で fs か ft が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    CUnD    "c.un.d"  "010001 10001 TTTTT SSSSS nnn 00 11 0001" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs or ft is a NaN, else 0 (double precision)."
        "倍精度で fs か ft が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    CEqS    "c.eq.s"  "010001 10000 TTTTT SSSSS nnn 00 11 0010" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs = ft, else 0 (single precision)."
        "単精度で fs = ft なら 1、そうでなければ 0 を条件コードに入れます。"
    CEqD    "c.eq.d"  "010001 10001 TTTTT SSSSS nnn 00 11 0010" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs = ft, else 0 (double precision)."
        "倍精度で fs = ft なら 1、そうでなければ 0 を条件コードに入れます。"
    CUeqS   "c.ueq.s" "010001 10000 TTTTT SSSSS nnn 00 11 0011" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs = ft or one is a NaN, else 0 (single precision)."
        "単精度で fs = ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    CUeqD   "c.ueq.d" "010001 10001 TTTTT SSSSS nnn 00 11 0011" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs = ft or one is a NaN, else 0 (double precision)."
        "倍精度で fs = ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    COltS   "c.olt.s" "010001 10000 TTTTT SSSSS nnn 00 11 0100" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs < ft, else 0 (single precision)."
        "単精度で fs < ft なら 1、そうでなければ 0 を条件コードに入れます。"
    COltD   "c.olt.d" "010001 10001 TTTTT SSSSS nnn 00 11 0100" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs < ft, else 0 (double precision)."
        "倍精度で fs < ft なら 1、そうでなければ 0 を条件コードに入れます。"
    CUltS   "c.ult.s" "010001 10000 TTTTT SSSSS nnn 00 11 0101" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs < ft or one is a NaN, else 0 (single precision)."
        "単精度で fs < ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    CUltD   "c.ult.d" "010001 10001 TTTTT SSSSS nnn 00 11 0101" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs < ft or one is a NaN, else 0 (double precision)."
        "倍精度で fs < ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    COleS   "c.ole.s" "010001 10000 TTTTT SSSSS nnn 00 11 0110" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs <= ft, else 0 (single precision)."
        "単精度で fs <= ft なら 1、そうでなければ 0 を条件コードに入れます。"
    COleD   "c.ole.d" "010001 10001 TTTTT SSSSS nnn 00 11 0110" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs <= ft, else 0 (double precision)."
        "倍精度で fs <= ft なら 1、そうでなければ 0 を条件コードに入れます。"
    CUleS   "c.ule.s" "010001 10000 TTTTT SSSSS nnn 00 11 0111" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs <= ft or one is a NaN, else 0 (single precision)."
        "単精度で fs <= ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    CUleD   "c.ule.d" "010001 10001 TTTTT SSSSS nnn 00 11 0111" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs <= ft or one is a NaN, else 0 (double precision)."
        "倍精度で fs <= ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。"
    CSfS    "c.sf.s"  "010001 10000 TTTTT SSSSS nnn 00 11 1000" [CompareCc Fs Ft] Float
        "The condition code becomes 0 for all fs and ft (single precision); a NaN raises Invalid."
        "fs と ft (単精度) が何であっても条件コードを 0 にします。NaN は無効演算になります。"
    CSfD    "c.sf.d"  "010001 10001 TTTTT SSSSS nnn 00 11 1000" [CompareCc Ds Dt] Float
        "The condition code becomes 0 for all fs and ft (double precision); a NaN raises Invalid."
        "fs と ft (倍精度) が何であっても条件コードを 0 にします。NaN は無効演算になります。"
    CNgleS  "c.ngle.s" "010001 10000 TTTTT SSSSS nnn 00 11 1001" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs or ft is a NaN, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs か ft が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNgleD  "c.ngle.d" "010001 10001 TTTTT SSSSS nnn 00 11 1001" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs or ft is a NaN, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs か ft が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CSeqS   "c.seq.s" "010001 10000 TTTTT SSSSS nnn 00 11 1010" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs = ft, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs = ft なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CSeqD   "c.seq.d" "010001 10001 TTTTT SSSSS nnn 00 11 1010" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs = ft, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs = ft なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNglS   "c.ngl.s" "010001 10000 TTTTT SSSSS nnn 00 11 1011" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs = ft or one is a NaN, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs = ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNglD   "c.ngl.d" "010001 10001 TTTTT SSSSS nnn 00 11 1011" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs = ft or one is a NaN, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs = ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CLtS    "c.lt.s"  "010001 10000 TTTTT SSSSS nnn 00 11 1100" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs < ft, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs < ft なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CLtD    "c.lt.d"  "010001 10001 TTTTT SSSSS nnn 00 11 1100" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs < ft, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs < ft なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNgeS   "c.nge.s" "010001 10000 TTTTT SSSSS nnn 00 11 1101" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs < ft or one is a NaN, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs < ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNgeD   "c.nge.d" "010001 10001 TTTTT SSSSS nnn 00 11 1101" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs < ft or one is a NaN, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs < ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CLeS    "c.le.s"  "010001 10000 TTTTT SSSSS nnn 00 11 1110" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs <= ft, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs <= ft なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CLeD    "c.le.d"  "010001 10001 TTTTT SSSSS nnn 00 11 1110" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs <= ft, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs <= ft なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNgtS   "c.ngt.s" "010001 10000 TTTTT SSSSS nnn 00 11 1111" [CompareCc Fs Ft] Float
        "The condition code becomes 1 if fs <= ft or one is a NaN, else 0 (single precision); a NaN raises Invalid."
        "単精度で fs <= ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"
    CNgtD   "c.ngt.d" "010001 10001 TTTTT SSSSS nnn 00 11 1111" [CompareCc Ds Dt] Float
        "The condition code becomes 1 if fs <= ft or one is a NaN, else 0 (double precision); a NaN raises Invalid."
        "倍精度で fs <= ft か、一方が NaN なら 1、そうでなければ 0 を条件コードに入れます。NaN は無効演算になります。"

    // Floating point: conditional moves
    Movf    "movf"    "000000 sssss nnn 00 ddddd 00000 000001" [Rd Rs Cc] Alu
        "rd = rs if the condition code is 0; otherwise nothing happens."
        "条件コードが 0 なら rs を rd に入れます。1 なら何もしません。"
    Movt    "movt"    "000000 sssss nnn 01 ddddd 00000 000001" [Rd Rs Cc] Alu
        "rd = rs if the condition code is 1; otherwise nothing happens."
        "条件コードが 1 なら rs を rd に入れます。0 なら何もしません。"
    MovfS   "movf.s"  "010001 10000 nnn 00 SSSSS DDDDD 010001" [Fd Fs Cc] Float
        "fd = fs (single precision) if the condition code is 0; otherwise nothing happens."
        "条件コードが 0 なら fs (単精度) を fd に入れます。1 なら何もしません。"
    MovfD   "movf.d"  "010001 10001 nnn 00 SSSSS DDDDD 010001" [Dd Ds Cc] Float
        "fd = fs (double precision) if the condition code is 0; otherwise nothing happens."
        "条件コードが 0 なら fs (倍精度) を fd に入れます。1 なら何もしません。"
    MovtS   "movt.s"  "010001 10000 nnn 01 SSSSS DDDDD 010001" [Fd Fs Cc] Float
        "fd = fs (single precision) if the condition code is 1; otherwise nothing happens."
        "条件コードが 1 なら fs (単精度) を fd に入れます。0 なら何もしません。"
    MovtD   "movt.d"  "010001 10001 nnn 01 SSSSS DDDDD 010001" [Dd Ds Cc] Float
        "fd = fs (double precision) if the condition code is 1; otherwise nothing happens."
        "条件コードが 1 なら fs (倍精度) を fd に入れます。0 なら何もしません。"
    MovzS   "movz.s"  "010001 10000 ttttt SSSSS DDDDD 010010" [Fd Fs Rt] Float
        "fd = fs (single precision) if rt is 0; otherwise nothing happens."
        "rt が 0 なら fs (単精度) を fd に入れます。0 でなければ何もしません。"
    MovzD   "movz.d"  "010001 10001 ttttt SSSSS DDDDD 010010" [Dd Ds Rt] Float
        "fd = fs (double precision) if rt is 0; otherwise nothing happens."
        "rt が 0 なら fs (倍精度) を fd に入れます。0 でなければ何もしません。"
    MovnS   "movn.s"  "010001 10000 ttttt SSSSS DDDDD 010011" [Fd Fs Rt] Float
        "fd = fs (single precision) if rt is not 0; otherwise nothing happens."
        "rt が 0 でなければ fs (単精度) を fd に入れます。0 なら何もしません。"
    MovnD   "movn.d"  "010001 10001 ttttt SSSSS DDDDD 010011" [Dd Ds Rt] Float
        "fd = fs (double precision) if rt is not 0; otherwise nothing happens."
        "rt が 0 でなければ fs (倍精度) を fd に入れます。0 なら何もしません。"

    // Floating point: moves to and from general registers
    Mfc1    "mfc1"    "010001 00000 ttttt SSSSS 00000 000000" [Rt Fs] Float
        "rt = the 32 bits of fs."
        "fs の 32 ビットをそのまま rt に入れます。"
    Mtc1    "mtc1"    "010001 00100 ttttt SSSSS 00000 000000" [Rt Fs] Float
        "fs = the 32 bits of rt; no conversion takes place."
        "rt の 32 ビットをそのまま fs に入れます。変換はしません。"
    Mfhc1   "mfhc1"   "010001 00011 ttttt SSSSS 00000 000000" [Rt Ds] Float
        "rt = the upper 32 bits of the pair fs."
        "レジスタ対 fs の上位 32 ビットを rt に入れます。"
    Mthc1   "mthc1"   "010001 00111 ttttt SSSSS 00000 000000" [Rt Ds] Float
        "Upper 32 bits of the pair fs = rt."
        "rt をレジスタ対 fs の上位 32 ビットに入れます。"
    Cfc1    "cfc1"    "010001 00010 ttttt rrrrr 00000 000000" [Rt Hardware] Float
        "rt = a control register: $31 FCSR, $25 condition codes, $26 exceptions, $28 enables, $0 FIR."
        "制御レジスタを rt に入れます。$31 は FCSR、$25 は条件コード、$26 は例外、$28 は例外の許可、$0 は FIR です。"
    Ctc1    "ctc1"    "010001 00110 ttttt rrrrr 00000 000000" [Rt Hardware] Float
        "A control register = rt: $31 FCSR, $25 condition codes, $26 exceptions, $28 enables."
        "rt を制御レジスタに入れます。$31 は FCSR、$25 は条件コード、$26 は例外、$28 は例外の許可です。"

    // Floating point: loads and stores
    Lwc1    "lwc1"    "110001 sssss TTTTT iiiiiiiiiiiiiiii" [Ft Memory] Load
        "ft = the word at the address, which must be a multiple of 4."
        "アドレスの語を ft に入れます。アドレスは 4 の倍数に限ります。"
    Swc1    "swc1"    "111001 sssss TTTTT iiiiiiiiiiiiiiii" [Ft Memory] Store
        "Stores ft; the address must be a multiple of 4."
        "ft を書き込みます。アドレスは 4 の倍数に限ります。"
    Ldc1    "ldc1"    "110101 sssss TTTTT iiiiiiiiiiiiiiii" [Dt Memory] Load
        "ft = the 8 bytes at the address, which must be a multiple of 8."
        "アドレスの 8 バイトをレジスタ対 ft に入れます。アドレスは 8 の倍数に限ります。"
    Sdc1    "sdc1"    "111101 sssss TTTTT iiiiiiiiiiiiiiii" [Dt Memory] Store
        "Stores the 8 bytes of ft; the address must be a multiple of 8."
        "レジスタ対 ft の 8 バイトを書き込みます。アドレスは 8 の倍数に限ります。"
    Lwxc1   "lwxc1"   "010011 sssss ttttt 00000 DDDDD 000000" [Fd Indexed] Load
        "fd = the word at rs + rt, which must be a multiple of 4."
        "番地 rs + rt の語を fd に入れます。番地は 4 の倍数に限ります。"
    Ldxc1   "ldxc1"   "010011 sssss ttttt 00000 DDDDD 000001" [Dd Indexed] Load
        "fd = the 8 bytes at rs + rt, which must be a multiple of 8."
        "番地 rs + rt の 8 バイトをレジスタ対 fd に入れます。番地は 8 の倍数に限ります。"
    Swxc1   "swxc1"   "010011 sssss ttttt SSSSS 00000 001000" [Fs Indexed] Store
        "Stores fs at rs + rt, which must be a multiple of 4."
        "fs を番地 rs + rt に書き込みます。番地は 4 の倍数に限ります。"
    Sdxc1   "sdxc1"   "010011 sssss ttttt SSSSS 00000 001001" [Ds Indexed] Store
        "Stores the 8 bytes of fs at rs + rt, which must be a multiple of 8."
        "レジスタ対 fs の 8 バイトを番地 rs + rt に書き込みます。番地は 8 の倍数に限ります。"
    Prefx   "prefx"   "010011 sssss ttttt hhhhh 00000 001111" [IndexedHint Indexed] System
        "Hints that the address rs + rt will be used soon; a core without a cache does nothing."
        "番地 rs + rt をまもなく使うという予告です。キャッシュのないコアでは何も起きません。"

    // Floating point: branches
    Bc1f    "bc1f"    "010001 01000 nnn 00 iiiiiiiiiiiiiiii" [BranchCc Branch] Branch
        "Branches if the condition code is 0."
        "条件コードが 0 なら分岐します。"
    Bc1t    "bc1t"    "010001 01000 nnn 01 iiiiiiiiiiiiiiii" [BranchCc Branch] Branch
        "Branches if the condition code is 1."
        "条件コードが 1 なら分岐します。"
    Bc1fl   "bc1fl"   "010001 01000 nnn 10 iiiiiiiiiiiiiiii" [BranchCc Branch] Branch
        "Branches if the condition code is 0; if not, the delay slot is skipped."
        "条件コードが 0 なら分岐します。分岐しないときは遅延スロットを実行しません。"
    Bc1tl   "bc1tl"   "010001 01000 nnn 11 iiiiiiiiiiiiiiii" [BranchCc Branch] Branch
        "Branches if the condition code is 1; if not, the delay slot is skipped."
        "条件コードが 1 なら分岐します。分岐しないときは遅延スロットを実行しません。"

    // System
    Syscall "syscall" "000000 cccccccccccccccccccc 001100" [Code] System
        "Asks the system for a service; $v0 says which."
        "システムにサービスを頼みます。$v0 が種類を表します。"
    Sync    "sync"    "000000 00000 00000 00000 aaaaa 001111" [SyncType] System
        "Orders memory accesses; a core that does one access at a time does nothing."
        "メモリアクセスの順序を保証します。1 つずつアクセスするコアでは何も起きません。"
    Synci   "synci"   "000001 sssss 11111 iiiiiiiiiiiiiiii" [Memory] System
        "Makes a store into the text visible to instruction fetch; here every store is visible at once."
        "命令領域への書き込みを命令フェッチに反映します。このコアでは書き込みがすぐに反映されます。"
    Rdhwr   "rdhwr"   "011111 00000 ttttt rrrrr 00000 111011" [Rt Hardware] System
        "rt = a hardware register: $0 the rank of this core, $1 the step of synci (0: not needed), $2 the cycle counter, $3 its step."
        "ハードウェアレジスタを rt に入れます。$0 はコアのランク、$1 は synci の刻み（0 は不要の意味）、$2 はサイクルカウンタ、$3 はその刻みです。"

    // Always last: it matches every word, so a search through the table always ends.
    Reserved ".word"  "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww" [Word] Trap
        "A word that is no instruction of this machine; executing it traps."
        "このマシンの命令ではない語です。実行するとトラップします。"
}

/// The row of an instruction.
#[inline]
pub fn row(op: Op) -> &'static Row {
    &ROWS[op as usize]
}

/// The fixed bits of an instruction.
#[inline]
pub(super) fn fixed(op: Op) -> &'static Fixed {
    &FIXED[op as usize]
}

impl Row {
    /// A 1 for each fixed bit.
    pub fn mask(&self) -> u32 {
        fixed(self.op).mask
    }

    /// Values of the fixed bits: a word is this instruction if `word & mask == bits`.
    pub fn bits(&self) -> u32 {
        fixed(self.op).bits
    }
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
    /// One sentence for a student, in English and in Japanese.
    pub fn meaning(self) -> (&'static str, &'static str) {
        MEANINGS[self as usize]
    }

    /// Its 32 bits, bit 31 first, as in the manual: `0` and `1` are fixed, a letter is a bit of an operand
    /// (`s` rs, `t` rt, `d` rd, `a` shift amount or position, `m` end of a bit field, `i` immediate or offset, `j` jump
    /// target, `c` code, `h` hint, `r` hardware or control register, `n` condition code; floating-point registers are
    /// `S` fs, `T` ft, `D` fd, `R` fr).
    pub fn pattern(self) -> &'static str {
        PATTERNS[self as usize]
    }

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
        matches!(self, Beql | Bnel | Blezl | Bgtzl | Bltzl | Bgezl | Bltzall | Bgezall | Bc1fl | Bc1tl)
    }
}
