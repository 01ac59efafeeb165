# Hot spot: all nodes send 14 words to node (1,1) at the same time. Its router accepts one flit per cycle, so worms queue
# up through the whole chip. Switch the links' warmth on and see where they wait.

        .include "mclib.s"

        .equ    BYTES, 14 * 4

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        jal     mc_barrier              # all begin together
        beqz    $s0, gather

        li      $t0, BYTES              # everybody has a place of its own there
        mul     $t0, $s0, $t0
        la      $a1, inbox
        addu    $a1, $a1, $t0
        li      $a0, 0x0101
        la      $a2, words
        li      $a3, BYTES
        jal     mc_put
        sll     $t0, $s0, 2
        la      $a1, there
        addu    $a1, $a1, $t0
        li      $a0, 0x0101
        li      $a2, 1
        jal     mc_signal
        li      $a0, 0
        jal     mc_exit

gather: li      $s2, 1
        la      $s3, there
1:      bge     $s2, $s1, all
        addiu   $s3, $s3, 4
        move    $a0, $s3
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s2, $s2, 1
        b       1b
all:    addiu   $a0, $s2, -1
        jal     mc_print_int
        la      $a0, came
        jal     mc_puts
        li      $a0, 0
        jal     mc_exit

        .data
words:  .word   7:14
there:  .space  4 * 64
came:   .asciiz " nodes have sent their words."
        .align  2
inbox:  .space  BYTES * 64
