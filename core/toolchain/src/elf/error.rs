//! Reasons why an ELF file cannot run here.

use mcore_base::{Text, text};

/// The reason why an ELF file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElfError {
    /// It does not start like an ELF file.
    NotElf,
    /// It is truncated, or contradicts itself.
    Damaged,
    /// It is for a big-endian processor.
    BigEndian,
    /// It is for 64-bit registers or addresses.
    SixtyFourBits,
    /// It is for another family of processors.
    OtherMachine {
        /// The number of the family in the file.
        machine: u16,
    },
    /// It has not been linked.
    ObjectFile,
    /// It needs a dynamic linker, or is position-independent.
    Dynamic,
    /// It is for Release 6, which has other instructions.
    Release6,
    /// It does not follow the calling convention o32.
    OtherAbi,
    /// It contains MIPS16 instructions.
    Mips16,
    /// It contains microMIPS instructions.
    MicroMips,
    /// It needs 32 floating-point registers of 64 bits.
    Fp64,
    /// It needs the NaN encoding of IEEE 754-2008.
    Nan2008,
    /// It addresses small data relative to `$gp`, which nothing sets.
    SmallData,
    /// Its functions need their own address in `$t9`, which nothing sets before `main`.
    AbiCalls,
    /// A part lies outside node memory.
    Outside {
        addr: u32,
        /// Bytes of node memory.
        memory: u32,
    },
    /// It is larger than node memory.
    TooLarge {
        /// First address after it.
        end: u64,
        /// Bytes of node memory.
        memory: u32,
    },
    /// Two parts overlap.
    Overlap {
        addr: u32,
    },
    /// It has no instructions.
    NoText,
    /// Its entry is not an instruction.
    Entry {
        entry: u32,
    },
    /// `main` may return, and there is no room before the program for the code that calls it.
    NoRoomForStart,
    /// It has too many sections or program headers.
    TooManyParts,
    TooManySymbols,
}

