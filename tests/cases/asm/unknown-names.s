# Names that do not exist, with the nearest ones that do.
main:   adi     $t0, $t1, 5
        addu    $t0, $t1, $t10
        addu    $t0, t1, $t2
        lw      $t0, 4(sp)
        move    $r1, $t0
        ADD     $t0, $t1, $t2
        xyzzyplugh $t0
        loop
        b       lop
        la      $t0, mesage
        b       nowhere_at_all
        b       1b
        b       2f
        .wrod   1
        .frobnicate
        .set    noreoder
        .include "nofile.s"
loop:   nop
        .data
message: .word  missing + 4, missing
