# Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory, at the memory node.
#
# Rank r computes rows r N / n to (r + 1) N / n - 1 of C. It gets the same rows of A, and all of B, from main memory, and
# puts its rows of C back there. No node has to wait for another: the memory node answers one after the other.
#
# On 4 x 4 nodes: 58,575 cycles. One node takes 275,561. For 23,500 cycles the memory node only sends B, 16 times.

        .include "mclib.s"

        .equ    N, 32                   # rows and columns
        .equ    ROW, 4 * N              # bytes from one row to the next
        .equ    MAIN_A, 0x10000         # where the matrices lie in main memory
        .equ    MAIN_B, 0x20000
        .equ    MAIN_C, 0x30000

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        li      $t0, N
        mul     $s2, $s0, $t0
        addu    $s3, $s2, $t0
        divu    $zero, $s2, $s1
        mflo    $s2                     # $s2: the first own row
        divu    $zero, $s3, $s1
        mflo    $s3
        subu    $s3, $s3, $s2           # $s3: how many rows
        beqz    $s3, finish             # more nodes than rows
        li      $t0, ROW
        mul     $s4, $s2, $t0           # $s4: where they begin in a matrix, in bytes
        mul     $s5, $s3, $t0           # $s5: their bytes

# mc_get wants a 64-bit address in $a2 (lower half) and $a3 (upper half), and the number of bytes on the stack.
        addiu   $sp, $sp, -24
        sw      $s5, 16($sp)
        la      $a0, A
        li      $a2, MAIN_A
        addu    $a2, $a2, $s4
        li      $a3, 0
        jal     mc_get                  # returns when the data are here
        li      $t0, N * ROW
        sw      $t0, 16($sp)
        la      $a0, B
        li      $a2, MAIN_B
        li      $a3, 0
        jal     mc_get

        move    $a0, $s3
        jal     multiply

        li      $a0, MAIN_C             # mc_store: the address in $a0 and $a1
        addu    $a0, $a0, $s4
        li      $a1, 0
        la      $a2, C
        move    $a3, $s5
        jal     mc_store
        addiu   $sp, $sp, 24

finish: li      $a0, 0
        jal     mc_exit                 # the INCC still sends what it has accepted

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
