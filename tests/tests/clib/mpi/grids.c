/* Cartesian topologies and persistent requests: every rank checks its results, and rank 0 says whether all are right. */
#include <mpi.h>
#include <stdio.h>

static int wrong;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

static int rank, size;

static void dims(void)
{
    int two[2] = {0, 0}, three[3] = {0, 0, 0}, fixed[2] = {0, 3}, one[1] = {0};
    MPI_Dims_create(24, 2, two);
    CHECK(two[0] == 6 && two[1] == 4);
    MPI_Dims_create(16, 3, three);
    CHECK(three[0] == 4 && three[1] == 2 && three[2] == 2);
    MPI_Dims_create(12, 2, fixed);
    CHECK(fixed[0] == 4 && fixed[1] == 3);
    MPI_Dims_create(7, 1, one);
    CHECK(one[0] == 7);
}

static void grid(void)
{
    int sizes[2] = {0, 0}, periodic[2] = {1, 0}, coords[2], got[2], flags[2], before, after, there, count, own;
    MPI_Comm cart, row, copy, none;
    MPI_Dims_create(size, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &cart);
    MPI_Comm_size(cart, &count);
    CHECK(count == size);
    MPI_Cartdim_get(cart, &count);
    CHECK(count == 2);
    MPI_Cart_coords(cart, rank, 2, coords);
    CHECK(coords[0] == rank / sizes[1] && coords[1] == rank % sizes[1]);
    MPI_Cart_rank(cart, coords, &there);
    CHECK(there == rank);
    there = -1;
    coords[0] += 2 * sizes[0];
    MPI_Cart_rank(cart, coords, &there);
    CHECK(there == rank);
    MPI_Cart_get(cart, 2, got, flags, coords);
    CHECK(got[0] == sizes[0] && got[1] == sizes[1] && flags[0] == 1 && flags[1] == 0);
    MPI_Cart_shift(cart, 0, 1, &before, &after);
    CHECK(after == (rank + sizes[1]) % size && before == (rank + size - sizes[1]) % size);
    MPI_Cart_shift(cart, 1, 1, &before, &after);
    CHECK(after == (coords[1] + 1 < sizes[1] ? rank + 1 : MPI_PROC_NULL));
    CHECK(before == (coords[1] > 0 ? rank - 1 : MPI_PROC_NULL));
    int out = rank, in = -5;
    MPI_Sendrecv(&out, 1, MPI_INT, after, 0, &in, 1, MPI_INT, before, 0, cart, MPI_STATUS_IGNORE);
    CHECK(in == (before == MPI_PROC_NULL ? -5 : before));

    int remain[2] = {0, 1}, sum;
    MPI_Cart_sub(cart, remain, &row);
    MPI_Comm_rank(row, &own);
    CHECK(own == coords[1]);
    MPI_Allreduce(&coords[1], &sum, 1, MPI_INT, MPI_SUM, row);
    CHECK(sum == sizes[1] * (sizes[1] - 1) / 2);
    MPI_Cartdim_get(row, &count);
    CHECK(count == 1);
    MPI_Comm_dup(cart, &copy);
    MPI_Cart_shift(copy, 0, 1, &before, &after);
    CHECK(after == (rank + sizes[1]) % size);
    int less[1] = {size > 1 ? size - 1 : 1}, open[1] = {0};
    MPI_Cart_create(MPI_COMM_WORLD, 1, less, open, 0, &none);
    CHECK((none == MPI_COMM_NULL) == (size > 1 && rank == size - 1));
    if (none != MPI_COMM_NULL)
        MPI_Comm_free(&none);
    MPI_Comm_free(&row);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&cart);
}

static void lasting(void)
{
    static int out[40], in[40];
    int next = (rank + 1) % size, before = (rank + size - 1) % size, index, flag;
    MPI_Request requests[2];
    MPI_Status status;
    for (int length = 3; length <= 40; length += 37) {
        MPI_Recv_init(in, length, MPI_INT, before, 4, MPI_COMM_WORLD, &requests[0]);
        MPI_Send_init(out, length, MPI_INT, next, 4, MPI_COMM_WORLD, &requests[1]);
        MPI_Wait(&requests[0], &status);
        CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE);
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < length; i++)
                out[i] = 100 * rank + round * i;
            MPI_Startall(2, requests);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
            for (int i = 0; i < length; i++)
                CHECK(in[i] == 100 * before + round * i);
        }
        MPI_Waitany(2, requests, &index, &status);
        CHECK(index == MPI_UNDEFINED);
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
        CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    }
    /* A wildcard matches anew each time. */
    MPI_Recv_init(in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    for (int tag = 7; tag < 9; tag++) {
        MPI_Start(&requests[0]);
        MPI_Send(&rank, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
        MPI_Wait(&requests[0], &status);
        CHECK(in[0] == before && status.MPI_SOURCE == before && status.MPI_TAG == tag);
    }
    MPI_Request_free(&requests[0]);
    /* A receive that no message reaches. */
    MPI_Irecv(in, 1, MPI_INT, next, 99, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && requests[0] == MPI_REQUEST_NULL);
    MPI_Irecv(in, 1, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(&rank, 1, MPI_INT, next, 3, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag && in[0] == before);
}

/* A request that the program has seen end is given up; another one goes on, although its type is freed and its place is used by
   the next one. */
static void seen(void)
{
    int out[4] = {rank, rank + 1, rank + 2, rank + 3}, in[20] = {0}, flag;
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Datatype pair, other;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Irecv(in, 1, pair, before, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in + 10, 1, pair, before, 6, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(out, 2, MPI_INT, next, 5, MPI_COMM_WORLD);
    do
        MPI_Request_get_status(requests[0], &flag, &status);
    while (!flag);
    MPI_Request_free(&requests[0]);
    MPI_Type_free(&pair);
    MPI_Type_vector(2, 1, 5, MPI_INT, &other);
    MPI_Type_commit(&other);
    MPI_Send(out + 2, 2, MPI_INT, next, 6, MPI_COMM_WORLD);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    CHECK(in[0] == before && in[2] == before + 1 && in[10] == before + 2 && in[12] == before + 3 && in[15] == 0);
    MPI_Type_free(&other);
}

/* A prepared request holds its type until it is given up. All these types at once need more memory than a node has. */
static void held(void)
{
    static int in[8000];
    MPI_Datatype type;
    MPI_Request request;
    for (int i = 0; i < 24; i++) {
        MPI_Type_vector(4000, 1, 2, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Recv_init(in, 1, type, 0, 5, MPI_COMM_WORLD, &request);
        MPI_Type_free(&type);
        MPI_Request_free(&request);
    }
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    dims();
    grid();
    lasting();
    seen();
    if (rank == 0)
        held();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return 0;
}
