# Reduction: the sum of one number of each node, (rank + 1) squared. In each step half of the nodes send their sum to a
# neighbour and are done: 16 nodes need four steps instead of fifteen.

        .include "mclib.s"

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        addiu   $t0, $s0, 1
        mul     $s2, $t0, $t0           # $s2: the sum so far
        li      $s3, 1                  # $s3: distance of the partner
        la      $s4, inbox              # $s4: each step has a word of its own

step:   bge     $s3, $s1, root
        and     $t0, $s0, $s3
        bnez    $t0, send
        addu    $t0, $s0, $s3
        bge     $t0, $s1, next          # there is no such partner
        move    $a0, $s4
        li      $a1, 1
        jal     mc_wait_ge
        lw      $t0, 0($s4)
        addu    $s2, $s2, $t0
next:   sll     $s3, $s3, 1
        addiu   $s4, $s4, 4
        b       step

send:   subu    $a0, $s0, $s3
        jal     mc_id
        move    $a0, $v0
        move    $a1, $s4
        move    $a2, $s2
        jal     mc_signal
        li      $a0, 0
        jal     mc_exit

root:   move    $a0, $s2
        jal     mc_print_int            # 1 + 4 + 9 + ... = 1496 on 16 nodes
        li      $a0, 0
        jal     mc_exit

        .data
inbox:  .space  4 * 16
