# Findings within macros point at the call, and name the macro and its line.
        .macro  broken x
        addu    $t0, \x, $t1
        lw      $t2, nowhere
        .endm
        .macro  outer
        nop
        broken  5
        .endm
main:   broken  $t0
        outer
        broken  $t0, $t1
        broken  y=3
        .macro  needs a:req
        .endm
        needs
        .macro  broken
        .endm
        .macro  odd 5
        .endm
        .macro  worse a:maybe
        .endm
        .macro  twice a, a
        .endm
        .macro  rest a:vararg, b
        .endm
        .purgem nothing
        .exitm
        .endm
        .endr
        .macro  unknown
        addu    $t0, $t0, \parameter
        .endm
        unknown
        .macro  forever
        forever
        .endm
        forever
        b       main
