# nodes: 1x1
# report: unset $f4 at <use> from <read>
# report: unset memory at <print> from <load>
        .include "mclib.s"
main:   addiu   $sp, $sp, -32
        sdc1    $f20, 8($sp)            # saved and restored, never used
        li      $t0, 3
        mtc1    $t0, $f0
        cvt.d.w $f2, $f0
        mov.d   $f20, $f2
        add.d   $f6, $f2, $f4           # <read>
        c.lt.d  $f20, $f2
        bc1t    1f
        c.lt.d  $f6, $f2
        bc1t    1f                      # <use>
1:      lwc1    $f12, 20($sp)           # <load>
        li      $v0, 2
        syscall                         # <print>
        ldc1    $f20, 8($sp)
        addiu   $sp, $sp, 32
        sw      $zero, HALT($zero)
