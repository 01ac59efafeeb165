# MClib: console, clock, marks, end.

        .text

# void mc_putchar(int c): prints a character on this node's console.
# Cost: 3 cycles.
        .globl  mc_putchar
mc_putchar:
        sw      $a0, CONSOLE($zero)
        jr      $ra

# void mc_puts(const char *s): prints a string up to its zero byte; it adds no new line.
# Cost: 4 cycles, whatever the length: printing is a service of the simulator.
        .globl  mc_puts
mc_puts:
        li      $v0, 4
        syscall
        jr      $ra

# void mc_print_int(int value): prints a number with its sign.
# Cost: 4 cycles.
        .globl  mc_print_int
mc_print_int:
        li      $v0, 1
        syscall
        jr      $ra

# void mc_print_hex(unsigned value): prints 0x and eight hexadecimal digits.
# Cost: 4 cycles.
        .globl  mc_print_hex
mc_print_hex:
        li      $v0, 34
        syscall
        jr      $ra

# unsigned long long mc_cycles(void): cycles since the start; lower half in $v0, upper half in $v1.
# Cost: 7 cycles; it tells the cycle of its second instruction, so two calls with nothing between them differ by 9.
        .globl  mc_cycles
mc_cycles:
        lw      $v1, CYCLE_HI($zero)
        lw      $v0, CYCLE_LO($zero)
        lw      $t0, CYCLE_HI($zero)
        bne     $t0, $v1, mc_cycles     # the lower half has just run over: read again
        jr      $ra

# void mc_mark(unsigned word): notes a word with this node and cycle in the log of messages; nothing else happens.
# Cost: 3 cycles.
        .globl  mc_mark
mc_mark:
        sw      $a0, MARK($zero)
        jr      $ra

# void mc_region_begin(const char *name): marks the beginning of a region of the program, up to mc_region_end. Regions may
# be nested.
# Cost: 5 cycles.
        .globl  mc_region_begin
mc_region_begin:
        li      $t0, 0x4d520000
        sw      $t0, MARK($zero)
        sw      $a0, MARK($zero)
        jr      $ra

# void mc_region_end(void): marks the end of the innermost region.
# Cost: 4 cycles.
        .globl  mc_region_end
mc_region_end:
        li      $t0, 0x4d530000
        sw      $t0, MARK($zero)
        jr      $ra

# void mc_exit(int code): stops this core; 0 means that all went well. What its INCC has accepted is still sent.
# Cost: 1 cycle.
        .globl  mc_exit
mc_exit:
        sw      $a0, HALT($zero)
