# nodes: 1x1
# report: read-before-flag (arrived) at <read> from <request>
        .include "mclib.s"
main:   li      $a0, 0x1000             # main memory gets two words
        li      $a1, 0
        la      $a2, here
        li      $a3, 8
        jal     mc_store
        sw      $zero, INCC_DST($zero)  # a request without a flag
        la      $t0, request
        sw      $t0, INCC_LADDR($zero)
        li      $t0, 0xffc00000
        sw      $t0, INCC_RADDR($zero)
        li      $t0, -1
        sw      $t0, INCC_RADDR_HI($zero)
        li      $t0, 32
1:      lw      $t1, INCC_STATUS($zero)
        bnez    $t1, 1b
        sw      $t0, INCC_SIZE($zero)   # <request>
        li      $t0, 200
2:      addiu   $t0, $t0, -1
        bnez    $t0, 2b
        la      $t0, there
        lw      $a0, 4($t0)             # <read>
        sw      $zero, HALT($zero)
        .data
here:   .word   1, 2
there:  .word   0, 0
request: .word  there, 0x1000, 0, 0, 0, 0, 0, 8
