# MClib: the basic library of M-Core. Write `.include "mclib.s"` once in your program, and call the functions with `jal`.
#
# How to call: arguments in $a0 to $a3, further ones on the stack from 16($sp); the result comes back in $v0 (and $v1).
# The functions may change $v0, $v1, $a0 to $a3, $t0 to $t9 and $at; they keep $s0 to $s7, $sp and $fp.
# `jal` overwrites $ra, so a function of yours that calls another one must save $ra first.
#
# Delay slots: the assembler puts a `nop` after each branch and jump, so instructions run in the order in which they are
# written, and a branch or jump costs 2 cycles. After `.set noreorder` it does not: then the instruction after a branch or
# jump runs before the target does.
#
# Costs: the cycles of a function are counted from its first instruction to the delay slot of its `jr $ra`; the `jal` and
# its delay slot add 2. They hold while the network is idle and nothing has to be waited for; where a function waits for
# others, its comment says from when.
#
#   mc_place.s    who am I, and how many are we?      mc_rank mc_nodes mc_x mc_y mc_width mc_height mc_id
#   mc_dma.s      moving data                         mc_put mc_put_stride mc_wait mc_store mc_get
#   mc_sync.s     waiting for one another             mc_signal mc_wait_eq mc_wait_ge mc_barrier
#   mc_system.s   console, clock, end                 mc_putchar mc_puts mc_print_int mc_print_hex mc_cycles mc_mark mc_exit

# The memory-mapped registers stand in the last 256 bytes of the address space, so a negative offset from $zero reaches
# them: `lw $t0, NODE_ID($zero)`.
        .equ    INCC_DST,      -0x100   # destination node ID
        .equ    INCC_LADDR,    -0xfc    # local (read) address
        .equ    INCC_RADDR,    -0xf8    # remote (write) address
        .equ    INCC_RADDR_HI, -0xf4    # its upper 32 bits; only the memory node has such addresses
        .equ    INCC_LSTRIDE,  -0xf0    # bytes from one word read to the next; 0 means 4
        .equ    INCC_RSTRIDE,  -0xec    # bytes from one word written to the next; 0 means 4
        .equ    INCC_SIZE,     -0xe8    # bytes to copy; storing here starts the DMA
        .equ    INCC_STATUS,   -0xe4    # bit 0: a command waits in the interface, bit 1: a command is being sent
        .equ    NODE_ID,       -0xe0    # own ID: X in bits 15 to 8, Y in bits 7 to 0
        .equ    NODE_ARRAY,    -0xdc    # size of the array: columns in bits 15 to 8, rows in bits 7 to 0
        .equ    CYCLE_LO,      -0xd8    # cycles since the start, lower 32 bits
        .equ    CYCLE_HI,      -0xd4    # and upper 32 bits
        .equ    CONSOLE,       -0xd0    # the low byte stored here is printed
        .equ    HALT,          -0xcc    # storing an exit code here stops the core
        .equ    MARK,          -0xc8    # the word stored here is noted with its cycle, for logs and profiles

        .include "mc_place.s"
        .include "mc_dma.s"
        .include "mc_sync.s"
        .include "mc_system.s"
