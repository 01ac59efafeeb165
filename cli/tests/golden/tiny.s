# Node (1,1) puts nine words to (2,1), which waits for the last one and prints it.
        .data
words:  .word 1, 2, 3, 4, 5, 6, 7, 8, 9
inbox:  .space 36
        .bss
spare:  .space 8
        .text
main:   lw    $t0, -224($zero)          # NODE_ID
        li    $t1, 0x0101
        bne   $t0, $t1, wait
        li    $t0, 0x0201
        sw    $t0, -256($zero)          # INCC_DST
        la    $t0, words
        sw    $t0, -252($zero)          # INCC_LADDR
        la    $t0, inbox
        sw    $t0, -248($zero)          # INCC_RADDR
        li    $t0, 36
        sw    $t0, -232($zero)          # INCC_SIZE starts the DMA
        li    $v0, 10
        syscall
wait:   lw    $a0, inbox+32
        beqz  $a0, wait
        li    $v0, 1
        syscall
        li    $v0, 10
        syscall
