# One section alone is larger than node memory.
main:   nop
        .data
        .word   1 : 1000000
        .space  4294967295
        .word   0
