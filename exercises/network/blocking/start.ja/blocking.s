# 4 x 4 ノードのこのチップでは、2 つのことが同時に起こります。
#
#   - ランク 1、7、11、12、13、14 が、それぞれ 512 語のブロックをランク 15 へ送り、ランク 15 が集めます。
#   - ランク 0 が 512 語のブロックをランク 3 へ送り、ランク 3 はそれを使って長い計算をします。
#
#  [0]  [1]  [2]  [3]       ランク 0 から 3:   最初の行を通る
#  [4]  [5]  [6]  [7]       ランク 1 から 15:  最初の行を通り、最後の列を下る
#  [8]  [9]  [10] [11]
#  [12] [13] [14] [15]

        .include "mclib.s"

        .equ    WORDS, 512              # 1 ブロックの語数
        .equ    BLOCK, 4 * WORDS        # そのバイト数

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        sll     $t0, $s0, 2
        la      $t1, goal
        addu    $t0, $t0, $t1
        lw      $s1, 0($t0)             # $s1: 送り先のランク。-1 なら送らない
        li      $t0, -1
        beq     $s1, $t0, no_send
        move    $a0, $s1
        jal     mc_id
        move    $s2, $v0                # $s2: そのノード ID
        move    $a0, $s2
        li      $t0, BLOCK
        mul     $t0, $t0, $s0           # ブロックに送り手の番号を入れる
        la      $a1, BLOCKS
        addu    $a1, $a1, $t0
        la      $a2, DATA
        li      $a3, BLOCK
        jal     mc_put
        move    $a0, $s2
        la      $a1, arrived
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        b       finish

no_send:
        li      $t0, 15
        beq     $s0, $t0, collect
        li      $t0, 3
        bne     $s0, $t0, finish        # ほかのランクの仕事はない

# ランク 3 はランク 0 のブロックを待ち、1 語ずつ h = (h XOR w) x 16777619 を計算してビットを回転します。
        la      $a0, arrived
        li      $a1, 1
        jal     mc_wait_eq
        la      $t0, BLOCKS
        addiu   $t1, $t0, BLOCK
        li      $t2, 0x811c9dc5
        li      $t3, 16777619
hash:   lw      $t4, 0($t0)
        xor     $t2, $t2, $t4
        mul     $t2, $t2, $t3
        rotr    $t2, $t2, 13
        mul     $t2, $t2, $t3
        addiu   $t0, $t0, 4
        bne     $t0, $t1, hash
        la      $t0, HASH
        sw      $t2, 0($t0)
        b       finish

# ランク 15 は 6 つのブロックを待ちます。
collect:
        la      $s1, senders
next:   lw      $t0, 0($s1)
        beqz    $t0, finish             # 表の終わり
        sll     $t0, $t0, 2
        la      $a0, arrived
        addu    $a0, $a0, $t0
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s1, $s1, 4
        b       next

finish: li      $a0, 0
        jal     mc_exit

        .data
goal:   .word    3, 15, -1, -1          # 各ランクの送り先
        .word   -1, -1, -1, 15
        .word   -1, -1, -1, 15
        .word   15, 15, 15, -1
senders:
        .word   1, 7, 11, 12, 13, 14, 0
DATA:   .space  BLOCK                   # 送り手: 送るブロック
BLOCKS: .space  16 * BLOCK              # 受け手: ブロック r はランク r から届く
HASH:   .word   0                       # ランク 3: 計算した数
arrived:
        .space  4 * 16                  # ランク r のブロックが届くと、語 r が 1 になる
