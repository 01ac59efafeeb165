# Labels and constants.
main:   nop
loop:   nop
loop:   nop
size = 4
size = 5
size:   nop
main = 3
        x = y + 1
        y = x + 1
        . = 0x2000
        a = b
        b = undefined_name
        .word   a
$t0:    nop
        .globl  nothing
        .equ    5, 6
        .equ    only
