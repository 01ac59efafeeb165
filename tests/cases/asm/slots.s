# Delay slots.
        .set    noreorder
main:   beq     $t0, $t1, main
        b       main
        nop
        b       main
        la      $t0, main
        b       main
        li      $t0, 5
        .set    reorder
        b       main
        b       main
        div     $t0, $t1, 0
        rem     $t0, $t1, $zero
