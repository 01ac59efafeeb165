#include <internal_mpi.h>

/* Copies the root's elements to all ranks, along a binomial tree.
   Cost: log2(ranks) messages, one after the other: 4 bytes take at most 190 log2(ranks) + 40 cycles. */
int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check_quick("MPI_Bcast", buffer, count, type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Bcast", root, comm));
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm) - root, bit = 1;
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    if (own < 0)
        own += ranks;
    while (bit < ranks && (own & bit) == 0)
        bit <<= 1;
    if (own != 0) {
        int from = own - bit + root;
        mpimc_receive_all("MPI_Bcast", buffer, bytes, mpimc_to(map, from >= ranks ? from - ranks : from), label);
    }
    while ((bit >>= 1) != 0) {
        if (own + bit >= ranks)
            continue;
        int to = own + bit + root;
        mpimc_send("MPI_Bcast", buffer, bytes, mpimc_to(map, to >= ranks ? to - ranks : to), label);
    }
    MPIMC_RETURN;
}
