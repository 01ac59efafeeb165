# Equation solver kernel: the temperatures of a plate whose edge is kept as it is.
#
# The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
# neighbours, as they were before the sweep (Jacobi's method); so there are two grids, and each sweep goes from one to the
# other. It is over when no point has changed by more than EPSILON, or after MOST_SWEEPS sweeps.
#
# Each node has some of the rows. For a sweep it needs one more row above and one below, which its neighbours compute: so
# after each sweep neighbours send each other their outermost rows. Then all nodes find the largest change together, as
# all have to know whether it is over: in step k = 0, 1, 2, ... each sends the largest that it knows of to the one 2^k
# ranks further on, and after log2(n) steps, rounded up, all know the same.
#
# On 4 x 4 nodes a sweep takes about 1,700 cycles, 1,200 of which compute. One node takes 18,900.

        .include "mclib.s"

        .equ    N, 32                   # inner points in a row, and inner rows
        .equ    ROW, 4 * (N + 2)        # bytes from one row to the next
        .equ    ALL, ROW * (N + 2)      # bytes of a grid
        .equ    MOST_SWEEPS, 200

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes that compute: at most one for each row
        sltiu   $t0, $s1, N + 1
        bnez    $t0, enough
        li      $s1, N
enough: bgeu    $s0, $s1, finish        # no row is left for this one

# Rank r has the inner rows r N / n to (r + 1) N / n - 1. $s2 and $s3: from the start of a grid to the first of them, and
# to the end of the last one; the edge above counts as a row.
        move    $a0, $s0
        jal     share
        move    $s2, $v0
        addiu   $a0, $s0, 1
        jal     share
        move    $s3, $v0

# IDs of the neighbours above and below; 0, where there is none.
        li      $s4, 0
        beqz    $s0, topmost
        addiu   $a0, $s0, -1
        jal     mc_id
        move    $s4, $v0
topmost:
        la      $t0, above
        sw      $s4, 0($t0)
        li      $s4, 0
        addiu   $a0, $s0, 1
        beq     $a0, $s1, lowest
        jal     mc_id
        move    $s4, $v0
lowest: la      $t0, below
        sw      $s4, 0($t0)

# Rank 0 sends each node its rows, with one more above and one more below.
        bnez    $s0, receive
        li      $s4, 1                  # $s4: the rank to send to
deal:   beq     $s4, $s1, dealt
        move    $a0, $s4
        jal     share
        addiu   $s5, $v0, -ROW          # $s5: where its rows begin
        addiu   $a0, $s4, 1
        jal     share
        subu    $s6, $v0, $s5
        addiu   $s6, $s6, ROW           # $s6: their bytes
        move    $a0, $s4
        jal     mc_id
        move    $s7, $v0                # $s7: the ID
        move    $a0, $s7
        la      $a1, GRID
        addu    $a1, $a1, $s5
        move    $a2, $a1
        move    $a3, $s6
        jal     mc_put
        move    $a0, $s7
        la      $a1, have_rows
        li      $a2, 1
        jal     mc_signal
        addiu   $s4, $s4, 1
        b       deal
receive:
        la      $a0, have_rows
        li      $a1, 1
        jal     mc_wait_eq

# The second grid has the same edge. Only the own rows of it are written here, and the edge above and below: the rows
# between two nodes are put there by the neighbour, which may already be in its first sweep.
dealt:  la      $t0, GRID
        addu    $t2, $t0, $s3           # $t2: after the own rows
        addu    $t0, $t0, $s2           # $t0: the first one
        bnez    $s0, not_first
        addiu   $t0, $t0, -ROW
not_first:
        addiu   $t1, $s0, 1
        bne     $t1, $s1, not_last
        addiu   $t2, $t2, ROW
not_last:
        addiu   $t1, $t0, ALL
copy:   lw      $t3, 0($t0)
        sw      $t3, 0($t1)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        bne     $t0, $t2, copy

        la      $s4, GRID               # $s4: the grid that is read
        li      $s5, ALL                # $s5: from it to the grid that is written
        li      $s6, 0                  # $s6: number of sweeps
again:  addu    $a0, $s4, $s2
        addu    $a1, $s4, $s3
        move    $a2, $s5
        jal     sweep
        addu    $s4, $s4, $s5           # the grids change places
        negu    $s5, $s5
        addiu   $s6, $s6, 1

