#!/usr/bin/env python3
"""Remakes the golden files of the assembler and of the instruction semantics.

Needs binutils-mipsel-linux-gnu 2.40, gcc-mipsel-linux-gnu and qemu-user (Debian packages). The tests read only the
files that this script leaves behind.

  asm/*.s    sources, assembled and linked by GNU at the addresses of our own layout -> asm/*.hex
  exec/exec.c  results of arithmetic, multiplication, division, loads and stores on qemu-mipsel -> exec/exec.txt
"""

import itertools
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
GNU = "mipsel-linux-gnu-"

# The layout of our assembler: text at 0x1000, then data, read-only data and bss, each at a multiple of 16.
LINK = """
ENTRY(main)
SECTIONS {
  .text 0x1000 : { *(.text) }
  .data ALIGN(16) : SUBALIGN(16) { *(.data) }
  .rodata ALIGN(16) : { *(.rodata) *(.rdata) }
  .bss ALIGN(16) : { *(.bss) }
  /DISCARD/ : { *(*) }
}
"""

REGS = ["$zero", "$v0", "$t7", "$ra"]
SIGNED = [-32768, -1, 0, 1, 32767]
UNSIGNED = [0, 1, 0x8000, 0xffff]
SHIFTS = [0, 1, 31]
CODES = [1, 1023]


def triples():
    return [("$zero", "$zero", "$zero"), ("$ra", "$ra", "$ra"), ("$v0", "$a1", "$t2"), ("$s8", "$sp", "$gp")]


def instructions():
    """Every machine instruction with edge operands."""
    out = [".set noreorder", ".set noat", ".globl main", "main:"]
    for op in "add addu sub subu and or xor nor slt sltu movn movz mul".split():
        out += [f"{op} {a}, {b}, {c}" for a, b, c in triples()]
    for op in "sllv srlv srav".split():
        out += [f"{op} {a}, {b}, {c}" for a, b, c in triples()]
    for op in "sll srl sra".split():
        out += [f"{op} $v0, $t7, {s}" for s in SHIFTS]
    for op in "addi addiu slti sltiu".split():
        out += [f"{op} $t7, $ra, {i}" for i in SIGNED]
    for op in "andi ori xori".split():
        out += [f"{op} $t7, $ra, {i}" for i in UNSIGNED]
    out += [f"lui $t7, {i}" for i in UNSIGNED]
    out += [f"{op} {a}, {b}" for op in ["clo", "clz"] for a, b in itertools.product(REGS, REGS)]
    for op in "mult multu madd maddu msub msubu".split():
        out += [f"{op} {a}, {b}" for a, b in [("$zero", "$ra"), ("$t0", "$zero"), ("$s1", "$s2")]]
    for op in "div divu".split():
        out += [f"{op} $zero, {a}, {b}" for a, b in [("$t0", "$ra"), ("$s1", "$s2")]]
    out += [f"{op} {a}" for op in "mfhi mflo mthi mtlo".split() for a in REGS]
    for op in "lb lbu lh lhu lw lwl lwr ll sb sh sw swl swr sc".split():
        out += [f"{op} $t7, {i}($sp)" for i in SIGNED] + [f"{op} $t7, ($zero)"]
    out += [f"pref {h}, {i}($sp)" for h in [0, 31] for i in SIGNED]
    for op in "beq bne beql bnel".split():
        out += [f"{op} $t7, $ra, main", "nop", f"{op} $zero, $s0, 1f", "nop", "1:"]
    for op in "blez bgtz bltz bgez bltzal bgezal blezl bgtzl bltzl bgezl bltzall bgezall".split():
        out += [f"{op} $t7, main", "nop", f"{op} $zero, 1f", "nop", "1:"]
    out += ["j main", "nop", "jal end", "nop", "jr $t9", "nop", "jr $zero", "nop", "jalr $t9", "nop"]
    out += ["jalr $v0, $t9", "nop"]
    for op in "teq tne tge tgeu tlt tltu".split():
        out += [f"{op} $t7, $ra"] + [f"{op} $t7, $ra, {c}" for c in CODES]
    for op in "teqi tnei tgei tgeiu tlti tltiu".split():
        out += [f"{op} $t7, {i}" for i in SIGNED]
    out += ["break", "break 7", "break 1023", "break 7, 3", "break 1023, 1023"]
    out += ["syscall", "syscall 1", "syscall 1048575", "sync", "sync 31", "nop"]
    out += [f"rdhwr $v0, ${r}" for r in [0, 2, 3, 29]]
    out += ["end: nop"]
    return out


