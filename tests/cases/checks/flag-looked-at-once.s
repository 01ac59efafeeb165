# nodes: 2x1
        .include "mclib.s"
main:   jal     mc_rank
        beqz    $v0, work
        li      $a0, 0x101
        la      $a1, data
        move    $a2, $a1
        li      $a3, 8
        jal     mc_put
        li      $a0, 0x101
        la      $a1, flag
        li      $a2, 1
        jal     mc_signal
        sw      $zero, HALT($zero)
work:   li      $s0, 0
1:      addiu   $s0, $s0, 1             # does something else, and looks now and then
        sw      $s0, counter
        lw      $t0, flag
        beqz    $t0, 1b
        lw      $t1, data
        addu    $s0, $s0, $t1
        sw      $zero, HALT($zero)
        .data
data:   .word   1, 2
flag:   .word   0
counter: .word  0
