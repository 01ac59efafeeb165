# MClib: waiting for one another. There is no shared memory: a node waits by looking at a word of its own memory until
# another node has put a new value there.

        .text

# void mc_signal(unsigned id, volatile int *flag, int value)
# Puts one word, `value`, at the address `flag` on node `id`. Data that were put to the same node before arrive before
# it: when the other node sees the value, it has the data too. (`id` must be a compute node.)
# Cost: 18 cycles. The other node can see it 9 + hops cycles after INCC_SIZE was stored.
#
# The INCC reads the word from memory some time after this function has come back, so it must not be changed before that.
# Two words in turn are enough: once the interface is free, every command but the last one has been sent completely,
# and the word of the signal before that one with it.
        .globl  mc_signal
mc_signal:
        lw      $t0, INCC_STATUS($zero)
        andi    $t0, $t0, 1
        bnez    $t0, mc_signal
        la      $t0, mc_value
        lw      $t1, 8($t0)             # the turn: 0 or 4
        xori    $t1, $t1, 4
        sw      $t1, 8($t0)
        addu    $t0, $t0, $t1
        sw      $a2, 0($t0)
        sw      $a0, INCC_DST($zero)
        sw      $a1, INCC_RADDR($zero)
        sw      $t0, INCC_LADDR($zero)
        li      $t0, 4
        sw      $t0, INCC_SIZE($zero)   # one word: strides do not matter
        jr      $ra

# void mc_wait_eq(volatile int *flag, int value): until the word at `flag` is `value`.
# Cost: 5 cycles if it is already; otherwise the word is looked at every 3 cycles, and the look that sees it begins these 5.
        .globl  mc_wait_eq
mc_wait_eq:
        lw      $t0, 0($a0)
        bne     $t0, $a1, mc_wait_eq
        jr      $ra

# void mc_wait_ge(volatile int *flag, int value): until the word at `flag` is at least `value` (with sign).
# For a counter that somebody else moves on, possibly by more than one before this node looks.
# Cost: 6 cycles if it is already; otherwise the word is looked at every 4 cycles, and the look that sees it begins these 6.
        .globl  mc_wait_ge
mc_wait_ge:
        lw      $t0, 0($a0)
        slt     $t0, $t0, $a1
        bnez    $t0, mc_wait_ge
        jr      $ra

# void mc_barrier(void): until every compute node has called it. Can be called again at once.
#
# The nodes form a tree. Count x and y from 0 and write them side by side in binary: the parent of a node is the place
# without its lowest 1 bit, and its children are the places with one of the 0 bits below that bit set to 1. So the node at
# the top left is the root, every node sends along its own row or column only, and no way is longer than one step for each
# bit. A node waits for its children, tells its parent, waits for its parent's answer and passes it on to its children.
#
# Every call has a number, and this number is what is sent: so a call cannot take an old word for a new one, and a child
# cannot send the next number before its parent has read this one, since the parent has to release it first. For the same
# reason two words in turn are enough to send from: when call n + 2 writes its number, the words of call n have been read.
# Cost, if the node at the bottom right comes last, from its call until everybody is back: 32 cycles on one node,
# 158 on 2 x 2, 287 on 4 x 4, 422 on 8 x 8, 575 on 16 x 16. The first call takes up to 268 cycles more: each node has to
# find its place in the tree.
# A barrier does not say that data put to others have arrived; a signal to the same node after them does.
        .globl  mc_barrier
mc_barrier:
        la      $t0, mc_call
        lw      $t9, 0($t0)             # the number of the last call
        beqz    $t9, mc_find_tree
mc_numbered:
        addiu   $t9, $t9, 1             # the number of this call
        sw      $t9, 0($t0)
        andi    $t8, $t9, 1
        sll     $t8, $t8, 2
        la      $t0, mc_number
        addu    $t8, $t8, $t0           # the word to send
        sw      $t9, 0($t8)
        li      $t7, 4                  # its size

        la      $t1, mc_children        # upwards: wait for each child
1:      lw      $t2, 4($t1)             # the word that it writes
        beqz    $t2, 3f                 # end of the list
2:      lw      $t3, 0($t2)
        bne     $t3, $t9, 2b
        addiu   $t1, $t1, 8
        b       1b

3:      la      $t2, mc_parent
        lw      $t3, 0($t2)
        beqz    $t3, 6f                 # the root has no parent
        lw      $t4, 4($t2)
4:      lw      $t5, INCC_STATUS($zero)
        andi    $t5, $t5, 1
        bnez    $t5, 4b
        sw      $t3, INCC_DST($zero)    # tell the parent
        sw      $t4, INCC_RADDR($zero)
        sw      $t8, INCC_LADDR($zero)
        sw      $t7, INCC_SIZE($zero)
5:      lw      $t3, 8($t2)             # and wait for its answer
        bne     $t3, $t9, 5b

6:      la      $t2, mc_children        # downwards: release the children, the one with the largest tree first
        la      $t3, mc_released
7:      beq     $t1, $t2, 9f
        addiu   $t1, $t1, -8
        lw      $t4, 0($t1)
8:      lw      $t5, INCC_STATUS($zero)
        andi    $t5, $t5, 1
        bnez    $t5, 8b
        sw      $t4, INCC_DST($zero)
        sw      $t3, INCC_RADDR($zero)
        sw      $t8, INCC_LADDR($zero)
        sw      $t7, INCC_SIZE($zero)
        b       7b
9:      jr      $ra

# The first call: who is my parent, and who are my children? Bit n of the place has word n of mc_child.
mc_find_tree:
        lw      $t1, NODE_ID($zero)
        addiu   $t2, $t1, -0x101        # place: x - 1 in bits 15 to 8, y - 1 in bits 7 to 0
        lw      $t3, NODE_ARRAY($zero)
        andi    $t4, $t3, 0xff          # height
        srl     $t3, $t3, 8             # width
        la      $t5, mc_child
        la      $t6, mc_children
        li      $t7, 1                  # bit
1:      and     $t8, $t2, $t7
        bnez    $t8, 3f                 # the lowest 1 bit
        or      $t8, $t2, $t7           # a child, if that place is inside the array
        andi    $v0, $t8, 0xff
        slt     $v0, $v0, $t4
        srl     $t8, $t8, 8
        slt     $t8, $t8, $t3
        and     $t8, $t8, $v0
        beqz    $t8, 2f
        addu    $t8, $t1, $t7           # a node ID has the same bits
        sw      $t8, 0($t6)
        sw      $t5, 4($t6)
        addiu   $t6, $t6, 8
2:      addiu   $t5, $t5, 4
        sll     $t7, $t7, 1
        srl     $t8, $t7, 16
        beqz    $t8, 1b
        b       mc_numbered             # no 1 bit at all: the root
3:      subu    $t8, $t1, $t7
        la      $t6, mc_parent
        sw      $t8, 0($t6)
        sw      $t5, 4($t6)
        b       mc_numbered

        .data
mc_value:
        .word   0, 0                    # words of mc_signal on their way
        .word   0                       # whose turn it is: offset 0 or 4
mc_call:
        .word   0                       # how often mc_barrier has been called
mc_number:
        .word   0, 0                    # numbers on their way
mc_parent:
        .word   0, 0                    # ID of the parent, and the address of its word for this node
mc_released:
        .word   0                       # written by the parent: the call that is over
mc_child:
        .space  64                      # written by the children: the call that they have reached
mc_children:
        .space  136                     # ID of a child and address of its word, up to 16 times; then zeroes
