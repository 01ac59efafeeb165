# Quicksort of N whole numbers, on all cores (their number a power of two, at most 64).
#
#   1. Rank 0 sends every node, itself too, a block of N/n numbers.
#   2. Every node sorts its block, with the very same quicksort as the sequential program.
#   3. The sorted blocks are put in order as the single numbers of Batcher's bitonic sorting network are: in each step two
#      nodes swap their blocks, and by merging one keeps the smaller half of all the numbers, the other one the larger
#      half. Both work at the same time, and every node has work in every step.
#   4. Every node puts its block where it belongs in the memory of rank 0.
#
# On 4 x 4 nodes: 6,000 cycles until everybody has a block, 27,000 for sorting, 27,000 for ten steps of 256 numbers, and
# the way back; together 66,050. The sequential program takes 621,849, so this is 9.4 times as fast.

        .include "mclib.s"

        .equ    N, 4096                 # how many numbers

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        li      $t0, 4 * N
        divu    $zero, $t0, $s1
        mflo    $s2                     # $s2: bytes of a block

# 1. Give each node its block.
        bnez    $s0, receive
        li      $s3, 0                  # $s3: the rank to send to
        la      $s4, DATA               # $s4: its block
send:   move    $a0, $s3
        jal     mc_id
        move    $s5, $v0                # $s5: its ID
        move    $a0, $s5
        la      $a1, block
        move    $a2, $s4
        move    $a3, $s2
        jal     mc_put
        move    $a0, $s5
        la      $a1, have_block
        li      $a2, 1
        jal     mc_signal               # arrives after the block
        addu    $s4, $s4, $s2
        addiu   $s3, $s3, 1
        bne     $s3, $s1, send
receive:
        la      $a0, have_block
        li      $a1, 1
        jal     mc_wait_eq

# 2. Sort it.
        la      $a0, block
        addu    $a1, $a0, $s2
        addiu   $a1, $a1, -4
        jal     quicksort

# 3. Swap and merge. The block of each step has a place and a flag of its own, so no node overwrites a block that its
#    partner has not yet read.
        la      $s3, block              # $s3: own block
        la      $s4, spare              # $s4: where it is merged to
        la      $s5, inbox              # $s5: where the partner's block arrives
        la      $s6, have_inbox         # $s6: the flag that says so
        li      $s7, 2                  # $s7: number of nodes whose blocks are being put in order
phase:  bgtu    $s7, $s1, give_back
        srl     $fp, $s7, 1             # $fp: distance of the partner
step:   xor     $a0, $s0, $fp
        jal     mc_id
        addiu   $sp, $sp, -8
        sw      $v0, 0($sp)
        move    $a0, $v0
        move    $a1, $s5                # inbox and flag have the same addresses there as here
        move    $a2, $s3
        move    $a3, $s2
        jal     mc_put
        lw      $a0, 0($sp)
        addiu   $sp, $sp, 8
        move    $a1, $s6
        li      $a2, 1
        jal     mc_signal
        move    $a0, $s6
        li      $a1, 1
        jal     mc_wait_eq
# The INCC sends one put after the other: as it has accepted this step's signal, it has read what the last step sent, and
# $s4 may be overwritten.
        move    $a0, $s3
        move    $a1, $s5
        move    $a2, $s4
        move    $a3, $s2
        and     $t0, $s0, $s7           # do these nodes sort upwards or downwards?
        sltu    $t0, $zero, $t0
        and     $t1, $s0, $fp           # is this node the first or the second of the two?
        sltu    $t1, $zero, $t1
        beq     $t0, $t1, keep_small
        jal     merge_large
        b       merged
keep_small:
        jal     merge_small
merged: move    $t0, $s3                # the merged block is now the own one
        move    $s3, $s4
        move    $s4, $t0
        addu    $s5, $s5, $s2
        addiu   $s5, $s5, 4             # a word lies between two inboxes, since merging reads one word too far
        addiu   $s6, $s6, 4
        srl     $fp, $fp, 1
        bnez    $fp, step
        sll     $s7, $s7, 1
        b       phase

