# The end of a program.

        .text

# _Noreturn void exit(int code): stops this core.
# Cost: 1 cycle.
        .globl  exit
exit:   sw      $a0, -0xcc($zero)

# _Noreturn void abort(void): stops the chip.
# Cost: 1 cycle.
        .globl  abort
abort:  break   22
