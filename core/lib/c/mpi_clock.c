#include <internal_mpi.h>

/* Seconds since the start of the chip; a cycle is a nanosecond.
   Cost: at most 120 cycles. */
double MPI_Wtime(void)
{
    return (double)mc_cycles() * 1e-9;
}

double MPI_Wtick(void)
{
    return 1e-9;
}
