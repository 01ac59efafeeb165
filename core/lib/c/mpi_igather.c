#include <internal_mpi_schedule.h>
#include <string.h>

/* Calls that move the parts of ranks and have a request. The messages go straight from the rank that has the part to the one
   that gets it, 16 at a time, so no rank needs the progress of a third one.
   Cost: at most 1300 cycles until a call returns, and 550 for each of its first 16 messages each way; those of a type with
   gaps 300 more, and what MPI_Type_vector says. */

/* One side of a call: the parts of a buffer, one for each rank. Without counts, all have the same. */
struct side {
    const void *buffer;
    int count;
    const int *counts, *places;
    MPI_Datatype type;
    const MPI_Datatype *types; /* of MPI_Alltoallw, whose places are in bytes */
};

static MPI_Datatype type_of(const struct side *side, int rank)
{
    return side->types != NULL ? side->types[rank] : side->type;
}

static int count_of(const struct side *side, int rank)
{
    return side->counts != NULL ? side->counts[rank] : side->count;
}

static unsigned bytes_of(const struct side *side, int rank)
{
    return (unsigned)count_of(side, rank) * mpimc_size(type_of(side, rank));
}

static int check(const char *function, const struct side *side, MPI_Comm comm)
{
    if (side->counts == NULL)
        return mpimc_check(function, side->buffer, side->count, side->type, comm);
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    for (int rank = 0; rank < mpimc_ranks(comm); rank++)
        MPIMC_ASK(mpimc_check(function, side->buffer, side->counts[rank], type_of(side, rank), comm));
    return MPI_SUCCESS;
}

/* The part of a rank, without gaps. A part with gaps has a row of its own, since the program may use what lies between the
   parts before the call has ended. */
static char *part(const struct side *side, int rank, int receive)
{
    MPI_Datatype type = type_of(side, rank);
    int count = count_of(side, rank), place = side->counts != NULL ? side->places[rank] : rank * side->count;
    char *buffer = (char *)side->buffer;
    if (side->types != NULL) {
        buffer += place;
        place = 0;
    }
    if (type < 0 && count != 0)
        buffer = mpimc_as_row(buffer, place, place + count, type, receive);
    return buffer + place * (int)mpimc_size(type);
}

/* The parts of the ranks are the buffer of a call. Between parts with places of their own may be words that are not. */
static void note(struct mpimc_schedule *s, const struct side *out, int ranks)
{
    if (out->counts == NULL)
        mpimc_schedule_buffer(s, out->buffer, out->count * ranks, out->type, 1);
}

/* A round has at most this number of messages each way, so that looking for them stays short. */
static void end_window(struct mpimc_schedule *s, int number)
{
    if (number % 16 == 0)
        mpimc_end_round(s);
}

static void copy_own(void *to, const void *from, unsigned bytes)
{
    if (bytes != 0)
        memmove(to, from, bytes);
}

/* The root gets a part of each rank. `in` has one part; null if the root's is in its place. */
static void collect(struct mpimc_schedule *s, const struct side *in, const struct side *out, int root, MPI_Comm comm)
{
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    const char *from = in != NULL ? part(in, 0, 0) : NULL;
    if (own != root) {
        mpimc_add_send(s, from, bytes_of(in, 0), mpimc_at(comm, root));
        return;
    }
    for (int rank = 0, number = 1; rank < ranks; rank++) {
        if (rank == own) {
            if (in != NULL)
                copy_own(part(out, rank, 1), from, bytes_of(out, rank));
            continue;
        }
        mpimc_add_receive(s, part(out, rank, 1), bytes_of(out, rank), mpimc_at(comm, rank));
        end_window(s, number++);
    }
}

static int gather(const char *function, unsigned call, struct side *in, const struct side *out, int root, MPI_Comm comm,
                  MPI_Request *request)
{
    MPIMC_TRY(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, function, root, comm));
    if (in->buffer == MPI_IN_PLACE && mpimc_own(comm) == root)
        in = NULL;
    else
        MPIMC_TRY(check(function, in, comm));
    if (mpimc_own(comm) == root)
        MPIMC_TRY(check(function, out, comm));
    struct mpimc_schedule *s = mpimc_schedule(function, comm, call, root);
    if (mpimc_own(comm) == root)
        note(s, out, mpimc_ranks(comm));
    collect(s, in, out, root, comm);
    return mpimc_begin_schedule(s, request);
}

/* Begins what MPI_Gather does. */
int MPI_Igather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                int root, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .count = in_count, .type = in_type};
    struct side to = {.buffer = out, .count = out_count, .type = out_type};
    return gather("MPI_Igather", MPIMC_Gather, &from, &to, root, comm, request);
}

