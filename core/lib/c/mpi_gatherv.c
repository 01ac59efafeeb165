#include <internal_mpi.h>

static unsigned size_of(int count, MPI_Datatype type)
{
    return (unsigned)count * mpimc_size(type);
}

/* Where the elements of a rank are. */
static char *part(const void *buffer, const int places[], int rank, MPI_Datatype type)
{
    return (char *)buffer + places[rank] * (int)mpimc_size(type);
}

static int check_parts(const char *function, const void *buffer, const int counts[], MPI_Datatype type, MPI_Comm comm)
{
    for (int rank = 0; rank < mpimc_ranks(comm); rank++)
        MPIMC_ASK(mpimc_check_quick(function, buffer, counts[rank], type, comm));
    return MPI_SUCCESS;
}

/* The root gets the elements of all ranks; `counts` says how many, `places` where, in elements.
   Cost: ranks - 1 messages at the root. */
int MPI_Gatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[], const int places[],
                MPI_Datatype out_type, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int placed = in == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check("MPI_Gatherv", placed ? NULL : in, placed ? 0 : in_count, placed ? MPI_BYTE : in_type,
                          comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Gatherv", root, comm));
    unsigned label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (own != root) {
        mpimc_send("MPI_Gatherv", in, size_of(in_count, in_type), mpimc_to(map, root), label);
        MPIMC_RETURN;
    }
    MPIMC_TRY(check_parts("MPI_Gatherv", out, counts, out_type, comm));
    for (int rank = 0; rank < ranks; rank++) {
        char *to = part(out, places, rank, out_type);
        unsigned bytes = size_of(counts[rank], out_type);
        if (rank == own) {
            if (in != MPI_IN_PLACE)
                memcpy(to, in, size_of(in_count, in_type));
        } else if (!mpimc_clear(to, bytes, mpimc_to(map, rank), label)) {
            mpimc_receive_all("MPI_Gatherv", to, bytes, mpimc_to(map, rank), label);
        }
    }
    for (int rank = 0; rank < ranks; rank++)
        if (rank != own)
            mpimc_await_cleared((char *)out + places[rank] * (int)mpimc_size(out_type), size_of(counts[rank], out_type),
                                mpimc_to(map, rank));
    MPIMC_RETURN;
}

/* Each rank gets its part of the root's elements. */
int MPI_Scatterv(const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out, int out_count,
                 MPI_Datatype out_type, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int placed = out == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check("MPI_Scatterv", placed ? NULL : out, placed ? 0 : out_count, placed ? MPI_BYTE : out_type,
                          comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Scatterv", root, comm));
    unsigned label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (own != root) {
        mpimc_receive_all("MPI_Scatterv", out, size_of(out_count, out_type), mpimc_to(map, root), label);
        MPIMC_RETURN;
    }
    MPIMC_TRY(check_parts("MPI_Scatterv", in, counts, in_type, comm));
    int begun = 0;
    for (; begun < ranks; begun++) {
        char *from = part(in, places, begun, in_type);
        if (begun != own && !mpimc_announce(from, size_of(counts[begun], in_type), mpimc_to(map, begun), label))
            break;
    }
    for (int rank = 0; rank < ranks; rank++) {
        char *from = part(in, places, rank, in_type);
        unsigned bytes = size_of(counts[rank], in_type);
        if (rank == own) {
            if (out != MPI_IN_PLACE)
                memcpy(out, from, bytes);
        } else if (rank < begun) {
            mpimc_send_announced(from, bytes, mpimc_to(map, rank));
        } else {
            mpimc_send("MPI_Scatterv", from, bytes, mpimc_to(map, rank), label);
        }
    }
    mpimc_sent();
    MPIMC_RETURN;
}

/* Every rank gets the elements of all ranks. Each part goes around the ring of ranks.
   Cost: ranks - 1 exchanges, one after the other. */
int MPI_Allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                   const int places[], MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (in != MPI_IN_PLACE)
        MPIMC_TRY(mpimc_check("MPI_Allgatherv", in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check("MPI_Allgatherv", NULL, 0, out_type, comm));
    MPIMC_TRY(check_parts("MPI_Allgatherv", out, counts, out_type, comm));
    unsigned label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    char *now = part(out, places, own, out_type);
    if (in != MPI_IN_PLACE)
        memcpy(now, in, size_of(in_count, in_type));
    int to = mpimc_to(map, own + 1 < ranks ? own + 1 : 0), from = mpimc_to(map, own > 0 ? own - 1 : ranks - 1);
    for (int step = 1, rank = own; step < ranks; step++) {
        int next = rank > 0 ? rank - 1 : ranks - 1;
        char *got = part(out, places, next, out_type);
        mpimc_exchange("MPI_Allgatherv", got, size_of(counts[next], out_type), from, label, now,
                       size_of(counts[rank], out_type), to);
        rank = next;
        now = got;
    }
    MPIMC_RETURN;
}

/* Each rank sends a part of its elements to each rank; counts and places are in elements. In step i a rank sends to the
   rank i after it and receives from the rank i before it.
   Cost: ranks - 1 exchanges, one after the other. */
int MPI_Alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                  const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Alltoallv", NULL, 0, in_type, comm));
    MPIMC_TRY(mpimc_check("MPI_Alltoallv", NULL, 0, out_type, comm));
    MPIMC_TRY(check_parts("MPI_Alltoallv", in, in_counts, in_type, comm));
    MPIMC_TRY(check_parts("MPI_Alltoallv", out, out_counts, out_type, comm));
    unsigned label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    memcpy(part(out, out_places, own, out_type),
           part(in, in_places, own, in_type), size_of(in_counts[own], in_type));
    for (int step = 1; step < ranks; step++) {
        int to = own + step < ranks ? own + step : own + step - ranks;
        int from = own >= step ? own - step : own - step + ranks;
        char *got = part(out, out_places, from, out_type);
        char *sent = part(in, in_places, to, in_type);
        mpimc_exchange("MPI_Alltoallv", got, size_of(out_counts[from], out_type), mpimc_to(map, from), label, sent,
                       size_of(in_counts[to], in_type), mpimc_to(map, to));
    }
    MPIMC_RETURN;
}
