#include <internal_mpi_parts.h>
#include <stdlib.h>
#include <string.h>

/* Each part goes around the ring of ranks. */
static void ring(const char *function, const struct parts *all, MPI_Comm comm, unsigned label)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    int to = mpimc_to(map, own + 1 < ranks ? own + 1 : 0), from = mpimc_to(map, own > 0 ? own - 1 : ranks - 1);
    for (int step = 1, rank = own; step < ranks; step++) {
        int next = rank > 0 ? rank - 1 : ranks - 1;
        mpimc_exchange(function, part(all, next), length_of(all, next), from, label, part(all, rank), length_of(all, rank),
                       to);
        rank = next;
    }
}

/* Short parts: the algorithm of Bruck. In the round of a bit, a rank gets as many parts of the rank that many after it as it
   has, so they are in the order after its own. */
void mpimc_allgather(const char *function, void *all, unsigned bytes, MPI_Comm comm, unsigned label)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    unsigned before = (unsigned)own * bytes, length = (unsigned)ranks * bytes;
    if (bytes > 256 || length > 16384) {
        struct parts parts = equal_parts(all, bytes);
        ring(function, &parts, comm, label);
        return;
    }
    char *row = mpimc_space(function, length);
    memcpy(row, (char *)all + before, bytes);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        unsigned part = (unsigned)(bit < ranks - bit ? bit : ranks - bit) * bytes;
        int to = own >= bit ? own - bit : own - bit + ranks, from = own + bit < ranks ? own + bit : own + bit - ranks;
        mpimc_exchange(function, row + (unsigned)bit * bytes, part, mpimc_to(map, from), label, row, part, mpimc_to(map, to));
    }
    memcpy((char *)all + before, row, length - before);
    memcpy(all, row + length - before, before);
    free(row);
}

/* Every rank gets the elements of all ranks, in their order.
   Cost: ranks - 1 exchanges, one after the other; of parts of at most 256 bytes, 16 KiB in all, log2(ranks) exchanges. */
int MPI_Allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                  MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (in != MPI_IN_PLACE)
        MPIMC_TRY(mpimc_check("MPI_Allgather", in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check("MPI_Allgather", out, out_count, out_type, comm));
    unsigned bytes = (unsigned)out_count * mpimc_size(out_type);
    in = mpimc_as_row(in, 0, in_count, in_type, 0);
    out = mpimc_as_row(out, 0, out_count * mpimc_ranks(comm), out_type, 1);
    if (in != MPI_IN_PLACE)
        memcpy((char *)out + (unsigned)mpimc_own(comm) * bytes, in, bytes);
    mpimc_allgather("MPI_Allgather", out, bytes, comm, MPIMC_ROUND(comm, Allgather, 0));
    MPIMC_RETURN_ROWS;
}

/* Every rank gets the elements of all ranks; `counts` says how many, `places` where, in elements.
   Cost: ranks - 1 exchanges, one after the other. */
int MPI_Allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                   const int places[], MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (in != MPI_IN_PLACE)
        MPIMC_TRY(mpimc_check("MPI_Allgatherv", in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check_parts("MPI_Allgatherv", out, counts, out_type, comm));
    struct parts parts = mpimc_parts(out, counts, places, out_type, comm, 1);
    in = mpimc_as_row(in, 0, in_count, in_type, 0);
    if (in != MPI_IN_PLACE)
        memcpy(part(&parts, mpimc_own(comm)), in, (unsigned)in_count * mpimc_size(in_type));
    ring("MPI_Allgatherv", &parts, comm, MPIMC_ROUND(comm, Allgatherv, 0));
    MPIMC_RETURN_ROWS;
}
