# nodes: 2x1
        .include "mclib.s"
main:   addiu   $sp, $sp, -32
        jal     mc_rank
        bnez    $v0, reader
        li      $a0, 0x1000
        li      $a1, 0
        la      $a2, data
        li      $a3, 8
        jal     mc_store                # <put>
        la      $a0, back               # what is sent later arrives later: now it is there
        li      $a2, 0x1004
        li      $a3, 0
        li      $t0, 4
        sw      $t0, 16($sp)
        jal     mc_get
        li      $a0, 0x201
        la      $a1, flag
        li      $a2, 1
        jal     mc_signal
        b       done
reader: la      $a0, flag
        li      $a1, 1
        jal     mc_wait_eq
        la      $a0, data
        li      $a2, 0x1000
        li      $a3, 0
        li      $t0, 8
        sw      $t0, 16($sp)
        jal     mc_get                  # <get>
done:   sw      $zero, HALT($zero)
        .data
data:   .word   1, 2
back:   .word   0
flag:   .word   0
