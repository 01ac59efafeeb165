#include <internal_mpi.h>
#include <string.h>

/* The root gets the elements of all ranks, in their order.
   Cost: ranks - 1 messages at the root; those of n words, if n > 13, take 110 + 1.43 n cycles each. */
int MPI_Gather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
               int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int placed = in == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check_quick("MPI_Gather", placed ? NULL : in, placed ? 0 : in_count,
                                placed ? MPI_BYTE : in_type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Gather", root, comm));
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    unsigned label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    if (own != root) {
        mpimc_send("MPI_Gather", in, (unsigned)in_count * mpimc_size(in_type), mpimc_to(map, root), label);
        MPIMC_RETURN;
    }
    MPIMC_TRY(mpimc_check_quick("MPI_Gather", out, out_count, out_type, comm));
    unsigned bytes = (unsigned)out_count * mpimc_size(out_type);
    for (int rank = 0; rank < ranks; rank++) {
        char *to = (char *)out + (unsigned)rank * bytes;
        if (rank == own) {
            if (in != MPI_IN_PLACE)
                memcpy(to, in, bytes);
        } else if (!mpimc_clear(to, bytes, mpimc_to(map, rank), label)) {
            mpimc_receive_all("MPI_Gather", to, bytes, mpimc_to(map, rank), label);
        }
    }
    for (int rank = 0; rank < ranks; rank++)
        if (rank != own)
            mpimc_await_cleared((char *)out + (unsigned)rank * bytes, bytes, mpimc_to(map, rank));
    MPIMC_RETURN;
}
