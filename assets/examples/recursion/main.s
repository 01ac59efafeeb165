# A function that calls itself: 6! = 6 x 5 x 4 x 3 x 2 x 1. Each call keeps its number and the way back on the stack:
# watch $sp go down in memory call by call, and up again.

        .include "mclib.s"

        .text
        .globl  main
main:   li      $a0, 6
        jal     factorial
        move    $a0, $v0
        jal     mc_print_int            # 720
        li      $a0, 0
        jal     mc_exit

# int factorial(int n)
factorial:
        li      $v0, 1
        blez    $a0, end                # 0! = 1
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        addiu   $a0, $a0, -1
        jal     factorial
        lw      $a0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        mul     $v0, $v0, $a0           # n x (n - 1)!
end:    jr      $ra
