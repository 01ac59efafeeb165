# Targets out of reach.
main:   b       far
        beq     $t0, $t1, main + 2
        j       0x10000000
        j       main + 1
        b       0x100000000
        addiu   $t0, $t0, %hi(main)
        .space  131072
far:    nop