impl ElfError {
    /// The reason, and advice, for a person.
    pub fn text(&self) -> Text {
        match *self {
            Self::NotElf => text!("This is not an ELF file.", "これは ELF ファイルではありません。"),
            Self::Damaged => {
                text!("The ELF file is cut off or damaged.", "ELF ファイルが途中で切れているか、壊れています。")
            }
            Self::BigEndian => text!(
                "The program is big-endian, but the cores are little-endian. Compile with -EL (mipsel-linux-gnu-gcc).",
                "このプログラムはビッグエンディアンですが、コアはリトルエンディアンです。-EL を付けるか mipsel-linux-gnu-gcc でコンパイルしてください。"
            ),
            Self::SixtyFourBits => text!(
                "The program is for 64 bits, but the cores are MIPS32. Compile with -march=mips32r2 -mabi=32.",
                "このプログラムは 64 ビット用ですが、コアは MIPS32 です。-march=mips32r2 -mabi=32 でコンパイルしてください。"
            ),
            Self::OtherMachine { machine } => text!(
                "The program is for another processor (number {machine}), not for MIPS. Compile with mipsel-linux-gnu-gcc.",
                "このプログラムは MIPS ではなく、別のプロセッサ（番号 {machine}）用です。mipsel-linux-gnu-gcc でコンパイルしてください。"
            ),
            Self::ObjectFile => text!(
                "This is an object file; it must be linked first: -nostdlib -static -Ttext=0x1000.",
                "これはオブジェクトファイルです。先に -nostdlib -static -Ttext=0x1000 でリンクしてください。"
            ),
            Self::Dynamic => text!(
                "The program needs a dynamic linker or can be loaded anywhere. Link with -static -no-pie, and compile with -fno-pic -mno-abicalls.",
                "このプログラムは動的リンカを必要とするか、位置独立です。-fno-pic -mno-abicalls でコンパイルし、-static -no-pie でリンクしてください。"
            ),
            Self::Release6 => text!(
                "The program is for MIPS Release 6, whose instructions differ. Compile with -march=mips32r2.",
                "このプログラムは命令の異なる MIPS Release 6 用です。-march=mips32r2 でコンパイルしてください。"
            ),
            Self::OtherAbi => text!(
                "The program does not use the calling convention o32. Compile with -mabi=32.",
                "このプログラムは呼び出し規約 o32 を使っていません。-mabi=32 でコンパイルしてください。"
            ),
            Self::Mips16 => text!(
                "The program holds MIPS16 instructions. Compile with -mno-mips16.",
                "このプログラムには MIPS16 命令が含まれています。-mno-mips16 でコンパイルしてください。"
            ),
            Self::MicroMips => text!(
                "The program holds microMIPS instructions. Compile with -mno-micromips.",
                "このプログラムには microMIPS 命令が含まれています。-mno-micromips でコンパイルしてください。"
            ),
            Self::Fp64 => text!(
                "The program wants 64-bit floating-point registers. Compile with -mfp32.",
                "このプログラムは 64 ビットの浮動小数点レジスタを使います。-mfp32 でコンパイルしてください。"
            ),
            Self::Nan2008 => text!(
                "The program wants NaNs of IEEE 754-2008, but the cores have those of MIPS. Compile with -mnan=legacy.",
                "このプログラムは IEEE 754-2008 形式の NaN を使いますが、コアの NaN は MIPS 形式です。-mnan=legacy でコンパイルしてください。"
            ),
            Self::SmallData => text!(
                "The program addresses small data relative to $gp, but has no _start that sets it. Compile with -G0.",
                "このプログラムは $gp を基準に小さなデータを指しますが、$gp を設定する _start がありません。-G0 でコンパイルしてください。"
            ),
            Self::AbiCalls => text!(
                "The program is made for dynamic linking (abicalls), but has no _start that sets $t9. Compile with -mno-abicalls -fno-pic.",
                "このプログラムは動的リンク用 (abicalls) にコンパイルされていますが、$t9 を設定する _start がありません。-mno-abicalls -fno-pic でコンパイルしてください。"
            ),
            Self::Outside { addr, memory } => text!(
                "The program has something at 0x{addr:x}, but node memory has 0x{memory:x} bytes. Link with -nostdlib -static -Ttext=0x1000.",
                "このプログラムは 0x{addr:x} を使いますが、ノードメモリは 0x{memory:x} バイトです。-nostdlib -static -Ttext=0x1000 でリンクしてください。"
            ),
            Self::TooLarge { end, memory } => text!(
                "The program ends at 0x{end:x}, but node memory has 0x{memory:x} bytes. Make it smaller, or node memory larger.",
                "このプログラムの末尾は 0x{end:x} ですが、ノードメモリは 0x{memory:x} バイトです。プログラムを小さくするか、ノードメモリを大きくしてください。"
            ),
            Self::Overlap { addr } => text!(
                "Two parts of the program lie on one another at 0x{addr:x}. Check the addresses given to the linker.",
                "プログラムの 2 つの部分が 0x{addr:x} で重なっています。リンカに渡したアドレスを確認してください。"
            ),
            Self::NoText => text!("The program has no instructions.", "プログラムに命令がありません。"),
            Self::Entry { entry } => text!(
                "The program begins at 0x{entry:x}, where no instruction is. Define _start or main, or link with -e.",
                "プログラムの開始番地 0x{entry:x} に命令がありません。_start か main を定義するか、-e を付けてリンクしてください。"
            ),
            Self::NoRoomForStart => text!(
                "`main` may return, and there is no room before the program for the code that calls it. Link with -Ttext=0x1000.",
                "`main` が戻るかもしれませんが、プログラムの前に呼び出しコードを置く場所がありません。-Ttext=0x1000 でリンクしてください。"
            ),
            Self::TooManyParts => text!(
                "The program has more than 200 sections. Link it with the linker's own script.",
                "プログラムのセクションが 200 個を超えています。リンカ標準のスクリプトでリンクしてください。"
            ),
            Self::TooManySymbols => text!(
                "The program has too many symbols. Remove some with `strip`.",
                "プログラムのシンボルが多すぎます。`strip` で減らしてください。"
            ),
        }
    }
}
