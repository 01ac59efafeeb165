# あなたのバリアを 20 回呼び、正しいバリアかどうかを調べます。このファイルは変更できません。
#
# バリアとバリアの間に、各ノードは違う長さの仕事をし、バリアを呼んだサイクルと、バリアから戻ったサイクルを
# 記録します。最後に、ランク 0 がすべての記録を集め、全員が呼ぶ前に戻ったノードを EARLY に数えます。

        .include "mclib.s"

        .equ    ROUNDS, 20
        .equ    NOTES, 8 * ROUNDS       # 1 ノードの記録のバイト数: 1 回に 2 語
        .equ    MOST, 64                # ノード数の最大

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数
        li      $s2, 0                  # $s2: 何回目か
        la      $s3, notes              # $s3: その記録

round:  la      $t0, WORK               # 仕事: ループを WORK[(5 x ランク + 回) mod 16] 回まわる
        sll     $t1, $s0, 2
        addu    $t1, $t1, $s0
        addu    $t1, $t1, $s2
        andi    $t1, $t1, 15
        sll     $t1, $t1, 2
        addu    $t0, $t0, $t1
        lw      $t0, 0($t0)
work:   addiu   $t0, $t0, -1
        bgtz    $t0, work
        lw      $t0, CYCLE_LO($zero)
        sw      $t0, 0($s3)
        jal     barrier
        lw      $t0, CYCLE_LO($zero)
        sw      $t0, 4($s3)
        addiu   $s3, $s3, 8
        addiu   $s2, $s2, 1
        li      $t0, ROUNDS
        bne     $s2, $t0, round

# 全員の記録をランク 0 に送ります。
        li      $a0, 0
        jal     mc_id
        move    $s2, $v0
        move    $a0, $s2
        li      $t0, NOTES
        mul     $t0, $t0, $s0
        la      $a1, all_notes
        addu    $a1, $a1, $t0
        la      $a2, notes
        li      $a3, NOTES
        jal     mc_put
        move    $a0, $s2
        la      $a1, noted
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        bnez    $s0, finish
        la      $s2, noted
        sll     $t0, $s1, 2
        addu    $s3, $s2, $t0
each:   move    $a0, $s2
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s2, $s2, 4
        bne     $s2, $s3, each

# 各回について、最後に呼ばれたサイクルと、その前に戻ったノードの数を求めます。
        la      $s2, all_notes          # $s2: この回のランク 0 の記録
        li      $s3, 0                  # $s3: 何回目か
        li      $s4, 0                  # $s4: 早く戻りすぎた数
look:   move    $t0, $s2
        move    $t1, $s1
        li      $t2, 0                  # $t2: 最後に呼ばれたサイクル
latest: lw      $t3, 0($t0)
        sltu    $t4, $t2, $t3
        movn    $t2, $t3, $t4
        addiu   $t0, $t0, NOTES
        addiu   $t1, $t1, -1
        bnez    $t1, latest
        move    $t0, $s2
        move    $t1, $s1
early:  lw      $t3, 4($t0)
        sltu    $t4, $t3, $t2
        addu    $s4, $s4, $t4
        addiu   $t0, $t0, NOTES
        addiu   $t1, $t1, -1
        bnez    $t1, early
        addiu   $s2, $s2, 8
        addiu   $s3, $s3, 1
        li      $t0, ROUNDS
        bne     $s3, $t0, look
        la      $t0, EARLY
        sw      $s4, 0($t0)
        move    $a0, $s4
        jal     mc_print_int
        la      $a0, came_early
        jal     mc_puts

finish: li      $a0, 0
        jal     mc_exit

        .data
WORK:   .space  64                      # 仕事の長さ。実行前に、ここに置かれる
EARLY:  .word   -1                      # ランク 0: 早く戻りすぎた回数
notes:  .space  NOTES
all_notes:
        .space  MOST * NOTES            # ランク 0 で使う
noted:  .space  4 * MOST
came_early:
        .asciiz " came back too early\n"
