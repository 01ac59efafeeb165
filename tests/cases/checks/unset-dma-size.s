# nodes: 2x1
# report: unset $a3 at <use>
        .include "mclib.s"
main:   jal     mc_rank
        bnez    $v0, done
        li      $a0, 0x201
        la      $a1, there
        la      $a2, here
        jal     mc_put                  # <use>
done:   sw      $zero, HALT($zero)
        .data
here:   .word   1
there:  .word   0
