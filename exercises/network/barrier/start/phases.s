# Calls your barrier 20 times and looks whether it is one. This file cannot be changed.
#
# Between two barriers each node works for a different time. It notes in which cycle it calls and in which it leaves the
# barrier. At the end rank 0 gets all notes: no node may leave before all have called. EARLY counts those that did.

        .include "mclib.s"

        .equ    ROUNDS, 20
        .equ    NOTES, 8 * ROUNDS       # bytes of a node's notes: two words per round
        .equ    MOST, 64                # most nodes

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        li      $s2, 0                  # $s2: the round
        la      $s3, notes              # $s3: its notes

round:  la      $t0, WORK               # work for WORK[(5 x rank + round) mod 16] turns of a loop
        sll     $t1, $s0, 2
        addu    $t1, $t1, $s0
        addu    $t1, $t1, $s2
        andi    $t1, $t1, 15
        sll     $t1, $t1, 2
        addu    $t0, $t0, $t1
        lw      $t0, 0($t0)
work:   addiu   $t0, $t0, -1
        bgtz    $t0, work
        lw      $t0, CYCLE_LO($zero)
        sw      $t0, 0($s3)
        jal     barrier
        lw      $t0, CYCLE_LO($zero)
        sw      $t0, 4($s3)
        addiu   $s3, $s3, 8
        addiu   $s2, $s2, 1
        li      $t0, ROUNDS
        bne     $s2, $t0, round

# Everybody's notes go to rank 0.
        li      $a0, 0
        jal     mc_id
        move    $s2, $v0
        move    $a0, $s2
        li      $t0, NOTES
        mul     $t0, $t0, $s0
        la      $a1, all_notes
        addu    $a1, $a1, $t0
        la      $a2, notes
        li      $a3, NOTES
        jal     mc_put
        move    $a0, $s2
        la      $a1, noted
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        bnez    $s0, finish
        la      $s2, noted
        sll     $t0, $s1, 2
        addu    $s3, $s2, $t0
each:   move    $a0, $s2
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s2, $s2, 4
        bne     $s2, $s3, each

# For each round: the last call, then all nodes that left before it.
        la      $s2, all_notes          # $s2: notes of rank 0 of this round
        li      $s3, 0                  # $s3: the round
        li      $s4, 0                  # $s4: how many left too early
look:   move    $t0, $s2
        move    $t1, $s1
        li      $t2, 0                  # $t2: the last call
latest: lw      $t3, 0($t0)
        sltu    $t4, $t2, $t3
        movn    $t2, $t3, $t4
        addiu   $t0, $t0, NOTES
        addiu   $t1, $t1, -1
        bnez    $t1, latest
        move    $t0, $s2
        move    $t1, $s1
early:  lw      $t3, 4($t0)
        sltu    $t4, $t3, $t2
        addu    $s4, $s4, $t4
        addiu   $t0, $t0, NOTES
        addiu   $t1, $t1, -1
        bnez    $t1, early
        addiu   $s2, $s2, 8
        addiu   $s3, $s3, 1
        li      $t0, ROUNDS
        bne     $s3, $t0, look
        la      $t0, EARLY
        sw      $s4, 0($t0)
        move    $a0, $s4
        jal     mc_print_int
        la      $a0, came_early
        jal     mc_puts

finish: li      $a0, 0
        jal     mc_exit

        .data
WORK:   .space  64                      # how long the work takes, placed here before the run
EARLY:  .word   -1                      # on rank 0: how often a node left too early
notes:  .space  NOTES
all_notes:
        .space  MOST * NOTES            # on rank 0
noted:  .space  4 * MOST
came_early:
        .asciiz " came back too early\n"
