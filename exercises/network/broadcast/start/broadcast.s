# Rank 0 has a message of COUNT words, which all nodes are to get.
#
# Rank 0 sends it to one node after the other.

        .include "mclib.s"

        .equ    MOST, 2048              # most words of a message

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        lw      $s2, COUNT              # every node knows the length
        sll     $s2, $s2, 2             # $s2: bytes of the message

        bnez    $s0, receive
        li      $s3, 1                  # $s3: the rank to send to
send:   beq     $s3, $s1, finish
        move    $a0, $s3
        jal     mc_id
        move    $s4, $v0                # $s4: its ID
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
COUNT:  .word   0                       # how many words the message has, on every node
MESSAGE:
        .space  4 * MOST
arrived:
        .word   0                       # 1 when the message is here
