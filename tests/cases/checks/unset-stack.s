# nodes: 1x1
# report: unset memory at <use> from <load>
        .include "mclib.s"
main:   addiu   $sp, $sp, -16
        sw      $zero, 0($sp)
        lw      $t0, 0($sp)
        lw      $t1, 4($sp)             # <load>
        bgtz    $t0, done
        sw      $t1, 8($sp)
        lw      $t2, 8($sp)
        bnez    $t2, done               # <use>
done:   addiu   $sp, $sp, 16
        sw      $zero, HALT($zero)
