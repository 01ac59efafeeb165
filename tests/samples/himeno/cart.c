/* The Himeno benchmark as in mpi.c, but the grid is divided in all three directions, on a Cartesian topology of ranks.

   Each rank has one block and a halo of one point on all sides. The stencil needs points beside the edges of a block, too, so
   neighbours swap whole faces with their halos, one direction after the other. A face is a plane in one piece, a vector of
   lines, or a vector of single points, which the DMA interface collects by itself.

   -DXS makes the size XS of the benchmark, which needs 16 nodes of 512 KiB. Then no rank has room for the whole grid, and only
   GOSA is collected. */
#include <mpi.h>
#include <stdlib.h>

#ifdef XS
#define PLANES 33
#define LINES 33
#define POINTS 65
#else
#define PLANES 18
#define LINES 10
#define POINTS 10
#endif

int ITERATIONS = 4;
float GOSA; /* on rank 0: the result */
#ifndef XS
float P[PLANES][LINES][POINTS];
#endif

static const int whole[3] = {PLANES, LINES, POINTS};

/* Of the block of this rank: the inner points from `first` to `end` - 1, and its points with the halo. */
static int first[3], end[3], points[3];
static float *p, *a0, *a1, *a2, *a3, *b0, *b1, *b2, *c0, *c1, *c2, *wrk1, *bnd, *fresh;

/* The first inner point of part `part` of `parts` in a direction. */
static int share(int direction, int part, int parts)
{
    return part * (whole[direction] - 2) / parts + 1;
}

/* An array of the block with one value. */
static float *array(float value)
{
    int size = points[0] * points[1] * points[2];
    float *made = malloc((size_t)size * sizeof *made);
    for (int i = 0; i < size; i++)
        made[i] = value;
    return made;
}

static void prepare(void)
{
    float **ones[] = {&a0, &a1, &a2, &c0, &c1, &c2, &bnd}, **zeroes[] = {&b0, &b1, &b2, &wrk1, &p, &fresh};
    for (int i = 0; i < 7; i++)
        *ones[i] = array(1);
    for (int i = 0; i < 6; i++)
        *zeroes[i] = array(0);
    a3 = array(0.16666667f);
    int plane = points[1] * points[2];
    for (int i = 0, at = first[0] - 1; i < points[0]; i++, at++)
        for (int m = i * plane; m < (i + 1) * plane; m++)
            p[m] = (float)(at * at) / ((PLANES - 1) * (PLANES - 1));
}

/* The new values of the inner points go to `fresh`; the result is the sum of the squares of the changes. */
static float jacobi(void)
{
    int line = points[2], plane = points[1] * line;
    float sum = 0;
    for (int i = 1; i < points[0] - 1; i++)
        for (int j = 1; j < points[1] - 1; j++)
            for (int m = i * plane + j * line + 1, last = m + points[2] - 2; m != last; m++) {
                float s = wrk1[m] + a0[m] * p[m + plane] + a1[m] * p[m + line] + a2[m] * p[m + 1] +
                          b0[m] * (p[m + plane + line] - p[m + plane - line] - p[m - plane + line] + p[m - plane - line]) +
                          b1[m] * (p[m + line + 1] - p[m + line - 1] - p[m - line + 1] + p[m - line - 1]) +
                          b2[m] * (p[m + plane + 1] - p[m + plane - 1] - p[m - plane + 1] + p[m - plane - 1]) +
                          c0[m] * p[m - plane] + c1[m] * p[m - line] + c2[m] * p[m - 1];
                float change = (s * a3[m] - p[m]) * bnd[m];
                sum += change * change;
                fresh[m] = p[m] + 0.8f * change;
            }
    return sum;
}

static void renew(void)
{
    int line = points[2], plane = points[1] * line;
    for (int i = 1; i < points[0] - 1; i++)
        for (int j = 1; j < points[1] - 1; j++)
            for (int m = i * plane + j * line + 1, last = m + points[2] - 2; m != last; m++)
                p[m] = fresh[m];
}

