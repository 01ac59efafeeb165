# Matrix multiplication, C = A x B, with 32 x 32 whole numbers, on one core.
#
# Before the run, A and B are placed in the memory of node (1,1), which has rank 0. C is wanted there after it.
# Every node runs this same program, and every label has the same address on every node.

        .include "mclib.s"

        .equ    N, 32                   # rows and columns
        .equ    ROW, 4 * N              # bytes from one row to the next

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # only rank 0 has the matrices; the others have nothing to do

        li      $a0, 0                  # from row 0 on
        li      $a1, N                  # all rows
        jal     multiply

finish: li      $a0, 0
        jal     mc_exit

# multiply($a0 = first row, $a1 = number of rows): computes these rows of C from the same rows of A, and all of B.
multiply:
        li      $t9, ROW
        mul     $t0, $a0, $t9           # where the first row begins in A and in C
        mul     $t1, $a1, $t9
        la      $a0, A
        addu    $a0, $a0, $t0           # $a0: the row of A
        la      $a1, C
        addu    $a1, $a1, $t0           # $a1: the element of C
        addu    $a2, $a1, $t1           # $a2: end of the rows of C
row:
        la      $t0, B                  # $t0: top of the column of B
        addiu   $t1, $t0, ROW           # $t1: end of the columns
        addiu   $t2, $a0, ROW           # $t2: end of the row of A
column:
        move    $t3, $a0                # $t3 walks along the row of A
        move    $t4, $t0                # $t4 walks down the column of B
        li      $v0, 0                  # $v0: the sum
product:
        lw      $t5, 0($t3)
        lw      $t6, 0($t4)
        mul     $t5, $t5, $t6
        addu    $v0, $v0, $t5
        addiu   $t3, $t3, 4
        addiu   $t4, $t4, ROW
        bne     $t3, $t2, product

        sw      $v0, 0($a1)
        addiu   $a1, $a1, 4
        addiu   $t0, $t0, 4
        bne     $t0, $t1, column

        move    $a0, $t2                # the next row begins where this one ended
        bne     $a1, $a2, row
        jr      $ra

        .data
A:      .space  N * ROW
B:      .space  N * ROW
C:      .space  N * ROW