def pseudo():
    """Pseudo-instructions whose expansion is GNU's own."""
    out = [".globl main", "main:"]
    values = [0, 1, -1, 32767, -32768, 32768, 65535, 65536, -32769, 0x12345678, 0x7fff0000, 0x80000000, 0xffffffff]
    out += [f"li $t0, {v}" for v in values] + [f"la $t0, {v}" for v in values]
    out += ["move $t0, $t1", "neg $t0, $t1", "neg $t0", "negu $t0, $t1", "not $t0, $t1", "not $t0"]
    out += ["la $t0, main", "la $t0, word", "la $t0, word+4", "la $t0, 8($t1)", "la $t0, word($t1)", "la $t0, word($t0)"]
    for op in "add addu and or xor sub subu slt sltu".split():
        out += [f"{op} $t0, $t1, 5", f"{op} $t0, 5", f"{op} $t0, $t1", f"{op} $t0, $t1, 0x12345", f"{op} $t0, $t1, 0x10000"]
    for op in "add addu slt sltu sub subu".split():
        out += [f"{op} $t0, $t1, -5"]
    out += ["nor $t0, $t1, 5", "addiu $t0, 7", "andi $t0, 0xff"]
    for op in "sll srl sra".split():
        out += [f"{op} $t0, $t1, $t2", f"{op} $t0, 3", f"{op} $t0, $t2"]
    for op in "lb lbu lh lhu lw ll".split():
        out += [f"{op} $t0, {a}" for a in
                ["word", "word+4", "word($t1)", "word+8($t0)", "0x12345678($t1)", "0x12345678($t0)", "0x12348678($t1)",
                 "100", "0xffffff20", "0x12345678"]]
    for op in "sb sh sw sc".split():
        out += [f"{op} $t0, {a}" for a in
                ["word", "word+4", "word($t1)", "0x12345678($t1)", "0x12348678($t1)", "100", "0xffffff20", "0x12345678"]]
    out += ["lwl $t0, 3($t1)", "usw $t0, 5($t1)", "ulw $t0, 5($t1)", "ulh $t0, 5($t1)", "ulhu $t0, 5($t1)", "ulh $t0, 5($t0)",
            "ush $t0, 5($t1)"]
    out += ["b main", "bal main", "beqz $t0, main", "bnez $t0, main", "beqzl $t0, main", "bnezl $t0, main"]
    for op in "blt bge ble bgt bltu bgeu bleu bgtu".split():
        out += [f"{op} $t0, $t1, main", f"{op} $t0, 5, main"]
    for op in "blt bge ble bgt".split():
        out += [f"{op} $t0, 0, main", f"{op} $t0, $zero, main", f"{op} $t0, -7, main"]
    for op in "blt bge bltu bgeu".split():
        out += [f"{op} $t0, 0x12345, main"]
    for op in "beq bne".split():
        out += [f"{op} $t0, 5, main", f"{op} $t0, 0, main", f"{op} $t0, 0x12345678, main", f"{op} $t0, 0x8000, main"]
    for op in "seq sne sge sgeu sgt sgtu sle sleu".split():
        out += [f"{op} $t0, $t1, $t2"]
    for op in "seq sne".split():
        out += [f"{op} $t0, $t1, {v}" for v in [0, 6, 0xffff, -6]]
    out += ["sge $t0, $t1, 6", "sgt $t0, $t1, 6", "sle $t0, $t1, 6", "sgtu $t0, $t1, 6", "sleu $t0, $t1, 6"]
    for op in "rol ror".split():
        out += [f"{op} $t0, $t1, $t2"] + [f"{op} $t0, $t1, {s}" for s in [0, 1, 8, 31]]
    out += ["rotl $t0, $t1, 3", "rotr $t0, $t1, $t2", "rol $t0, $t0, $t2", "jalr.hb $t9"]
    out += ["sync_wmb", "sync_mb", "sync_acquire", "sync_release", "sync_rmb"]
    for op in "bltl bgel blel bgtl bltul bgeul bleul bgtul".split():
        out += [f"{op} $t0, $t1, main", f"{op} $t0, 5, main"]
    for op in "bltl bgel blel bgtl".split():
        out += [f"{op} $t0, 0, main", f"{op} $t0, -7, main"]
    out += ["ld $a0, 8($sp)", "ld $a0, 8($a0)", "sd $a0, 8($sp)"]
    for op, r in [("l.s", 3), ("s.s", 3), ("l.d", 4), ("s.d", 4), ("lwc1", 3), ("swc1", 3), ("ldc1", 4), ("sdc1", 4)]:
        out += [f"{op} $f{r}, {a}" for a in
                ["8($sp)", "word", "word+4", "word($t1)", "0x12345678($t1)", "0x12348678($t1)", "100"]]
    out += ["li.s $f1, 1.5", "li.s $f1, -0.1", "li.s $f1, 3", "li.s $t0, 1.5", "li.d $f2, 1.5", "li.d $f2, -8"]
    out += ["trunc.w.s $f0, $f1, $t0", "trunc.w.d $f0, $f2, $t0"]
    out += ["bc1t main", "bc1f $fcc3, main", "bc1tl main", "c.eq.s $f1, $f2", "c.lt.d $fcc2, $f2, $f4"]
    out += ["movt $t0, $t1, $fcc1", "ext $t0, $t1, 3, 5", "ins $t0, $t1, 0, 32", "lwxc1 $f1, $t0($t1)"]
    out += ["ush $t0, word", "ulw $t0, word", "usw $t0, word", "ulhu $t0, word"]
    out += ["j main", "j $ra", "jal main", "jal $t9", "jal $s0, $t9", "jalr $t9", "jr $ra"]
    for op in "teq tne tge tgeu tlt tltu".split():
        out += [f"{op} $t0, 5", f"{op} $t0, 0x12345"]
    # With a constant divisor GNU checks nothing either; register divisors differ (we trap with teq).
    out += ["div $t0, $t1, 7", "divu $t0, $t1, 7", "rem $t0, $t1, 7", "remu $t0, $t1, 7", "divu $t0, $t1, 0x12345"]
    out += ["lui $t0, %hi(word)", "addiu $t0, $t0, %lo(word)", "lw $t0, %lo(word+4)($t1)", "sw $t0, %lo(word)($at)"]
    out += [".set noreorder", "beq $t0, $t1, main", "addu $t2, $t2, $t3", ".set reorder", "beq $t0, $t1, main"]
    out += [".data", ".space 0x9000", "word: .word 1, 2, 3"]
    return out


