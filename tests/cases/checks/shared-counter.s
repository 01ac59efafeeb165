# nodes: 2x1
# report: dma-and-store (dma last) at <store> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        beqz    $v0, count
        li      $s0, 60
1:      addiu   $s0, $s0, -1
        bnez    $s0, 1b
        li      $a0, 0x101
        la      $a1, counter
        la      $a2, one
        li      $a3, 4
        jal     mc_put                  # <put>
        sw      $zero, HALT($zero)
count:  la      $t1, counter
        lw      $t0, 0($t1)             # <load>
        addiu   $t0, $t0, 1
        sw      $t0, 0($t1)             # <store>
        sw      $zero, HALT($zero)
        .data
counter: .word  0
one:    .word   1
