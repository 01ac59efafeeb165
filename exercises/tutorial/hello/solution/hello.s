# Every node runs this program, and prints which one it is.

        .include "mclib.s"

        .text
        .globl  main
main:   la      $a0, hello
        jal     mc_puts
        jal     mc_rank
        move    $a0, $v0                # the result of one call is the argument of the next
        jal     mc_print_int
        la      $a0, of
        jal     mc_puts
        jal     mc_nodes
        move    $a0, $v0
        jal     mc_print_int
        li      $a0, '\n'
        jal     mc_putchar

        li      $a0, 0
        jal     mc_exit                 # stops this core

        .data
hello:  .asciiz "Hello from rank "
of:     .asciiz " of "
