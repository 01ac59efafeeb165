# Streams have no buffer.

        .text

# int fflush(FILE *file): nothing is buffered.
# Cost: 3 cycles.
        .globl  fflush
fflush: li      $v0, 0
        jr      $ra
