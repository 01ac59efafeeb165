# Characters and strings on the console of this node.

        .text

# int puts(const char *text): a string and a new line.
# Cost: 8 cycles, whatever the length.
        .globl  puts
puts:   li      $v0, 4
        syscall
        li      $a0, 10
        li      $v0, 11
        syscall
        li      $v0, 0
        jr      $ra

# int fputs(const char *text, FILE *file): a string.
# Cost: 5 cycles.
        .globl  fputs
fputs:  li      $v0, 4
        syscall
        li      $v0, 0
        jr      $ra

# int putchar(int character), int fputc(int character, FILE *file), int putc(int character, FILE *file): a character,
# which is also the result.
# Cost: 4 cycles.
        .globl  putchar
        .globl  fputc
        .globl  putc
putchar:
fputc:
putc:   sw      $a0, -0xd0($zero)
        andi    $v0, $a0, 0xff
        jr      $ra

# int fflush(FILE *file): nothing is buffered.
# Cost: 3 cycles.
        .globl  fflush
fflush: li      $v0, 0
        jr      $ra
