# Quicksort of N whole numbers, on one core.
#
# Before the run, the numbers are placed at DATA in the memory of node (1,1), which has rank 0. They are wanted there in
# rising order after it. Every node runs this same program, and every label has the same address on every node.

        .include "mclib.s"

        .equ    N, 4096                 # how many numbers

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # only rank 0 has the numbers; the others have nothing to do

        la      $a0, DATA               # the first number
        la      $a1, DATA + 4 * N - 4   # the last number
        jal     quicksort

finish: li      $a0, 0
        jal     mc_exit

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
