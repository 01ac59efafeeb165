# nodes: 2x1
# report: read-before-flag (not arrived) at <read> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        bnez    $v0, receive
        li      $a0, 0x201
        la      $a1, data
        move    $a2, $a1
        li      $a3, 28
        jal     mc_put                  # <put>
        sw      $zero, HALT($zero)
receive:
        li      $t1, 1
1:      addiu   $t1, $t1, -1
        bnez    $t1, 1b
        la      $t0, data
        lw      $a0, 24($t0)            # <read>
        sw      $zero, HALT($zero)
        .data
data:   .word   1, 2, 3, 4, 5, 6, 7
