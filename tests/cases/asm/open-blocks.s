main:   nop
        .if     1
        .else
        .else
        .endif
        .endif
        .elseif 1
        .if     undefined_name
        this is not read
        .endif
        .if     main
        .endif
        .ifc    one
        .endif
        .ifdef  5
        .endif
        .if     1
        .macro  m
        .if     0
        .endm
        m
        b       main
        .rept   3
