/* Names of MPI-1, which MPICH has no more; bounds that are marked. It prints "all is well". */
#include <mpi.h>
#include <stdio.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong = 1;                                                                                                 \
        }                                                                                                              \
    } while (0)

static int rank, size, wrong;

static void bounds(MPI_Datatype type, long low, long high)
{
    MPI_Aint is_low, is_high, extent, other;
    MPI_Type_lb(type, &is_low);
    MPI_Type_ub(type, &is_high);
    MPI_Type_extent(type, &extent);
    CHECK(is_low == low && is_high == high && extent == high - low);
    MPI_Type_get_extent(type, &is_low, &other);
    CHECK(is_low == low && other == extent);
}

int main(int argc, char **argv)
{
    struct part {
        char kind;
        double value;
        int number;
    } out[3], in[3];
    int grid[4][5], got[4][5], all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int after = (rank + 1) % size, before = (rank + size - 1) % size;

    /* A struct whose end is marked, as in books. */
    int lengths[4] = {1, 1, 1, 1};
    MPI_Aint places[4], base;
    MPI_Datatype types[4] = {MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_UB}, type, wider, column, list;
    MPI_Address(&out[0], &base);
    MPI_Address(&out[0].kind, &places[0]);
    MPI_Address(&out[0].value, &places[1]);
    MPI_Address(&out[0].number, &places[2]);
    MPI_Address(&out[1], &places[3]);
    for (int i = 0; i < 4; i++)
        places[i] -= base;
    MPI_Type_struct(4, lengths, places, types, &type);
    MPI_Type_commit(&type);
    bounds(type, 0, (long)sizeof(struct part));
    for (int i = 0; i < 3; i++) {
        out[i].kind = (char)('a' + i);
        out[i].value = rank + 0.5 * i;
        out[i].number = 10 * rank + i;
    }
    MPI_Sendrecv(out, 3, type, after, 1, in, 3, type, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++)
        CHECK(in[i].kind == 'a' + i && in[i].value == before + 0.5 * i && in[i].number == 10 * before + i);

    /* A mark replaces all bounds, also of types that are made of it, until another mark does. */
    types[0] = MPI_LB;
    types[1] = MPI_INT;
    types[2] = MPI_UB;
    places[0] = -8;
    places[1] = 0;
    places[2] = 24;
    MPI_Type_struct(3, lengths, places, types, &wider);
    bounds(wider, -8, 24);
    MPI_Type_contiguous(2, wider, &list);
    bounds(list, -8, 56);
    MPI_Type_free(&list);
    types[0] = MPI_DOUBLE;
    types[1] = wider;
    places[0] = -100;
    MPI_Type_struct(2, lengths, places, types, &list);
    bounds(list, -8, 24);
    MPI_Type_free(&list);
    MPI_Type_create_resized(wider, 0, 4, &list);
    bounds(list, 0, 4);
    MPI_Type_free(&list);
    MPI_Type_free(&wider);

    MPI_Type_hvector(4, 1, sizeof grid[0], MPI_INT, &column);
    MPI_Type_commit(&column);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 5; x++) {
            grid[y][x] = 100 * rank + 10 * y + x;
            got[y][x] = -1;
        }
    MPI_Sendrecv(&grid[0][1], 1, column, after, 2, &got[0][3], 1, column, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int y = 0; y < 4; y++)
        CHECK(got[y][3] == 100 * before + 10 * y + 1 && got[y][2] == -1);
    lengths[0] = 2;
    places[0] = 40;
    places[1] = 4;
    MPI_Type_hindexed(2, lengths, places, MPI_INT, &list);
    MPI_Type_commit(&list);
    bounds(list, 4, 48);
    MPI_Sendrecv(grid, 1, list, after, 3, got, 3, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(got[0][0] == 100 * before + 20 && got[0][1] == 100 * before + 21 && got[0][2] == 100 * before + 1);
    MPI_Type_free(&list);
    MPI_Type_free(&column);
    MPI_Type_free(&type);
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return wrong;
}
