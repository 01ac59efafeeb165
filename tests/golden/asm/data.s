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
