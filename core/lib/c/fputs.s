# A string on the console of this node.

        .text

# int fputs(const char *text, FILE *file): a string.
# Cost: 5 cycles.
        .globl  fputs
fputs:  li      $v0, 4
        syscall
        li      $v0, 0
        jr      $ra
