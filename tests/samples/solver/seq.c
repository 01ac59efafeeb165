/* Equation solver kernel: the temperatures of a plate whose edge is kept as it is, on one node.

   The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
   neighbours, as they were before the sweep (Jacobi's method). It is over when no point has changed by more than EPSILON,
   or after MOST_SWEEPS sweeps. */
#include <mclib.h>

#define N 32
#define ROW (N + 2)
#define MOST_SWEEPS 200

float EPSILON = 0.5f;
float GRID[ROW * ROW]; /* edge and first values are placed here, on rank 0 */
float RESULT[N * ROW]; /* on rank 0: the inner rows, with the edge on their left and right */
int SWEEPS;            /* on rank 0: number of sweeps */

static float other[ROW * ROW];

/* The rows from `from` to `end` are computed into the other grid; the result is the largest change. */
static float sweep(const float *from, const float *end, float *to)
{
    float most = 0;
    for (; from != end; from += ROW, to += ROW)
        for (int x = 1; x <= N; x++) {
            float old = from[x];
            float now = ((from[x - ROW] + from[x + ROW]) + (from[x - 1] + from[x + 1])) * 0.25f;
            float change = __builtin_fabsf(now - old);
            to[x] = now;
            if (most < change)
                most = change;
        }
    return most;
}

int main(void)
{
    float *from = GRID, *to = other, *swap, change;

    if (mc_rank() != 0)
        return 0;
    for (int i = 0; i < ROW * ROW; i++)
        other[i] = GRID[i];
    do {
        change = sweep(from + ROW, from + ROW + N * ROW, to + ROW);
        swap = from;
        from = to;
        to = swap;
    } while (++SWEEPS < MOST_SWEEPS && change > EPSILON);
    for (int i = 0; i < N * ROW; i++)
        RESULT[i] = from[ROW + i];
    return 0;
}
