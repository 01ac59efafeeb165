# Findings within repetitions point at the lines of the body.
main:   .rept   3
        bad     $t0
        .endr
        .irp    r, $t0, $t9, 7
        addu    \r, \r, $t1
        .endr
        .rept   -1
        .endr
        .rept   1000000000
        nop
        .endr
        .irpc   c, ab
        .rept
        .endr
        .endr
        b       main
