        .data
        .org    8
        .org    4
        .fill   1, 9
        .uleb128 main
        .float  "a"
        .8byte  main, 1
        .comm   a
        .comm   b, 4, 3
        .equiv  a1, 1
        .equiv  a1, 2
        .popsection
        .subsection 9000
        .section .mine
        .set    pop
        .byte   300
        .2byte  70000
        .ascii  5
        .file   1 "x.c"
        .loc    1 5
        .text
main:   b       main
