/* Types with gaps in calls of all ranks. It prints "all is well" on any number of ranks, here and with MPICH. */
#include <mpi.h>
#include <stdio.h>

#define MOST 64  /* ranks */
#define LONG 40  /* blocks of the long type */
#define ROOM (MOST * 3 * (3 * LONG))

static int rank, size, root, wrong;
static int blocks; /* of two numbers each, with a gap after it, but for the last one */
static MPI_Datatype type;
static int in[ROOM], out[ROOM];
static int in_counts[MOST], out_counts[MOST], in_places[MOST], out_places[MOST];

/* The number of a rank's element for a rank. */
static int value(int from, int to, int element, int number)
{
    return from * 1000000 + to * 10000 + element * 1000 + number + 1;
}

/* Puts elements for a rank at a place of `in`, or finds them at one of `out`, where it leaves zeros. */
static void put(int place, int count, int to)
{
    for (int e = 0; e < count; e++)
        for (int k = 0; k < 2 * blocks; k++)
            in[(place + e) * (3 * blocks - 1) + k / 2 * 3 + k % 2] = value(rank, to, e, k);
}

static void find(int line, int place, int count, int from, int to)
{
    for (int e = 0; e < count; e++)
        for (int k = 0; k < 2 * blocks; k++) {
            int *number = &out[(place + e) * (3 * blocks - 1) + k / 2 * 3 + k % 2];
            if (*number != value(from, to, e, k) && !wrong++)
                printf("rank %d, line %d, from %d, number %d: %d\n", rank, line, from, k, *number);
            *number = 0;
        }
}

/* All that was not found is as it was. */
static void rest(int line)
{
    for (int i = 0; i < ROOM; i++) {
        if (out[i] != 0 && !wrong++)
            printf("rank %d, line %d, place %d: %d\n", rank, line, i, out[i]);
        in[i] = out[i] = 0;
    }
}

#define FIND(place, count, from, to) find(__LINE__, place, count, from, to)
#define REST() rest(__LINE__)

/* The same numbers without gaps, where `in` has one element for each of `count` ranks. */
static void close_gaps(int *row, int count)
{
    for (int e = 0; e < count; e++)
        for (int k = 0; k < 2 * blocks; k++)
            *row++ = value(rank, e, 0, k);
}

