# Two things happen at the same time on this chip of 4 x 4 nodes:
#
#   - Ranks 1, 7, 11, 12, 13 and 14 each send a block of 512 words to rank 15, which collects them.
#   - Rank 0 sends a block of 512 words to rank 3, which then computes something long with it.
#
#  [0]  [1]  [2]  [3]       rank 0 to 3:   along the first row
#  [4]  [5]  [6]  [7]       rank 1 to 15:  along the first row, then down the last column
#  [8]  [9]  [10] [11]
#  [12] [13] [14] [15]
#
# The packets of rank 1 have to queue for rank 15. While they are in the first row, nothing can pass them, though rank 0
# wants to go somewhere else. So rank 1 does not send before rank 3 has its block: a packet that has to wait anyway should
# wait in its node's memory, where it blocks no other packet. Rank 15 does not notice: the other five keep it busy.
#
# So it takes 4,967 cycles instead of 8,578.

        .include "mclib.s"

        .equ    WORDS, 512              # words of a block
        .equ    BLOCK, 4 * WORDS        # its bytes

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        sll     $t0, $s0, 2
        la      $t1, goal
        addu    $t0, $t0, $t1
        lw      $s1, 0($t0)             # $s1: the rank that this one sends to; -1: none
        li      $t0, -1
        beq     $s1, $t0, no_send
        li      $t0, 1
        bne     $s0, $t0, go
        la      $a0, way_free           # rank 1 lets the block of rank 0 pass first
        li      $a1, 1
        jal     mc_wait_eq
go:
        move    $a0, $s1
        jal     mc_id
        move    $s2, $v0                # $s2: its ID
        move    $a0, $s2
        li      $t0, BLOCK
        mul     $t0, $t0, $s0           # the block has the number of its sender
        la      $a1, BLOCKS
        addu    $a1, $a1, $t0
        la      $a2, DATA
        li      $a3, BLOCK
        jal     mc_put
        move    $a0, $s2
        la      $a1, arrived
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        li      $a2, 1
        jal     mc_signal
        b       finish

no_send:
        li      $t0, 15
        beq     $s0, $t0, collect
        li      $t0, 3
        bne     $s0, $t0, finish        # the others have nothing to do

# Rank 3 waits for the block of rank 0 and computes a number from it, word by word: h = (h XOR w) x 16777619, rotated.
        la      $a0, arrived
        li      $a1, 1
        jal     mc_wait_eq
        li      $a0, 1
        jal     mc_id
        move    $a0, $v0
        la      $a1, way_free
        li      $a2, 1
        jal     mc_signal
        la      $t0, BLOCKS
        addiu   $t1, $t0, BLOCK
        li      $t2, 0x811c9dc5
        li      $t3, 16777619
hash:   lw      $t4, 0($t0)
        xor     $t2, $t2, $t4
        mul     $t2, $t2, $t3
        rotr    $t2, $t2, 13
        mul     $t2, $t2, $t3
        addiu   $t0, $t0, 4
        bne     $t0, $t1, hash
        la      $t0, HASH
        sw      $t2, 0($t0)
        b       finish

# Rank 15 waits for the six blocks.
collect:
        la      $s1, senders
next:   lw      $t0, 0($s1)
        beqz    $t0, finish             # the end of the list
        sll     $t0, $t0, 2
        la      $a0, arrived
        addu    $a0, $a0, $t0
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s1, $s1, 4
        b       next

finish: li      $a0, 0
        jal     mc_exit

        .data
goal:   .word    3, 15, -1, -1          # for each rank: whom it sends to
        .word   -1, -1, -1, 15
        .word   -1, -1, -1, 15
        .word   15, 15, 15, -1
senders:
        .word   1, 7, 11, 12, 13, 14, 0
DATA:   .space  BLOCK                   # on the senders: what they send
BLOCKS: .space  16 * BLOCK              # on the receivers: block r comes from rank r
HASH:   .word   0                       # on rank 3: the number computed
arrived:
        .space  4 * 16                  # word r is 1 when the block of rank r has arrived
way_free:
        .word   0                       # on rank 1: 1 when the block of rank 0 has passed
