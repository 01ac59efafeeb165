# barrier(): returns when all nodes have called it. Called again and again.
#
# Rank 0 keeps the list: everybody signals rank 0, which then signals everybody.

        .include "mclib.s"

        .equ    MOST_NODES, 64

        .text
        .globl  barrier
barrier:
        addiu   $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        sw      $s3, 16($sp)
        la      $t0, call
        lw      $s2, 0($t0)
        addiu   $s2, $s2, 1             # $s2: number of this call
        sw      $s2, 0($t0)
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        beqz    $s0, list

        li      $a0, 0                  # "I am here"
        jal     mc_id
        move    $a0, $v0
        la      $a1, here
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        move    $a2, $s2
        jal     mc_signal
        la      $a0, go                 # until rank 0 says "go on"
        move    $a1, $s2
        jal     mc_wait_eq
        b       back

list:   li      $s3, 1                  # wait for everybody
absent: beq     $s3, $s1, complete
        la      $a0, here
        sll     $t0, $s3, 2
        addu    $a0, $a0, $t0
        move    $a1, $s2
        jal     mc_wait_eq
        addiu   $s3, $s3, 1
        b       absent
complete:
        li      $s3, 1                  # signal all nodes
tell:   beq     $s3, $s1, back
        move    $a0, $s3
        jal     mc_id
        move    $a0, $v0
        la      $a1, go
        move    $a2, $s2
        jal     mc_signal
        addiu   $s3, $s3, 1
        b       tell

back:   lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        lw      $s2, 12($sp)
        lw      $s3, 16($sp)
        addiu   $sp, $sp, 24
        jr      $ra

        .data
call:   .word   0                       # how often this node has called
go:     .word   0                       # written by rank 0: the call that is over
here:   .space  4 * MOST_NODES          # on rank 0: word r is the call that rank r has reached
