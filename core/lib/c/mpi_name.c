#include <internal_mpi.h>
#include <stdio.h>

/* Cost: that of malloc and memcpy. */
char *mpimc_name(const char *function, const char *name)
{
    unsigned length = strlen(name);
    if (length >= MPI_MAX_OBJECT_NAME)
        length = MPI_MAX_OBJECT_NAME - 1;
    char *copy = memcpy(mpimc_space(function, length + 1), name, length);
    copy[length] = 0;
    return copy;
}

/* The place of the node, as "node (2,1)".
   Cost: that of snprintf. */
int MPI_Get_processor_name(char *name, int *length)
{
    *length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node (%d,%d)", mc_x(), mc_y());
    return MPI_SUCCESS;
}
