# どのノードもこのプログラムを実行し、同じ文字列を表示します。

        .include "mclib.s"

        .text
        .globl  main
main:   la      $a0, hello
        jal     mc_puts                 # 文字列を 0 のバイトの前まで表示する

        li      $a0, 0
        jal     mc_exit                 # このコアを停止する

        .data
hello:  .asciiz "Hello, world!\n"
