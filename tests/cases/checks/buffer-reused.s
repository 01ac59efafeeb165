# nodes: 2x1
# report: buffer-reused at <put> from <read>
# report: read-before-flag (arrived) at <read> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        bnez    $v0, receive
        li      $s0, 1                  # round
send:   li      $a0, 0x201
        la      $a1, data
        move    $a2, $a1
        li      $a3, 28
        jal     mc_put                  # <put>
        li      $a0, 0x201
        la      $a1, flag
        move    $a2, $s0
        jal     mc_signal

        addiu   $s0, $s0, 1
        li      $t0, 3
        bne     $s0, $t0, send
        sw      $zero, HALT($zero)
receive:
        li      $s0, 1
round:  la      $a0, flag
        move    $a1, $s0
        jal     mc_wait_ge
        li      $s1, 7
        la      $t0, data
1:      lw      $t1, 0($t0)             # <read>
        li      $t2, 20                 # takes its time
2:      addiu   $t2, $t2, -1
        bnez    $t2, 2b
        addiu   $t0, $t0, 4
        addiu   $s1, $s1, -1
        bnez    $s1, 1b
        li      $a0, 0x101
        la      $a1, ready
        move    $a2, $s0
        jal     mc_signal
        addiu   $s0, $s0, 1
        li      $t0, 3
        bne     $s0, $t0, round
        sw      $zero, HALT($zero)
        .data
data:   .word   1, 2, 3, 4, 5, 6, 7
flag:   .word   0
ready:  .word   0
