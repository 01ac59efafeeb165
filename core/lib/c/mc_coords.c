#include <mclib.h>

/* Column and row of a rank, both from 1.
   Cost: at most 20 cycles. */
void mc_coords(int rank, int *x, int *y)
{
    unsigned width = MC_NODE_ARRAY >> 8;
    *x = (int)((unsigned)rank % width) + 1;
    *y = (int)((unsigned)rank / width) + 1;
}
