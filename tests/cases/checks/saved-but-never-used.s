# nodes: 1x1
        .include "mclib.s"
main:   jal     f
        move    $t0, $t7                # copied, never used
        andi    $t1, $t6, 0
        beqz    $t1, 1f
1:      xor     $t5, $t5, $t5
        bnez    $t5, main
        sw      $zero, HALT($zero)
f:      addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $s3, 8($sp)
        sw      $t4, 4($sp)
        li      $s3, 4
        lw      $s3, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
