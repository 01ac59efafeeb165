# Printing on a stream: the console (1, 2), or a file by system call 71.

        .text

# int fprintf(FILE *file, const char *format, ...): prints; the number of bytes is in $v0, or a negative error number.
# Cost: 10 cycles, whatever the length; with stderr 20, with a file 18.
        .globl  fprintf
fprintf:
        sw      $a2, 8($sp)
        sw      $a3, 12($sp)
        addiu   $a2, $sp, 8

# int vfprintf(FILE *file, const char *format, va_list arguments): the same with a list, and the rest of fprintf.
# Cost: 8 cycles; with stderr 18, with a file 16.
        .globl  vfprintf
vfprintf:
        sltiu   $t0, $a0, 2
        beqz    $t0, fprintf_other
        move    $a0, $a1
        move    $a1, $a2
        li      $v0, 64
        syscall
        jr      $ra

# The stream is in $a0, the format in $a1, the list in $a2. System call 65 selects standard error (2) or output (1).
fprintf_other:
        addiu   $t0, $a0, -2
        bnez    $t0, fprintf_file
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
fprintf_file:
        move    $t0, $a0
        move    $a0, $a1
        move    $a1, $a2
        move    $a2, $t0
        li      $v0, 71
        syscall
        jr      $ra
