# Operands that do not fit.
main:   add     $t0
        add     $t0, $t1, $t2, $t3
        addu    $t0, 4($sp), $t1
        lw      $t0
        lw      5, 4($sp)
        sw      $t0, $t1
        sll     $t0, $t1, 32
        sll     $t0, $t1, -1
        lui     $t0, 65536
        li      $t0, 4294967296
        li      $t0, -2147483649
        li      $t0
        beq     $t0, $t1
        b       $t0
        j       5($t0)
        jr      main
        mfhi    5
        syscall 1048576
        teq     $t0, $t1, 1024
        break   5, 6, 7
        mult    $t0, 5
        rdhwr   $t0, 2
        addiu   $t0, $t1, "text"
        addiu   $t0, $t1, 1.5
        addiu   $t0 $t1, 5
        addiu   $t0, $t1,
        addiu   $t0,, 5
        addiu   $t0, $t1, 5)
        addiu   $t0, $t1, (5
        lw      $t0, 4($sp
        lw      $t0, 4[$sp]
        addiu   $t0, $t1, 5 6
