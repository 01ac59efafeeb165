# A character of a stream. System call 68 reads it to $v0; the number of bytes, or a negative number, is in $v1.

        .text

# int getchar(void): a character of the input, or EOF.
# Cost: 10 cycles.
        .globl  getchar
getchar:
        li      $a0, 3
        b       fgetc

# int fgetc(FILE *file), int getc(FILE *file): a character, or EOF.
# Cost: 7 cycles.
        .globl  fgetc
        .globl  getc
fgetc:
getc:   li      $a1, 1
        li      $v0, 68
        syscall
        blez    $v1, 1f
        jr      $ra
1:      li      $v0, -1
        jr      $ra
