# nodes: 1x1
# report: unset memory at <use> from <load>
        .include "mclib.s"
main:   li      $s0, 0x8000
        lw      $t0, 0($s0)             # <load>
        lw      $t1, 0($t0)             # <use>
        sw      $zero, HALT($zero)
        .data
        .space  8
