# Printing is a service of the simulator: system call 64 is vprintf. All output goes to the console of this node, so the
# file in the first argument of fprintf and vfprintf has no meaning.

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

# int fprintf(FILE *file, const char *format, ...): the same.
# Cost: 8 cycles.
        .globl  fprintf
fprintf:
        sw      $a2, 8($sp)
        sw      $a3, 12($sp)
        move    $a0, $a1
        addiu   $a1, $sp, 8
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
# Cost: 6 cycles.
        .globl  vfprintf
vfprintf:
        move    $a0, $a1
        move    $a1, $a2
        li      $v0, 64
        syscall
        jr      $ra
