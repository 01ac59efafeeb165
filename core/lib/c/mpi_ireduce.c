#include <internal_mpi_parts.h>
#include <internal_mpi_schedule.h>
#include <string.h>

/* Calls that combine the elements of ranks and have a request, in the order of the blocking ones: the results are the same bit
   for bit. A call copies its vector when it begins.
   Cost: at most 1500 + 300 log2(ranks) cycles until a call returns, and a copy of the vector; then log2(ranks) messages, one
   after the other, and their combinations. */

/* A schedule that combines. */
static struct mpimc_schedule *begin(const char *function, MPI_Comm comm, unsigned call, int detail, MPI_Datatype type,
                                    MPI_Op op)
{
    struct mpimc_schedule *s = mpimc_schedule(function, comm, call, detail);
    s->op = op;
    s->type = type;
    s->made = op >= 16 ? mpimc_operations[op - 16] : NULL;
    return s;
}

/* Copies what this rank gives. If the elements have gaps, their row stays until the schedule ends, and with it the type. */
static void take(char *to, const void *in, void *out, int count, MPI_Datatype type)
{
    memcpy(to, mpimc_as_row(in == MPI_IN_PLACE ? out : in, 0, count, type, 0), (unsigned)count * mpimc_size(type));
}

/* Where the result goes; a row, if the elements have gaps. */
static void *result(struct mpimc_schedule *s, void *out, int count, MPI_Datatype type)
{
    mpimc_schedule_buffer(s, out, count, type, 1);
    return mpimc_as_row(out, 0, count, type, 1);
}

static int check(const char *function, const void *in, const void *out, int count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, in == MPI_IN_PLACE ? out : in, count, type, comm));
    MPIMC_ASK(mpimc_check(function, out, count, type, comm));
    return mpimc_check_op(function, op, type);
}

/* Places of vectors in a row begin at multiples of this. */
static unsigned aligned(unsigned bytes)
{
    return (bytes + 7) & ~7u;
}

/* Combines at rank 0, or if the vector is long, at the root: `first` is the rank that does. `sum` has the elements of this
   rank, `other` is as much room. Where the result is. */
static char *add_tree(struct mpimc_schedule *s, char *sum, char *other, int count, int root, MPI_Comm comm, int *first)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), bit = 1;
    unsigned size = mpimc_size(s->type), bytes = (unsigned)count * size;
    *first = 0;
    if (mpimc_is_long(bytes, ranks)) {
        *first = root;
        return mpimc_add_long(s, sum, other, count, size, root, comm);
    }
    for (; bit < ranks && (own & bit) == 0; bit <<= 1) {
        if (own + bit >= ranks)
            continue;
        mpimc_add_receive(s, other, bytes, mpimc_to(map, own + bit));
        mpimc_end_round(s);
        mpimc_add_combine(s, sum, other, count);
        char *swap = sum;
        sum = other;
        other = swap;
    }
    if (own != 0)
        mpimc_add_send(s, sum, bytes, mpimc_to(map, own - bit));
    return sum;
}

/* Begins what MPI_Reduce does. */
int MPI_Ireduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                MPI_Request *request)
{
    static const char function[] = "MPI_Ireduce";
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check(function, in == MPI_IN_PLACE ? out : in, count, type, comm));
    MPIMC_TRY(mpimc_check_op(function, op, type));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, function, root, comm));
    int own = mpimc_own(comm), first;
    if (own == root)
        MPIMC_TRY(mpimc_check(function, out, count, type, comm));
    struct mpimc_schedule *s = begin(function, comm, MPIMC_REDUCES + (op < 16 ? op & 7 : 0), root, type, op);
    unsigned bytes = (unsigned)count * mpimc_size(type);
    char *sum = mpimc_schedule_space(s, 2 * aligned(bytes)), *other = sum + aligned(bytes);
    take(sum, in, out, count, type);
    if (own == root)
        out = result(s, out, count, type);
    sum = add_tree(s, sum, other, count, root, comm, &first);
    if (own == first && root != first)
        mpimc_add_send(s, sum, bytes, mpimc_at(comm, root));
    else if (own == root && root != first) {
        mpimc_end_round(s);
        mpimc_add_receive(s, out, bytes, mpimc_at(comm, first));
    } else if (own == root)
        mpimc_add_copy(s, out, sum, bytes);
    return mpimc_begin_schedule(s, request);
}

