# A token goes round the ring of all nodes, twice. The node that gets it adds its rank and passes it on; all others poll.
# The way from the last node of a row to the first of the next one is the longest.

        .include "mclib.s"

        .equ    ROUNDS, 2

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        addiu   $a0, $s0, 1
        bne     $a0, $s1, 1f
        li      $a0, 0                  # the first follows the last
1:      jal     mc_id
        move    $s2, $v0                # $s2: ID of the next node
        li      $s3, 1                  # $s3: the round
        beqz    $s0, pass               # the token begins at rank 0

turn:   la      $a0, token
        li      $a1, 1
        jal     mc_wait_ge
pass:   la      $t0, token
        lw      $a2, 0($t0)
        sw      $zero, 0($t0)           # it is no longer here
        addu    $a2, $a2, $s0
        addiu   $a2, $a2, 1             # ranks from 1, so that the token is never 0
        move    $a0, $s2
        la      $a1, token
        jal     mc_signal
        addiu   $s3, $s3, 1
        ble     $s3, ROUNDS, turn

        bnez    $s0, over
        la      $a0, token
        li      $a1, 1
        jal     mc_wait_ge              # back at the beginning
        lw      $a0, token
        jal     mc_print_int
over:   li      $a0, 0
        jal     mc_exit

        .data
token:  .word   0                       # 0: not here; else the sum so far