# The outermost rows. A neighbour reads the grid that they go to only in its next sweep.
        lw      $a0, above
        beqz    $a0, send_down
        addu    $a1, $s4, $s2           # the first row is the one below the last row up there
        move    $a2, $a1
        li      $a3, ROW
        jal     mc_put
        lw      $a0, above
        la      $a1, from_below
        move    $a2, $s6
        jal     mc_signal
send_down:
        lw      $a0, below
        beqz    $a0, largest
        addu    $a1, $s4, $s3
        addiu   $a1, $a1, -ROW
        move    $a2, $a1
        li      $a3, ROW
        jal     mc_put
        lw      $a0, below
        la      $a1, from_above
        move    $a2, $s6
        jal     mc_signal

# The largest change of all. Words in two turns: a node may be one sweep ahead of the one that it sends to, but not two.
largest:
        li      $s7, 1                  # $s7: 2^k
        la      $fp, steps
        andi    $t0, $s6, 1
        sll     $t0, $t0, 7
        addu    $fp, $fp, $t0           # $fp: word to send, word received, flag
spread: bgeu    $s7, $s1, known
        swc1    $f20, 0($fp)
        addu    $a0, $s0, $s7
        bltu    $a0, $s1, in_range
        subu    $a0, $a0, $s1
in_range:
        jal     mc_id
        addiu   $sp, $sp, -8
        sw      $v0, 0($sp)
        move    $a0, $v0
        addiu   $a1, $fp, 4
        move    $a2, $fp
        li      $a3, 4
        jal     mc_put
        lw      $a0, 0($sp)
        addiu   $sp, $sp, 8
        addiu   $a1, $fp, 8
        move    $a2, $s6
        jal     mc_signal
        addiu   $a0, $fp, 8
        move    $a1, $s6
        jal     mc_wait_eq
        lwc1    $f0, 4($fp)
        c.lt.s  $f20, $f0
        movt.s  $f20, $f0, $fcc0
        addiu   $fp, $fp, 16
        sll     $s7, $s7, 1
        b       spread

known:  li      $t0, MOST_SWEEPS
        beq     $s6, $t0, solved
        lwc1    $f0, EPSILON
        c.le.s  $f20, $f0
        bc1t    solved

# Before the next sweep, the neighbours' rows must be there.
        lw      $t0, above
        beqz    $t0, wait_below
        la      $a0, from_above
        move    $a1, $s6
        jal     mc_wait_eq
wait_below:
        lw      $t0, below
        beqz    $t0, again
        la      $a0, from_below
        move    $a1, $s6
        jal     mc_wait_eq
        b       again

# Bring the rows together. Each node has its own word of `done`.
solved: li      $a0, 0
        jal     mc_id
        move    $s7, $v0                # $s7: ID of rank 0
        move    $a0, $s7
        la      $a1, RESULT - ROW
        addu    $a1, $a1, $s2
        addu    $a2, $s4, $s2
        subu    $a3, $s3, $s2
        jal     mc_put
        move    $a0, $s7
        sll     $t0, $s0, 2
        la      $a1, done
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        bnez    $s0, finish             # rank 0 waits for all of them
        la      $t0, SWEEPS
        sw      $s6, 0($t0)
        la      $s4, done
        sll     $t0, $s1, 2
        addu    $s5, $s4, $t0
collect:
        move    $a0, $s4
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s4, $s4, 4
        bne     $s4, $s5, collect

finish: li      $a0, 0
        jal     mc_exit

# share($a0 = rank): where the rows of this rank begin in a grid, in bytes.
share:  li      $t0, N
        mul     $t0, $a0, $t0
        divu    $zero, $t0, $s1
        mflo    $t0
        addiu   $t0, $t0, 1             # the edge above
        li      $t1, ROW
        mul     $v0, $t0, $t1
        jr      $ra

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
above:  .word   0                       # IDs of the neighbours
below:  .word   0
have_rows:
        .word   0                       # 1 when the rows of this node have arrived
from_above:
        .word   0                       # the sweep whose row has arrived from above
from_below:
        .word   0                       # and from below
steps:  .space  2 * 128                 # for each step of finding the largest change: sent, received, sweep, unused
done:   .space  4 * N                   # on rank 0: word r is 1 when the rows of rank r have arrived
