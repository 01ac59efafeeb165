# Jumps out of functions.

        .text

# int setjmp(jmp_buf place): keeps the registers of the caller; returns 0.
# Cost: 20 cycles.
        .globl  setjmp
setjmp: sw      $s0, 0($a0)
        sw      $s1, 4($a0)
        sw      $s2, 8($a0)
        sw      $s3, 12($a0)
        sw      $s4, 16($a0)
        sw      $s5, 20($a0)
        sw      $s6, 24($a0)
        sw      $s7, 28($a0)
        sw      $sp, 32($a0)
        sw      $fp, 36($a0)
        sw      $ra, 40($a0)
        sdc1    $f20, 48($a0)
        sdc1    $f22, 56($a0)
        sdc1    $f24, 64($a0)
        sdc1    $f26, 72($a0)
        sdc1    $f28, 80($a0)
        sdc1    $f30, 88($a0)
        li      $v0, 0
        jr      $ra

# _Noreturn void longjmp(jmp_buf place, int value): back to setjmp, which returns the value, or 1 instead of 0.
# Cost: 22 cycles.
        .globl  longjmp
longjmp:
        lw      $s0, 0($a0)
        lw      $s1, 4($a0)
        lw      $s2, 8($a0)
        lw      $s3, 12($a0)
        lw      $s4, 16($a0)
        lw      $s5, 20($a0)
        lw      $s6, 24($a0)
        lw      $s7, 28($a0)
        lw      $sp, 32($a0)
        lw      $fp, 36($a0)
        lw      $ra, 40($a0)
        ldc1    $f20, 48($a0)
        ldc1    $f22, 56($a0)
        ldc1    $f24, 64($a0)
        ldc1    $f26, 72($a0)
        ldc1    $f28, 80($a0)
        ldc1    $f30, 88($a0)
        sltiu   $v0, $a1, 1             # 1 instead of 0
        addu    $v0, $v0, $a1
        jr      $ra
