# Numbers, characters, strings, expressions.
main:   li      $t0, 0x
        li      $t0, 0xfg
        li      $t0, 12ab
        li      $t0, 089
        li      $t0, 99999999999999999999
        li      $t0, 5/0
        li      $t0, 1 << 64
        li      $t0, 'ab'
        li      $t0, '
        .data
        .byte   256, -129, 255, -128
        .half   65536, -32769
        .word   4294967296, main*0x100000
        .byte   main
        .float  abc
        .asciiz "no end
        .asciiz "bad \q escape"
        .asciiz 5
        .space  -1
        .space  later
        .align  13
        .balign 3
        .word   1 : -1
        later = 5
        .word   @
