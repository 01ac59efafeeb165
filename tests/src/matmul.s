# Matrix multiplication, C = A x B, with N x N whole numbers, for the bench: the algorithm of the class exercise on any
# number of nodes that divides N x N. N is a power of two, put in front of this text.
#
# Each node computes a stretch of C, row after row: whole rows, or a part of one. B goes down a chain of all nodes, row by
# row; rank 0 sends each node the rows of A that it needs; every node puts its stretch into the memory of rank 0.

        .include "mclib.s"

        .equ    ROW, 4 * N              # bytes from one row to the next

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        li      $t0, N * ROW
        divu    $zero, $t0, $s1
        mflo    $s3                     # $s3: bytes of a stretch of C
        move    $s7, $s3                # $s7: bytes of the rows of A for it
        li      $t0, ROW
        bgeu    $s7, $t0, chain
        move    $s7, $t0

chain:  addiu   $a0, $s0, 1
        jal     mc_id
        move    $s4, $v0                # $s4: ID of the next node in the chain
        la      $s5, B                  # $s5: the row
        li      $s6, 1                  # $s6: its number, counted from 1
pass:   beqz    $s0, send_on
        la      $a0, rows_of_b
        move    $a1, $s6
        jal     mc_wait_ge
send_on:
        addiu   $t0, $s0, 1
        beq     $t0, $s1, next_row      # the end of the chain
        move    $a0, $s4
        move    $a1, $s5
        move    $a2, $s5
        li      $a3, ROW
        jal     mc_put
        move    $a0, $s4
        la      $a1, rows_of_b
        move    $a2, $s6
        jal     mc_signal
next_row:
        addiu   $s5, $s5, ROW
        addiu   $s6, $s6, 1
        li      $t0, N
        ble     $s6, $t0, pass

        bnez    $s0, receive
        li      $s6, 1                  # $s6: the rank to send to
        move    $s5, $s3                # $s5: where its stretch begins
send:   beq     $s6, $s1, compute
        move    $a0, $s6
        jal     mc_id
        move    $s4, $v0
        move    $a0, $s4
        la      $a1, A
        li      $t0, -ROW
        and     $t0, $t0, $s5
        addu    $a1, $a1, $t0
        move    $a2, $a1
        move    $a3, $s7
        jal     mc_put
        move    $a0, $s4
        la      $a1, have_a
        li      $a2, 1
        jal     mc_signal
        addu    $s5, $s5, $s3
        addiu   $s6, $s6, 1
        b       send
receive:
        la      $a0, have_a
        li      $a1, 1
        jal     mc_wait_eq

compute:
        mul     $s5, $s0, $s3           # $s5: where the own stretch begins
        move    $a0, $s5
        move    $a1, $s3
        jal     multiply

        beqz    $s0, collect
        li      $a0, 0
        jal     mc_id
        move    $s4, $v0                # $s4: ID of rank 0
        la      $a1, C
        addu    $a1, $a1, $s5
        move    $a2, $a1
        move    $a0, $s4
        move    $a3, $s3
        jal     mc_put
        sll     $t0, $s0, 2
        la      $a1, done
        addu    $a1, $a1, $t0
        move    $a0, $s4
        li      $a2, 1
        jal     mc_signal
        b       finish

collect:
        li      $s6, 1
        la      $s5, done
wait:   beq     $s6, $s1, finish
        addiu   $s5, $s5, 4
        move    $a0, $s5
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s6, $s6, 1
        b       wait

finish: li      $a0, 0
        jal     mc_exit

# multiply($a0 = where the stretch begins, $a1 = its bytes)
multiply:
        li      $t0, -ROW
        and     $t1, $a0, $t0           # its row
        subu    $t0, $a0, $t1           # its column
        la      $t9, C
        addu    $t8, $t9, $a0           # $t8: the element of C
        addu    $a2, $t8, $a1           # $a2: end of the stretch
        la      $a0, A
        addu    $a0, $a0, $t1           # $a0: the row of A
        la      $t9, B
        addu    $t0, $t0, $t9           # $t0: top of the column of B
        addiu   $t1, $t9, ROW           # $t1: end of the columns
row:    addiu   $t2, $a0, ROW           # $t2: end of the row of A
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

        sw      $v0, 0($t8)
        addiu   $t8, $t8, 4
        addiu   $t0, $t0, 4
        beq     $t8, $a2, done_all
        bne     $t0, $t1, column
        move    $t0, $t9                # the next row
        move    $a0, $t2
        b       row
done_all:
        jr      $ra

        .data
A:      .space  N * ROW
B:      .space  N * ROW
C:      .space  N * ROW
rows_of_b:
        .word   0                       # how many rows of B have arrived
have_a: .word   0                       # 1 when the rows of A have arrived
done:   .space  4 * 1024                # on rank 0: word r is 1 when the stretch of rank r has arrived
