# nodes: 1x1
# report: unset $t1 at <unset> from <outer>
# report: return-lost at <return> from <call>
        .include "mclib.s"
main:   jal     f                       # <outer>
        sw      $zero, HALT($zero)
f:      jal     g                       # <call>
        addiu   $t0, $zero, 1
        beq     $t1, $t0, done          # <unset>
        li      $t1, 1
        jr      $ra                     # <return>
done:   sw      $zero, HALT($zero)
g:      jr      $ra
