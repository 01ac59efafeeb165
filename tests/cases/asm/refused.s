# Directives and options known elsewhere that mean nothing here, with their replacements.
main:   lw      $t0, %gp_rel(x)($gp)
        lw      $t9, %call16(f)($gp)
        .cpload $25
        .cprestore 16
        .ktext
        .kdata
        .altmacro
        .incbin "x"
        .set    mips64
        .set    micromips
        .set    frob
        mfc0    $t0, $12
        eret
        lui     $t0, %higher(x)
        add.d   $f1, $f2, $f4
        add.s   $f0, $f1, $t0
        movt    $t0, $t1, $t2
        ext     $t0, $t1, 30, 5
        ins     $t0, $t1, 4, 0
        li.s    $f0, x
        c.lt.s  $fcc8, $f0, $f1
        addiu   $t0, $t0, 1.5
        addu    $t0, $f1, $t1
        lwxc1   $f0, 4($t0)
        .option pic2
        .abicalls
        .error  "stop here"
        .err
        .warning "careful"
        .print  "hello"
        .fail   600
        .fail   1
        b       main
x:      .word   1
