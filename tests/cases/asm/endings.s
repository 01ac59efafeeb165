# The end of the program, and code that nothing leads to.
main:   li      $t0, 1
        beqz    $t0, 1f
        jr      $ra
        addiu   $t0, $t0, 1
1:      jal     leave
        nop
leave:  li      $v0, 10
        syscall
other:  .set    noreorder
        j       main
        addiu   $t0, $t0, 1
        addiu   $t0, $t0, 2
        .set    reorder
        b       other
        nop
        li      $t1, 1 << 2 + 1
        .data
        .word   1 | 2 + 4, (1 | 2) + 4