static void equal_parts(void)
{
    static int row[MOST * 2 * LONG];

    put(0, 3, 0);
    for (int i = 0; rank == root && i < ROOM; i++)
        out[i] = in[i];
    MPI_Bcast(out, 3, type, root, MPI_COMM_WORLD);
    FIND(0, 3, root, 0);
    REST();
    /* The root's elements have gaps, those of the others have none. */
    put(0, 1, 0);
    close_gaps(row, 1);
    MPI_Bcast(rank == root ? in : row, rank == root ? 1 : 2 * blocks, rank == root ? type : MPI_INT, root, MPI_COMM_WORLD);
    for (int k = 0; k < 2 * blocks; k++)
        if (rank != root && row[k] != value(root, 0, 0, k) && !wrong++)
            printf("rank %d, number %d: %d\n", rank, k, row[k]);
    REST();

    put(0, 2, 0);
    MPI_Gather(in, 2, type, out, 2, type, root, MPI_COMM_WORLD);
    for (int from = 0; rank == root && from < size; from++)
        FIND(2 * from, 2, from, 0);
    REST();
    close_gaps(row, 1);
    MPI_Gather(row, 2 * blocks, MPI_INT, out, 1, type, root, MPI_COMM_WORLD);
    for (int from = 0; rank == root && from < size; from++)
        FIND(from, 1, from, 0);
    REST();

    for (int to = 0; to < size; to++)
        put(2 * to, 2, to);
    MPI_Scatter(in, 2, type, out, 2, type, root, MPI_COMM_WORLD);
    FIND(0, 2, root, rank);
    REST();
    close_gaps(row, size);
    MPI_Scatter(row, 2 * blocks, MPI_INT, rank == root ? MPI_IN_PLACE : out, 1, type, root, MPI_COMM_WORLD);
    if (rank != root)
        FIND(0, 1, root, rank);
    REST();

    put(0, 2, 0);
    MPI_Allgather(in, 2, type, out, 2, type, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        FIND(2 * from, 2, from, 0);
    REST();
    put(rank, 1, 0);
    for (int i = 0; i < ROOM; i++)
        out[i] = in[i];
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 1, type, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        FIND(from, 1, from, 0);
    REST();

    for (int to = 0; to < size; to++)
        put(2 * to, 2, to);
    MPI_Alltoall(in, 2, type, out, 2, type, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        FIND(2 * from, 2, from, rank);
    REST();
}

/* Between 0 and 2 elements in places for 3; those of the last rank come first. */
static int many(int from, int to)
{
    return (from + 2 * to) % 3;
}

static void uneven_parts(void)
{
    for (int i = 0; i < size; i++)
        in_places[i] = out_places[i] = 3 * (size - 1 - i);

    for (int i = 0; i < size; i++)
        out_counts[i] = many(i, 0);
    put(0, many(rank, 0), 0);
    MPI_Gatherv(in, many(rank, 0), type, out, out_counts, out_places, type, root, MPI_COMM_WORLD);
    for (int from = 0; rank == root && from < size; from++)
        FIND(out_places[from], out_counts[from], from, 0);
    REST();

    put(0, many(rank, 0), 0);
    MPI_Allgatherv(in, many(rank, 0), type, out, out_counts, out_places, type, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        FIND(out_places[from], out_counts[from], from, 0);
    REST();

    for (int to = 0; to < size; to++) {
        in_counts[to] = many(root, to);
        put(in_places[to], in_counts[to], to);
    }
    MPI_Scatterv(in, in_counts, in_places, type, out, many(root, rank), type, root, MPI_COMM_WORLD);
    FIND(0, many(root, rank), root, rank);
    REST();

    for (int i = 0; i < size; i++) {
        in_counts[i] = many(rank, i);
        out_counts[i] = many(i, rank);
        put(in_places[i], in_counts[i], i);
    }
    MPI_Alltoallv(in, in_counts, in_places, type, out, out_counts, out_places, type, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        FIND(out_places[from], out_counts[from], from, rank);
    REST();

    /* In place, two ranks have as many elements for each other. */
    for (int i = 0; i < size; i++) {
        out_counts[i] = (rank + i) % 3;
        put(out_places[i], out_counts[i], i);
    }
    for (int i = 0; i < ROOM; i++)
        out[i] = in[i];
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, out_counts, out_places, type, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        FIND(out_places[from], out_counts[from], from, rank);
    REST();
}

/* The place of an empty part means nothing. */
static void empty_parts(void)
{
    for (int some = 0; some < 2; some++) {
        for (int i = 0; i < size; i++) {
            out_counts[i] = some && (rank + i) % 2 == 0;
            out_places[i] = out_counts[i] ? i : i % 3 ? 100000000 : -100000000;
            out[i] = out_counts[i] ? 1000 * rank + i + 1 : 0;
        }
        MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, out, out_counts, out_places, MPI_INT, MPI_COMM_WORLD);
        for (int i = 0; i < size; i++) {
            if (out[i] != (out_counts[i] ? 1000 * i + rank + 1 : 0) && !wrong++)
                printf("rank %d, line %d, from %d: %d\n", rank, __LINE__, i, out[i]);
            out[i] = 0;
        }
    }
}

static void replaced(void)
{
    put(0, 2, 0);
    for (int i = 0; i < ROOM; i++)
        out[i] = in[i];
    MPI_Sendrecv_replace(out, 2, type, (rank + 1) % size, 3, (rank + size - 1) % size, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    FIND(0, 2, (rank + size - 1) % size, 0);
    REST();
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int turn = 0; turn < 2; turn++) {
        blocks = turn == 0 ? 2 : LONG;
        root = turn == 0 ? size / 2 : size - 1;
        MPI_Type_vector(blocks, 2, 3, MPI_INT, &type);
        MPI_Type_commit(&type);
        equal_parts();
        uneven_parts();
        empty_parts();
        replaced();
        MPI_Type_free(&type);
    }
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return wrong;
}
