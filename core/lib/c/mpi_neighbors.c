#include <internal_mpi_graph.h>
#include <stdlib.h>

/* Exchanges with the neighbours in a grid or graph. All messages are begun, then all are waited for. Cost: at most 1000 cycles for each
   neighbour, and those of its messages. */

/* The error if the communicator has neither a grid nor a graph. */
static int find(struct mpimc_exchange *x, const char *function, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    const struct mpimc_graph *graph = mpimc_graph(comm);
    const struct mpimc_cart *cart = mpimc_groups[comm]->cart;
    struct mpimc_neighbors *found = &x->n;
    x->function = function;
    x->comm = comm;
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

/* Room for the messages. */
static void begin(struct mpimc_exchange *x)
{
    x->first = x->end = mpimc_space(x->function, (unsigned)(x->n.from.count + x->n.to.count) * sizeof *x->end);
}

static void add(struct mpimc_exchange *x, const void *buffer, unsigned bytes, int peer, int receive)
{
    if (peer == MPI_PROC_NULL)
        return;
    struct mpimc_operation *o = x->end++;
    o->receive = (unsigned char)receive;
    o->function = x->function;
    o->bytes = bytes;
    o->buffer = (char *)buffer;
    o->waits = 0;
    o->peer = mpimc_at(x->comm, peer);
    o->type = MPI_BYTE;
}

/* The error if one of the parts of a buffer is wrong. */
static int check_counts(const char *function, const void *buffer, int parts, const int counts[], MPI_Datatype type,
                        MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, comm));
    for (int i = 0; i < parts; i++)
        MPIMC_ASK(mpimc_check(function, buffer, counts[i], type, comm));
    return MPI_SUCCESS;
}

/* Parts of a buffer, each in a row of its own if the type has gaps. */
static void add_parts(struct mpimc_exchange *x, const struct mpimc_edges *edges, const void *buffer, const int counts[],
                      const int places[], MPI_Datatype type, int receive)
{
    unsigned size = mpimc_size(type);
    for (int i = 0; i < edges->count; i++) {
        char *row = mpimc_as_row(buffer, places[i], places[i] + counts[i], type, receive);
        add(x, row + places[i] * (int)size, (unsigned)counts[i] * size, edges->ranks[i], receive);
    }
}

int mpimc_exchange_equal(struct mpimc_exchange *x, const char *function, const void *in, int in_count,
                         MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, MPI_Comm comm,
                         int gathers)
{
    MPIMC_ASK(find(x, function, comm));
    MPIMC_ASK(mpimc_check(function, in, in_count, in_type, comm));
    MPIMC_ASK(mpimc_check(function, out, out_count, out_type, comm));
    unsigned in_bytes = (unsigned)in_count * mpimc_size(in_type), out_bytes = (unsigned)out_count * mpimc_size(out_type);
    in = mpimc_as_row(in, 0, gathers ? in_count : in_count * x->n.to.count, in_type, 0);
    out = mpimc_as_row(out, 0, out_count * x->n.from.count, out_type, 1);
    begin(x);
    for (int i = 0; i < x->n.from.count; i++)
        add(x, (char *)out + (unsigned)i * out_bytes, out_bytes, x->n.from.ranks[i], 1);
    for (int i = 0; i < x->n.to.count; i++)
        add(x, (const char *)in + (gathers ? 0 : (unsigned)i * in_bytes), in_bytes, x->n.to.ranks[i], 0);
    return MPI_SUCCESS;
}

int mpimc_exchange_gathered(struct mpimc_exchange *x, const char *function, const void *in, int in_count,
                            MPI_Datatype in_type, void *out, const int counts[], const int places[],
                            MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_ASK(find(x, function, comm));
    MPIMC_ASK(mpimc_check(function, in, in_count, in_type, comm));
    MPIMC_ASK(check_counts(function, out, x->n.from.count, counts, out_type, comm));
    in = mpimc_as_row(in, 0, in_count, in_type, 0);
    begin(x);
    add_parts(x, &x->n.from, out, counts, places, out_type, 1);
    for (int i = 0; i < x->n.to.count; i++)
        add(x, in, (unsigned)in_count * mpimc_size(in_type), x->n.to.ranks[i], 0);
    return MPI_SUCCESS;
}

