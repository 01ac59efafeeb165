# Sum of 512 numbers: each node adds its share, rank 0 adds the shares. Any number of nodes that divides 512, up to 64.
        .include "mclib.s"
        .eqv    N, 512

        .data
X:      .space  2048            # the numbers
SUM:    .word   0
share:  .space  256             # on rank 0: the sum of each rank
ready:  .space  256             # on rank 0: 1 once the sum of a rank has arrived
own:    .word   0

        .text
main:   jal     mc_nodes
        move    $s1, $v0        # number of nodes
        jal     mc_rank
        move    $s0, $v0        # rank
        li      $t0, N
        divu    $t0, $s1
        mflo    $a1             # numbers to add
        mul     $a0, $s0, $a1   # first number
        jal     add
        sw      $v0, own
        beqz    $s0, gather

        li      $a0, 0          # signal rank 0: first the sum ...
        jal     mc_id
        move    $s2, $v0
        sll     $s3, $s0, 2
        move    $a0, $s2
        la      $a1, share
        addu    $a1, $a1, $s3
        la      $a2, own
        li      $a3, 4
        jal     mc_put
        move    $a0, $s2        # ... then that it is there
        la      $a1, ready
        addu    $a1, $a1, $s3
        li      $a2, 1
        jal     mc_signal
        b       end

gather: lw      $s2, own
        li      $s3, 4          # offset of rank 1
        sll     $s4, $s1, 2     # after the last rank
next:   beq     $s3, $s4, done
        la      $a0, ready
        addu    $a0, $a0, $s3
        li      $a1, 1
        jal     mc_wait_eq
        la      $t0, share
        addu    $t0, $t0, $s3
        lw      $t0, 0($t0)
        addu    $s2, $s2, $t0
        addiu   $s3, $s3, 4
        b       next
done:   sw      $s2, SUM
end:    li      $a0, 0
        jal     mc_exit

# add(first, count): the sum of `count` numbers of X, in $v0.
add:    la      $t0, X
        sll     $t1, $a0, 2
        addu    $t0, $t0, $t1   # address of the next number
        sll     $t1, $a1, 2
        addu    $t1, $t0, $t1   # address after the last one
        li      $v0, 0
loop:   lw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addu    $v0, $v0, $t2
        bne     $t0, $t1, loop
        jr      $ra
