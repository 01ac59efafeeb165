# nodes: 2x1
        .include "mclib.s"
main:   addiu   $sp, $sp, -32
        jal     mc_rank
        bnez    $v0, reader
        li      $a0, 0x1000
        li      $a1, 0
        la      $a2, data
        li      $a3, 8
        jal     mc_store
        li      $a0, 0x2000
        li      $a1, 0
        la      $a2, one
        li      $a3, 4
        jal     mc_store
        b       done
reader: la      $a0, back
        li      $a2, 0x2000
        li      $a3, 0
        li      $t0, 4
        sw      $t0, 16($sp)
        jal     mc_get
        lw      $t0, back
        li      $t1, 1
        bne     $t0, $t1, reader
        la      $a0, data
        li      $a2, 0x1000
        li      $a3, 0
        li      $t0, 8
        sw      $t0, 16($sp)
        jal     mc_get
done:   sw      $zero, HALT($zero)
        .data
data:   .word   1, 2
one:    .word   1
back:   .word   0