/* Begins what MPI_Gatherv does. */
int MPI_Igatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[], const int places[],
                 MPI_Datatype out_type, int root, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .count = in_count, .type = in_type};
    struct side to = {.buffer = out, .counts = counts, .places = places, .type = out_type};
    return gather("MPI_Igatherv", MPIMC_Gatherv, &from, &to, root, comm, request);
}

static int scatter(const char *function, unsigned call, const struct side *in, struct side *out, int root, MPI_Comm comm,
                   MPI_Request *request)
{
    MPIMC_TRY(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, function, root, comm));
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (out->buffer == MPI_IN_PLACE && own == root)
        out = NULL;
    else
        MPIMC_TRY(check(function, out, comm));
    if (own == root)
        MPIMC_TRY(check(function, in, comm));
    struct mpimc_schedule *s = mpimc_schedule(function, comm, call, root);
    if (out != NULL)
        note(s, out, 1);
    char *to = out != NULL ? part(out, 0, 1) : NULL;
    if (own != root)
        mpimc_add_receive(s, to, bytes_of(out, 0), mpimc_at(comm, root));
    for (int rank = 0, number = 1; own == root && rank < ranks; rank++) {
        if (rank != own) {
            mpimc_add_send(s, part(in, rank, 0), bytes_of(in, rank), mpimc_at(comm, rank));
            end_window(s, number++);
        } else if (out != NULL)
            copy_own(to, part(in, rank, 0), bytes_of(in, rank));
    }
    return mpimc_begin_schedule(s, request);
}

/* Begins what MPI_Scatter does. */
int MPI_Iscatter(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                 int root, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .count = in_count, .type = in_type};
    struct side to = {.buffer = out, .count = out_count, .type = out_type};
    return scatter("MPI_Iscatter", MPIMC_Scatter, &from, &to, root, comm, request);
}

/* Begins what MPI_Scatterv does. */
int MPI_Iscatterv(const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out, int out_count,
                  MPI_Datatype out_type, int root, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .counts = counts, .places = places, .type = in_type};
    struct side to = {.buffer = out, .count = out_count, .type = out_type};
    return scatter("MPI_Iscatterv", MPIMC_Scatterv, &from, &to, root, comm, request);
}

/* Each rank gets the own part of each rank. */
static void spread(struct mpimc_schedule *s, const struct side *out, MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    const char *mine = part(out, own, 0);
    for (int step = 1; step < ranks; step++) {
        int to = own + step < ranks ? own + step : own + step - ranks;
        int from = own >= step ? own - step : own - step + ranks;
        mpimc_add_receive(s, part(out, from, 1), bytes_of(out, from), mpimc_to(map, from));
        mpimc_add_send(s, mine, bytes_of(out, own), mpimc_to(map, to));
        end_window(s, step);
    }
}

/* Short parts: as mpimc_allgather, in log2(ranks) rounds. */
static void bruck(struct mpimc_schedule *s, char *all, unsigned bytes, MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    unsigned before = (unsigned)own * bytes, length = (unsigned)ranks * bytes;
    char *row = mpimc_schedule_space(s, length);
    memcpy(row, all + before, bytes);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        unsigned part = (unsigned)(bit < ranks - bit ? bit : ranks - bit) * bytes;
        int to = own >= bit ? own - bit : own - bit + ranks, from = own + bit < ranks ? own + bit : own + bit - ranks;
        mpimc_add_receive(s, row + (unsigned)bit * bytes, part, mpimc_to(map, from));
        mpimc_add_send(s, row, part, mpimc_to(map, to));
        mpimc_end_round(s);
    }
    mpimc_add_copy(s, all + before, row, length - before);
    mpimc_add_copy(s, all, row + length - before, before);
}

static int allgather(const char *function, unsigned call, const struct side *in, const struct side *out, MPI_Comm comm,
                     MPI_Request *request)
{
    if (in->buffer != MPI_IN_PLACE)
        MPIMC_TRY(check(function, in, comm));
    MPIMC_TRY(check(function, out, comm));
    struct mpimc_schedule *s = mpimc_schedule(function, comm, call, 0);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    note(s, out, ranks);
    unsigned bytes = bytes_of(out, own);
    /* The own part is written here, not only when its row is copied back. */
    if (in->buffer != MPI_IN_PLACE && bytes != 0) {
        const char *from = part(in, 0, 0);
        struct mpimc_operation *rows = mpimc_rows;
        mpimc_rows = NULL;
        copy_own(part(out, own, 1), from, bytes);
        mpimc_end_rows();
        mpimc_rows = rows;
    }
    if (out->counts == NULL && bytes != 0 && bytes <= 256 && bytes * (unsigned)ranks <= 16384)
        bruck(s, mpimc_as_row(out->buffer, 0, out->count * ranks, out->type, 1), bytes, comm);
    else
        spread(s, out, comm);
    return mpimc_begin_schedule(s, request);
}

