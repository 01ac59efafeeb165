/* The Himeno benchmark in single precision: Poisson's equation by Jacobi's method, with a stencil of 19 points. GOSA is
   the sum of the squares of the last changes.

   Each rank has some of the 16 inner planes, and one more on each side, which its neighbours compute. After each iteration
   neighbours swap their outermost planes. A plane lies in one piece in memory, so it is one message without a derived
   type. */
#include <mpi.h>

#define PLANES 18
#define LINES 10
#define POINTS 10
#define PLANE (LINES * POINTS)

typedef float grid[PLANES][LINES][POINTS];

int ITERATIONS = 4;
float GOSA; /* on rank 0: the result */
grid P;

static grid a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, wrk1, bnd, fresh;

static void fill(float *from, float *end, float value)
{
    while (from != end)
        *from++ = value;
}

/* Gives the planes from `first` to `end` - 1 of all arrays the values of the benchmark. */
static void prepare(int first, int end)
{
    float *ones[] = {a0[0][0], a1[0][0], a2[0][0], c0[0][0], c1[0][0], c2[0][0], bnd[0][0]};
    float *zeroes[] = {b0[0][0], b1[0][0], b2[0][0], wrk1[0][0]};
    int from = first * PLANE, to = end * PLANE;
    for (int i = 0; i < 7; i++)
        fill(ones[i] + from, ones[i] + to, 1);
    for (int i = 0; i < 4; i++)
        fill(zeroes[i] + from, zeroes[i] + to, 0);
    fill(a3[0][0] + from, a3[0][0] + to, 0.16666667f);
    for (int i = first; i < end; i++)
        fill(P[i][0], P[i][0] + PLANE, (float)(i * i) / ((PLANES - 1) * (PLANES - 1)));
}

/* The new values of the inner points of these planes go to `fresh`; the result is the sum of the squares of the
   changes. */
static float jacobi(int first, int end)
{
    float sum = 0;
    for (int i = first; i < end; i++)
        for (int j = 1; j < LINES - 1; j++)
            for (int k = 1; k < POINTS - 1; k++) {
                float s = wrk1[i][j][k] + a0[i][j][k] * P[i + 1][j][k] + a1[i][j][k] * P[i][j + 1][k] +
                          a2[i][j][k] * P[i][j][k + 1] +
                          b0[i][j][k] * (P[i + 1][j + 1][k] - P[i + 1][j - 1][k] - P[i - 1][j + 1][k] + P[i - 1][j - 1][k]) +
                          b1[i][j][k] * (P[i][j + 1][k + 1] - P[i][j + 1][k - 1] - P[i][j - 1][k + 1] + P[i][j - 1][k - 1]) +
                          b2[i][j][k] * (P[i + 1][j][k + 1] - P[i + 1][j][k - 1] - P[i - 1][j][k + 1] + P[i - 1][j][k - 1]) +
                          c0[i][j][k] * P[i - 1][j][k] + c1[i][j][k] * P[i][j - 1][k] + c2[i][j][k] * P[i][j][k - 1];
                float change = (s * a3[i][j][k] - P[i][j][k]) * bnd[i][j][k];
                sum += change * change;
                fresh[i][j][k] = P[i][j][k] + 0.8f * change;
            }
    return sum;
}

/* The inner points of these planes of P get their values from `fresh`. */
static void renew(int first, int end)
{
    for (int i = first; i < end; i++)
        for (int j = 1; j < LINES - 1; j++)
            for (int k = 1; k < POINTS - 1; k++)
                P[i][j][k] = fresh[i][j][k];
}

#define MOST 64 /* most ranks */

static int counts[MOST], places[MOST];

/* The first plane of a rank. */
static int share(int rank, int ranks)
{
    return rank * (PLANES - 2) / ranks + 1;
}

int main(int argc, char **argv)
{
    int rank, size;
    float sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int used = size < PLANES - 2 ? size : PLANES - 2;
    if (rank < used) {
        int first = share(rank, used), end = share(rank + 1, used);
        int before = rank > 0 ? rank - 1 : MPI_PROC_NULL, after = rank + 1 < used ? rank + 1 : MPI_PROC_NULL;
        prepare(first - 1, end + 1);
        for (int n = 0; n < ITERATIONS; n++) {
            sum = jacobi(first, end);
            renew(first, end);
            MPI_Sendrecv(P[first], PLANE, MPI_FLOAT, before, 0, P[end], PLANE, MPI_FLOAT, after, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            MPI_Sendrecv(P[end - 1], PLANE, MPI_FLOAT, after, 0, P[first - 1], PLANE, MPI_FLOAT, before, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }

    /* Ranks beyond the number of planes give nothing. Rank 0 has its own planes where they belong. */
    for (int r = 0; r < used; r++) {
        places[r] = share(r, used) * PLANE;
        counts[r] = share(r + 1, used) * PLANE - places[r];
    }
    MPI_Gatherv(rank == 0 ? MPI_IN_PLACE : P[0][0] + places[rank], counts[rank], MPI_FLOAT, P, counts, places, MPI_FLOAT,
                0, MPI_COMM_WORLD);
    MPI_Reduce(&sum, &GOSA, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
