#include <internal_mpi_graph.h>
#include <stdlib.h>

/* Exchanges with the neighbours in a grid or graph. All messages are begun, then all are waited for. Cost: at most 1000 cycles for each
   neighbour, and those of its messages. */

/* The messages of a call. */
struct exchange {
    const char *function;
    MPI_Comm comm;
    struct mpimc_neighbors n;
    unsigned check;
    struct mpimc_operation *next; /* the next one that is begun */
};

int mpimc_find_neighbors(const char *function, MPI_Comm comm, struct mpimc_neighbors *found)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    const struct mpimc_graph *graph = mpimc_graph(comm);
    const struct mpimc_cart *cart = mpimc_groups[comm]->cart;
    if (cart != NULL) {
        /* In each direction, the rank before this one and the rank after it. */
        for (int d = 0; d < cart->dims; d++)
            MPI_Cart_shift(comm, d, 1, &found->grid[2 * d], &found->grid[2 * d + 1]);
        found->from = found->to = (struct mpimc_edges){2 * cart->dims, found->grid, NULL};
    } else if (graph == NULL) {
        return mpimc_fail(MPI_ERR_TOPOLOGY, function, MPIMC_NO_NEIGHBORS, comm);
    } else if (graph->kind == MPI_GRAPH) {
        found->from = found->to = mpimc_edges_of(graph, mpimc_own(comm));
    } else {
        found->from = graph->from;
        found->to = graph->to;
    }
    return MPI_SUCCESS;
}

static int find(const char *function, MPI_Comm comm, struct exchange *x)
{
    x->function = function;
    x->comm = comm;
    return mpimc_find_neighbors(function, comm, &x->n);
}

/* Room for the operations. */
static struct mpimc_operation *begin(struct exchange *x, unsigned check)
{
    x->check = check;
    return x->next = mpimc_space(x->function, (unsigned)(x->n.from.count + x->n.to.count) * sizeof *x->next);
}

static void open(struct exchange *x, void *buffer, unsigned bytes, int peer, int receive)
{
    struct mpimc_operation *o = x->next++;
    o->stage = MPIMC_DONE;
    o->receive = 0;
    if (peer == MPI_PROC_NULL)
        return;
    o->receive = (unsigned char)receive;
    o->function = x->function;
    o->context = MPIMC_COLLECTIVE(x->comm);
    o->tag = (int)x->check;
    o->bytes = bytes;
    o->buffer = buffer;
    o->waits = 0;
    o->peer = mpimc_at(x->comm, peer);
    o->type = MPI_BYTE;
    mpimc_open(o);
}

/* A message must have just the bytes that its receive wants. */
static void end(struct exchange *x, struct mpimc_operation *first)
{
    for (struct mpimc_operation *o = first; o != x->next; o++) {
        if (o->stage != MPIMC_DONE)
            mpimc_wait(o);
        if (o->receive && o->length != o->bytes)
            mpimc_differs(x->function, o->peer, MPIMC_OTHER_COUNT, (int)o->length);
    }
    free(first);
    if (mpimc_rows != NULL)
        mpimc_end_rows();
}

int mpimc_check_counts(const char *function, const void *buffer, int parts, const int counts[], MPI_Datatype type,
                       MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, comm));
    for (int i = 0; i < parts; i++)
        MPIMC_ASK(mpimc_check(function, buffer, counts[i], type, comm));
    return MPI_SUCCESS;
}

/* `gathers`: every neighbour gets the same elements. */
static int equal(const char *function, unsigned check, const void *in, int in_count, MPI_Datatype in_type, void *out,
                 int out_count, MPI_Datatype out_type, MPI_Comm comm, int gathers)
{
    struct exchange x;
    MPIMC_ASK(find(function, comm, &x));
    MPIMC_ASK(mpimc_check(function, in, in_count, in_type, comm));
    MPIMC_ASK(mpimc_check(function, out, out_count, out_type, comm));
    unsigned in_bytes = (unsigned)in_count * mpimc_size(in_type), out_bytes = (unsigned)out_count * mpimc_size(out_type);
    in = mpimc_as_row(in, 0, gathers ? in_count : in_count * x.n.to.count, in_type, 0);
    out = mpimc_as_row(out, 0, out_count * x.n.from.count, out_type, 1);
    struct mpimc_operation *first = begin(&x, check);
    for (int i = 0; i < x.n.from.count; i++)
        open(&x, (char *)out + (unsigned)i * out_bytes, out_bytes, x.n.from.ranks[i], 1);
    for (int i = 0; i < x.n.to.count; i++)
        open(&x, (char *)in + (gathers ? 0 : (unsigned)i * in_bytes), in_bytes, x.n.to.ranks[i], 0);
    end(&x, first);
    return MPI_SUCCESS;
}

