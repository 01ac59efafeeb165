# The message after it has gone once round all nodes, computed by rank 0 alone: every node has added its rank to
# each word, so each word has grown by 0 + 1 + ... + (n - 1) = n (n - 1) / 2.

        .include "mclib.s"

        .equ    WORDS, 64

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish
        jal     mc_nodes
        addiu   $t0, $v0, -1
        mul     $t0, $t0, $v0
        srl     $t0, $t0, 1             # $t0: the sum of the ranks
        la      $t1, DATA
        la      $t2, RESULT
        addiu   $t3, $t1, 4 * WORDS
word:   lw      $t4, 0($t1)
        addu    $t4, $t4, $t0
        sw      $t4, 0($t2)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, 4
        bne     $t1, $t3, word
finish: li      $a0, 0
        jal     mc_exit

        .data
DATA:   .space  4 * WORDS
RESULT: .space  4 * WORDS
