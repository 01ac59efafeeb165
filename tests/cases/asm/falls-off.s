main:   li      $t0, 1
        bnez    $t0, main
        addiu   $t0, $t0, 1
        .data
x:      .word   1
