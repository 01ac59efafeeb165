# nodes: 2x1
# report: dma-and-store at <store> from <put>
        .include "mclib.s"
main:   jal     mc_rank
        beqz    $v0, clear
        li      $a0, 0x101
        la      $a1, data
        move    $a2, $a1
        li      $a3, 8
        jal     mc_put                  # <put>
        sw      $zero, HALT($zero)
clear:  li      $s0, 200
1:      addiu   $s0, $s0, -1
        bnez    $s0, 1b
        la      $t1, data
        sw      $zero, 4($t1)           # <store>
        sw      $zero, HALT($zero)
        .data
data:   .word   1, 2
