#include <internal_mpi.h>
#include <string.h>

/* Each rank gets its part of the root's elements.
   Cost: ranks - 1 messages at the root; those of n words, if n > 13, take 110 + 1.43 n cycles each. */
int MPI_Scatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int placed = out == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check_quick("MPI_Scatter", placed ? NULL : out, placed ? 0 : out_count,
                                placed ? MPI_BYTE : out_type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Scatter", root, comm));
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    unsigned label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    if (own != root) {
        mpimc_receive_all("MPI_Scatter", out, (unsigned)out_count * mpimc_size(out_type), mpimc_to(map, root), label);
        MPIMC_RETURN;
    }
    MPIMC_TRY(mpimc_check_quick("MPI_Scatter", in, in_count, in_type, comm));
    unsigned bytes = (unsigned)in_count * mpimc_size(in_type);
    if (out != MPI_IN_PLACE)
        memcpy(out, (const char *)in + (unsigned)own * bytes, bytes);
    /* `begun` is the first rank whose message could not be announced. */
    int begun = 0;
    while (begun < ranks && (begun == own || mpimc_announce((const char *)in + (unsigned)begun * bytes, bytes,
                                                            mpimc_to(map, begun), label)))
        begun++;
    for (int rank = 0; rank < ranks; rank++) {
        const char *from = (const char *)in + (unsigned)rank * bytes;
        if (rank == own)
            continue;
        if (rank < begun)
            mpimc_send_announced(from, bytes, mpimc_to(map, rank));
        else
            mpimc_send("MPI_Scatter", from, bytes, mpimc_to(map, rank), label);
    }
    mpimc_sent();
    MPIMC_RETURN;
}
