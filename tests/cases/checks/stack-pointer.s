# nodes: 1x1
# report: not-restored $sp at <return> from <call>
        .include "mclib.s"
main:   jal     f                       # <call>
        sw      $zero, HALT($zero)
f:      addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 12
        jr      $ra                     # <return>