/* Begins what MPI_Allreduce does. */
int MPI_Iallreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(check("MPI_Iallreduce", in, out, count, type, op, comm));
    struct mpimc_schedule *s = begin("MPI_Iallreduce", comm, MPIMC_Allreduce, MPIMC_OP(op), type, op);
    const int *map = mpimc_map(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), power = 1 << (31 - __builtin_clz((unsigned)ranks));
    int pairs = ranks - power, paired = own < 2 * pairs, place = paired ? own >> 1 : own - pairs;
    unsigned size = mpimc_size(type), bytes = (unsigned)count * size;
    char *sum = mpimc_schedule_space(s, 2 * aligned(bytes)), *other = sum + aligned(bytes);
    take(sum, in, out, count, type);
    out = result(s, out, count, type);
    if (mpimc_is_long(bytes, ranks)) {
        sum = mpimc_add_long(s, sum, other, count, size, -1, comm);
        mpimc_add_copy(s, out, sum, bytes);
        return mpimc_begin_schedule(s, request);
    }
    if (paired && (own & 1) == 0) {
        mpimc_add_send(s, sum, bytes, mpimc_to(map, own + 1));
        mpimc_end_round(s);
        mpimc_add_receive(s, sum, bytes, mpimc_to(map, own + 1));
        mpimc_end_round(s);
    } else {
        if (paired) {
            mpimc_add_receive(s, other, bytes, mpimc_to(map, own - 1));
            mpimc_end_round(s);
            mpimc_add_combine(s, other, sum, count);
        }
        for (int bit = 1; bit < power; bit <<= 1) {
            int partner = place ^ bit, rank = mpimc_to(map, partner < pairs ? 2 * partner + 1 : partner + pairs);
            mpimc_add_receive(s, other, bytes, rank);
            mpimc_add_send(s, sum, bytes, rank);
            mpimc_end_round(s);
            if (partner < place) {
                mpimc_add_combine(s, other, sum, count);
                continue;
            }
            mpimc_add_combine(s, sum, other, count);
            char *swap = sum;
            sum = other;
            other = swap;
        }
        if (paired)
            mpimc_add_send(s, sum, bytes, mpimc_to(map, own - 1));
    }
    mpimc_add_copy(s, out, sum, bytes);
    return mpimc_begin_schedule(s, request);
}

/* Combines at rank 0, which sends each rank its part: those that `counts` says, or `count` for each. */
static struct mpimc_schedule *reduce_scatter(const char *function, unsigned call, const void *in, void *out,
                                             const int counts[], int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    struct mpimc_schedule *s = begin(function, comm, call, MPIMC_OP(op), type, op);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), all = 0, first;
    for (int rank = 0; rank < ranks; rank++)
        all += counts != NULL ? counts[rank] : count;
    unsigned size = mpimc_size(type), bytes = (unsigned)all * size;
    unsigned part = (unsigned)(counts != NULL ? counts[own] : count) * size;
    char *sum = mpimc_schedule_space(s, 2 * aligned(bytes)), *other = sum + aligned(bytes);
    take(sum, in, out, all, type);
    out = result(s, out, counts != NULL ? counts[own] : count, type);
    sum = add_tree(s, sum, other, all, 0, comm, &first);
    mpimc_end_round(s);
    if (own != 0) {
        mpimc_add_receive(s, out, part, mpimc_at(comm, 0));
        return s;
    }
    mpimc_add_copy(s, out, sum, part);
    for (int rank = 1; rank < ranks; rank++) {
        sum += part;
        part = (unsigned)(counts != NULL ? counts[rank] : count) * size;
        mpimc_add_send(s, sum, part, mpimc_at(comm, rank));
        if (rank % 16 == 0)
            mpimc_end_round(s);
    }
    return s;
}

