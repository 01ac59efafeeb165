# 32 x 32 の整数行列の積 C = A x B を、1 つのコアで計算します。
#
# 実行前に、A と B がノード (1,1) (ランク 0) のメモリに置かれます。実行後、C が同じメモリになければなりません。
# どのノードもこのプログラムを実行します。ラベルの番地は、どのノードでも同じです。

        .include "mclib.s"

        .equ    N, 32                   # 行と列の数
        .equ    ROW, 4 * N              # 次の行までのバイト数

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # 行列を持つのはランク 0 だけ。ほかのランクの仕事はない

        li      $a0, 0                  # 0 行目から
        li      $a1, N                  # すべての行
        jal     multiply

finish: li      $a0, 0
        jal     mc_exit

# multiply($a0 = 最初の行, $a1 = 行の数): C のこの範囲の行を、A の同じ行と B の全体から計算します。
multiply:
        li      $t9, ROW
        mul     $t0, $a0, $t9           # A と C の中で、最初の行が始まる位置
        mul     $t1, $a1, $t9
        la      $a0, A
        addu    $a0, $a0, $t0           # $a0: A の行
        la      $a1, C
        addu    $a1, $a1, $t0           # $a1: C の要素
        addu    $a2, $a1, $t1           # $a2: C の行の終わり
row:
        la      $t0, B                  # $t0: B の列の先頭
        addiu   $t1, $t0, ROW           # $t1: 列の終わり
        addiu   $t2, $a0, ROW           # $t2: A の行の終わり
column:
        move    $t3, $a0                # $t3 は A の行を進む
        move    $t4, $t0                # $t4 は B の列を下る
        li      $v0, 0                  # $v0: 和
product:
        lw      $t5, 0($t3)
        lw      $t6, 0($t4)
        mul     $t5, $t5, $t6
        addu    $v0, $v0, $t5
        addiu   $t3, $t3, 4
        addiu   $t4, $t4, ROW
        bne     $t3, $t2, product

        sw      $v0, 0($a1)
        addiu   $a1, $a1, 4
        addiu   $t0, $t0, 4
        bne     $t0, $t1, column

        move    $a0, $t2                # 次の行は、この行の終わりから始まる
        bne     $a1, $a2, row
        jr      $ra

        .data
A:      .space  N * ROW
B:      .space  N * ROW
C:      .space  N * ROW
