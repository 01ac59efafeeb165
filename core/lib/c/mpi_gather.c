#include <internal_mpi_parts.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the parts of a rank and those after it, up to `most` ranks. */
static unsigned below(int rank, int most, unsigned bytes, MPI_Comm comm)
{
    int rest = mpimc_ranks(comm) - rank;
    return (unsigned)(most < rest ? most : rest) * bytes;
}

/* Messages along a binomial tree from or to rank 0. `row` has the parts of this rank and those below it. */
static void tree(const char *function, unsigned label, char *row, unsigned bytes, int gathers, MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), up = own & -own, bit;
    for (bit = 1; gathers && bit != up && own + bit < ranks; bit <<= 1)
        mpimc_receive_all(function, row + (unsigned)bit * bytes, below(own + bit, bit, bytes, comm), mpimc_to(map, own + bit),
                          label);
    if (own != 0 && gathers)
        mpimc_send(function, row, below(own, up, bytes, comm), mpimc_to(map, own - up), label);
    else if (own != 0)
        mpimc_receive_all(function, row, below(own, up, bytes, comm), mpimc_to(map, own - up), label);
    for (bit = own != 0 ? up : 1 << 16; !gathers && (bit >>= 1) != 0;)
        if (own + bit < ranks)
            mpimc_send(function, row + (unsigned)bit * bytes, below(own + bit, bit, bytes, comm), mpimc_to(map, own + bit),
                       label);
}

/* A tree is quicker for short parts of many ranks: messages are few, but the data go over several ranks. */
static int is_short(unsigned bytes, int ranks)
{
    return bytes <= 8 * (unsigned)ranks && bytes * (unsigned)ranks <= 16384;
}

/* Room for the parts of a rank and those below it; for all of them at rank 0. */
static char *room(const char *function, unsigned bytes, MPI_Comm comm)
{
    int own = mpimc_own(comm);
    return mpimc_space(function, below(own, own != 0 ? own & -own : 1 << 16, bytes, comm));
}

static void collect(const char *function, unsigned label, const void *in, unsigned bytes, const struct parts *out, int root,
                    MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (own != root) {
        mpimc_send(function, in, bytes, mpimc_to(map, root), label);
        return;
    }
    for (int rank = 0; rank < ranks; rank++) {
        char *to = part(out, rank);
        unsigned length = length_of(out, rank);
        if (rank == own) {
            if (in != MPI_IN_PLACE)
                memcpy(to, in, bytes);
        } else if (!mpimc_clear(to, length, mpimc_to(map, rank), label)) {
            mpimc_receive_all(function, to, length, mpimc_to(map, rank), label);
        }
    }
    for (int rank = 0; rank < ranks; rank++)
        if (rank != own)
            mpimc_await_cleared(part(out, rank), length_of(out, rank), mpimc_to(map, rank));
}

/* The root gets the elements of all ranks, in their order.
   Cost: ranks - 1 messages at the root; those of n words, if n > 13, take at most 130 + 1.43 n cycles each. Parts of at most
   8 ranks bytes, 16 KiB in all, go along a tree: log2(ranks) messages, one after the other. */
int MPI_Gather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
               int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int placed = in == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check("MPI_Gather", placed ? NULL : in, placed ? 0 : in_count,
                                placed ? MPI_BYTE : in_type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Gather", root, comm));
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), is_root = own == root;
    if (is_root)
        MPIMC_TRY(mpimc_check("MPI_Gather", out, out_count, out_type, comm));
    unsigned label = MPIMC_ROUND(comm, Gather, root);
    unsigned bytes = is_root ? (unsigned)out_count * mpimc_size(out_type) : (unsigned)in_count * mpimc_size(in_type);
    in = mpimc_as_row(in, 0, in_count, in_type, 0);
    if (is_root)
        out = mpimc_as_row(out, 0, out_count * ranks, out_type, 1);
    if (is_short(bytes, ranks)) {
        char *row = own == 0 && root == 0 ? out : room("MPI_Gather", bytes, comm);
        memmove(row, placed ? (char *)out + (unsigned)root * bytes : in, bytes);
        tree("MPI_Gather", label, row, bytes, 1, comm);
        if (own == 0 && root != 0)
            mpimc_send("MPI_Gather", row, (unsigned)ranks * bytes, mpimc_at(comm, root), label);
        if (is_root && root != 0)
            mpimc_receive_all("MPI_Gather", out, (unsigned)ranks * bytes, mpimc_at(comm, 0), label);
        if (row != out)
            free(row);
    } else {
        struct parts parts = equal_parts(out, bytes);
        collect("MPI_Gather", label, in, bytes, &parts, root, comm);
    }
    MPIMC_RETURN_ROWS;
}

