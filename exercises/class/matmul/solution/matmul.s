# Matrix multiplication, C = A x B, with 32 x 32 whole numbers, on all cores.
#
# Each of the n nodes computes 32/n rows of C (n must divide 32). For that it needs the same rows of A, and all of B.
#
#   1. B goes down a chain: rank 0 sends it to rank 1, rank 1 to rank 2, and so on, row by row. A node passes a row on as
#      soon as it has it, so while rank 5 receives row 3, rank 4 receives row 4, and rank 0 sends each row only once.
#   2. Rank 0 sends each node its rows of A, and nothing else.
#   3. Every node computes its rows, with the very same loop as the sequential program.
#   4. Every node puts its rows of C into the memory of rank 0 and signals that they are there.
#
# On 4 x 4 nodes: the sequential program takes 271,000 cycles, a sixteenth of which is 17,000 for step 3. The nodes handle
# a row of B every 65 cycles, and it reaches the next node of the chain 84 cycles later; so the last node has all of B
# after 32 x 65 + 15 x 84 = 3,300 cycles, while rank 0 already sends the rows of A. Together with step 4 that makes 20,800
# cycles: 13 times as fast.

        .include "mclib.s"

        .equ    N, 32                   # rows and columns
        .equ    ROW, 4 * N              # bytes from one row to the next

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        li      $t0, N
        divu    $zero, $t0, $s1
        mflo    $s2                     # $s2: rows for each node
        li      $t0, ROW
        mul     $s3, $s2, $t0           # $s3: bytes of these rows

# 1. Pass B on. rows_of_b counts the rows that have arrived; rank 0 has had them from the start.
        addiu   $a0, $s0, 1
        jal     mc_id
        move    $s4, $v0                # $s4: ID of the next node in the chain
        la      $s5, B                  # $s5: the row
        li      $s6, 1                  # $s6: its number, counted from 1
pass:   beqz    $s0, send_on
        la      $a0, rows_of_b
        move    $a1, $s6
        jal     mc_wait_ge              # more rows than this one may have arrived already
send_on:
        addiu   $t0, $s0, 1
        beq     $t0, $s1, next_row      # the end of the chain
        move    $a0, $s4
        move    $a1, $s5                # B has the same address there as here
        move    $a2, $s5
        li      $a3, ROW
        jal     mc_put
        move    $a0, $s4
        la      $a1, rows_of_b
        move    $a2, $s6
        jal     mc_signal               # arrives after the row
next_row:
        addiu   $s5, $s5, ROW
        addiu   $s6, $s6, 1
        li      $t0, N
        ble     $s6, $t0, pass

# 2. The rows of A. Rank 0 sends, the others wait.
        bnez    $s0, receive
        li      $s6, 1                  # $s6: the rank to send to
        la      $s5, A                  # $s5: its rows of A
send:   beq     $s6, $s1, compute
        addu    $s5, $s5, $s3
        move    $a0, $s6
        jal     mc_id
        move    $s4, $v0
        move    $a0, $s4
        move    $a1, $s5
        move    $a2, $s5
        move    $a3, $s3
        jal     mc_put
        move    $a0, $s4
        la      $a1, have_a
        li      $a2, 1
        jal     mc_signal
        addiu   $s6, $s6, 1
        b       send
receive:
        la      $a0, have_a
        li      $a1, 1
        jal     mc_wait_eq

# 3. Compute. While rank 0 does so, its INCC still sends the last rows of A.
compute:
        mul     $a0, $s0, $s2
        move    $a1, $s2
        jal     multiply

# 4. Bring the rows together. Each node has its own word of `done`, so that no node overwrites another one's.
        beqz    $s0, collect
        li      $a0, 0
        jal     mc_id
        move    $s4, $v0                # $s4: ID of rank 0
        mul     $t0, $s0, $s3
        la      $a1, C
        addu    $a1, $a1, $t0
        move    $s5, $a1
        move    $a0, $s4
        move    $a2, $s5
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
        jal     mc_exit                 # the INCC still sends what it has accepted

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
rows_of_b:
        .word   0                       # how many rows of B have arrived
have_a: .word   0                       # 1 when the rows of A have arrived
done:   .space  4 * N                   # on rank 0: word r is 1 when the rows of C of rank r have arrived
