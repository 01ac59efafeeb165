# nodes: 1x1
# report: not-restored $s0 at <return> from <call>
        .include "mclib.s"
main:   li      $s0, 1
        jal     f                       # <call>
        sw      $zero, HALT($zero)
f:      li      $s0, 2
        jr      $ra                     # <return>
