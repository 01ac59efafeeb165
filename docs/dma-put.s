# One DMA_PUT of ten words, which the chapter dma-put.md follows cycle by cycle. For an array of 3 x 2 nodes.
#
# Node (1,1) puts ten words to node (3,2): two packets. Node (3,1) puts seven words to the same node at such a time that
# the second packet has to wait for it. Node (3,2) waits for the last of the ten words.
        .include "mclib.s"              # the names of the registers

        .equ    FROM, 0x0101            # node IDs: x, then y
        .equ    RIVAL, 0x0301
        .equ    TO, 0x0302

        .data
words:  .word   11, 12, 13, 14, 15, 16, 17, 18, 19, 20
rivals: .word   91, 92, 93, 94, 95, 96, 97
        .align  4                       # a line of the page's memory window
inbox:  .space  40
other:  .space  28

        .text
main:   lw      $t0, NODE_ID($zero)
        li      $t1, TO
        beq     $t0, $t1, receiver
        li      $t1, RIVAL
        beq     $t0, $t1, rival
        li      $t1, FROM
        bne     $t0, $t1, done

        li      $t1, TO
        sw      $t1, INCC_DST($zero)
        la      $t1, words
        sw      $t1, INCC_LADDR($zero)
        la      $t1, inbox
        sw      $t1, INCC_RADDR($zero)
        li      $t1, 40
        sw      $t1, INCC_SIZE($zero)   # this store starts the DMA
done:   sw      $zero, HALT($zero)

rival:  li      $t1, TO
        sw      $t1, INCC_DST($zero)
        la      $t1, rivals
        sw      $t1, INCC_LADDR($zero)
        la      $t1, other
        sw      $t1, INCC_RADDR($zero)
        li      $t1, 28
        li      $t2, 4
1:      addiu   $t2, $t2, -1            # lets the first packet go by
        bnez    $t2, 1b
        sw      $t1, INCC_SIZE($zero)
        sw      $zero, HALT($zero)

receiver:
        lw      $t0, inbox+36           # the last of the ten words
        beqz    $t0, receiver
        sw      $zero, HALT($zero)