/* The root gets the elements of all ranks; `counts` says how many, `places` where, in elements.
   Cost: ranks - 1 messages at the root. */
int MPI_Gatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[], const int places[],
                MPI_Datatype out_type, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    struct parts parts;
    int placed = in == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check("MPI_Gatherv", placed ? NULL : in, placed ? 0 : in_count, placed ? MPI_BYTE : in_type,
                          comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Gatherv", root, comm));
    if (mpimc_own(comm) == root) {
        MPIMC_TRY(mpimc_check_parts("MPI_Gatherv", out, counts, out_type, comm));
        parts = mpimc_parts(out, counts, places, out_type, comm, 1);
    }
    in = mpimc_as_row(in, 0, in_count, in_type, 0);
    collect("MPI_Gatherv", MPIMC_ROUND(comm, Gatherv, root), in, placed ? 0 : (unsigned)in_count * mpimc_size(in_type),
            &parts, root, comm);
    MPIMC_RETURN_ROWS;
}

static void distribute(const char *function, unsigned label, const struct parts *in, void *out, unsigned bytes, int root,
                       MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), begun = 0;
    if (own != root) {
        mpimc_receive_all(function, out, bytes, mpimc_to(map, root), label);
        return;
    }
    /* `begun` is the first rank whose message could not be announced. */
    while (begun < ranks && (begun == own || mpimc_announce(part(in, begun), length_of(in, begun), mpimc_to(map, begun), label)))
        begun++;
    for (int rank = 0; rank < ranks; rank++) {
        const char *from = part(in, rank);
        unsigned length = length_of(in, rank);
        if (rank == own) {
            if (out != MPI_IN_PLACE)
                memcpy(out, from, length);
        } else if (rank < begun)
            mpimc_send_announced(from, length, mpimc_to(map, rank));
        else
            mpimc_send(function, from, length, mpimc_to(map, rank), label);
    }
    mpimc_sent();
}

void mpimc_scatter(const char *function, unsigned label, void *in, void *out, unsigned bytes, int root, MPI_Comm comm)
{
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm);
    if (!is_short(bytes, ranks)) {
        struct parts parts = equal_parts(in, bytes);
        distribute(function, label, &parts, out, bytes, root, comm);
        return;
    }
    char *row = own == 0 && root == 0 ? in : room(function, bytes, comm);
    if (own == root && root != 0)
        mpimc_send(function, in, (unsigned)ranks * bytes, mpimc_at(comm, 0), label);
    if (own == 0 && root != 0)
        mpimc_receive_all(function, row, (unsigned)ranks * bytes, mpimc_at(comm, root), label);
    tree(function, label, row, bytes, 0, comm);
    if (out != MPI_IN_PLACE)
        memcpy(out, row, bytes);
    if (row != in)
        free(row);
}

/* Each rank gets its part of the root's elements.
   Cost: as MPI_Gather. */
int MPI_Scatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int placed = out == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check("MPI_Scatter", placed ? NULL : out, placed ? 0 : out_count,
                                placed ? MPI_BYTE : out_type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Scatter", root, comm));
    unsigned bytes = (unsigned)out_count * mpimc_size(out_type);
    if (mpimc_own(comm) == root) {
        MPIMC_TRY(mpimc_check("MPI_Scatter", in, in_count, in_type, comm));
        bytes = (unsigned)in_count * mpimc_size(in_type);
        in = mpimc_as_row(in, 0, in_count * mpimc_ranks(comm), in_type, 0);
    }
    out = mpimc_as_row(out, 0, out_count, out_type, 1);
    mpimc_scatter("MPI_Scatter", MPIMC_ROUND(comm, Scatter, root), (void *)in, out, bytes, root, comm);
    MPIMC_RETURN_ROWS;
}

/* Each rank gets its part of the root's elements; `counts` says how many, `places` where.
   Cost: ranks - 1 messages at the root. */
int MPI_Scatterv(const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out, int out_count,
                 MPI_Datatype out_type, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    struct parts parts;
    int placed = out == MPI_IN_PLACE;
    MPIMC_TRY(mpimc_check("MPI_Scatterv", placed ? NULL : out, placed ? 0 : out_count, placed ? MPI_BYTE : out_type,
                          comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Scatterv", root, comm));
    if (mpimc_own(comm) == root) {
        MPIMC_TRY(mpimc_check_parts("MPI_Scatterv", in, counts, in_type, comm));
        parts = mpimc_parts(in, counts, places, in_type, comm, 0);
    }
    out = mpimc_as_row(out, 0, out_count, out_type, 1);
    distribute("MPI_Scatterv", MPIMC_ROUND(comm, Scatterv, root), &parts, out,
               placed ? 0 : (unsigned)out_count * mpimc_size(out_type), root, comm);
    MPIMC_RETURN_ROWS;
}