DATA = r"""
# Data directives, expressions, alignment, sections, local labels.
        .globl main
        .equ    SIZE, 12
        .set    again, 1
        value = 3
main:   nop
1:      b 1f
        b 1b
1:      b 1b
        lw $t0, SIZE*2+value($sp)
        addiu $t0, $t0, (SIZE + 4) << 2
        .data
a:      .byte 1, -1, 255, -128, 'a', '\n', '\\'
b:      .word 1, -1, 0xffffffff, a, a+4, main, c-a, SIZE
        .byte 1
c:      .half 1, -1, 65535, -32768
        .byte 1
d:      .word d, ., .
        .byte again
        .set again, 2
        .byte again
e:      .float 1.5, -2.25, 1e10, 0.1
        .byte 9
f:      .double 1.5, -0.1, 1e-300
g:      .ascii "ab\tc\n\101\x42\\\""
h:      .asciz "one", "two"
        .string "three"
        .align 3
i:      .byte 1
        .balign 4
j:      .byte 2
        .p2align 4
k:      .byte 3
        .space 5
        .skip 2, 7
        .align 2
        .align 0
        .byte 1
        .word 0x01020304
        .section .rodata
l:      .word l, m
        .bss
m:      .space 100
        .align 4
n:      .space 4
        .text
        la $t0, m
        la $t1, n
        .word 0x12345678 ; .word 2 + 3 * 4 - 6 / 2
        .word 1 << 4 | 3, ~5, -(-7), 100 % 7, 0x10, 010, 0b101
        lui $t0, %hi(0x12348000)
"""


def link(source: pathlib.Path):
    """Addresses and contents of the linked sections, and the entry, as text."""
    with tempfile.TemporaryDirectory() as directory:
        d = pathlib.Path(directory)
        (d / "link.x").write_text(LINK)
        subprocess.run([GNU + "as", "-mips32r2", "-mfp32", "-G0", "-O0", "-mno-shared", "-mno-fix-loongson3-llsc", "-o", d / "o", source], check=True)
        subprocess.run([GNU + "ld", "-T", d / "link.x", "-o", d / "elf", d / "o"], check=True)
        lines = []
        for section in [".text", ".data", ".rodata"]:
            header = subprocess.run([GNU + "objdump", "-h", "-j", section, d / "elf"], capture_output=True, text=True)
            row = [line.split() for line in header.stdout.splitlines() if section in line.split()]
            if not row or int(row[0][2], 16) == 0:
                continue
            subprocess.run([GNU + "objcopy", "-O", "binary", "-j", section, d / "elf", d / "bin"], check=True)
            lines.append(f"@{row[0][3]}")
            data = (d / "bin").read_bytes()
            # GNU pads sections to 16 bytes at the end; the test ignores zeroes there.
            words = [data[i:i + 4].hex() for i in range(0, len(data), 4)]
            for word, same in itertools.groupby(words):
                count = len(list(same))
                lines += [f"{word} x{count}"] if count > 4 else [word] * count
        return "\n".join(lines) + "\n"


def main():
    asm = HERE / "asm"
    (asm / "instructions.s").write_text("\n".join(instructions()) + "\n")
    (asm / "pseudo.s").write_text("\n".join(pseudo()) + "\n")
    (asm / "data.s").write_text(DATA.lstrip())
    for source in sorted(asm.glob("*.s")):
        source.with_suffix(".hex").write_text(link(source))
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "exec"
        subprocess.run([GNU + "gcc", "-static", "-O1", "-mips32", "-o", program, HERE / "exec/exec.c"], check=True)
        result = subprocess.run(["qemu-mipsel", program], check=True, capture_output=True, text=True)
        (HERE / "exec/exec.txt").write_text(result.stdout)


if __name__ == "__main__":
    main()
