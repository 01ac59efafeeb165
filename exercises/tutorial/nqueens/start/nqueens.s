# In how many ways can SIZE queens be placed on a board of SIZE x SIZE squares so that none attacks another one?
#
# Rank 0 tries all of them.

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

        bnez    $s0, finish             # the others have nothing to do
        li      $a0, 0                  # the board is empty
        li      $a1, 0
        li      $a2, 0
        jal     count
        la      $t0, COUNT
        sw      $v0, 0($t0)
        move    $a0, $v0
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
