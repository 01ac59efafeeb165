# nodes: 2x1
# report: store-while-sending at <store> from <dma>
        .include "mclib.s"
main:   jal     mc_rank
        bnez    $v0, done
        li      $a0, 0x201
        la      $a1, there
        la      $a2, here
        li      $a3, 400
        jal     mc_put                  # <dma>
        la      $t0, here
        sw      $zero, 396($t0)         # <store>
done:   sw      $zero, HALT($zero)
        .data
here:   .space  400
there:  .space  400
