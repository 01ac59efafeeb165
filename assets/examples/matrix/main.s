# Matrix times matrix, C = A x B with 16 x 16 whole numbers, in the simplest way: every node has A and B from the start and
# computes the rows rank, rank + n, rank + 2n and so on. Nothing has to travel but one number: the sum of what each has
# computed. When the matrices are in one place only, it becomes the exercise "matmul".

        .include "mclib.s"

        .equ    N, 16
        .equ    ROW, 4 * N

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0
        move    $s2, $v0                # $s2: the row
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes

        la      $t0, A                  # A(i,j) = i + j, B(i,j) = i - j: the same on every node
        la      $t1, B
        li      $t2, 0
fill:   li      $t3, 0
1:      addu    $t4, $t2, $t3
        sw      $t4, 0($t0)
        subu    $t4, $t2, $t3
        sw      $t4, 0($t1)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        addiu   $t3, $t3, 1
        blt     $t3, N, 1b
        addiu   $t2, $t2, 1
        blt     $t2, N, fill

        li      $s3, 0                  # $s3: sum of all elements computed here
rows:   bge     $s2, N, sums
        li      $t3, ROW
        mul     $t0, $s2, $t3
        la      $t4, A
        addu    $t4, $t4, $t0           # $t4: the row of A
        li      $t5, 0                  # $t5: the column
column: move    $t0, $t4
        la      $t1, B
        sll     $t2, $t5, 2
        addu    $t1, $t1, $t2
        addiu   $t2, $t0, ROW
        li      $v0, 0
product:
        lw      $t6, 0($t0)
        lw      $t7, 0($t1)
        mul     $t6, $t6, $t7
        addu    $v0, $v0, $t6
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, ROW
        bne     $t0, $t2, product
        addu    $s3, $s3, $v0
        addiu   $t5, $t5, 1
        blt     $t5, N, column
        addu    $s2, $s2, $s1
        b       rows

sums:   bnez    $s0, send               # rank 0 adds the sums up
        li      $s4, 1
        la      $s5, sum
2:      bge     $s4, $s1, print
        addiu   $s5, $s5, 8
        move    $a0, $s5
        li      $a1, 1
        jal     mc_wait_eq
        lw      $t0, 4($s5)
        addu    $s3, $s3, $t0
        addiu   $s4, $s4, 1
        b       2b
print:  move    $a0, $s3
        jal     mc_print_int
        li      $a0, 0
        jal     mc_exit

send:   la      $t0, mine
        li      $t1, 1
        sw      $s3, 0($t0)
        li      $a0, 0
        jal     mc_id
        move    $s4, $v0
        move    $a0, $s4
        sll     $t0, $s0, 3
        la      $a1, sum + 4
        addu    $a1, $a1, $t0
        la      $a2, mine
        li      $a3, 4
        jal     mc_put
        move    $a0, $s4
        sll     $t0, $s0, 3
        la      $a1, sum
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        li      $a0, 0
        jal     mc_exit

        .data
A:      .space  N * ROW
B:      .space  N * ROW
mine:   .word   0
sum:    .space  8 * 16                  # on rank 0, for each rank: has it arrived, and the sum
