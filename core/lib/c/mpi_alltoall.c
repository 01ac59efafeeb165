#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Each rank sends a part of its elements to each rank. In step i a rank sends to the rank i after it and receives from
   the rank i before it, so no two ranks send to one in the same step.
   Cost: ranks - 1 exchanges, one after the other. */
int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                 MPI_Comm comm)
{
    if (in != MPI_IN_PLACE)
        mpimc_check("MPI_Alltoall", in, in_count, in_type, comm);
    mpimc_check("MPI_Alltoall", out, out_count, out_type, comm);
    unsigned bytes = (unsigned)out_count * mpimc_size(out_type), context = MPIMC_COLLECTIVE(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    char *copy = NULL;
    if (in == MPI_IN_PLACE) {
        copy = mpimc_space("MPI_Alltoall", bytes * (unsigned)ranks);
        memcpy(copy, out, bytes * (unsigned)ranks);
        in = copy;
    }
    memcpy((char *)out + (unsigned)own * bytes, (const char *)in + (unsigned)own * bytes, bytes);
    for (int step = 1; step < ranks; step++) {
        int to = own + step < ranks ? own + step : own + step - ranks;
        int from = own >= step ? own - step : own - step + ranks;
        mpimc_exchange((const char *)in + (unsigned)to * bytes, bytes, to, (char *)out + (unsigned)from * bytes, bytes,
                       from, context);
    }
    free(copy);
    return MPI_SUCCESS;
}