static int check_counts(const char *function, const void *in, const void *out, const int counts[], MPI_Datatype type,
                        MPI_Op op, MPI_Comm comm)
{
    MPIMC_ASK(check(function, in, out, 0, type, op, comm));
    MPIMC_ASK(mpimc_check_parts(function, in != MPI_IN_PLACE ? in : out, counts, type, comm));
    return mpimc_check(function, out, counts[mpimc_own(comm)], type, comm);
}

/* Begins what MPI_Reduce_scatter_block does. */
int MPI_Ireduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              MPI_Request *request)
{
    static const char function[] = "MPI_Ireduce_scatter_block";
    MPIMC_BEGIN;
    MPIMC_TRY(check(function, in, out, count, type, op, comm));
    return mpimc_begin_schedule(
        reduce_scatter(function, MPIMC_Reduce_scatter_block, in, out, NULL, count, type, op, comm), request);
}

/* Begins what MPI_Reduce_scatter does. */
int MPI_Ireduce_scatter(const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                        MPI_Request *request)
{
    static const char function[] = "MPI_Ireduce_scatter";
    MPIMC_BEGIN;
    MPIMC_TRY(check_counts(function, in, out, counts, type, op, comm));
    return mpimc_begin_schedule(
        reduce_scatter(function, MPIMC_Reduce_scatter, in, out, counts, 0, type, op, comm), request);
}

/* Combines the elements of all ranks, in the order of the ranks; then each rank gets as many of the results as `counts` says.
   Cost: those of MPI_Reduce and MPI_Scatterv, and at most 300 cycles for each message of a rank. */
int MPI_Reduce_scatter(const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    static const char function[] = "MPI_Reduce_scatter";
    MPIMC_BEGIN;
    MPIMC_TRY(check_counts(function, in, out, counts, type, op, comm));
    return mpimc_run_schedule(reduce_scatter(function, MPIMC_Reduce_scatter, in, out, counts, 0, type, op, comm));
}

/* As in MPI_Scan: `sum` is of the block of ranks around this one, `before` of those of them before this one. */
static int scan(const char *function, const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                int with_own, MPI_Request *request)
{
    MPIMC_TRY(check(function, in, out, count, type, op, comm));
    struct mpimc_schedule *s = begin(function, comm, MPIMC_Scan + !with_own, MPIMC_OP(op), type, op);
    const int *map = mpimc_map(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), has_before = 0;
    unsigned bytes = (unsigned)count * mpimc_size(type), row = aligned(bytes);
    char *sum = mpimc_schedule_space(s, 4 * row), *other = sum + row, *before = other + row, *last = before + row;
    take(last, in, out, count, type);
    out = result(s, out, count, type);
    memcpy(sum, last, bytes);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        int partner = own ^ bit;
        if (partner >= ranks)
            continue;
        mpimc_add_receive(s, other, bytes, mpimc_to(map, partner));
        mpimc_add_send(s, sum, bytes, mpimc_to(map, partner));
        mpimc_end_round(s);
        if (partner > own) {
            mpimc_add_combine(s, sum, other, count);
            char *swap = sum;
            sum = other;
            other = swap;
            continue;
        }
        if (has_before)
            mpimc_add_combine(s, other, before, count);
        else
            mpimc_add_copy(s, before, other, bytes);
        has_before = 1;
        mpimc_add_combine(s, other, sum, count);
    }
    if (with_own && has_before)
        mpimc_add_combine(s, before, last, count);
    if (with_own || has_before)
        mpimc_add_copy(s, out, with_own ? last : before, bytes);
    return mpimc_begin_schedule(s, request);
}

/* Begins what MPI_Scan does. */
int MPI_Iscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return scan("MPI_Iscan", in, out, count, type, op, comm, 1, request);
}

/* Begins what MPI_Exscan does. */
int MPI_Iexscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    return scan("MPI_Iexscan", in, out, count, type, op, comm, 0, request);
}
