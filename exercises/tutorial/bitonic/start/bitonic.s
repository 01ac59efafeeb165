# Batcher's bitonic sorting network, for N whole numbers at DATA on rank 0.
#
# For k = 2, 4, ..., N and j = k/2, k/4, ..., 1, word i and word i XOR j are compared and put in order: upwards if i has
# a 0 in bit k, else downwards. Which words meet does not depend on the numbers.
#
# Rank 0 does all of it.

        .include "mclib.s"

        .equ    N, 512                  # how many numbers, a power of two

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # the others have nothing to do

        li      $s7, 2                  # $s7: k
phase:  srl     $s6, $s7, 1             # $s6: j
step:   la      $a0, DATA
        li      $a1, 0
        li      $a2, N
        move    $a3, $s6
        jal     compare
        srl     $s6, $s6, 1
        bnez    $s6, step
        sll     $s7, $s7, 1
        li      $t0, N
        bleu    $s7, $t0, phase

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
