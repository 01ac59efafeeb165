# Hello: every node prints who it is. Choose nodes on the chip and read their consoles.

        .include "mclib.s"

        .text
        .globl  main
main:   la      $a0, hello
        jal     mc_puts
        jal     mc_rank
        move    $a0, $v0
        jal     mc_print_int
        la      $a0, of
        jal     mc_puts
        jal     mc_nodes
        move    $a0, $v0
        jal     mc_print_int
        li      $a0, '\n'
        jal     mc_putchar
        li      $a0, 0
        jal     mc_exit

        .data
hello:  .asciiz "Hello from node "
of:     .asciiz " of "
