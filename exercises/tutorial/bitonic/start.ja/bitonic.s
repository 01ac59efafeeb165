# Batcher のバイトニックソーティングネットワークで、ランク 0 の DATA にある N 個の整数を並べます。
#
# k = 2, 4, ..., N と j = k/2, k/4, ..., 1 の順に、語 i と語 i XOR j を比べて並べます。i のビット k が 0 なら小さい順、
# 1 なら大きい順です。どの語を比べるかは、値によりません。
#
# すべてをランク 0 が行います。

        .include "mclib.s"

        .equ    N, 512                  # 数の個数、2 のべき乗

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # ほかのランクの仕事はない

        li      $s7, 2                  # $s7: k
phase:  srl     $s6, $s7, 1             # $s6: j
step:   la      $a0, DATA
        li      $a1, 0
        li      $a2, N
        move    $a3, $s6
        jal     compare
        srl     $s6, $s6, 1
        bnez    $s6, step
        sll     $s7, $s7, 1
        li      $t0, N
        bleu    $s7, $t0, phase

finish: li      $a0, 0
        jal     mc_exit

# compare($a0 = 最初の語, $a1 = その全体での番号, $a2 = 語の数, $a3 = 間隔 j, $s7 = k): ネットワークの 1 段です。
# ビット j が 0 である各 i について、語 i と語 i + j を並べます。i のビット k が 0 なら小さい順、1 なら大きい順です。
compare:
        sll     $t9, $a3, 2             # $t9: j 語のバイト数
        addu    $t8, $a1, $a2           # $t8: 最後の語の次の番号
pair:   and     $t0, $a1, $a3
        bnez    $t0, next_pair          # これは組の 2 つ目の語
        addu    $t1, $a0, $t9           # $t1: 組の相手
        lw      $t2, 0($a0)
        lw      $t3, 0($t1)
        slt     $t4, $t3, $t2           # 大きい順に並んでいれば 1
        and     $t5, $a1, $s7
        sltu    $t5, $zero, $t5         # 大きい順に並べるなら 1
        beq     $t4, $t5, next_pair
        sw      $t3, 0($a0)
        sw      $t2, 0($t1)
next_pair:
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, 1
        bne     $a1, $t8, pair
        jr      $ra

        .data
DATA:   .space  4 * N
