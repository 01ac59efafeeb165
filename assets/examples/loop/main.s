# Registers and a loop: the sum of the numbers 1 to 10. Watch $t0 count down and $s0 grow, one instruction per cycle.

        .include "mclib.s"

        .text
        .globl  main
main:   li      $s0, 0                  # the sum
        li      $t0, 10                 # the number to add next
again:  addu    $s0, $s0, $t0
        addiu   $t0, $t0, -1
        bgtz    $t0, again

        move    $a0, $s0
        jal     mc_print_int            # 55
        li      $a0, 0
        jal     mc_exit
