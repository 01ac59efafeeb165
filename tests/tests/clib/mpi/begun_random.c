/* A random program against a model. Every rank follows the same script, made from SEED: calls of all ranks with a request, with
   other ones between them, and messages. Each rank ends the requests in an order and by calls of its own. The
   whole buffer that a call must leave is computed from the script. It prints "all is well" on any number of ranks, here and with
   MPICH. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEED
#define SEED 1
#endif
#define ITEMS 160
#define MOST_OPEN 20
#define COMMS 3

enum kind {
    BARRIER, BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, GATHER, SCATTER, ALLGATHER, ALLTOALL,
    GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV, ALLTOALLW, MESSAGE, NOW_ALLREDUCE, NOW_BCAST, NOW_ALLGATHER, NOW_BARRIER,
    NOW_MESSAGE, NOW_PROBED, KINDS
};

static unsigned script, own; /* states of generators: of all ranks, of this one */

static unsigned draw(unsigned *state, unsigned below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

struct item {
    int number, kind, comm, root, count, gaps, placed, op, other;
    int *in, *out, *wanted;
    int bytes;
    int *counts, *places, *in_counts, *in_places;
    MPI_Datatype *types;
};

static MPI_Comm comms[COMMS];
static int ranks[COMMS], sizes[COMMS];
static int world, worlds, wrong;
static MPI_Datatype gapped;
static struct item *open_items[MOST_OPEN];
static MPI_Request requests[MOST_OPEN];

static int value(const struct item *item, int from, int to, int place)
{
    unsigned v = (unsigned)(item->number * 31 + from * 7 + to * 13 + place * 3 + 1) * 2654435761u;
    return (int)(v >> 16);
}

/* Elements of a rank for a rank: a number, or three with gaps. */
static int width(const struct item *item)
{
    return item->gaps ? 3 : 1;
}

static int extent(const struct item *item)
{
    return item->gaps ? 5 : 1;
}

static void put(int *to, const struct item *item, int place, int count, int from, int target)
{
    for (int e = 0; e < count; e++)
        for (int k = 0; k < width(item); k++)
            to[(place + e) * extent(item) + 2 * k] = value(item, from, target, e * width(item) + k);
}

static int combined(const struct item *item, int from, int until, int place)
{
    int all = value(item, from, 0, place);
    for (int r = from + 1; r < until; r++) {
        int v = value(item, r, 0, place);
        all = item->op == MPI_SUM ? all + v : item->op == MPI_MAX ? (v > all ? v : all) : all ^ v;
    }
    return all;
}

static void put_combined(int *to, const struct item *item, int first, int count, int from, int until)
{
    for (int i = 0; i < count; i++)
        to[i] = combined(item, from, until, first + i);
}

/* Elements of a rank for a rank, in the calls with counts. */
static int many(const struct item *item, int from, int to)
{
    return (from * 3 + to * 5 + item->number) % 5;
}

static void *room(int bytes)
{
    void *space = malloc((size_t)bytes + 4);
    if (space == NULL) {
        printf("rank %d has no memory left\n", world);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return space;
}

static void drop(struct item *item)
{
    if (memcmp(item->out, item->wanted, (size_t)item->bytes) != 0 && wrong++ < 3)
        printf("rank %d, item %d, kind %d, comm %d, root %d, count %d, gaps %d, in place %d\n", world, item->number, item->kind,
               item->comm, item->root, item->count, item->gaps, item->placed);
    free(item->in);
    free(item->out);
    free(item->wanted);
    free(item->counts);
    free(item->places);
    free(item->in_counts);
    free(item->in_places);
    free(item->types);
    free(item);
}

/* Draws an item, and makes its buffers and what it must leave in them. */
static struct item *make(int number)
{
    static const int counts[] = {0, 1, 2, 5, 14, 40, 150};
    static const int ops[] = {MPI_SUM, MPI_MAX, MPI_BXOR};
    struct item *item = room(sizeof *item);
    memset(item, 0, sizeof *item);
    item->number = number;
    item->kind = (int)draw(&script, KINDS);
    item->comm = (int)draw(&script, COMMS);
    int size = sizes[item->comm], rank = ranks[item->comm];
    item->root = (int)(draw(&script, 1000) * 7 % (unsigned)size);
    item->other = (int)(draw(&script, 1000) * 7 % (unsigned)size);
    item->count = counts[draw(&script, 7)];
    item->gaps = draw(&script, 3) == 0;
    item->placed = draw(&script, 4) == 0;
    item->op = ops[draw(&script, 3)];
    if (item->kind == NOW_ALLREDUCE || (item->kind >= REDUCE && item->kind <= REDUCE_SCATTER_BLOCK))
        item->gaps = 0;
    if (item->kind >= REDUCE_SCATTER && item->kind <= ALLTOALLW && item->count > 14)
        item->count = 14;
    int places = 1 + (item->count + 5) * size * extent(item), root = item->root, count = item->count;
    item->bytes = places * (int)sizeof(int);
    item->in = room(item->bytes);
    item->out = room(item->bytes);
    item->wanted = room(item->bytes);
    for (int i = 0; i < places; i++)
        item->in[i] = item->out[i] = -1 - i;
    item->counts = room(size * 4);
    item->places = room(size * 4);
    item->in_counts = room(size * 4);
    item->in_places = room(size * 4);
    item->types = room(size * (int)sizeof *item->types);
    int at_root = rank == root, placed = item->placed;
    for (int i = 0; i < size; i++) {
        item->places[i] = 5 * (size - 1 - i);
        item->in_places[i] = 5 * i;
        item->types[i] = item->gaps ? gapped : MPI_INT;
    }
    switch (item->kind) {
    case BCAST:
    case NOW_BCAST:
        if (at_root)
            put(item->out, item, 0, count, root, 0);
        break;
    case REDUCE:
        item->placed = placed = placed && at_root;
        put(placed ? item->out : item->in, item, 0, count, rank, 0);
        break;
    case REDUCE_SCATTER:
        for (int i = 0; i < size; i++)
            item->counts[i] = (count + i) % 5;
        __attribute__((fallthrough));
    case REDUCE_SCATTER_BLOCK:
    case ALLREDUCE:
    case NOW_ALLREDUCE:
    case SCAN:
    case EXSCAN:
        for (int i = 0; i < places; i++)
            (placed ? item->out : item->in)[i] = value(item, rank, 0, i);
        break;
    case GATHER:
    case GATHERV:
        item->placed = placed = placed && at_root;
        for (int i = 0; i < size; i++)
            item->counts[i] = many(item, i, 0);
        if (item->kind == GATHER)
            put(placed ? item->out : item->in, item, placed ? rank * count : 0, count, rank, 0);
        else
            put(placed ? item->out : item->in, item, placed ? item->places[rank] : 0, item->counts[rank], rank, 0);
        break;
    case SCATTER:
    case SCATTERV:
        item->placed = placed = placed && at_root;
        for (int i = 0; i < size; i++) {
            item->in_counts[i] = many(item, root, i);
            if (item->kind == SCATTER)
                put(item->in, item, i * count, count, root, i);
            else
                put(item->in, item, item->in_places[i], item->in_counts[i], root, i);
        }
        break;
    case ALLGATHER:
    case NOW_ALLGATHER:
        put(placed ? item->out : item->in, item, placed ? rank * count : 0, count, rank, 0);
        break;
    case ALLGATHERV:
        for (int i = 0; i < size; i++)
            item->counts[i] = many(item, i, 0);
        put(placed ? item->out : item->in, item, placed ? item->places[rank] : 0, item->counts[rank], rank, 0);
        break;
    case ALLTOALL:
        for (int i = 0; i < size; i++)
            put(placed ? item->out : item->in, item, i * count, count, rank, i);
        break;
    case ALLTOALLV:
    case ALLTOALLW:
        item->placed = placed = placed && item->kind == ALLTOALLV;
        for (int i = 0; i < size; i++) {
            item->in_counts[i] = placed ? (i + rank + number) % 5 : many(item, rank, i);
            item->counts[i] = placed ? item->in_counts[i] : many(item, i, rank);
            put(placed ? item->out : item->in, item, placed ? item->places[i] : item->in_places[i], item->in_counts[i], rank, i);
        }
        break;
    case MESSAGE:
    case NOW_MESSAGE:
    case NOW_PROBED:
        if (at_root)
            put(item->in, item, 0, count, root, item->other);
        break;
    }
    memcpy(item->wanted, item->out, (size_t)item->bytes);
    int *wanted = item->wanted, before = 0;
    switch (item->kind) {
    case BCAST:
    case NOW_BCAST:
        put(wanted, item, 0, count, root, 0);
        break;
    case REDUCE:
        if (at_root)
            put_combined(wanted, item, 0, count, 0, size);
        break;
    case ALLREDUCE:
    case NOW_ALLREDUCE:
        put_combined(wanted, item, 0, count, 0, size);
        break;
    case SCAN:
        put_combined(wanted, item, 0, count, 0, rank + 1);
        break;
    case EXSCAN:
        if (rank != 0)
            put_combined(wanted, item, 0, count, 0, rank);
        break;
    case REDUCE_SCATTER:
        for (int i = 0; i < rank; i++)
            before += item->counts[i];
        put_combined(wanted, item, before, item->counts[rank], 0, size);
        break;
    case REDUCE_SCATTER_BLOCK:
        item->count = count = count > 5 ? 5 : count;
        put_combined(wanted, item, rank * count, count, 0, size);
        break;
    case GATHER:
    case ALLGATHER:
    case NOW_ALLGATHER:
        for (int i = 0; i < size && (at_root || item->kind != GATHER); i++)
            put(wanted, item, i * count, count, i, 0);
        break;
    case SCATTER:
        if (!placed)
            put(wanted, item, 0, count, root, rank);
        break;
    case ALLTOALL:
        for (int i = 0; i < size; i++)
            put(wanted, item, i * count, count, i, rank);
        break;
    case GATHERV:
    case ALLGATHERV:
        for (int i = 0; i < size && (at_root || item->kind != GATHERV); i++)
            put(wanted, item, item->places[i], item->counts[i], i, 0);
        break;
    case SCATTERV:
        if (!placed)
            put(wanted, item, 0, item->in_counts[rank], root, rank);
        break;
    case ALLTOALLV:
    case ALLTOALLW:
        for (int i = 0; i < size; i++)
            put(wanted, item, item->places[i], item->counts[i], i, rank);
        for (int i = 0; item->kind == ALLTOALLW && i < size; i++) {
            item->places[i] *= 4 * extent(item);
            item->in_places[i] *= 4 * extent(item);
        }
        break;
    case MESSAGE:
    case NOW_MESSAGE:
    case NOW_PROBED:
        if (rank == item->other)
            put(wanted, item, 0, count, root, rank);
        break;
    }
    return item;
}

/* Begins it; true if its request is open. */
static int begin(struct item *i, MPI_Request *request)
{
    MPI_Comm comm = comms[i->comm];
    MPI_Datatype type = i->gaps ? gapped : MPI_INT;
    int rank = ranks[i->comm], tag = i->number % 3;
    const void *in = i->placed ? MPI_IN_PLACE : (void *)i->in;
    int root = i->root, count = i->count;
    switch (i->kind) {
    case BARRIER:
        MPI_Ibarrier(comm, request);
        break;
    case BCAST:
        MPI_Ibcast(i->out, count, type, root, comm, request);
        break;
    case REDUCE:
        MPI_Ireduce(in, i->out, count, type, i->op, root, comm, request);
        break;
    case ALLREDUCE:
        MPI_Iallreduce(in, i->out, count, type, i->op, comm, request);
        break;
    case SCAN:
        MPI_Iscan(in, i->out, count, type, i->op, comm, request);
        break;
    case EXSCAN:
        MPI_Iexscan(in, i->out, count, type, i->op, comm, request);
        break;
    case REDUCE_SCATTER:
        MPI_Ireduce_scatter(in, i->out, i->counts, type, i->op, comm, request);
        break;
    case REDUCE_SCATTER_BLOCK:
        MPI_Ireduce_scatter_block(in, i->out, count, type, i->op, comm, request);
        break;
    case GATHER:
        MPI_Igather(in, count, type, i->out, count, type, root, comm, request);
        break;
    case SCATTER:
        MPI_Iscatter(i->in, count, type, i->placed ? MPI_IN_PLACE : i->out, count, type, root, comm, request);
        break;
    case ALLGATHER:
        MPI_Iallgather(in, count, type, i->out, count, type, comm, request);
        break;
    case ALLTOALL:
        MPI_Ialltoall(in, count, type, i->out, count, type, comm, request);
        break;
    case GATHERV:
        MPI_Igatherv(in, i->counts[rank], type, i->out, i->counts, i->places, type, root, comm, request);
        break;
    case SCATTERV:
        MPI_Iscatterv(i->in, i->in_counts, i->in_places, type, i->placed ? MPI_IN_PLACE : i->out, i->in_counts[rank], type, root, comm,
                      request);
        break;
    case ALLGATHERV:
        MPI_Iallgatherv(in, i->counts[rank], type, i->out, i->counts, i->places, type, comm, request);
        break;
    case ALLTOALLV:
        MPI_Ialltoallv(in, i->in_counts, i->in_places, type, i->out, i->counts, i->places, type, comm, request);
        break;
    case ALLTOALLW:
        MPI_Ialltoallw(i->in, i->in_counts, i->in_places, i->types, i->out, i->counts, i->places, i->types, comm, request);
        break;
    case MESSAGE:
        if (root == i->other && rank == root)
            memcpy(i->wanted, i->out, (size_t)i->bytes);
        if (root == i->other || (rank != root && rank != i->other))
            return 0;
        if (rank == root)
            MPI_Isend(i->in, count, type, i->other, tag, comm, request);
        else
            MPI_Irecv(i->out, count, type, root, tag, comm, request);
        break;
    case NOW_ALLREDUCE:
        MPI_Allreduce(in, i->out, count, type, i->op, comm);
        return 0;
    case NOW_BCAST:
        MPI_Bcast(i->out, count, type, root, comm);
        return 0;
    case NOW_ALLGATHER:
        MPI_Allgather(in, count, type, i->out, count, type, comm);
        return 0;
    case NOW_BARRIER:
        MPI_Barrier(comm);
        return 0;
    case NOW_MESSAGE:
    case NOW_PROBED:
        if (root == i->other && rank == root)
            memcpy(i->wanted, i->out, (size_t)i->bytes);
        else if (rank == root)
            MPI_Send(i->in, count, type, i->other, tag, comm);
        else if (rank == i->other && i->kind == NOW_PROBED) {
            MPI_Status status;
            int there;
            MPI_Probe(root, tag, comm, &status);
            MPI_Get_count(&status, type, &there);
            if (there != count && wrong++ < 3)
                printf("rank %d, item %d: %d elements instead of %d\n", world, i->number, there, count);
            MPI_Recv(i->out, count, type, root, tag, comm, MPI_STATUS_IGNORE);
        } else if (rank == i->other)
            MPI_Recv(i->out, count, type, root, tag, comm, MPI_STATUS_IGNORE);
        return 0;
    }
    return 1;
}

static void ended(int place)
{
    if (requests[place] != MPI_REQUEST_NULL && wrong++ < 3)
        printf("rank %d: request %d has ended and is not null\n", world, place);
    drop(open_items[place]);
    open_items[place] = NULL;
}

static int any_open(void)
{
    for (int i = 0; i < MOST_OPEN; i++)
        if (open_items[i] != NULL)
            return 1;
    return 0;
}

/* Looks at the requests, or ends some. */
static void end_some(void)
{
    int place = (int)draw(&own, MOST_OPEN), flag, number, places[MOST_OPEN];
    if (!any_open())
        return;
    while (open_items[place] == NULL)
        place = (place + 1) % MOST_OPEN;
    switch (draw(&own, 8)) {
    case 0:
        MPI_Wait(&requests[place], MPI_STATUS_IGNORE);
        ended(place);
        break;
    case 1:
        MPI_Waitany(MOST_OPEN, requests, &number, MPI_STATUS_IGNORE);
        ended(number);
        break;
    case 2:
        MPI_Testsome(MOST_OPEN, requests, &number, places, MPI_STATUSES_IGNORE);
        for (int i = 0; i < number; i++)
            ended(places[i]);
        break;
    case 3:
        MPI_Waitsome(MOST_OPEN, requests, &number, places, MPI_STATUSES_IGNORE);
        for (int i = 0; i < number; i++)
            ended(places[i]);
        break;
    case 4:
        MPI_Testany(MOST_OPEN, requests, &number, &flag, MPI_STATUS_IGNORE);
        if (flag && number != MPI_UNDEFINED)
            ended(number);
        break;
    case 5: {
        /* Two at once. */
        int next = (place + 1) % MOST_OPEN;
        while (open_items[next] == NULL)
            next = (next + 1) % MOST_OPEN;
        if (next == place)
            return;
        MPI_Request two[2] = {requests[place], requests[next]};
        MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
        requests[place] = two[0];
        requests[next] = two[1];
        ended(place);
        ended(next);
        break;
    }
    default:
        MPI_Test(&requests[place], &flag, MPI_STATUS_IGNORE);
        if (flag)
            ended(place);
    }
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_size(MPI_COMM_WORLD, &worlds);
    script = argc > 1 ? (unsigned)atoi(argv[1]) : SEED;
    own = script * 77 + (unsigned)world * 1234567;
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -world, &comms[2]);
    for (int i = 0; i < COMMS; i++) {
        MPI_Comm_rank(comms[i], &ranks[i]);
        MPI_Comm_size(comms[i], &sizes[i]);
    }
    MPI_Type_vector(3, 1, 2, MPI_INT, &gapped);
    MPI_Type_commit(&gapped);
    for (int i = 0; i < MOST_OPEN; i++)
        requests[i] = MPI_REQUEST_NULL;
    for (int number = 0; number < ITEMS; number++) {
        struct item *item = make(number);
        MPI_Request request;
        if (!begin(item, &request)) {
            drop(item);
        } else {
            int place = 0;
            while (place < MOST_OPEN && open_items[place] != NULL)
                place++;
            /* `place` is free, see below. */
            open_items[place] = item;
            requests[place] = request;
        }
        for (volatile unsigned wait = draw(&own, 4) == 0 ? draw(&own, 3000) : 0; wait > 0; wait--)
            ;
        for (int k = (int)draw(&own, 4); k > 0; k--)
            end_some();
        for (;;) {
            int free_places = 0;
            for (int i = 0; i < MOST_OPEN; i++)
                free_places += open_items[i] == NULL;
            if (free_places != 0)
                break;
            end_some();
        }
    }
    if (draw(&own, 2)) {
        MPI_Waitall(MOST_OPEN, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < MOST_OPEN; i++)
            if (open_items[i] != NULL)
                ended(i);
    }
    while (any_open())
        end_some();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (world == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return wrong;
}
