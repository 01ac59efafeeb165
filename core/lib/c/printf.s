# Printing is a service of the simulator: system call 64 is vprintf. All output goes to the console of this node, which
# keeps standard output and standard error apart.

        .text

# int printf(const char *format, ...): prints; the number of bytes is in $v0.
# Cost: 8 cycles, whatever the length.
        .globl  printf
printf: sw      $a1, 4($sp)             # the caller has left room for the arguments in registers
        sw      $a2, 8($sp)
        sw      $a3, 12($sp)
        addiu   $a1, $sp, 4             # the list begins after the format
        li      $v0, 64
        syscall
        jr      $ra

# int mc_printf(const char *format, ...): the same.
# Cost: 8 cycles.
        .globl  mc_printf
mc_printf:
        sw      $a1, 4($sp)
        sw      $a2, 8($sp)
        sw      $a3, 12($sp)
        addiu   $a1, $sp, 4
        li      $v0, 64
        syscall
        jr      $ra

# int fprintf(FILE *file, const char *format, ...): the same; with stderr on the standard error.
# Cost: 10 cycles, whatever the length; with stderr 18.
        .globl  fprintf
fprintf:
        sw      $a2, 8($sp)
        sw      $a3, 12($sp)
        addiu   $a2, $sp, 8
        addiu   $t0, $a0, -2
        beqz    $t0, printf_error
        move    $a0, $a1
        move    $a1, $a2
        li      $v0, 64
        syscall
        jr      $ra

# int vprintf(const char *format, va_list arguments): the same with a list.
# Cost: 4 cycles.
        .globl  vprintf
vprintf:
        li      $v0, 64
        syscall
        jr      $ra

# int vfprintf(FILE *file, const char *format, va_list arguments): the same.
# Cost: 8 cycles; with stderr 16.
        .globl  vfprintf
vfprintf:
        addiu   $t0, $a0, -2
        beqz    $t0, printf_error
        move    $a0, $a1
        move    $a1, $a2
        li      $v0, 64
        syscall
        jr      $ra

# Prints on the standard error, which is in $a0; the format is in $a1, the list in $a2. System call 65 selects standard
# error (2) or output (1).
printf_error:
        li      $v0, 65
        syscall
        move    $a0, $a1
        move    $a1, $a2
        li      $v0, 64
        syscall
        move    $t0, $v0
        li      $a0, 1
        li      $v0, 65
        syscall
        move    $v0, $t0
        jr      $ra