/* Begins what MPI_Allgather does. Parts of at most 256 bytes, 16 KiB in all, take log2(ranks) messages, one after the other. */
int MPI_Iallgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                   MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .count = in_count, .type = in_type};
    struct side to = {.buffer = out, .count = out_count, .type = out_type};
    return allgather("MPI_Iallgather", MPIMC_Allgather, &from, &to, comm, request);
}

/* Begins what MPI_Allgatherv does. */
int MPI_Iallgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                    const int places[], MPI_Datatype out_type, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .count = in_count, .type = in_type};
    struct side to = {.buffer = out, .counts = counts, .places = places, .type = out_type};
    return allgather("MPI_Iallgatherv", MPIMC_Allgatherv, &from, &to, comm, request);
}

/* Each rank gets a part of each rank. In its place, what a rank sends is copied first. */
static struct mpimc_schedule *exchange(const char *function, unsigned call, const struct side *in, const struct side *out,
                                       MPI_Comm comm)
{
    struct mpimc_schedule *s = mpimc_schedule(function, comm, call, 0);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), placed = in->buffer == MPI_IN_PLACE;
    note(s, out, ranks);
    unsigned all = 1;
    char *copy = NULL;
    for (int rank = 0; placed && rank < ranks; rank++)
        all += (bytes_of(out, rank) + 3) & ~3u;
    if (placed)
        copy = mpimc_schedule_space(s, all);
    else
        copy_own(part(out, own, 1), part(in, own, 0), bytes_of(out, own));
    for (int step = 1; step < ranks; step++) {
        int to = own + step < ranks ? own + step : own + step - ranks;
        int from = own >= step ? own - step : own - step + ranks;
        unsigned bytes = bytes_of(placed ? out : in, to);
        mpimc_add_receive(s, part(out, from, 1), bytes_of(out, from), mpimc_to(map, from));
        const char *mine = part(placed ? out : in, to, 0);
        if (placed) {
            copy_own(copy, mine, bytes);
            mine = copy;
            copy += (bytes + 3) & ~3u;
        }
        mpimc_add_send(s, mine, bytes, mpimc_to(map, to));
        end_window(s, step);
    }
    return s;
}

static int check_both(const char *function, const struct side *in, const struct side *out, MPI_Comm comm)
{
    if (in->buffer != MPI_IN_PLACE)
        MPIMC_ASK(check(function, in, comm));
    return check(function, out, comm);
}

/* Begins what MPI_Alltoall does. */
int MPI_Ialltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                  MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .count = in_count, .type = in_type};
    struct side to = {.buffer = out, .count = out_count, .type = out_type};
    MPIMC_TRY(check_both("MPI_Ialltoall", &from, &to, comm));
    return mpimc_begin_schedule(exchange("MPI_Ialltoall", MPIMC_Alltoall, &from, &to, comm), request);
}

/* Begins what MPI_Alltoallv does. */
int MPI_Ialltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                   const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm,
                   MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .counts = in_counts, .places = in_places, .type = in_type};
    struct side to = {.buffer = out, .counts = out_counts, .places = out_places, .type = out_type};
    MPIMC_TRY(check_both("MPI_Ialltoallv", &from, &to, comm));
    return mpimc_begin_schedule(exchange("MPI_Ialltoallv", MPIMC_Alltoallv, &from, &to, comm), request);
}

/* Begins what MPI_Alltoallw does. */
int MPI_Ialltoallw(const void *in, const int in_counts[], const int in_places[], const MPI_Datatype in_types[], void *out,
                   const int out_counts[], const int out_places[], const MPI_Datatype out_types[], MPI_Comm comm,
                   MPI_Request *request)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .counts = in_counts, .places = in_places, .types = in_types};
    struct side to = {.buffer = out, .counts = out_counts, .places = out_places, .types = out_types};
    MPIMC_TRY(check_both("MPI_Ialltoallw", &from, &to, comm));
    return mpimc_begin_schedule(exchange("MPI_Ialltoallw", MPIMC_Alltoallw, &from, &to, comm), request);
}

/* Each rank sends a part of its elements to each rank. Each part has a type of its own, and a place in bytes.
   Cost: ranks - 1 messages each way, and at most 700 cycles for each of them. */
int MPI_Alltoallw(const void *in, const int in_counts[], const int in_places[], const MPI_Datatype in_types[], void *out,
                  const int out_counts[], const int out_places[], const MPI_Datatype out_types[], MPI_Comm comm)
{
    MPIMC_BEGIN;
    struct side from = {.buffer = in, .counts = in_counts, .places = in_places, .types = in_types};
    struct side to = {.buffer = out, .counts = out_counts, .places = out_places, .types = out_types};
    MPIMC_TRY(check_both("MPI_Alltoallw", &from, &to, comm));
    return mpimc_run_schedule(exchange("MPI_Alltoallw", MPIMC_Alltoallw, &from, &to, comm));
}
