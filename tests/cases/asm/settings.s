# Refused by GNU as, and a warning here.
        .set    nomacro
        .set    macro
main:   nop
        .module fp=32
# Another register for pseudo-instructions.
        .set    at=$k0
        blt     $t0, $t1, main
        addu    $t0, $k0, $t1
        lw      $t0, 4($26)
        .set    at=5
        .set    at=k0
        .byte   '\q
