# nodes: 3x1
# report: two-writers at <put> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        beqz    $v0, done
        la      $t0, value
        sw      $v0, 0($t0)
        li      $a0, 0x101
        la      $a1, result
        la      $a2, value
        li      $a3, 4
        jal     mc_put                  # <put>
done:   sw      $zero, HALT($zero)
        .data
value:  .word   0
result: .word   0
