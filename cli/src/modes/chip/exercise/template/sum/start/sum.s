# Sum of 512 numbers, on rank 0 alone.
        .include "mclib.s"
        .eqv    N, 512

        .data
X:      .space  2048            # the numbers
SUM:    .word   0

        .text
main:   jal     mc_rank
        bnez    $v0, end        # the others do nothing
        li      $a0, 0          # first number
        li      $a1, N          # how many
        jal     add
        sw      $v0, SUM
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
