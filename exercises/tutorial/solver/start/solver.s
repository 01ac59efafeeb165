# Equation solver kernel: the temperatures of a plate whose edge is kept as it is.
#
# The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
# neighbours, as they were before the sweep (Jacobi's method); so there are two grids, and each sweep goes from one to the
# other. It is over when no point has changed by more than EPSILON, or after MOST_SWEEPS sweeps.
#
# Rank 0 does all of it.

        .include "mclib.s"

        .equ    N, 32                   # inner points in a row, and inner rows
        .equ    ROW, 4 * (N + 2)        # bytes from one row to the next
        .equ    ALL, ROW * (N + 2)      # bytes of a grid
        .equ    MOST_SWEEPS, 200

        .text
        .globl  main
main:   jal     mc_rank
        bnez    $v0, finish             # the others have nothing to do

# The second grid has the same edge.
        la      $t0, GRID
        la      $t1, other
        addiu   $t2, $t0, ALL
copy:   lw      $t3, 0($t0)
        sw      $t3, 0($t1)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        bne     $t0, $t2, copy

        la      $s4, GRID               # $s4: the grid that is read
        li      $s5, ALL                # $s5: from it to the grid that is written
        li      $s6, 0                  # $s6: number of sweeps
again:  addiu   $a0, $s4, ROW
        addiu   $a1, $s4, ROW + N * ROW
        move    $a2, $s5
        jal     sweep
        addu    $s4, $s4, $s5           # the grids change places
        negu    $s5, $s5
        addiu   $s6, $s6, 1
        li      $t0, MOST_SWEEPS
        beq     $s6, $t0, solved
        lwc1    $f0, EPSILON
        c.le.s  $f20, $f0
        bc1f    again

solved: la      $t0, SWEEPS
        sw      $s6, 0($t0)
        addiu   $t0, $s4, ROW           # the inner rows of the last grid are the result
        addiu   $t1, $s4, ROW + N * ROW
        la      $t2, RESULT
result: lw      $t3, 0($t0)
        sw      $t3, 0($t2)
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, 4
        bne     $t0, $t1, result

finish: li      $a0, 0
        jal     mc_exit

# sweep($a0 = address of the first row, $a1 = address after the last row, $a2 = distance to the other grid in bytes):
# gives each inner point of these rows in the other grid the average of its four neighbours in this one. $f20 becomes the
# largest change of a point.
sweep:  li.s    $f4, 0.25
        mtc1    $zero, $f20
row:    addiu   $t0, $a0, 4             # $t0: the point
        addiu   $t1, $a0, ROW - 4       # $t1: after the last inner point of the row
        addu    $t2, $t0, $a2           # $t2: the same point in the other grid
point:  lwc1    $f0, -ROW($t0)
        lwc1    $f1, ROW($t0)
        lwc1    $f2, -4($t0)
        lwc1    $f3, 4($t0)
        add.s   $f0, $f0, $f1
        add.s   $f2, $f2, $f3
        add.s   $f0, $f0, $f2
        mul.s   $f0, $f0, $f4
        lwc1    $f1, 0($t0)
        swc1    $f0, 0($t2)
        sub.s   $f1, $f0, $f1
        abs.s   $f1, $f1
        c.lt.s  $f20, $f1
        movt.s  $f20, $f1, $fcc0
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, 4
        bne     $t0, $t1, point
        addiu   $a0, $a0, ROW
        bne     $a0, $a1, row
        jr      $ra

        .data
EPSILON:
        .float  0.5
GRID:   .space  ALL                     # edge and first values are placed here, on rank 0
other:  .space  ALL                     # the second grid, right after it
RESULT: .space  N * ROW                 # on rank 0: the inner rows, with the edge on their left and right
SWEEPS: .word   0                       # on rank 0: number of sweeps
