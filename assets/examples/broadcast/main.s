# Broadcast: rank 0 has 21 words that all nodes need. Instead of sending them to each node itself it begins a tree: who
# has the words helps to spread them, so their number doubles with each step: 1, 2, 4, 8, 16.

        .include "mclib.s"

        .equ    BYTES, 21 * 4

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes

        li      $s2, 1                  # $s2: how far the first one to send to is away
        beqz    $s0, spread
1:      sll     $s2, $s2, 1             # the first power of two above the own rank
        ble     $s2, $s0, 1b
        la      $a0, there
        li      $a1, 1
        jal     mc_wait_eq

spread: addu    $s3, $s0, $s2           # $s3: rank to send to
        bge     $s3, $s1, done
        move    $a0, $s3
        jal     mc_id
        move    $s4, $v0
        move    $a0, $s4
        la      $a1, words
        move    $a2, $a1                # the same address there as here
        li      $a3, BYTES
        jal     mc_put
        move    $a0, $s4
        la      $a1, there
        li      $a2, 1
        jal     mc_signal               # arrives after the words
        sll     $s2, $s2, 1
        b       spread

done:   jal     mc_cycles
        move    $a0, $v0
        jal     mc_print_int            # the cycle in which this node was done
        li      $a0, 0
        jal     mc_exit

        .data
words:  .word   1:21                    # on rank 0 these are the ones that are sent
there:  .word   0                       # 1 when they have arrived
