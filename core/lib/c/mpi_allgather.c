#include <internal_mpi.h>
#include <string.h>

/* Every rank gets the elements of all ranks, in their order. Each part goes around the ring of ranks.
   Cost: ranks - 1 exchanges, one after the other. */
int MPI_Allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                  MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (in != MPI_IN_PLACE)
        MPIMC_TRY(mpimc_check_quick("MPI_Allgather", in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check_quick("MPI_Allgather", out, out_count, out_type, comm));
    unsigned bytes = (unsigned)out_count * mpimc_size(out_type), label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (in != MPI_IN_PLACE)
        memcpy((char *)out + (unsigned)own * bytes, in, bytes);
    int to = own + 1 < ranks ? own + 1 : 0, from = own > 0 ? own - 1 : ranks - 1;
    for (int step = 1, part = own; step < ranks; step++) {
        int next = part > 0 ? part - 1 : ranks - 1;
        mpimc_exchange("MPI_Allgather", (char *)out + (unsigned)next * bytes, bytes, mpimc_to(map, from), label,
                       (char *)out + (unsigned)part * bytes, bytes, mpimc_to(map, to));
        part = next;
    }
    MPIMC_RETURN;
}
