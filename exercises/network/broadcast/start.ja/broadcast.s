# ランク 0 が COUNT 語のメッセージを持っています。これを全ノードに届けます。
#
# ランク 0 が、1 ノードずつ順に送ります。

        .include "mclib.s"

        .equ    MOST, 2048              # メッセージの最大の語数

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: 自分のランク
        jal     mc_nodes
        move    $s1, $v0                # $s1: ノードの数
        lw      $s2, COUNT              # どのノードも長さを知っている
        sll     $s2, $s2, 2             # $s2: メッセージのバイト数

        bnez    $s0, receive
        li      $s3, 1                  # $s3: 送り先のランク
send:   beq     $s3, $s1, finish
        move    $a0, $s3
        jal     mc_id
        move    $s4, $v0                # $s4: そのノード ID
        move    $a0, $s4
        la      $a1, MESSAGE
        la      $a2, MESSAGE
        move    $a3, $s2
        jal     mc_put
        move    $a0, $s4
        la      $a1, arrived
        li      $a2, 1
        jal     mc_signal
        addiu   $s3, $s3, 1
        b       send

receive:
        la      $a0, arrived
        li      $a1, 1
        jal     mc_wait_eq

finish: li      $a0, 0
        jal     mc_exit

        .data
COUNT:  .word   0                       # メッセージの語数。どのノードにもある
MESSAGE:
        .space  4 * MOST
arrived:
        .word   0                       # メッセージが届くと 1 になる
