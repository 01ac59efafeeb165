/* Equation solver kernel: the temperatures of a plate whose edge is kept as it is.

   The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
   neighbours, as they were before the sweep (Jacobi's method); so there are two grids, and each sweep goes from one to the
   other. It is over when no point has changed by more than EPSILON, or after MOST_SWEEPS sweeps.

   Each node has some of the rows, and needs one more above and one below, which its neighbours compute: after each sweep
   neighbours send each other their outermost rows. Then all nodes find the largest change together: in step k = 0, 1, ...
   each sends the largest that it knows of to the one 2^k ranks further on. */
#include <mclib.h>

#define N 32
#define ROW (N + 2)
#define MOST_SWEEPS 200

float EPSILON = 0.5f;
float GRID[ROW * ROW]; /* edge and first values are placed here, on rank 0 */
float RESULT[N * ROW]; /* on rank 0: the inner rows, with the edge on their left and right */
int SWEEPS;            /* on rank 0: number of sweeps */

static float other[ROW * ROW];
static volatile int have_rows;               /* 1 when the rows of this node have arrived */
static volatile int from_above, from_below;  /* the sweep whose row has arrived */
static volatile int done[N];                 /* on rank 0: 1 when the rows of this rank have arrived */

/* For each step of finding the largest change, in two turns: a node may be one sweep ahead of the one that it sends to,
   but not two. */
static struct step {
    float sent;
    volatile float received;
    volatile int sweep;
} steps[2][8];

/* The first row of a rank in a grid; the edge above counts as a row. */
static int share(int rank, int nodes)
{
    return rank * N / nodes + 1;
}

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

/* The largest change of all. */
static float largest(float change, int number, int rank, int nodes)
{
    struct step *s = steps[number & 1];
    for (int bit = 1; bit < nodes; bit *= 2, s++) {
        unsigned id = mc_id(rank + bit < nodes ? rank + bit : rank + bit - nodes);
        s->sent = change;
        mc_put(id, (void *)&s->received, &s->sent, 4);
        mc_signal(id, &s->sweep, number);
        mc_wait_eq(&s->sweep, number);
        if (change < s->received)
            change = s->received;
    }
    return change;
}

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes(), number = 0;

    if (nodes > N)
        nodes = N;
    if (rank >= nodes)
        return 0; /* no row is left for this one */
    int first = share(rank, nodes) * ROW, end = share(rank + 1, nodes) * ROW;
    unsigned above = rank > 0 ? mc_id(rank - 1) : 0, below = rank + 1 < nodes ? mc_id(rank + 1) : 0;

    /* Rank 0 sends each node its rows, with one more above and one more below. */
    for (int to = 1; rank == 0 && to < nodes; to++) {
        int start = (share(to, nodes) - 1) * ROW, rows = share(to + 1, nodes) - share(to, nodes) + 2;
        unsigned id = mc_id(to);
        mc_put(id, GRID + start, GRID + start, rows * ROW * 4);
        mc_signal(id, &have_rows, 1);
    }
    if (rank != 0)
        mc_wait_eq(&have_rows, 1);

    /* The second grid has the same edge. The rows between two nodes are put there by the neighbour, which may already be
       in its first sweep. */
    for (int i = above ? first : 0; i < (below ? end : end + ROW); i++)
        other[i] = GRID[i];

    float *from = GRID, *to = other, change;
    for (;;) {
        change = sweep(from + first, from + end, to + first);
        float *swap = from;
        from = to;
        to = swap;
        number++;
        /* The outermost rows. A neighbour reads the grid that they go to only in its next sweep. */
        if (above) {
            mc_put(above, from + first, from + first, ROW * 4);
            mc_signal(above, &from_below, number);
        }
        if (below) {
            mc_put(below, from + end - ROW, from + end - ROW, ROW * 4);
            mc_signal(below, &from_above, number);
        }
        change = largest(change, number, rank, nodes);
        if (number == MOST_SWEEPS || change <= EPSILON)
            break;
        if (above)
            mc_wait_eq(&from_above, number);
        if (below)
            mc_wait_eq(&from_below, number);
    }

    /* Bring the rows together. Each node has its own word of `done`. */
    unsigned root = mc_id(0);
    mc_put(root, RESULT + first - ROW, from + first, (end - first) * 4);
    mc_signal(root, &done[rank], 1);
    if (rank == 0) {
        SWEEPS = number;
        for (int r = 0; r < nodes; r++)
            mc_wait_eq(&done[r], 1);
    }
    return 0;
}
