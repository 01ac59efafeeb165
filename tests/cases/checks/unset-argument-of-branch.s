# nodes: 1x1
# report: unset $a1 at <use> from <call>
        .include "mclib.s"
main:   jal     f                       # <call>
        sw      $zero, HALT($zero)
f:      beqz    $a1, 1f                 # <use>
1:      jr      $ra
