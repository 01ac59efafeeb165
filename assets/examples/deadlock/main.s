# Deadlock: each of two nodes waits for a word of the other one before it sends its own. Nothing can ever happen again; the
# simulator says so and shows who waits where. Let one of the two send first, and all is well.

        .include "mclib.s"

        .text
        .globl  main
main:   lw      $s0, NODE_ID($zero)
        li      $s1, 0x0204             # $s1: ID of the partner
        li      $t0, 0x0301
        beq     $s0, $t0, partner
        li      $s1, 0x0301
        li      $t0, 0x0204
        beq     $s0, $t0, partner
        li      $a0, 0
        jal     mc_exit

partner:
        la      $a0, word
        li      $a1, 1
        jal     mc_wait_eq              # first wait ...
        move    $a0, $s1
        la      $a1, word
        li      $a2, 1
        jal     mc_signal               # ... then send: the wrong way round
        li      $a0, 0
        jal     mc_exit

        .data
word:   .word   0
