# nodes: 3x1
# report: sent-before-flag at <forward> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        li      $t0, 2
        beq     $v0, $t0, done
        bnez    $v0, forward
        li      $a0, 0x201
        la      $a1, data
        move    $a2, $a1
        li      $a3, 28
        jal     mc_put                  # <put>
        b       done
forward:
        li      $t0, 100
1:      addiu   $t0, $t0, -1
        bnez    $t0, 1b
        li      $a0, 0x301
        la      $a1, data
        move    $a2, $a1
        li      $a3, 28
        jal     mc_put                  # <forward>
done:   sw      $zero, HALT($zero)
        .data
data:   .word   1, 2, 3, 4, 5, 6, 7
