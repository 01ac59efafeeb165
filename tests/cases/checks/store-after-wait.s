# nodes: 2x1
        .include "mclib.s"
main:   jal     mc_rank
        bnez    $v0, done
        li      $a0, 0x201
        la      $a1, there
        la      $a2, here
        li      $a3, 400
        jal     mc_put
        jal     mc_wait
        la      $t0, here
        sw      $zero, 396($t0)
done:   sw      $zero, HALT($zero)
        .data
here:   .space  400
there:  .space  400
