# A message of 64 words goes from rank 0 to rank 1, from there to rank 2, and so on. Every node adds its rank to each
# word. The last one sends it back to rank 0, to RESULT.

        .include "mclib.s"

        .equ    WORDS, 64

        .text
        .globl  main
main:   jal     mc_rank
        move    $s0, $v0                # $s0: own rank
        jal     mc_nodes
        move    $s1, $v0                # $s1: number of nodes

        beqz    $s0, have_it            # rank 0 has the message from the start
        la      $a0, arrived
        li      $a1, 1
        jal     mc_wait_eq
have_it:
        jal     add_rank
        la      $s2, DATA               # $s2: where the message goes
        addiu   $s3, $s0, 1             # $s3: to which rank
        bne     $s3, $s1, pass_on
        la      $s2, RESULT             # the last one sends it back
        li      $s3, 0
pass_on:
        move    $a0, $s3
        jal     mc_id
        move    $s4, $v0                # $s4: the ID of that rank
        move    $a0, $s4
        move    $a1, $s2
        la      $a2, DATA
        li      $a3, 4 * WORDS
        jal     mc_put
        move    $a0, $s4
        la      $a1, arrived
        li      $a2, 1
        jal     mc_signal               # arrives after the message

        bnez    $s0, finish             # rank 0 waits until the message is back
        la      $a0, arrived
        li      $a1, 1
        jal     mc_wait_eq

finish: li      $a0, 0
        jal     mc_exit

# add_rank: adds the own rank to every word of DATA.
add_rank:
        la      $t0, DATA
        addiu   $t1, $t0, 4 * WORDS
word:   lw      $t2, 0($t0)
        addu    $t2, $t2, $s0
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, word
        jr      $ra

        .data
DATA:   .space  4 * WORDS               # the message, on each node that has it
RESULT: .space  4 * WORDS               # on rank 0: the message that has returned
arrived:
        .word   0                       # 1 when the message is here
