# nodes: 2x1
# report: two-writers main at <put> from <put>
        .include "mclib.s"
main:   li      $a0, 0x1000
        li      $a1, 0
        la      $a2, data
        li      $a3, 8
        jal     mc_store                # <put>
        sw      $zero, HALT($zero)
        .data
data:   .word   1, 2
