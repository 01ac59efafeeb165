# The assembler's register.
main:   addu    $at, $t0, $t1
        lw      $t0, 4($at)
        .set    noat
        addu    $at, $t0, $t1
        blt     $t0, $t1, main
        addu    $t0, $t1, 0x12345
        sw      $t0, value
        lw      $t0, value
        .set    at
        .set    nomacro
        lw      $t0, value
        li      $t0, 5
        .data
value:  .word   1
