# nodes: 1x1
# report: unset $a1 at <use> from <call>
        .include "mclib.s"
main:   li      $a0, 5
        jal     add                     # <call>
        move    $a0, $v0
        jal     mc_print_int            # <use>
        sw      $zero, HALT($zero)
add:    addu    $v0, $a0, $a1
        jr      $ra
