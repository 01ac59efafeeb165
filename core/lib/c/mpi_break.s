# The end of a chip by an error of MPI.

        .text

# _Noreturn void mpimc_break(const char *function, const char *text, int value): stops the chip. The simulator explains
# the error by the arguments.
# Cost: 1 cycle.
        .globl  mpimc_break
mpimc_break:
        break   24
