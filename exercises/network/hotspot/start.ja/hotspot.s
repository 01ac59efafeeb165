# どのノードも 128 語のベクトル V を持っています。語ごとの和を、ランク 0 の SUM に作ります。
#
# 全ノードがベクトルをランク 0 へ put し、ランク 0 がすべてを足します。

        .include "mclib.s"

        .equ    WORDS, 128              # ベクトルの語数
        .equ    VECTOR, 4 * WORDS       # そのバイト数
        .equ    MOST, 64                # ノード数の最大

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数

# 互いに違うベクトルにするため、V の各語にランク + 1 を掛けます。
        la      $t0, V
        addiu   $t1, $t0, VECTOR
        addiu   $t2, $s0, 1
scale:  lw      $t3, 0($t0)
        mul     $t3, $t3, $t2
        sw      $t3, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, scale

        li      $a0, 0
        jal     mc_id
        move    $s2, $v0                # $s2: ランク 0 のノード ID
        move    $a0, $s2
        li      $t0, VECTOR
        mul     $t0, $t0, $s0
        la      $a1, inbox
        addu    $a1, $a1, $t0           # 置き場所はノードごとに違う
        la      $a2, V
        li      $a3, VECTOR
        jal     mc_put
        move    $a0, $s2
        la      $a1, arrived
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        bnez    $s0, finish

        li      $s3, 0                  # $s3: ベクトルを足すランク
        la      $s4, inbox              # $s4: そのベクトル
        la      $s5, arrived            # $s5: そのフラグ
next:   move    $a0, $s5
        li      $a1, 1
        jal     mc_wait_eq
        la      $t0, SUM
        addiu   $t1, $t0, VECTOR
add:    lw      $t2, 0($t0)
        lw      $t3, 0($s4)
        addu    $t2, $t2, $t3
        sw      $t2, 0($t0)
        addiu   $s4, $s4, 4
        addiu   $t0, $t0, 4
        bne     $t0, $t1, add
        addiu   $s5, $s5, 4
        addiu   $s3, $s3, 1
        bne     $s3, $s1, next

finish: li      $a0, 0
        jal     mc_exit

        .data
V:      .space  VECTOR
SUM:    .space  VECTOR
inbox:  .space  MOST * VECTOR           # ランク 0: ベクトル r はランク r から届く
arrived:
        .space  4 * MOST                # ランク 0: ランク r のベクトルが届くと、語 r が 1 になる
