# Printing is a service of the simulator: system call 64 is vprintf. The output goes to the console of this node.

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

# int vprintf(const char *format, va_list arguments): prints with a list of arguments.
# Cost: 4 cycles.
        .globl  vprintf
vprintf:
        li      $v0, 64
        syscall
        jr      $ra
