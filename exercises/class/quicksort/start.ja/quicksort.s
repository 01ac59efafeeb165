# N 個の整数を、1 つのコアでクイックソートします。
#
# 実行前に、数がノード (1,1) (ランク 0) のメモリの DATA に置かれます。実行後、同じ場所に小さい順に並んで
# いなければなりません。どのノードもこのプログラムを実行します。ラベルの番地は、どのノードでも同じです。

        .include "mclib.s"

        .equ    N, 4096                 # 数の個数

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # 数を持つのはランク 0 だけ。ほかのランクの仕事はない

        la      $a0, DATA               # 最初の数
        la      $a1, DATA + 4 * N - 4   # 最後の数
        jal     quicksort

finish: li      $a0, 0
        jal     mc_exit

# quicksort($a0 = 最初の語の番地, $a1 = 最後の語の番地): この範囲の語を、符号つきの数として並べます。
# 語が 1 つもないとき ($a1 が $a0 より小さい) と、1 つだけのときは、何もしません。
quicksort:
        bgeu    $a0, $a1, sorted
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        subu    $t0, $a1, $a0           # ピボットは真ん中の語
        srl     $t0, $t0, 3
        sll     $t0, $t0, 2
        addu    $t0, $t0, $a0
        lw      $t0, 0($t0)             # $t0: ピボット
        move    $t1, $a0                # $t1 は左から進む
        move    $t2, $a1                # $t2 は右から進む
left:   lw      $t3, 0($t1)             # ピボットより小さくない次の語まで
        addiu   $t1, $t1, 4
        slt     $t5, $t3, $t0
        bnez    $t5, left
        addiu   $t1, $t1, -4
right:  lw      $t4, 0($t2)             # 大きくない次の語まで
        addiu   $t2, $t2, -4
        slt     $t5, $t0, $t4
        bnez    $t5, right
        addiu   $t2, $t2, 4
        bgtu    $t1, $t2, divided       # 出会った？
        sw      $t4, 0($t1)
        sw      $t3, 0($t2)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, -4
        bleu    $t1, $t2, left
divided:
        sw      $t1, 4($sp)             # 左の部分を並べ、それから右の部分を並べる
        sw      $a1, 8($sp)
        move    $a1, $t2
        jal     quicksort
        lw      $a0, 4($sp)
        lw      $a1, 8($sp)
        jal     quicksort
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
sorted: jr      $ra

        .data
DATA:   .space  4 * N
