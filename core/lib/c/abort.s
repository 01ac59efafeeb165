# The end of a program that has found an error.

        .text

# _Noreturn void abort(void): stops the chip.
# Cost: 1 cycle.
        .globl  abort
abort:  break   22