/* Every rank gets the elements of its neighbours, in their order. */
int MPI_Neighbor_allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                           MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_BEGIN;
    return mpimc_leave(equal("MPI_Neighbor_allgather", MPIMC_CHECK(Neighbor_allgather), in, in_count, in_type, out,
                             out_count, out_type, comm, 1));
}

/* Every rank sends a part of its elements to each neighbour. */
int MPI_Neighbor_alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                          MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_BEGIN;
    return mpimc_leave(equal("MPI_Neighbor_alltoall", MPIMC_CHECK(Neighbor_alltoall), in, in_count, in_type, out,
                             out_count, out_type, comm, 0));
}

/* The same with counts and places, in elements. */
int MPI_Neighbor_allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                            const int places[], MPI_Datatype out_type, MPI_Comm comm)
{
    static const char function[] = "MPI_Neighbor_allgatherv";
    struct exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(find(function, comm, &x));
    MPIMC_TRY(mpimc_check(function, in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check_counts(function, out, x.n.from.count, counts, out_type, comm));
    unsigned in_bytes = (unsigned)in_count * mpimc_size(in_type), size = mpimc_size(out_type);
    void *row = mpimc_as_row(in, 0, in_count, in_type, 0);
    struct mpimc_operation *first = begin(&x, MPIMC_CHECK(Neighbor_allgatherv));
    for (int i = 0; i < x.n.from.count; i++)
        open(&x, mpimc_part(out, places[i], counts[i], out_type, 1), (unsigned)counts[i] * size, x.n.from.ranks[i], 1);
    for (int i = 0; i < x.n.to.count; i++)
        open(&x, row, in_bytes, x.n.to.ranks[i], 0);
    end(&x, first);
    MPIMC_RETURN;
}

int MPI_Neighbor_alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                           const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm)
{
    static const char function[] = "MPI_Neighbor_alltoallv";
    struct exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(find(function, comm, &x));
    MPIMC_TRY(mpimc_check_counts(function, in, x.n.to.count, in_counts, in_type, comm));
    MPIMC_TRY(mpimc_check_counts(function, out, x.n.from.count, out_counts, out_type, comm));
    unsigned in_size = mpimc_size(in_type), size = mpimc_size(out_type);
    struct mpimc_operation *first = begin(&x, MPIMC_CHECK(Neighbor_alltoallv));
    for (int i = 0; i < x.n.from.count; i++)
        open(&x, mpimc_part(out, out_places[i], out_counts[i], out_type, 1), (unsigned)out_counts[i] * size,
             x.n.from.ranks[i], 1);
    for (int i = 0; i < x.n.to.count; i++)
        open(&x, mpimc_part(in, in_places[i], in_counts[i], in_type, 0), (unsigned)in_counts[i] * in_size,
             x.n.to.ranks[i], 0);
    end(&x, first);
    MPIMC_RETURN;
}

/* The same with a type for each neighbour, and places in bytes. */
int MPI_Neighbor_alltoallw(const void *in, const int in_counts[], const MPI_Aint in_places[],
                           const MPI_Datatype in_types[], void *out, const int out_counts[],
                           const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm)
{
    static const char function[] = "MPI_Neighbor_alltoallw";
    struct exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(find(function, comm, &x));
    for (int i = 0; i < x.n.to.count; i++)
        MPIMC_TRY(mpimc_check(function, in, in_counts[i], in_types[i], comm));
    for (int i = 0; i < x.n.from.count; i++)
        MPIMC_TRY(mpimc_check(function, out, out_counts[i], out_types[i], comm));
    struct mpimc_operation *first = begin(&x, MPIMC_CHECK(Neighbor_alltoallw));
    for (int i = 0; i < x.n.from.count; i++)
        open(&x, mpimc_as_row((char *)out + out_places[i], 0, out_counts[i], out_types[i], 1),
             (unsigned)out_counts[i] * mpimc_size(out_types[i]), x.n.from.ranks[i], 1);
    for (int i = 0; i < x.n.to.count; i++)
        open(&x, mpimc_as_row((char *)in + in_places[i], 0, in_counts[i], in_types[i], 0),
             (unsigned)in_counts[i] * mpimc_size(in_types[i]), x.n.to.ranks[i], 0);
    end(&x, first);
    MPIMC_RETURN;
}
