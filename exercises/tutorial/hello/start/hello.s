# Every node runs this program. It prints the same text on each of them.

        .include "mclib.s"

        .text
        .globl  main
main:   la      $a0, hello
        jal     mc_puts                 # prints the text up to its zero byte

        li      $a0, 0
        jal     mc_exit                 # stops this core

        .data
hello:  .asciiz "Hello, world!\n"
