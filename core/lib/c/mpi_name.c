#include <internal_mpi.h>
#include <stdio.h>

/* The place of the node, as "node (2,1)".
   Cost: that of snprintf. */
int MPI_Get_processor_name(char *name, int *length)
{
    *length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node (%d,%d)", mc_x(), mc_y());
    return MPI_SUCCESS;
}
