# nodes: 3x1
# report: written-while-sending at <put> from <sending>
# report: dma-and-store (dma last) at <store> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        li      $t0, 2
        beq     $v0, $t0, done
        bnez    $v0, other
        li      $a0, 0x201
        la      $a1, data + 1596        # the last word that rank 1 sends
        la      $a2, data
        li      $a3, 4
        jal     mc_put                  # <put>
        b       done
other:  li      $t0, 7
        la      $t1, data
        sw      $t0, 1596($t1)          # <store>
        li      $a0, 0x301
        la      $a1, data
        move    $a2, $a1
        li      $a3, 1600
        jal     mc_put                  # <sending>
done:   sw      $zero, HALT($zero)
        .data
data:   .space  1600
