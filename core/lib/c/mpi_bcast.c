#include <internal_mpi.h>

/* Copies the root's elements to all ranks, along a binomial tree.
   Cost: log2(ranks) messages, one after the other. */
int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    mpimc_check("MPI_Bcast", buffer, count, type, comm);
    mpimc_world("MPI_Bcast", root, comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm) - root, bit = 1;
    unsigned bytes = (unsigned)count * mpimc_size(type), context = MPIMC_COLLECTIVE(comm);
    if (own < 0)
        own += ranks;
    while (bit < ranks && (own & bit) == 0)
        bit <<= 1;
    if (own != 0) {
        int from = own - bit + root;
        mpimc_receive(buffer, bytes, from >= ranks ? from - ranks : from, context);
    }
    while ((bit >>= 1) != 0) {
        if (own + bit >= ranks)
            continue;
        int to = own + bit + root;
        mpimc_send(buffer, bytes, to >= ranks ? to - ranks : to, context);
    }
    return MPI_SUCCESS;
}
