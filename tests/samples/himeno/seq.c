/* The Himeno benchmark in single precision: Poisson's equation by Jacobi's method, with a stencil of 19 points, on one
   node. GOSA is the sum of the squares of the last changes. */
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

int main(void)
{
    if (mc_rank() != 0)
        return 0;
    prepare(0, PLANES);
    for (int n = 0; n < ITERATIONS; n++) {
        GOSA = jacobi(1, PLANES - 1);
        renew(1, PLANES - 1);
    }
    return 0;
}
