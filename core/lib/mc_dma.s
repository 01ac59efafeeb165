# MClib: moving data by DMA. The INCC of a node copies words from its own memory to the memory of another node, while the
# core goes on. It sends one command after the other; one more can wait in its interface.

        .text

# void mc_put(unsigned id, void *remote, const void *local, unsigned bytes)
# Copies `bytes` bytes (a multiple of 4) from the own address `local` to the address `remote` on node `id`. Comes back as
# soon as the command is accepted: the words are read later, so leave them alone until mc_wait has come back.
# What one node sends to another arrives in the order in which it was sent.
# Cost: 13 cycles. The other node can see the last of n words 8 + hops + n + 3 * floor((n - 1) / 7) cycles after
# INCC_SIZE was stored: every 7 words travel as a packet of 10 flits.
        .globl  mc_put
mc_put: lw      $t0, INCC_STATUS($zero)
        andi    $t0, $t0, 1             # does a command wait in the interface?
        bnez    $t0, mc_put
        sw      $a0, INCC_DST($zero)
        sw      $a1, INCC_RADDR($zero)
        sw      $zero, INCC_RADDR_HI($zero)
        sw      $a2, INCC_LADDR($zero)
        sw      $zero, INCC_LSTRIDE($zero)
        sw      $zero, INCC_RSTRIDE($zero)
        sw      $a3, INCC_SIZE($zero)   # off it goes
        jr      $ra

# void mc_put_stride(unsigned id, void *remote, const void *local, unsigned bytes, int rstride, int lstride)
# The same, with `rstride` bytes from one word written to the next and `lstride` bytes from one word read to the next:
# one command sends a column of a matrix. The strides are the fifth and sixth argument: 16($sp) and 20($sp).
# Cost: 15 cycles.
        .globl  mc_put_stride
mc_put_stride:
        lw      $t0, INCC_STATUS($zero)
        andi    $t0, $t0, 1
        bnez    $t0, mc_put_stride
        lw      $t0, 16($sp)
        lw      $t1, 20($sp)
        sw      $a0, INCC_DST($zero)
        sw      $a1, INCC_RADDR($zero)
        sw      $zero, INCC_RADDR_HI($zero)
        sw      $a2, INCC_LADDR($zero)
        sw      $t0, INCC_RSTRIDE($zero)
        sw      $t1, INCC_LSTRIDE($zero)
        sw      $a3, INCC_SIZE($zero)
        jr      $ra

# void mc_wait(void): until the INCC has read everything that it is to send. Then the local buffers may be used again.
# It does not mean that the data have arrived: only the receiver can see that.
# Cost: 5 cycles.
        .globl  mc_wait
mc_wait:
        lw      $t0, INCC_STATUS($zero)
        bnez    $t0, mc_wait
        jr      $ra

# void mc_store(unsigned long long main_addr, const void *local, unsigned bytes): a put into main memory.
# The address is 64 bits wide: lower half in $a0, upper half in $a1; `local` in $a2, `bytes` in $a3.
# Cost: 13 cycles.
        .globl  mc_store
mc_store:
        lw      $t0, INCC_STATUS($zero)
        andi    $t0, $t0, 1
        bnez    $t0, mc_store
        sw      $zero, INCC_DST($zero)  # the memory node, (0,0)
        sw      $a0, INCC_RADDR($zero)
        sw      $a1, INCC_RADDR_HI($zero)
        sw      $a2, INCC_LADDR($zero)
        sw      $zero, INCC_LSTRIDE($zero)
        sw      $zero, INCC_RSTRIDE($zero)
        sw      $a3, INCC_SIZE($zero)
        jr      $ra

# void mc_get(void *local, unsigned long long main_addr, unsigned bytes)
# Copies `bytes` bytes from main memory to the own address `local`, and comes back when they are there. What this node
# has stored before is seen. `local` in $a0; a 64-bit argument begins at an even register, so $a1 stays unused and the
# address is in $a2 (lower half) and $a3 (upper half); `bytes` is at 16($sp).
#
# There is no command that fetches. A node puts eight words into its slot of the memory node's request buffer, and the
# memory node answers with puts: first the data, then one word, the flag. Since order is kept, the flag comes last.
# Cost: up to 75 + n + 3 * floor((n - 1) / 7) + 2 * hops cycles for n words and so many hops to the memory node, if their
# page is in the page buffer. (The flag is looked at every 3 cycles, so it may be 2 less.) A page that is not there adds
# 40, and 40 more if the page that it replaces was written to.
        .globl  mc_get
mc_get: lw      $t0, INCC_STATUS($zero)
        andi    $t0, $t0, 1
        bnez    $t0, mc_get
        la      $t0, mc_request
        lw      $t1, 16($sp)
        lw      $t2, 24($t0)            # the flag is a number that goes up with every request
        addiu   $t2, $t2, 1
        la      $t3, mc_arrived
        sw      $a0, 0($t0)             # destination address
        sw      $a2, 4($t0)             # source address, lower half
        sw      $a3, 8($t0)             # and upper half
        sw      $t3, 20($t0)            # flag address (the strides at 12 and 16 stay 0)
        sw      $t2, 24($t0)            # flag value
        sw      $t1, 28($t0)            # size: the arrival of this word makes it a request

        lw      $t4, NODE_ID($zero)     # the slot is at 0xffffffff_ffc00000 + 32 * rank
        lw      $t5, NODE_ARRAY($zero)
        andi    $t6, $t4, 0xff          # y
        addiu   $t6, $t6, -1
        srl     $t5, $t5, 8             # width
        mul     $t6, $t6, $t5
        srl     $t4, $t4, 8             # x
        addu    $t6, $t6, $t4
        addiu   $t6, $t6, -1            # rank
        sll     $t6, $t6, 5
        lui     $t5, 0xffc0
        addu    $t6, $t6, $t5
        li      $t5, -1

        sw      $zero, INCC_DST($zero)
        sw      $t6, INCC_RADDR($zero)
        sw      $t5, INCC_RADDR_HI($zero)
        sw      $t0, INCC_LADDR($zero)
        sw      $zero, INCC_LSTRIDE($zero)
        sw      $zero, INCC_RSTRIDE($zero)
        li      $t5, 32
        sw      $t5, INCC_SIZE($zero)
1:      lw      $t1, 0($t3)             # wait for the flag
        bne     $t1, $t2, 1b
        jr      $ra

        .data
mc_request:
        .word   0, 0, 0, 0, 0, 0, 0, 0
mc_arrived:
        .word   0
