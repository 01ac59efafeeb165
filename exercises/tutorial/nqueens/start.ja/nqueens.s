# SIZE x SIZE のマスの盤に、SIZE 個のクイーンを互いに取られないように置く方法は、何通りありますか？
#
# ランク 0 がすべての置き方を試します。

        .include "mclib.s"

        .equ    MOST, 64                # ノード数の最大

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数
        lw      $s2, SIZE               # $s2: 盤の大きさ
        li      $t0, 1
        sllv    $t0, $t0, $s2
        addiu   $s7, $t0, -1            # $s7: 列ごとに 1 のビット

        bnez    $s0, finish             # ほかのランクの仕事はない
        li      $a0, 0                  # 盤は空
        li      $a1, 0
        li      $a2, 0
        jal     count
        la      $t0, COUNT
        sw      $v0, 0($t0)
        move    $a0, $v0
        jal     mc_print_int

finish: li      $a0, 0
        jal     mc_exit

# count($a0 = 列, $a1 = 左下への斜め, $a2 = 右下への斜め): 残りの行の置き方が何通りあるかを返します。
# 1 のビットは、次の行で取られる場所を表します。$s7 には、列ごとに 1 のビットがあります。
count:  bne     $a0, $s7, open
        li      $v0, 1                  # すべての列にクイーンがある: 解が 1 つ
        jr      $ra
open:   or      $t0, $a0, $a1
        or      $t0, $t0, $a2
        nor     $t0, $t0, $zero
        and     $t0, $t0, $s7           # $t0: 取られない場所
        li      $v0, 0
        beqz    $t0, counted
        addiu   $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        sw      $a1, 8($sp)
        sw      $a2, 12($sp)
        sw      $v0, 20($sp)            # 20($sp): 見つけた解の数
next:   negu    $t1, $t0
        and     $t1, $t1, $t0           # $t1: その中で最も下位のビット
        xor     $t0, $t0, $t1
        sw      $t0, 16($sp)            # 16($sp): まだ試していない場所
        lw      $a0, 4($sp)
        lw      $a1, 8($sp)
        lw      $a2, 12($sp)
        or      $a0, $a0, $t1           # そこに置くと、同じ列が取られる
        or      $a1, $a1, $t1
        sll     $a1, $a1, 1             # 斜めも取られる。1 行ごとに 1 ビットずれる
        or      $a2, $a2, $t1
        srl     $a2, $a2, 1
        jal     count
        lw      $t2, 20($sp)
        addu    $v0, $v0, $t2
        sw      $v0, 20($sp)
        lw      $t0, 16($sp)
        bnez    $t0, next
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 24
counted:
        jr      $ra

        .data
SIZE:   .word   8                       # 実行前に、各ノードでここに置かれる
COUNT:  .word   0                       # ランク 0: 結果
