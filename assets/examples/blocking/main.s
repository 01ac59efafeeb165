# Wormhole blocking: a long worm holds every link that it lies on. Node (1,2) sends to (4,2), whose way is blocked because
# (4,1) has been sending to (4,2) for long; and node (2,2) sends to (2,4), where every link is free, but only after its own
# words for (4,2), which wait behind the others. Pause and look at the red heads: which packet waits for which?

        .include "mclib.s"

        .equ    BYTES, 210 * 4

        .text
        .globl  main
main:   lw      $s0, NODE_ID($zero)
        li      $t0, 0x0401
        beq     $s0, $t0, first
        li      $t0, 0x0102
        beq     $s0, $t0, second
        li      $t0, 0x0202
        beq     $s0, $t0, third
        li      $t0, 0x0402
        beq     $s0, $t0, target
        li      $t0, 0x0204
        beq     $s0, $t0, other
        li      $a0, 0
        jal     mc_exit

first:  li      $a0, 0x0402             # south to (4,2), again and again
        la      $a1, box1
        jal     long
        la      $a1, flags
        jal     tell

second: li      $a0, 0x0402             # east along the row
        la      $a1, box2
        jal     long
        la      $a1, flags + 4
        jal     tell

third:  li      $a0, 0x0402             # east along the same row
        la      $a1, box3
        jal     long
        li      $a0, 0x0204             # and then south, where no other packet is
        la      $a1, box1
        la      $a2, data
        li      $a3, 28
        jal     mc_put
        li      $a0, 0x0204
        la      $a1, flags
        li      $a2, 1
        jal     mc_signal
        li      $a0, 0x0402
        la      $a1, flags + 8
        jal     tell

# Sends all words to node $a0 at $a1.
long:   la      $a2, data
        li      $a3, BYTES
        j       mc_put

# Sets the flag at $a1 on (4,2), and ends.
tell:   li      $a0, 0x0402
        li      $a2, 1
        jal     mc_signal
        li      $a0, 0
        jal     mc_exit

target: la      $s1, flags
        li      $s2, 3                  # three worms
1:      move    $a0, $s1
        li      $a1, 1
        jal     mc_wait_eq
        addiu   $s1, $s1, 4
        addiu   $s2, $s2, -1
        bnez    $s2, 1b
        b       when
other:  la      $a0, flags
        li      $a1, 1
        jal     mc_wait_eq
when:   jal     mc_cycles
        move    $a0, $v0
        jal     mc_print_int            # the cycle in which everything was there
        li      $a0, 0
        jal     mc_exit

        .data
flags:  .word   0, 0, 0
data:   .space  BYTES
box1:   .space  BYTES
box2:   .space  BYTES
box3:   .space  BYTES