int mpimc_exchange_parts(struct mpimc_exchange *x, const char *function, const void *in, const int in_counts[],
                         const int in_places[], MPI_Datatype in_type, void *out, const int out_counts[],
                         const int out_places[], MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_ASK(find(x, function, comm));
    MPIMC_ASK(check_counts(function, in, x->n.to.count, in_counts, in_type, comm));
    MPIMC_ASK(check_counts(function, out, x->n.from.count, out_counts, out_type, comm));
    begin(x);
    add_parts(x, &x->n.from, out, out_counts, out_places, out_type, 1);
    add_parts(x, &x->n.to, in, in_counts, in_places, in_type, 0);
    return MPI_SUCCESS;
}

int mpimc_exchange_types(struct mpimc_exchange *x, const char *function, const void *in, const int in_counts[],
                         const MPI_Aint in_places[], const MPI_Datatype in_types[], void *out, const int out_counts[],
                         const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm)
{
    MPIMC_ASK(find(x, function, comm));
    for (int i = 0; i < x->n.to.count; i++)
        MPIMC_ASK(mpimc_check(function, in, in_counts[i], in_types[i], comm));
    for (int i = 0; i < x->n.from.count; i++)
        MPIMC_ASK(mpimc_check(function, out, out_counts[i], out_types[i], comm));
    begin(x);
    for (int i = 0; i < x->n.from.count; i++)
        add(x, mpimc_as_row((char *)out + out_places[i], 0, out_counts[i], out_types[i], 1),
            (unsigned)out_counts[i] * mpimc_size(out_types[i]), x->n.from.ranks[i], 1);
    for (int i = 0; i < x->n.to.count; i++)
        add(x, mpimc_as_row((const char *)in + in_places[i], 0, in_counts[i], in_types[i], 0),
            (unsigned)in_counts[i] * mpimc_size(in_types[i]), x->n.to.ranks[i], 0);
    return MPI_SUCCESS;
}

/* Sends and receives all messages. One must have just the bytes that its receive wants. */
static int run(const struct mpimc_exchange *x, unsigned check)
{
    for (struct mpimc_operation *o = x->first; o != x->end; o++) {
        o->context = MPIMC_COLLECTIVE(x->comm);
        o->tag = (int)check;
        mpimc_open(o);
    }
    for (struct mpimc_operation *o = x->first; o != x->end; o++) {
        if (o->stage != MPIMC_DONE)
            mpimc_wait(o);
        if (o->receive && o->length != o->bytes)
            mpimc_differs(x->function, o->peer, MPIMC_OTHER_COUNT, (int)o->length);
    }
    free(x->first);
    MPIMC_RETURN_ROWS;
}

/* Every rank gets the elements of its neighbours, in their order. */
int MPI_Neighbor_allgather(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                           MPI_Datatype out_type, MPI_Comm comm)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_equal(&x, "MPI_Neighbor_allgather", in, in_count, in_type, out, out_count, out_type, comm, 1));
    return run(&x, MPIMC_CHECK(Neighbor_allgather));
}

/* Every rank sends a part of its elements to each neighbour. */
int MPI_Neighbor_alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count,
                          MPI_Datatype out_type, MPI_Comm comm)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_equal(&x, "MPI_Neighbor_alltoall", in, in_count, in_type, out, out_count, out_type, comm, 0));
    return run(&x, MPIMC_CHECK(Neighbor_alltoall));
}

/* The same with counts and places, in elements. */
int MPI_Neighbor_allgatherv(const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
                            const int places[], MPI_Datatype out_type, MPI_Comm comm)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_gathered(&x, "MPI_Neighbor_allgatherv", in, in_count, in_type, out, counts, places, out_type,
                                      comm));
    return run(&x, MPIMC_CHECK(Neighbor_allgatherv));
}

int MPI_Neighbor_alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                           const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_parts(&x, "MPI_Neighbor_alltoallv", in, in_counts, in_places, in_type, out, out_counts,
                                   out_places, out_type, comm));
    return run(&x, MPIMC_CHECK(Neighbor_alltoallv));
}

/* The same with a type for each neighbour, and places in bytes. */
int MPI_Neighbor_alltoallw(const void *in, const int in_counts[], const MPI_Aint in_places[],
                           const MPI_Datatype in_types[], void *out, const int out_counts[],
                           const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm)
{
    struct mpimc_exchange x;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_exchange_types(&x, "MPI_Neighbor_alltoallw", in, in_counts, in_places, in_types, out, out_counts,
                                   out_places, out_types, comm));
    return run(&x, MPIMC_CHECK(Neighbor_alltoallw));
}
