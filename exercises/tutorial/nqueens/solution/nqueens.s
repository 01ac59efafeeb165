# In how many ways can SIZE queens be placed on a board of SIZE x SIZE squares so that none attacks another one?
#
# The queens of the first two rows have SIZE x SIZE placements. They are numbered, and number t is counted by rank
# t mod n: neighbouring ones are about as long to count, so each node gets some of the long and some of the short ones.
#
# On 4 x 4 nodes: 5,995 cycles for 8 queens. One node takes 73,812.

        .include "mclib.s"

        .equ    MOST, 64                # most nodes

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes
        lw      $s2, SIZE               # $s2: size of the board
        li      $t0, 1
        sllv    $t0, $t0, $s2
        addiu   $s7, $t0, -1            # $s7: a 1 bit for each column

        li      $s3, 0                  # $s3: solutions found here
        move    $s4, $s0                # $s4: number t = own rank, own rank + n, ...
        mul     $s5, $s2, $s2           # $s5: how many there are
try:    bgeu    $s4, $s5, report
        divu    $zero, $s4, $s2
        mflo    $t0                     # column of the first queen
        mfhi    $t1                     # column of the second one
        addu    $s4, $s4, $s1
        subu    $t2, $t0, $t1           # the second one must be at least two columns away
        addiu   $t2, $t2, 1
        sltiu   $t2, $t2, 3
        bnez    $t2, try
        li      $t2, 1
        sllv    $t0, $t2, $t0           # as bits
        sllv    $t1, $t2, $t1
        or      $a0, $t0, $t1
        sll     $a1, $t0, 1
        or      $a1, $a1, $t1
        sll     $a1, $a1, 1
        srl     $a2, $t0, 1
        or      $a2, $a2, $t1
        srl     $a2, $a2, 1
        jal     count
        addu    $s3, $s3, $v0
        b       try

# Each node sends its number to a word of its own on rank 0. The number may be 0, which a word is from the start; so one
# more is sent.
report: beqz    $s0, collect
        li      $a0, 0
        jal     mc_id
        move    $a0, $v0
        la      $a1, found
        sll     $t0, $s0, 2
        addu    $a1, $a1, $t0
        addiu   $a2, $s3, 1
        jal     mc_signal
        b       finish
collect:
        li      $s4, 1                  # $s4: the rank whose number is added
        la      $s5, found
sum:    beq     $s4, $s1, all
        addiu   $s5, $s5, 4
        move    $a0, $s5
        li      $a1, 1
        jal     mc_wait_ge
        lw      $t0, 0($s5)
        addiu   $t0, $t0, -1
        addu    $s3, $s3, $t0
        addiu   $s4, $s4, 1
        b       sum
all:    la      $t0, COUNT
        sw      $s3, 0($t0)
        move    $a0, $s3
        jal     mc_print_int

finish: li      $a0, 0
        jal     mc_exit

# count($a0 = columns, $a1 = diagonals down to the left, $a2 = diagonals down to the right): in how many ways the rows that
# are left can be filled. A 1 bit is a place in the next row that a queen attacks. $s7 has a 1 bit for each column.
count:  bne     $a0, $s7, open
        li      $v0, 1                  # every column has its queen: one solution
        jr      $ra
open:   or      $t0, $a0, $a1
        or      $t0, $t0, $a2
        nor     $t0, $t0, $zero
        and     $t0, $t0, $s7           # $t0: places that no queen attacks
        li      $v0, 0
        beqz    $t0, counted
        addiu   $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        sw      $a1, 8($sp)
        sw      $a2, 12($sp)
        sw      $v0, 20($sp)            # 20($sp): solutions found
next:   negu    $t1, $t0
        and     $t1, $t1, $t0           # $t1: the lowest of these places
        xor     $t0, $t0, $t1
        sw      $t0, 16($sp)            # 16($sp): those still to be tried
        lw      $a0, 4($sp)
        lw      $a1, 8($sp)
        lw      $a2, 12($sp)
        or      $a0, $a0, $t1           # a queen there attacks its column
        or      $a1, $a1, $t1
        sll     $a1, $a1, 1             # and its diagonals, which move by one in each row
        or      $a2, $a2, $t1
        srl     $a2, $a2, 1
        jal     count
        lw      $t2, 20($sp)
        addu    $v0, $v0, $t2
        sw      $v0, 20($sp)
        lw      $t0, 16($sp)
        bnez    $t0, next
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 24
counted:
        jr      $ra

        .data
SIZE:   .word   8                       # placed here on every node before the run
COUNT:  .word   0                       # on rank 0: the result
found:  .space  4 * MOST                # on rank 0: word r is what rank r has found, plus 1
