# nodes: 2x2
        .include "mclib.s"
main:   jal     mc_rank
        li      $t0, 0
        bne     $v0, $t0, 1f
        li      $a0, 0x201
        la      $a1, data
        move    $a2, $a1
        li      $a3, 28
        jal     mc_put                  # <put>
1:      jal     mc_barrier
        jal     mc_rank
        li      $t0, 1
        bne     $v0, $t0, done
        la      $t0, data
        lw      $a0, 24($t0)            # <read>
done:   sw      $zero, HALT($zero)
        .data
data:   .word   1, 2, 3, 4, 5, 6, 7
