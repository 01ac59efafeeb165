# Every node has a vector V of 128 words. Rank 0 is to have their sum, word by word, at SUM.
#
# All nodes put their vectors to rank 0, and rank 0 adds them up.

        .include "mclib.s"

        .equ    WORDS, 128              # words of a vector
        .equ    VECTOR, 4 * WORDS       # its bytes
        .equ    MOST, 64                # most nodes

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes

# Every node has another vector: each word of V is multiplied by rank + 1.
        la      $t0, V
        addiu   $t1, $t0, VECTOR
        addiu   $t2, $s0, 1
scale:  lw      $t3, 0($t0)
        mul     $t3, $t3, $t2
        sw      $t3, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, scale

        li      $a0, 0
        jal     mc_id
        move    $s2, $v0                # $s2: ID of rank 0
        move    $a0, $s2
        li      $t0, VECTOR
        mul     $t0, $t0, $s0
        la      $a1, inbox
        addu    $a1, $a1, $t0           # each node has its own place there
        la      $a2, V
        li      $a3, VECTOR
        jal     mc_put
        move    $a0, $s2
        la      $a1, arrived
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        bnez    $s0, finish

        li      $s3, 0                  # $s3: the rank whose vector is added
        la      $s4, inbox              # $s4: its vector
        la      $s5, arrived            # $s5: its flag
next:   move    $a0, $s5
        li      $a1, 1
        jal     mc_wait_eq
        la      $t0, SUM
        addiu   $t1, $t0, VECTOR
add:    lw      $t2, 0($t0)
        lw      $t3, 0($s4)
        addu    $t2, $t2, $t3
        sw      $t2, 0($t0)
        addiu   $s4, $s4, 4
        addiu   $t0, $t0, 4
        bne     $t0, $t1, add
        addiu   $s5, $s5, 4
        addiu   $s3, $s3, 1
        bne     $s3, $s1, next

finish: li      $a0, 0
        jal     mc_exit

        .data
V:      .space  VECTOR
SUM:    .space  VECTOR
inbox:  .space  MOST * VECTOR           # on rank 0: vector r comes from rank r
arrived:
        .space  4 * MOST                # on rank 0: word r is 1 when the vector of rank r has arrived
