# 全員が全員に送ります。ノード r は各ノード d に宛てたブロックを 1 つずつ持ち、d の決まった場所に put します。
# どのノードも、ランク 0、ランク 1、… の順に送ります。

        .include "mclib.s"

        .equ    WORDS, 56               # 1 ブロックの語数
        .equ    BLOCK, 4 * WORDS        # そのバイト数
        .equ    MOST, 64                # ノード数の最大

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数

# 各ブロックの最初の語は、送り手と宛先を表します。
        la      $t0, OUT
        li      $t1, 0
        sll     $t2, $s0, 8
label:  addu    $t3, $t2, $t1
        sw      $t3, 0($t0)
        addiu   $t0, $t0, BLOCK
        addiu   $t1, $t1, 1
        bne     $t1, $s1, label

# 送信: d = 0, 1, 2, ... の順に、ブロック d をランク d へ
        li      $s2, 0                  # $s2: 送り先のランク
send:   jal     send_block
        addiu   $s2, $s2, 1
        bne     $s2, $s1, send

# 全ノードからブロックが届くまで待ちます。
        la      $s2, arrived
        sll     $t0, $s1, 2
        addu    $s3, $s2, $t0
wait:   move    $a0, $s2
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s2, $s2, 4
        bne     $s2, $s3, wait

        li      $a0, 0
        jal     mc_exit

# send_block: OUT のブロック $s2 を、ランク $s2 の IN のブロック $s0 へ送り、次に `arrived` の語 $s0 を書きます。
send_block:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        move    $a0, $s2
        jal     mc_id
        sw      $v0, 4($sp)
        move    $a0, $v0
        li      $t0, BLOCK
        mul     $t1, $t0, $s0
        la      $a1, IN
        addu    $a1, $a1, $t1
        mul     $t1, $t0, $s2
        la      $a2, OUT
        addu    $a2, $a2, $t1
        li      $a3, BLOCK
        jal     mc_put
        lw      $a0, 4($sp)
        la      $a1, arrived
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

        .data
OUT:    .space  MOST * BLOCK            # ブロック d はランク d へ送る
IN:     .space  MOST * BLOCK            # ブロック s はランク s から届く
arrived:
        .space  4 * MOST                # ランク s のブロックが届くと、語 s が 1 になる
