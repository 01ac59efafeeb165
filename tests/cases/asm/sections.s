# Sections and directives.
        .text   0x400000
        .data   0x10010000
        .section .init
        .section .rodata, "a"
        .section .text
        .bss
        .word   1
        nop
        .space  4, 1
        .space  4
        .kdata
        .macro  push reg
        sw      \reg, 0($sp)
        .endm
        .if     0
        anything at all
        .endif
        .text
main:   nop
        .set    pop
        .org    0x2000
        .comm   buffer, 64, 3
        .cfi_startproc
        .ent    main
        .end    main
        .frame  $sp, 0, $ra
