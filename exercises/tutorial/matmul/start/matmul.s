# Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory, at the memory node.
#
# Rank 0 does all of it.

        .include "mclib.s"

        .equ    N, 32                   # rows and columns
        .equ    ROW, 4 * N              # bytes from one row to the next
        .equ    MAIN_A, 0x10000         # where the matrices lie in main memory
        .equ    MAIN_B, 0x20000
        .equ    MAIN_C, 0x30000

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # the others have nothing to do

# mc_get wants a 64-bit address in $a2 (lower half) and $a3 (upper half), and the number of bytes on the stack.
        addiu   $sp, $sp, -24
        li      $t0, N * ROW
        sw      $t0, 16($sp)
        la      $a0, A
        li      $a2, MAIN_A
        li      $a3, 0
        jal     mc_get                  # returns when the data are here
        la      $a0, B
        li      $a2, MAIN_B
        li      $a3, 0
        jal     mc_get

        li      $a0, N
        jal     multiply

        li      $a0, MAIN_C             # mc_store: the address in $a0 and $a1
        li      $a1, 0
        la      $a2, C
        li      $a3, N * ROW
        jal     mc_store
        addiu   $sp, $sp, 24

finish: li      $a0, 0
        jal     mc_exit

# multiply($a0 = number of rows): computes that many rows of C, from as many rows of A and all of B.
multiply:
        la      $t0, A                  # $t0: the row of A
        la      $t1, C                  # $t1: the element of C
row:    la      $t2, B                  # $t2: top of the column of B
        addiu   $t3, $t2, ROW           # $t3: end of the columns
        addiu   $t4, $t0, ROW           # $t4: end of the row of A
column: move    $t5, $t0                # $t5 walks along the row of A
        move    $t6, $t2                # $t6 walks down the column of B
        mtc1    $zero, $f0              # $f0: the sum
product:
        lwc1    $f1, 0($t5)
        lwc1    $f2, 0($t6)
        mul.s   $f1, $f1, $f2
        add.s   $f0, $f0, $f1
        addiu   $t5, $t5, 4
        addiu   $t6, $t6, ROW
        bne     $t5, $t4, product
        swc1    $f0, 0($t1)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, 4
        bne     $t2, $t3, column
        move    $t0, $t4                # the next row begins where this one ended
        addiu   $a0, $a0, -1
        bnez    $a0, row
        jr      $ra

        .data
A:      .space  N * ROW                 # the rows of A that this node needs
B:      .space  N * ROW
C:      .space  N * ROW                 # the rows of C that it computes
