# Main memory with one page buffer: two nodes read words of different pages in turn, so the memory node has to change its
# page again and again. Node (1,1) prints the cycles of eight reads; let node (1,2) read the same page, and they are fewer.

        .include "mclib.s"

        .equ    READS, 8

        .text
        .globl  main
main:   lw      $s0, NODE_ID($zero)
        li      $s1, 0x100000           # $s1: the page that node (1,1) reads
        li      $t0, 0x0101
        beq     $s0, $t0, read
        li      $s1, 0x200000           # and node (1,2): try 0x100000 here too
        li      $t0, 0x0102
        beq     $s0, $t0, read
        li      $a0, 0
        jal     mc_exit

read:   jal     mc_cycles
        move    $s4, $v0
        li      $s2, READS
1:      addiu   $sp, $sp, -24
        la      $a0, words
        move    $a2, $s1                # address in main memory: lower half, upper half
        li      $a3, 0
        li      $t0, 28
        sw      $t0, 16($sp)            # bytes
        jal     mc_get
        addiu   $sp, $sp, 24
        addiu   $s1, $s1, 28
        addiu   $s2, $s2, -1
        bnez    $s2, 1b

        jal     mc_cycles
        subu    $a0, $v0, $s4
        jal     mc_print_int
        li      $a0, 0
        jal     mc_exit

        .data
words:  .space  28
