# Batcher's bitonic sorting network, for N whole numbers at DATA on rank 0.
#
# For k = 2, 4, ..., N and j = k/2, k/4, ..., 1, word i and word i XOR j are compared and put in order: upwards if i has
# a 0 in bit k, else downwards. Which words meet does not depend on the numbers.
#
# Each of the n nodes (a power of two) has a block of B = N/n words: rank r has words r B to r B + B - 1. If j is less than
# B, both words of each pair are in the same block, and the step needs no communication. Otherwise word i of this block
# meets word i of the block of rank r XOR j/B: both nodes send their blocks to each other, and one keeps the smaller word
# of each pair, the other one the larger.
#
# On 4 x 4 nodes: 20,031 cycles. One node takes 265,668.

        .include "mclib.s"

        .equ    N, 512                  # how many numbers, a power of two

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        li      $t0, N
        divu    $zero, $t0, $s1
        mflo    $s2                     # $s2: B, words of a block

# Rank 0 sends each node its block, itself too.
        bnez    $s0, receive
        li      $s3, 0                  # $s3: the rank to send to
        la      $s4, DATA               # $s4: its block
send:   move    $a0, $s3
        jal     mc_id
        move    $s5, $v0
        move    $a0, $s5
        la      $a1, block
        move    $a2, $s4
        sll     $a3, $s2, 2
        jal     mc_put
        move    $a0, $s5
        la      $a1, have_block
        li      $a2, 1
        jal     mc_signal
        sll     $t0, $s2, 2
        addu    $s4, $s4, $t0
        addiu   $s3, $s3, 1
        bne     $s3, $s1, send
receive:
        la      $a0, have_block
        li      $a1, 1
        jal     mc_wait_eq

# The network. Each step with a partner has an inbox and a flag of its own: so no node overwrites words still to be read.
        la      $s4, inbox              # $s4: where the partner's block arrives
        la      $s5, have_inbox         # $s5: the flag that says so
        li      $s7, 2                  # $s7: k
phase:  srl     $s6, $s7, 1             # $s6: j
step:   bgeu    $s6, $s2, far
        la      $a0, block
        mul     $a1, $s0, $s2
        move    $a2, $s2
        move    $a3, $s6
        jal     compare
        b       stepped

# A step with a partner.
far:    divu    $zero, $s6, $s2
        mflo    $s3                     # $s3: distance of the partner, j/B
        xor     $a0, $s0, $s3
        jal     mc_id
        move    $fp, $v0                # $fp: its ID
        move    $a0, $fp
        move    $a1, $s4                # the inbox has the same address there as here
        la      $a2, block
        sll     $a3, $s2, 2
        jal     mc_put
        move    $a0, $fp
        move    $a1, $s5
        li      $a2, 1
        jal     mc_signal
        move    $a0, $s5
        li      $a1, 1
        jal     mc_wait_eq
        jal     mc_wait                 # the block is changed now: it must have been sent

        mul     $t0, $s0, $s2
        and     $t0, $t0, $s7
        sltu    $t0, $zero, $t0         # 1 if these blocks are put in order downwards
        and     $t1, $s0, $s3
        sltu    $t1, $zero, $t1         # 1 if this is the second block of the two
        xor     $t0, $t0, $t1           # $t0: 0 to keep the smaller words, 1 to keep the larger ones
        la      $t1, block
        sll     $t2, $s2, 2
        addu    $t2, $t1, $t2           # $t2: end of the block
keep:   lw      $t3, 0($t1)
        lw      $t4, 0($s4)
        slt     $t5, $t4, $t3           # 1 if the partner's word is smaller
        beq     $t5, $t0, kept
        sw      $t4, 0($t1)
kept:   addiu   $t1, $t1, 4
        addiu   $s4, $s4, 4             # in the end: the next inbox
        bne     $t1, $t2, keep
        addiu   $s5, $s5, 4

stepped:
        srl     $s6, $s6, 1
        bnez    $s6, step
        sll     $s7, $s7, 1
        li      $t0, N
        bleu    $s7, $t0, phase

# Bring the blocks together. Each node has its own word of `done`.
        li      $a0, 0
        jal     mc_id
        move    $s4, $v0                # $s4: ID of rank 0
        move    $a0, $s4
        mul     $t0, $s0, $s2
        sll     $t0, $t0, 2
        la      $a1, DATA
        addu    $a1, $a1, $t0
        la      $a2, block
        sll     $a3, $s2, 2
        jal     mc_put
        move    $a0, $s4
        sll     $t0, $s0, 2
        la      $a1, done
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        bnez    $s0, finish             # rank 0 waits for all of them
        la      $s3, done
        sll     $t0, $s1, 2
        addu    $s4, $s3, $t0
collect:
        move    $a0, $s3
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s3, $s3, 4
        bne     $s3, $s4, collect

finish: li      $a0, 0
        jal     mc_exit

# compare($a0 = first word, $a1 = its index among all N, $a2 = how many words, $a3 = distance j, $s7 = k): one step of the
# network. Words i and i + j are put in order, for each i without bit j: upwards where i has a 0 in bit k, else downwards.
compare:
        sll     $t9, $a3, 2             # $t9: j words in bytes
        addu    $t8, $a1, $a2           # $t8: index after the last word
pair:   and     $t0, $a1, $a3
        bnez    $t0, next_pair          # this is the second word of a pair
        addu    $t1, $a0, $t9           # $t1: its partner
        lw      $t2, 0($a0)
        lw      $t3, 0($t1)
        slt     $t4, $t3, $t2           # 1 if they are in descending order
        and     $t5, $a1, $s7
        sltu    $t5, $zero, $t5         # 1 if they should
        beq     $t4, $t5, next_pair
        sw      $t3, 0($a0)
        sw      $t2, 0($t1)
next_pair:
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, 1
        bne     $a1, $t8, pair
        jr      $ra

        .data
DATA:   .space  4 * N
block:  .space  4 * N                   # the own block
inbox:  .space  4 * N                   # n nodes have log n x (log n + 1) / 2 steps with a partner: N words are enough
have_block:
        .word   0
have_inbox:
        .space  4 * 32                  # word s is 1 when the partner's block of step s has arrived
done:   .space  4 * 64                  # on rank 0: word r is 1 when the block of rank r has arrived
