# nodes: 2x1
        .include "mclib.s"
main:   jal     mc_rank
        beqz    $v0, wait
        li      $a0, 0x101
        la      $a1, data
        la      $a2, data
        li      $a3, 8
        jal     mc_put
        li      $a0, 0x101
        la      $a1, flag
        li      $a2, 1
        jal     mc_signal
        sw      $zero, HALT($zero)
wait:   jal     ready                   # asks a function, and counts how often
        lw      $t0, turns
        addiu   $t0, $t0, 1
        sw      $t0, turns
        beqz    $v0, wait
        lw      $t1, data
        sw      $zero, HALT($zero)

ready:  addiu   $sp, $sp, -8            # answers whether the flag is there
        sw      $fp, 4($sp)
        move    $fp, $sp
        lw      $v0, flag
        sltiu   $v0, $v0, 1
        xori    $v0, $v0, 1
        move    $sp, $fp
        lw      $fp, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
        .data
data:   .word   1, 2
flag:   .word   0
turns:  .word   0
