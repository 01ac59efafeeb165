# nodes: 1x1
# report: unset $t0 at <use> from <read>
        .include "mclib.s"
main:   li      $t1, 3
loop:   addu    $t0, $t0, $t1           # <read>
        bne     $t0, $t1, done          # <use>
        b       loop
done:   sw      $zero, HALT($zero)
