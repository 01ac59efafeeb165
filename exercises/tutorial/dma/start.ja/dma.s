# 64 語のメッセージが、ランク 0 からランク 1 へ、そこからランク 2 へ、と進みます。どのノードも、すべての語に
# 自分のランクを足します。最後のノードは、ランク 0 の RESULT に送り返します。
#
# ランク 0 からランク 1 へは、すでに送られています。そこから先へは進みません。

        .include "mclib.s"

        .equ    WORDS, 64

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数

        bnez    $s0, finish             # 働くのはランク 0 だけ
        jal     add_rank
        addiu   $a0, $s0, 1
        jal     mc_id                   # 次のノードの ID
        move    $a0, $v0                # このノードの、
        la      $a1, DATA               # この番地へ、
        la      $a2, DATA               # こちらのこの番地から、
        li      $a3, 4 * WORDS          # このバイト数を送る
        jal     mc_put

finish: li      $a0, 0
        jal     mc_exit

# add_rank: DATA のすべての語に、自分のランクを足します。
add_rank:
        la      $t0, DATA
        addiu   $t1, $t0, 4 * WORDS
word:   lw      $t2, 0($t0)
        addu    $t2, $t2, $s0
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, word
        jr      $ra

        .data
DATA:   .space  4 * WORDS               # メッセージ。持っているノードで使う
RESULT: .space  4 * WORDS               # ランク 0: 戻ってきたメッセージ
arrived:
        .word   0                       # メッセージが届くと 1 になる
