# A file without instructions.
        .data
x:      .word 1