# 4. Bring the blocks together. Each node has its own word of `done`.
give_back:
        li      $a0, 0
        jal     mc_id
        move    $s5, $v0                # $s5: ID of rank 0
        move    $a0, $s5
        mul     $t0, $s0, $s2
        la      $a1, DATA
        addu    $a1, $a1, $t0
        move    $a2, $s3
        move    $a3, $s2
        jal     mc_put
        move    $a0, $s5
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
        jal     mc_exit                 # the INCC still sends what it has accepted

# merge_small($a0, $a1 = two blocks in rising order, $a2 = room for one block, $a3 = bytes of a block): the smaller half
# of all their words, in rising order.
merge_small:
        addu    $a3, $a2, $a3           # $a3: end of the room
        lw      $t0, 0($a0)
        lw      $t1, 0($a1)
small:  slt     $t2, $t1, $t0
        bnez    $t2, from_second
        sw      $t0, 0($a2)
        addiu   $a2, $a2, 4
        addiu   $a0, $a0, 4
        lw      $t0, 0($a0)
        bne     $a2, $a3, small
        jr      $ra
from_second:
        sw      $t1, 0($a2)
        addiu   $a2, $a2, 4
        addiu   $a1, $a1, 4
        lw      $t1, 0($a1)
        bne     $a2, $a3, small
        jr      $ra

# merge_large: the same for the larger half; it begins with the largest word, at the end.
merge_large:
        addu    $a0, $a0, $a3
        addu    $a1, $a1, $a3
        addu    $a3, $a2, $a3
        lw      $t0, -4($a0)
        lw      $t1, -4($a1)
large:  addiu   $a3, $a3, -4
        slt     $t2, $t0, $t1
        bnez    $t2, from_second_end
        sw      $t0, 0($a3)
        addiu   $a0, $a0, -4
        lw      $t0, -4($a0)
        bne     $a2, $a3, large
        jr      $ra
from_second_end:
        sw      $t1, 0($a3)
        addiu   $a1, $a1, -4
        lw      $t1, -4($a1)
        bne     $a2, $a3, large
        jr      $ra

# quicksort($a0 = address of the first word, $a1 = address of the last word): sorts these words, with their signs.
# With no word at all ($a1 below $a0) or one word it does nothing.
quicksort:
        bgeu    $a0, $a1, sorted
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        subu    $t0, $a1, $a0           # the pivot is the word in the middle
        srl     $t0, $t0, 3
        sll     $t0, $t0, 2
        addu    $t0, $t0, $a0
        lw      $t0, 0($t0)             # $t0: pivot
        move    $t1, $a0                # $t1 comes from the left
        move    $t2, $a1                # $t2 comes from the right
left:   lw      $t3, 0($t1)             # to the next word that is not smaller than the pivot
        addiu   $t1, $t1, 4
        slt     $t5, $t3, $t0
        bnez    $t5, left
        addiu   $t1, $t1, -4
right:  lw      $t4, 0($t2)             # to the next word that is not larger
        addiu   $t2, $t2, -4
        slt     $t5, $t0, $t4
        bnez    $t5, right
        addiu   $t2, $t2, 4
        bgtu    $t1, $t2, divided       # have they met?
        sw      $t4, 0($t1)
        sw      $t3, 0($t2)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, -4
        bleu    $t1, $t2, left
divided:
        sw      $t1, 4($sp)             # sort the part on the left, then the part on the right
        sw      $a1, 8($sp)
        move    $a1, $t2
        jal     quicksort
        lw      $a0, 4($sp)
        lw      $a1, 8($sp)
        jal     quicksort
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
sorted: jr      $ra

        .data
DATA:   .space  4 * N
        .word   0                       # merging reads one word before and one word after a block
block:  .space  4 * N
        .word   0
spare:  .space  4 * N
        .word   0
inbox:  .space  4 * N                   # all steps together: n nodes have log n x (log n + 1) / 2 of them
        .space  4 * 32
have_block:
        .word   0
have_inbox:
        .space  4 * 32                  # word s is 1 when the partner's block of step s has arrived
done:   .space  4 * 64                  # on rank 0: word r is 1 when the block of rank r has arrived
