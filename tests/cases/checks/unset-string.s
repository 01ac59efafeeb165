# nodes: 1x1
# report: unset memory at <use>
        .include "mclib.s"
main:   addiu   $sp, $sp, -8
        li      $t0, 65
        sb      $t0, 0($sp)
        move    $a0, $sp
        jal     mc_puts                 # <use>
        addiu   $sp, $sp, 8
        sw      $zero, HALT($zero)
