#include <internal_mpi.h>

/* Copies the root's elements to all ranks, along a binomial tree.
   Cost: log2(ranks) messages, one after the other: 4 bytes take at most 190 log2(ranks) + 40 cycles. From 4 KiB on, if the
   ranks are a power of two and at least 8, halves are sent on and then exchanged: up to 64 ranks, n words take at most
   750 log2(ranks) + 4.5 n. */
int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check_quick("MPI_Bcast", buffer, count, type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Bcast", root, comm));
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm) - root, bit = 1;
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm, Bcast, root);
    const int *map = mpimc_map(comm);
    if (own < 0)
        own += ranks;
    if (type < 0)
        buffer = mpimc_as_row(buffer, 0, count, type, own != 0);
    if (bytes >= 4096 && ranks >= 8 && (ranks & (ranks - 1)) == 0) {
        mpimc_long("MPI_Bcast", label, buffer, NULL, (int)bytes, MPI_BYTE, 0, root, comm);
        MPIMC_RETURN_ROWS;
    }
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
    MPIMC_RETURN_ROWS;
}
