# barrier(): すべてのノードが呼ぶと戻ります。何度でも呼ばれます。
#
# ランク 0 がまとめ役です。全員がランク 0 に知らせ、そのあとランク 0 が全員に知らせます。

        .include "mclib.s"

        .equ    MOST_NODES, 64

        .text
        .globl  barrier
barrier:
        addiu   $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        sw      $s3, 16($sp)
        la      $t0, call
        lw      $s2, 0($t0)
        addiu   $s2, $s2, 1             # $s2: 何回目の呼び出しか
        sw      $s2, 0($t0)
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数
        jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        beqz    $s0, list

        li      $a0, 0                  # 「着きました」
        jal     mc_id
        move    $a0, $v0
        la      $a1, here
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        move    $a2, $s2
        jal     mc_signal
        la      $a0, go                 # ランク 0 が「進め」と知らせるまで
        move    $a1, $s2
        jal     mc_wait_eq
        b       back

list:   li      $s3, 1                  # 全員を待つ
absent: beq     $s3, $s1, complete
        la      $a0, here
        sll     $t0, $s3, 2
        addu    $a0, $a0, $t0
        move    $a1, $s2
        jal     mc_wait_eq
        addiu   $s3, $s3, 1
        b       absent
complete:
        li      $s3, 1                  # 全ノードに知らせる
tell:   beq     $s3, $s1, back
        move    $a0, $s3
        jal     mc_id
        move    $a0, $v0
        la      $a1, go
        move    $a2, $s2
        jal     mc_signal
        addiu   $s3, $s3, 1
        b       tell

back:   lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        lw      $s2, 12($sp)
        lw      $s3, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .data
call:   .word   0                       # このノードが呼んだ回数
go:     .word   0                       # ランク 0 が書く: 終わった呼び出しの番号
here:   .space  4 * MOST_NODES          # ランク 0: 語 r は、ランク r が着いた呼び出しの番号
