# Waits for simulated time, of which a second has 10^9 cycles. The loop leaves its registers as they are and has a single
# path, so the simulator can leave out whole iterations (core/machine/src/fast/parking.rs knows its words).

        .text

# Waits for a number of cycles: the argument times `scale`.
        .macro  wait_for scale
        li      $t0, \scale
        multu   $a0, $t0
1:      lw      $v1, -0xd4($zero)         # CYCLE_HI
        lw      $v0, -0xd8($zero)         # CYCLE_LO
        lw      $t0, -0xd4($zero)
        bne     $t0, $v1, 1b            # the lower half has just run over: read again
        mflo    $a0
        mfhi    $a1
        addu    $a0, $a0, $v0
        sltu    $t0, $a0, $v0
        addu    $a1, $a1, $v1
        addu    $a1, $a1, $t0
        .set    noreorder
2:      lw      $v1, -0xd4($zero)
        lw      $v0, -0xd8($zero)
        sltu    $t0, $v1, $a1
        xor     $v1, $v1, $a1
        sltiu   $v1, $v1, 1
        sltu    $v0, $v0, $a0
        and     $v0, $v0, $v1
        or      $t0, $t0, $v0           # 1 before the end
        addu    $v1, $zero, $zero
        bne     $t0, $zero, 2b
        addu    $v0, $zero, $zero
        .set    reorder
        jr      $ra
        .endm

# unsigned sleep(unsigned seconds): waits for simulated seconds; the result is 0, since nothing interrupts it.
# Cost: 10^9 cycles a second, and at most 60.
        .globl  sleep
sleep:  wait_for 1000000000

# int usleep(unsigned microseconds): waits for simulated microseconds.
# Cost: 1000 cycles a microsecond, and at most 60.
        .globl  usleep
usleep: wait_for 1000
