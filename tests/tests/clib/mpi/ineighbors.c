/* Exchanges with neighbours that have a request, several at once: every rank checks its results, and rank 0 says whether all are
   right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong, rank, size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

#define ROUNDS 12

/* Many exchanges are open; they end in any order. */
static void torus(void)
{
    static int out[ROUNDS][4][300], in[ROUNDS][4][300], same[4][300];
    int sizes[2] = {0, 0}, periodic[2] = {1, 1}, done = 0;
    MPI_Comm comm;
    MPI_Request requests[ROUNDS];
    MPI_Dims_create(size, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &comm);
    for (int round = 0; round < ROUNDS; round++) {
        int length = round % 3 == 0 ? 300 : round + 1;
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < length; k++)
                out[round][i][k] = 100000 * rank + 1000 * round + 300 * i + k;
        if (round % 2 == 0)
            MPI_Ineighbor_alltoall(out[round], length, MPI_INT, in[round], length, MPI_INT, comm, &requests[round]);
        else
            MPI_Ineighbor_allgather(out[round], length, MPI_INT, in[round], length, MPI_INT, comm, &requests[round]);
    }
    while (done != MPI_UNDEFINED)
        MPI_Waitany(ROUNDS, requests, &done, MPI_STATUS_IGNORE);
    for (int round = 0; round < ROUNDS; round++) {
        int length = round % 3 == 0 ? 300 : round + 1;
        /* The elements of `out` are one after the other in the parts of the call. */
        if (round % 2 == 0)
            MPI_Neighbor_alltoall(out[round], length, MPI_INT, same, length, MPI_INT, comm);
        else
            MPI_Neighbor_allgather(out[round], length, MPI_INT, same, length, MPI_INT, comm);
        CHECK(memcmp(same, in[round], 4u * (unsigned)length * sizeof(int)) == 0);
    }
    MPI_Comm_free(&comm);
}

/* A rank can send before its neighbour begins, and the other way round. */
static void late(void)
{
    int before = (rank + size - 1) % size, after = (rank + 1) % size, out = rank, in = -1, word = 10 * rank, got = -1;
    MPI_Comm ring;
    MPI_Request request;
    MPI_Status status;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &after, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &ring);
    if (size > 1 && rank == 0) {
        MPI_Ineighbor_alltoall(&out, 1, MPI_INT, &in, 1, MPI_INT, ring, &request);
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        if (rank == 1) {
            MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
            CHECK(got == 0);
        }
        MPI_Ineighbor_alltoall(&out, 1, MPI_INT, &in, 1, MPI_INT, ring, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    CHECK(in == before);
    MPI_Comm_free(&ring);
}

static void parts(void)
{
    int before = (rank + size - 1) % size, after = (rank + 1) % size, from[2] = {before, after}, to[2] = {after, before};
    static int out[2][900], in[5][2][900];
    int good = 1, length = 300, n = length + before;
    int out_counts[2] = {length + rank, length}, in_counts[2] = {n, length}, places[2] = {0, 900};
    int equal[2] = {length, length}, far[2] = {900, 0}, some[2] = {length / 3, length};
    MPI_Aint at[2] = {0, 900 * sizeof(int)};
    MPI_Comm comm;
    MPI_Datatype every;
    MPI_Request requests[4];
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    MPI_Type_vector(3, 1, 2, MPI_INT, &every);
    MPI_Type_commit(&every);
    MPI_Datatype types[2] = {every, MPI_INT};
    for (int i = 0; i < 900; i++) {
        out[0][i] = 10000 * rank + i;
        out[1][i] = 10000 * rank + 1000 + i;
    }
    memset(in, 0xff, sizeof in);
    MPI_Ineighbor_alltoallv(out, out_counts, places, MPI_INT, in[0], in_counts, places, MPI_INT, comm, &requests[0]);
    MPI_Ineighbor_allgatherv(out, length, MPI_INT, in[1], equal, far, MPI_INT, comm, &requests[1]);
    MPI_Ineighbor_alltoallw(out, some, at, types, in[2], some, at, types, comm, &requests[2]);
    MPI_Ineighbor_allgather(out, length / 3, every, in[3], length / 3, every, comm, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < n; i++)
        good &= in[0][0][i] == 10000 * before + i;
    for (int i = 0; i < length; i++) {
        good &= in[0][1][i] == 10000 * after + 1000 + i;
        good &= in[1][1][i] == 10000 * before + i && in[1][0][i] == 10000 * after + i;
        good &= in[2][1][i] == 10000 * after + 1000 + i;
    }
    CHECK(good && in[0][0][n] == -1 && in[0][1][length] == -1 && in[1][0][length] == -1 && in[1][1][length] == -1);
    for (int i = 0; i < length / 3; i++)
        for (int k = 0; k < 5; k++) {
            good &= in[2][0][5 * i + k] == (k % 2 == 0 ? 10000 * before + 5 * i + k : -1);
            good &= k % 2 != 0 || in[3][0][5 * i + k] == 10000 * before + 5 * i + k;
        }
    CHECK(good && in[3][0][1] == -1);
    MPI_Type_free(&every);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    torus();
    late();
    parts();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all == 0 ? "all is well\n" : "%d errors\n", all);
    MPI_Finalize();
    return 0;
}
