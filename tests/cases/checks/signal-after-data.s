# nodes: 2x2
        .include "mclib.s"
main:   jal     mc_rank
        move    $s0, $v0
        li      $t0, 3
        beq     $s0, $t0, receive
        bnez    $s0, done
        li      $a0, 0x202              # rank 3
        la      $a1, data
        move    $a2, $a1
        li      $a3, 28
        jal     mc_put                  # <put>
        li      $a0, 0x202
        la      $a1, flag
        li      $a2, 1
        jal     mc_signal
done:   sw      $zero, HALT($zero)
helper: la      $a0, flag               # rank 1 passes the signal on
        li      $a1, 1
        jal     mc_wait_eq
        li      $a0, 0x202
        la      $a1, flag
        li      $a2, 1
        jal     mc_signal
        b       done
receive:
        la      $a0, flag
        li      $a1, 1
        jal     mc_wait_eq
        la      $t0, data
        lw      $a0, 24($t0)            # <read>
        b       done
        .data
data:   .word   1, 2, 3, 4, 5, 6, 7
flag:   .word   0
