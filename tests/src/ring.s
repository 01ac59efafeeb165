# Each node sends 30 words to the next one, three times, and all meet at a barrier after each.
        .include "mclib.s"
        .data
inbox:  .space 120
outbox: .space 120
        .text
main:   jal   mc_rank
        move  $s0, $v0
        jal   mc_nodes
        move  $s1, $v0
        li    $s2, 3
round:  addiu $a0, $s0, 1
        remu  $a0, $a0, $s1
        jal   mc_id
        move  $a0, $v0
        la    $a1, inbox
        la    $a2, outbox
        li    $a3, 120
        jal   mc_put
        jal   mc_barrier
        addiu $s2, $s2, -1
        bgtz  $s2, round
        li    $a0, 0
        jal   mc_exit
