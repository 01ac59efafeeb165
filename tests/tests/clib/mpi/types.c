/* Types that a program makes, and complex numbers. It prints "all is well" on any number of ranks, here and with MPICH. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong = 1;                                                                                                 \
        }                                                                                                              \
    } while (0)

#define ROWS 6
#define COLUMNS 10

static int rank, size, after, before, wrong;
static int grid[ROWS][COLUMNS], got[ROWS][COLUMNS];

static int bytes_of(MPI_Datatype type)
{
    int bytes;
    MPI_Type_size(type, &bytes);
    return bytes;
}

static long extent_of(MPI_Datatype type)
{
    MPI_Aint low, extent;
    MPI_Type_get_extent(type, &low, &extent);
    return (long)extent;
}

static long low_of(MPI_Datatype type)
{
    MPI_Aint low, extent;
    MPI_Type_get_extent(type, &low, &extent);
    return (long)low;
}

static void fill(void)
{
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            grid[y][x] = 1000 * rank + 10 * y + x;
            got[y][x] = -1;
        }
}

/* The elements without gaps: small and large ones, as messages and in collective calls. */
static void contiguous(void)
{
    MPI_Datatype three, row, many;
    int all[64 * 3], many_out[200], many_in[200];
    MPI_Status status;
    int count;

    MPI_Type_contiguous(3, MPI_INT, &three);
    MPI_Type_commit(&three);
    MPI_Type_contiguous(COLUMNS, MPI_INT, &row);
    MPI_Type_commit(&row);
    MPI_Type_contiguous(20, row, &many);
    MPI_Type_commit(&many);
    CHECK(bytes_of(three) == 12 && extent_of(three) == 12 && low_of(three) == 0);
    CHECK(bytes_of(many) == 800 && extent_of(many) == 800);

    fill();
    MPI_Sendrecv(grid, 2, row, after, 1, got, ROWS, row, before, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, row, &count);
    CHECK(count == 2);
    MPI_Get_count(&status, three, &count);
    CHECK(count == MPI_UNDEFINED);
    CHECK(got[1][9] == 1000 * before + 19 && got[2][0] == -1);

    for (int i = 0; i < 200; i++)
        many_out[i] = 7 * rank + i;
    MPI_Sendrecv(many_out, 1, many, after, 2, many_in, 1, many, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(many_in[0] == 7 * before && many_in[199] == 7 * before + 199);
    if (rank == size - 1)
        many_in[150] = 4711;
    MPI_Bcast(many_in, 1, many, size - 1, MPI_COMM_WORLD);
    CHECK(many_in[150] == 4711);
    MPI_Allgather(many_out, 1, three, all, 1, three, MPI_COMM_WORLD);
    CHECK(all[3 * before + 2] == 7 * before + 2);
    MPI_Type_free(&three);
    MPI_Type_free(&row);
    MPI_Type_free(&many);
    CHECK(three == MPI_DATATYPE_NULL);
}

/* A column of a grid, two columns, and a column of columns. */
static void vector(void)
{
    MPI_Datatype column, pair, strip, backwards;
    MPI_Request requests[2];
    MPI_Status status;
    int line[ROWS], count;

    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_vector(2, 1, 3, column, &strip);
    MPI_Type_commit(&strip);
    MPI_Type_vector(ROWS, 2, COLUMNS, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(3, 1, -2, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    CHECK(bytes_of(column) == 24 && extent_of(column) == 4 * (5 * COLUMNS + 1));
    CHECK(bytes_of(pair) == 48 && extent_of(pair) == 4 * (5 * COLUMNS + 2));
    CHECK(bytes_of(strip) == 48 && extent_of(strip) == 4 * 4 * (5 * COLUMNS + 1));
    CHECK(low_of(backwards) == -16 && extent_of(backwards) == 20);

    fill();
    MPI_Sendrecv(&grid[0][COLUMNS - 2], 1, column, after, 1, &got[0][1], 1, column, before, 1, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, column, &count);
    CHECK(count == 1);
    for (int y = 0; y < ROWS; y++)
        CHECK(got[y][0] == -1 && got[y][1] == 1000 * before + 10 * y + COLUMNS - 2 && got[y][2] == -1);

    /* A column arrives as a row; two columns are a long message. */
    MPI_Irecv(line, ROWS, MPI_INT, before, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&grid[0][4], 1, column, after, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(line[0] == 1000 * before + 4 && line[5] == 1000 * before + 54);
    fill();
    MPI_Irecv(&got[0][3], 1, pair, before, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&grid[0][7], 1, pair, after, 3, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 2; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (int y = 0; y < ROWS; y++)
        CHECK(got[y][2] == -1 && got[y][3] == 1000 * before + 10 * y + 7 && got[y][4] == got[y][3] + 1 && got[y][5] == -1);

    /* Two blocks of two columns, and less than a whole element. */
    MPI_Sendrecv(grid, 5, MPI_INT, after, 4, got, 1, column, before, 4, MPI_COMM_WORLD, &status);
    CHECK(got[4][0] == 1000 * before + 4 && got[5][0] == -1);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 5);

    int numbers[5] = {rank, rank + 1, rank + 2, rank + 3, rank + 4}, in[3];
    MPI_Sendrecv(&numbers[4], 1, backwards, after, 5, in, 3, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[0] == before + 4 && in[1] == before + 2 && in[2] == before);

    /* Prepared operations copy the elements at each start. */
    MPI_Recv_init(&got[0][8], 1, column, before, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&grid[0][2], 1, column, after, 6, MPI_COMM_WORLD, &requests[1]);
    for (int turn = 0; turn < 3; turn++) {
        grid[3][2] = 100 * turn + rank;
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(got[3][8] == 100 * turn + before && got[2][8] == 1000 * before + 22);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    MPI_Send(grid, 1, column, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(got, 1, column, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    MPI_Type_free(&strip);
    MPI_Type_free(&pair);
    MPI_Type_free(&backwards);
}

/* Long columns: the parts of a type are a few words and equally far apart, or just not. */
static void long_columns(void)
{
    enum { LENGTH = 40, WIDTH = 9 };
    static struct { int a; double b, c; float pair[2]; int five[5]; short half[2]; } table[LENGTH][WIDTH], got_table[LENGTH][WIDTH];
    static int square[3][LENGTH][WIDTH], line[3 * LENGTH];
    static double numbers[2 * LENGTH];
    static short shorts[2 * LENGTH];
    MPI_Datatype words, doubles, fives, halves, side, uneven;
    MPI_Request requests[2];
    int bytes = (int)sizeof table[0], sizes[2] = {LENGTH, WIDTH}, parts[2] = {LENGTH, 1}, starts[2] = {0, 4};

    MPI_Type_vector(LENGTH, 1, bytes / 4, MPI_INT, &words);
    MPI_Type_vector(LENGTH, 2, bytes / 8, MPI_DOUBLE, &doubles);
    MPI_Type_vector(LENGTH, 5, bytes / 4, MPI_INT, &fives);
    MPI_Type_vector(LENGTH, 2, bytes / 2, MPI_SHORT, &halves);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &side);
    MPI_Type_vector(3, 1, 7, words, &uneven);
    MPI_Datatype *all[] = {&words, &doubles, &fives, &halves, &side, &uneven};
    for (int i = 0; i < 6; i++)
        MPI_Type_commit(all[i]);
    for (int turn = 0; turn < 2; turn++) {
        for (int y = 0; y < LENGTH; y++)
            for (int x = 0; x < WIDTH; x++) {
                int n = 10000 * turn + 1000 * rank + 10 * y + x;
                table[y][x].a = n;
                table[y][x].b = n + 0.5;
                table[y][x].c = n + 0.25;
                for (int i = 0; i < 5; i++)
                    table[y][x].five[i] = n - i;
                table[y][x].half[0] = (short)n;
                table[y][x].half[1] = (short)(n + 1);
                for (int i = 0; i < 3; i++)
                    square[i][y][x] = n + 7 * i;
            }
        int base = 10000 * turn + 1000 * before;
        memset(line, -1, sizeof line);
        MPI_Sendrecv(&table[0][3].a, 1, words, after, 1, line, LENGTH, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int y = 0; y < LENGTH; y++)
            CHECK(line[y] == base + 10 * y + 3);
        CHECK(line[LENGTH] == -1);
        MPI_Irecv(numbers, 2 * LENGTH, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Issend(&table[0][8].b, 1, doubles, after, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int y = 0; y < LENGTH; y++)
            CHECK(numbers[2 * y] == base + 10 * y + 8.5 && numbers[2 * y + 1] == base + 10 * y + 8.25);
        memset(got_table, -1, sizeof got_table);
        MPI_Irecv(got_table[0][2].five, 1, fives, before, 3, MPI_COMM_WORLD, &requests[0]);
        MPI_Send(table[0][1].five, 1, fives, after, 3, MPI_COMM_WORLD);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        CHECK(got_table[0][2].five[4] == base + 1 - 4 && got_table[9][2].five[0] == base + 91 && got_table[9][1].a == -1);
        MPI_Sendrecv(table[0][2].half, 1, halves, after, 4, shorts, 2 * LENGTH, MPI_SHORT, before, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int y = 0; y < LENGTH; y++)
            CHECK(shorts[2 * y] == (short)(base + 10 * y + 2) && shorts[2 * y + 1] == (short)(base + 10 * y + 3));
        /* Three of these are one column, since the extent is that of the whole array. */
        MPI_Sendrecv(square, 3, side, after, 5, line, 3 * LENGTH, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int y = 0; y < 3 * LENGTH; y++)
            CHECK(line[y] == base + 10 * (y % LENGTH) + 4 + 7 * (y / LENGTH));
    }
    /* A column arrives as a column; the words beside it stay as they are. */
    memset(square, -1, sizeof square);
    for (int y = 0; y < LENGTH; y++)
        square[0][y][4] = rank + y;
    MPI_Sendrecv(square, 1, side, after, 6, square[1], 1, side, before, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int y = 0; y < LENGTH; y++)
        CHECK(square[1][y][3] == -1 && square[1][y][4] == before + y && square[1][y][5] == -1);
    CHECK(extent_of(uneven) == 14L * extent_of(words) + extent_of(words));
    MPI_Send_init(&table[0][6].a, 1, words, after, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(line, LENGTH, MPI_INT, before, 7, MPI_COMM_WORLD, &requests[1]);
    for (int turn = 0; turn < 3; turn++) {
        table[LENGTH - 1][6].a = 100 * turn + rank;
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(line[LENGTH - 1] == 100 * turn + before);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    for (int i = 0; i < 6; i++)
        MPI_Type_free(all[i]);
}

static void subarray(void)
{
    MPI_Datatype inner, other, cube;
    int sizes[3] = {ROWS, COLUMNS, 0}, parts[3] = {3, 4, 0}, starts[3] = {2, 5, 0};
    int reverse_sizes[2] = {COLUMNS, ROWS}, reverse_parts[2] = {4, 3}, reverse_starts[2] = {5, 2};
    static short box[3][4][5], out[2 * 2 * 3];
    int box_sizes[3] = {3, 4, 5}, box_parts[3] = {2, 2, 3}, box_starts[3] = {1, 0, 2};

    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &inner);
    MPI_Type_commit(&inner);
    MPI_Type_create_subarray(2, reverse_sizes, reverse_parts, reverse_starts, MPI_ORDER_FORTRAN, MPI_INT, &other);
    MPI_Type_commit(&other);
    MPI_Type_create_subarray(3, box_sizes, box_parts, box_starts, MPI_ORDER_C, MPI_SHORT, &cube);
    MPI_Type_commit(&cube);
    CHECK(bytes_of(inner) == 48 && extent_of(inner) == 4 * ROWS * COLUMNS && low_of(inner) == 0);
    CHECK(bytes_of(cube) == 24 && extent_of(cube) == 120);

    fill();
    MPI_Sendrecv(grid, 1, inner, after, 1, got, 1, other, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            int inside = y >= 2 && y < 5 && x >= 5 && x < 9;
            CHECK(got[y][x] == (inside ? 1000 * before + 10 * y + x : -1));
        }
    for (int i = 0; i < 60; i++)
        box[i / 20][i / 5 % 4][i % 5] = (short)(100 * rank + i);
    MPI_Sendrecv(box, 1, cube, after, 2, out, 12, MPI_SHORT, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(out[0] == 100 * before + 22 && out[3] == 100 * before + 27 && out[6] == 100 * before + 42 &&
          out[11] == 100 * before + 49);
    MPI_Type_free(&inner);
    MPI_Type_free(&other);
    MPI_Type_free(&cube);
}

/* An operation on elements of two numbers: the longer of two intervals. */
static void longer(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const double *a = in;
    double *b = inout;
    (void)type;
    for (int i = 0; i < *count; i++, a += 2, b += 2)
        if (a[1] - a[0] > b[1] - b[0]) {
            b[0] = a[0];
            b[1] = a[1];
        }
}

static void operations(void)
{
    MPI_Datatype interval;
    MPI_Op op;
    MPI_Type_contiguous(2, MPI_DOUBLE, &interval);
    MPI_Type_commit(&interval);
    MPI_Op_create(longer, 1, &op);
    double own[4] = {rank, 2 * rank, 5, 6 - rank}, all[4];
    MPI_Allreduce(own, all, 2, interval, op, MPI_COMM_WORLD);
    CHECK(all[0] == size - 1 && all[1] == 2 * (size - 1) && all[2] == 5 && all[3] == 6);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
    MPI_Type_free(&interval);

    /* Powers of i, and a sum. */
    double unit[2] = {0, 1}, power[2];
    float one[2] = {1, (float)rank}, sum[2];
    static const double powers[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    MPI_Allreduce(unit, power, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    CHECK(power[0] == powers[size % 4][0] && power[1] == powers[size % 4][1]);
    MPI_Reduce(one, sum, 1, MPI_C_FLOAT_COMPLEX, MPI_SUM, 0, MPI_COMM_WORLD);
    CHECK(rank != 0 || (sum[0] == size && sum[1] == size * (size - 1) / 2));
    CHECK(bytes_of(MPI_C_DOUBLE_COMPLEX) == 16 && extent_of(MPI_C_FLOAT_COMPLEX) == 8);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    after = (rank + 1) % size;
    before = (rank + size - 1) % size;
    contiguous();
    vector();
    long_columns();
    subarray();
    operations();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return wrong;
}
