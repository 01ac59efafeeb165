# barrier(): returns when all nodes have called it. Called again and again.
#
# The dissemination barrier of Hensgen, Finkel and Manber (1988). In step k = 0, 1, 2, ... each node signals the one 2^k
# ranks further on (rank 0 follows the last rank) and waits for the one 2^k ranks before it. After step k a node so
# knows of 2^(k+1) nodes, itself included, that they have called; after log2(n) steps, rounded up, of all. No node
# collects or announces: all nodes do the same at the same time.
#
# Each node sends the number of the call, to a word of its own for each step. A node may be one call ahead of the one that
# it signals, but not two; so a word with a larger number than expected counts too. Commands are stored to the INCC
# directly, and the ID to send to in each step is found once, in the first call.
#
# On 4 x 4 nodes one call takes about 220 cycles.

        .include "mclib.s"

        .text
        .globl  barrier
barrier:
        la      $t0, call
        lw      $t9, 0($t0)
        beqz    $t9, find               # the first call
numbered:
        addiu   $t9, $t9, 1             # $t9: number of this call
        sw      $t9, 0($t0)
        andi    $t1, $t9, 1             # the number is sent from one of two words in turn: while the INCC has still to
        sll     $t1, $t1, 2             # read the one, the other one is written
        la      $t8, number
        addu    $t8, $t8, $t1           # $t8: the word to send
        sw      $t9, 0($t8)
        la      $t0, partners           # $t0: ID of this step's partner
        la      $t1, heard              # $t1: this step's word
        li      $t2, 4
step:   lw      $t3, 0($t0)
        beqz    $t3, back               # the end of the list
free:   lw      $t4, INCC_STATUS($zero)
        andi    $t4, $t4, 1
        bnez    $t4, free
        sw      $t3, INCC_DST($zero)
        sw      $t1, INCC_RADDR($zero)
        sw      $t8, INCC_LADDR($zero)
        sw      $t2, INCC_SIZE($zero)   # off it goes
quiet:  lw      $t4, 0($t1)
        slt     $t4, $t4, $t9
        bnez    $t4, quiet
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        b       step
back:   jr      $ra

# The list of partners: (rank + 1) mod n, (rank + 2) mod n, (rank + 4) mod n, ...
find:   addiu   $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        sw      $s3, 16($sp)
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        la      $s2, partners
        li      $s3, 1                  # $s3: distance
partner:
        bgeu    $s3, $s1, found
        addu    $a0, $s0, $s3
        bltu    $a0, $s1, in_range
        subu    $a0, $a0, $s1
in_range:
        jal     mc_id
        sw      $v0, 0($s2)
        addiu   $s2, $s2, 4
        sll     $s3, $s3, 1
        b       partner
found:  lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        lw      $s2, 12($sp)
        lw      $s3, 16($sp)
        addiu   $sp, $sp, 24
        la      $t0, call
        li      $t9, 0
        b       numbered

        .data
call:   .word   0                       # how often this node has called
number: .word   0, 0                    # the word to send
partners:
        .space  4 * 17                  # IDs; 0 ends the list
heard:  .space  4 * 16                  # word k: the call that the node 2^k ranks before this one has reached
