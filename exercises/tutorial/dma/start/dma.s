# A message of 64 words goes from rank 0 to rank 1, from there to rank 2, and so on. Every node adds its rank to each
# word. The last one sends it back to rank 0, to RESULT.
#
# Rank 0 already sends the message to rank 1. There it stays.

        .include "mclib.s"

        .equ    WORDS, 64

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes

        bnez    $s0, finish             # only rank 0 does something
        jal     add_rank
        addiu   $a0, $s0, 1
        jal     mc_id                   # the ID of the next node
        move    $a0, $v0                # to this node,
        la      $a1, DATA               # to this address there,
        la      $a2, DATA               # from this address here,
        li      $a3, 4 * WORDS          # number of bytes
        jal     mc_put

finish: li      $a0, 0
        jal     mc_exit

# add_rank: adds the own rank to every word of DATA.
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
DATA:   .space  4 * WORDS               # the message, on each node that has it
RESULT: .space  4 * WORDS               # on rank 0: the message that has returned
arrived:
        .word   0                       # 1 when the message is here
