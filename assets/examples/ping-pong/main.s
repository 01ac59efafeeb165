# Ping-pong: two nodes in opposite corners send one word to and fro, ten times. Each waits for the other's word; the node
# that began prints how many cycles a round took.

        .include "mclib.s"

        .equ    ROUNDS, 10

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0
        jal     mc_nodes
        addiu   $s1, $v0, -1            # rank of the other corner
        beqz    $s0, ping
        beq     $s0, $s1, pong
        li      $a0, 0
        jal     mc_exit

ping:   move    $a0, $s1
        jal     mc_id
        move    $s2, $v0                # $s2: ID of the partner
        jal     mc_cycles
        move    $s4, $v0                # $s4: when it began
        li      $s3, 1                  # $s3: the round
1:      move    $a0, $s2
        la      $a1, ball
        move    $a2, $s3
        jal     mc_signal
        la      $a0, ball
        move    $a1, $s3
        jal     mc_wait_eq
        addiu   $s3, $s3, 1
        ble     $s3, ROUNDS, 1b

        jal     mc_cycles
        subu    $a0, $v0, $s4
        li      $t0, ROUNDS
        divu    $zero, $a0, $t0
        mflo    $a0
        jal     mc_print_int
        la      $a0, unit
        jal     mc_puts
        li      $a0, 0
        jal     mc_exit

pong:   li      $a0, 0
        jal     mc_id
        move    $s2, $v0
        li      $s3, 1
2:      la      $a0, ball
        move    $a1, $s3
        jal     mc_wait_eq
        move    $a0, $s2
        la      $a1, ball
        move    $a2, $s3
        jal     mc_signal
        addiu   $s3, $s3, 1
        ble     $s3, ROUNDS, 2b
        li      $a0, 0
        jal     mc_exit

        .data
ball:   .word   0                       # the round whose word has arrived
unit:   .asciiz " cycles a round"
