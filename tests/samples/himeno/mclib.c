/* The Himeno benchmark in single precision: Poisson's equation by Jacobi's method, with a stencil of 19 points. GOSA is
   the sum of the squares of the last changes.

   Each node has some of the 16 inner planes, and needs one more on each side, which its neighbours compute. After each
   iteration neighbours put their outermost planes into each other's memory. They may do so only when the other one no
   longer reads the old plane: so each signals its neighbours when it has computed, before they send. */
#include <mclib.h>

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

static volatile int free_before, free_after; /* the iteration in which that neighbour has read this node's plane */
static volatile int from_before, from_after; /* the iteration whose plane has arrived */
static float own_sum;
static volatile float sums[PLANES]; /* on rank 0: the sum of each rank */
static volatile int done[PLANES];   /* on rank 0: 1 when planes and sum of the rank have arrived */

/* The first plane of a rank. */
static int share(int rank, int nodes)
{
    return rank * (PLANES - 2) / nodes + 1;
}

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes();

    if (nodes > PLANES - 2)
        nodes = PLANES - 2;
    if (rank >= nodes)
        return 0; /* no plane is left for this one */
    int first = share(rank, nodes), end = share(rank + 1, nodes);
    unsigned before = rank > 0 ? mc_id(rank - 1) : 0, after = rank + 1 < nodes ? mc_id(rank + 1) : 0;
    prepare(first - 1, end + 1);
    for (int n = 1; n <= ITERATIONS; n++) {
        own_sum = jacobi(first, end);
        /* The neighbours' planes have been read: they may send new ones. */
        if (before)
            mc_signal(before, &free_after, n); /* for that neighbour, this node is the one after */
        if (after)
            mc_signal(after, &free_before, n);
        mc_wait(); /* the planes sent in the last iteration are overwritten now */
        renew(first, end);
        if (before) {
            mc_wait_ge(&free_before, n);
            mc_put(before, P[first], P[first], sizeof P[first]);
            mc_signal(before, &from_after, n);
        }
        if (after) {
            mc_wait_ge(&free_after, n);
            mc_put(after, P[end - 1], P[end - 1], sizeof P[first]);
            mc_signal(after, &from_before, n);
        }
        if (before)
            mc_wait_ge(&from_before, n);
        if (after)
            mc_wait_ge(&from_after, n);
    }

    /* Bring planes and sums together on rank 0. Each node has its own words there. */
    unsigned root = mc_id(0);
    if (rank != 0)
        mc_put(root, P[first], P[first], (end - first) * sizeof P[first]);
    mc_put(root, (void *)&sums[rank], &own_sum, 4);
    mc_signal(root, &done[rank], 1);
    for (int r = 0; rank == 0 && r < nodes; r++) {
        mc_wait_eq(&done[r], 1);
        GOSA += sums[r];
    }
    return 0;
}
