# Rank 0 has a message of COUNT words, which all nodes are to get.
#
# A short message goes down a binomial tree: a node that has it sends it to the node half of the remaining ranks further
# on, and then both do the same with half as many. After log2(n) steps all nodes have it.
#
# In the tree rank 0 sends a long message log2(n) times. So a long one goes down a chain instead, in pieces: rank 0 sends
# to rank 1, rank 1 to rank 2, and so on, and each node passes a piece on while it receives the next one. Every node
# sends the message only once; the way of the first piece down the chain is added to that.
#
# On 4 x 4 nodes a message of 7 words takes 390 cycles, one of 2,048 words 5,479 (one node after the other: 1,053 and
# 44,163).

        .include "mclib.s"

        .equ    MOST, 2048              # most words of a message

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        lw      $s2, COUNT              # every node knows the length
        sll     $s2, $s2, 2             # $s2: bytes of the message

        sltiu   $t0, $s2, 4 * 128 + 1
        beqz    $t0, chain

# The tree. A rank that is a multiple of 2 d, but not of 4 d, gets the message from the rank 2 d below it, and then sends
# it d, d/2, ..., 1 further on. Rank 0 begins with the largest power of two below n.
tree:   li      $s3, 1                  # $s3: the distance d
        beqz    $s0, root
        and     $t0, $s0, $s3           # an odd rank sends to no node
below:  bnez    $t0, get
        sll     $s3, $s3, 1
        and     $t0, $s0, $s3
        b       below
get:    la      $a0, arrived
        li      $a1, 1
        jal     mc_wait_eq
        b       pass
root:   sll     $s3, $s3, 1
        bltu    $s3, $s1, root
pass:   srl     $s3, $s3, 1
        beqz    $s3, finish
        addu    $a0, $s0, $s3
        bgeu    $a0, $s1, pass          # there is no such rank
        jal     mc_id
        move    $s4, $v0
        move    $a0, $s4
        la      $a1, MESSAGE
        la      $a2, MESSAGE
        move    $a3, $s2
        jal     mc_put
        move    $a0, $s4
        la      $a1, arrived
        li      $a2, 1
        jal     mc_signal
        b       pass

# The chain. `arrived` counts the bytes that have arrived.
chain:  addiu   $a0, $s0, 1
        jal     mc_id
        move    $s4, $v0                # $s4: ID of the next node
        la      $s5, MESSAGE            # $s5: the piece
        li      $s6, 0                  # $s6: bytes that have been passed on
piece:  subu    $s7, $s2, $s6           # $s7: bytes of the piece
        sltiu   $t0, $s7, PIECE
        bnez    $t0, last
        li      $s7, PIECE
last:   addu    $s6, $s6, $s7
        beqz    $s0, forward
        la      $a0, arrived
        move    $a1, $s6
        jal     mc_wait_ge
forward:
        addiu   $t0, $s0, 1
        beq     $t0, $s1, passed        # the end of the chain
        move    $a0, $s4
        move    $a1, $s5
        move    $a2, $s5
        move    $a3, $s7
        jal     mc_put
        move    $a0, $s4
        la      $a1, arrived
        move    $a2, $s6
        jal     mc_signal
passed: addu    $s5, $s5, $s7
        bne     $s6, $s2, piece

finish: li      $a0, 0
        jal     mc_exit

        .data
COUNT:  .word   0                       # how many words the message has, on every node
MESSAGE:
        .space  4 * MOST
arrived:
        .word   0                       # tree: 1 when the message is here; chain: how many bytes of it are here
        .equ    PIECE, 4 * 35           # bytes of a piece: five full packets
