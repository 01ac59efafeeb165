# The first DMA: node (1,1) copies 14 words into the memory of node (4,3), while its core goes on. The words travel as two
# packets, east first and then south. Node (4,3) looks at the last word until it is there.

        .include "mclib.s"

        .equ    FROM, 0x0101            # node IDs: x, then y
        .equ    TO, 0x0403
        .equ    BYTES, 14 * 4

        .text
        .globl  main
main:   lw      $t0, NODE_ID($zero)
        li      $t1, FROM
        beq     $t0, $t1, sender
        li      $t1, TO
        beq     $t0, $t1, receiver
        li      $a0, 0
        jal     mc_exit                 # the others have nothing to do

sender: li      $a0, TO
        la      $a1, inbox
        la      $a2, words
        li      $a3, BYTES
        jal     mc_put
        li      $a0, 0
        jal     mc_exit                 # the INCC still sends what it has accepted

receiver:
        la      $a0, inbox + BYTES - 4
        li      $a1, 14
        jal     mc_wait_eq
        la      $a0, here
        jal     mc_puts
        li      $a0, 0
        jal     mc_exit

        .data
words:  .word   1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
        .align  4
inbox:  .space  BYTES
here:   .asciiz "All 14 words are here."
