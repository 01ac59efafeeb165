# nodes: 1x1
# report: unset main at <use> from <get>
        .include "mclib.s"
main:   addiu   $sp, $sp, -32
        li      $a0, 0x4000
        li      $a2, 0x100
        li      $a3, 0
        li      $t0, 8
        sw      $t0, 16($sp)
        jal     mc_get                  # <get>
        lw      $a0, 0x4004($zero)
        jal     mc_print_int            # <use>
        sw      $zero, HALT($zero)
