# nodes: 1x1
        .include "mclib.s"
main:   li      $s0, 7
        li      $a0, 5
        jal     factorial
        la      $t9, leaf
        jalr    $t9
        jal     tail
        la      $a0, buffer
        jal     remember
        bnez    $v0, back
        jal     deep
back:   la      $t0, table
        lw      $t0, 4($t0)
        jr      $t0
first:  nop
second: bal     leaf
        sw      $zero, HALT($zero)

factorial:
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $s0, 8($sp)
        move    $s0, $a0
        li      $v0, 1
        beqz    $a0, 1f
        addiu   $a0, $a0, -1
        jal     factorial
        mul     $v0, $v0, $s0
1:      lw      $s0, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra

tail:   li      $a1, 3
        j       leaf
leaf:   jr      $ra

remember:                               # keeps where it was called from, and answers 0
        sw      $ra, 0($a0)
        sw      $sp, 4($a0)
        li      $v0, 0
        jr      $ra
deep:   addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        jal     deeper
deeper: addiu   $sp, $sp, -8
        la      $a0, buffer             # goes back to where `remember` was called from, and answers 1
        lw      $ra, 0($a0)
        lw      $sp, 4($a0)
        li      $v0, 1
        jr      $ra
        .data
buffer: .space  8
table:  .word   first, second