/* Swaps the outermost points with all neighbours. */
static void swap(MPI_Comm grid, const MPI_Datatype faces[3])
{
    int steps[3] = {points[1] * points[2], points[2], 1};
    for (int d = 0; d < 3; d++) {
        int before, after, step = steps[d];
        float *low = p, *high = p + (points[d] - 1) * step;
        MPI_Cart_shift(grid, d, 1, &before, &after);
        MPI_Sendrecv(low + step, 1, faces[d], before, d, high, 1, faces[d], after, d, grid, MPI_STATUS_IGNORE);
        MPI_Sendrecv(high - step, 1, faces[d], after, d, low, 1, faces[d], before, d, grid, MPI_STATUS_IGNORE);
    }
}

#ifndef XS
/* Puts the inner points of all ranks together on rank 0. */
static void collect(MPI_Comm grid, const int dims[3])
{
    int rank, ranks = dims[0] * dims[1] * dims[2], ones[3] = {1, 1, 1}, inner[3];
    MPI_Datatype own, theirs;
    MPI_Request request;
    MPI_Comm_rank(grid, &rank);
    for (int d = 0; d < 3; d++)
        inner[d] = points[d] - 2;
    MPI_Type_create_subarray(3, points, inner, ones, MPI_ORDER_C, MPI_FLOAT, &own);
    MPI_Type_commit(&own);
    MPI_Isend(p, 1, own, 0, 3, grid, &request);
    for (int i = 0; i < PLANES && rank == 0; i++)
        for (int j = 0; j < LINES; j++)
            for (int k = 0; k < POINTS; k++)
                P[i][j][k] = (float)(i * i) / ((PLANES - 1) * (PLANES - 1));
    for (int r = 0; r < ranks && rank == 0; r++) {
        int at[3], from[3], parts[3];
        MPI_Cart_coords(grid, r, 3, at);
        for (int d = 0; d < 3; d++) {
            from[d] = share(d, at[d], dims[d]);
            parts[d] = share(d, at[d] + 1, dims[d]) - from[d];
        }
        MPI_Type_create_subarray(3, whole, parts, from, MPI_ORDER_C, MPI_FLOAT, &theirs);
        MPI_Type_commit(&theirs);
        MPI_Recv(P, 1, theirs, r, 3, grid, MPI_STATUS_IGNORE);
        MPI_Type_free(&theirs);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&own);
}
#endif

/* Divides ranks over the directions, so that each has a point: fewer ranks than there are, if need be. */
static void divide(int dims[3])
{
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    do {
        dims[0] = dims[1] = dims[2] = 0;
        MPI_Dims_create(ranks--, 3, dims);
    } while (dims[0] > PLANES - 2 || dims[1] > LINES - 2 || dims[2] > POINTS - 2);
}

int main(int argc, char **argv)
{
    int rank, dims[3], bounded[3] = {0, 0, 0}, at[3];
    float sum = 0;
    MPI_Comm grid;
    MPI_Datatype faces[3];

    MPI_Init(&argc, &argv);
    divide(dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, bounded, 0, &grid);
    if (grid != MPI_COMM_NULL) {
        MPI_Comm_rank(grid, &rank);
        MPI_Cart_coords(grid, rank, 3, at);
        for (int d = 0; d < 3; d++) {
            first[d] = share(d, at[d], dims[d]);
            end[d] = share(d, at[d] + 1, dims[d]);
            points[d] = end[d] - first[d] + 2;
        }
        MPI_Type_contiguous(points[1] * points[2], MPI_FLOAT, &faces[0]);
        MPI_Type_vector(points[0], points[2], points[1] * points[2], MPI_FLOAT, &faces[1]);
        MPI_Type_vector(points[0] * points[1], 1, points[2], MPI_FLOAT, &faces[2]);
        for (int d = 0; d < 3; d++)
            MPI_Type_commit(&faces[d]);
        prepare();
        for (int n = 0; n < ITERATIONS; n++) {
            sum = jacobi();
            renew();
            swap(grid, faces);
        }
#ifndef XS
        collect(grid, dims);
#endif
        MPI_Reduce(&sum, &GOSA, 1, MPI_FLOAT, MPI_SUM, 0, grid);
        for (int d = 0; d < 3; d++)
            MPI_Type_free(&faces[d]);
        MPI_Comm_free(&grid);
    }
    MPI_Finalize();
    return 0;
}
