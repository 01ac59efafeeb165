/* Equation solver kernel: the temperatures of a plate whose edge is kept as it is.

   The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
   neighbours, as they were before the sweep (Jacobi's method). It is over when no point has changed by more than EPSILON,
   or after MOST_SWEEPS sweeps.

   Each rank has some of the rows, and one more above and one below, which its neighbours compute: after each sweep
   neighbours swap their outermost rows. All ranks have to know the largest change of all. To ask for it after each sweep
   would take as long as the sweep, so it is asked for once in some sweeps, for all of them in one MPI_Allreduce. Each
   sweep writes a grid of its own; if the plate was finished before the last of them, the grid of that sweep is taken. The
   changes shrink by a factor that grows slowly, so the factor of the last two sweeps says how many are surely needed. */
#include <mpi.h>
#include <string.h>

#define N 32
#define ROW (N + 2)
#define MOST_SWEEPS 200
#define GRIDS 8 /* sweeps between two questions, at most */
#define MOST 64 /* most ranks */

float EPSILON = 0.5f;
float GRID[ROW * ROW]; /* edge and first values are placed here, on rank 0 */
float RESULT[N * ROW]; /* on rank 0: the inner rows, with the edge on their left and right */
int SWEEPS;            /* on rank 0: number of sweeps */

static float grids[GRIDS][ROW * ROW];
static int counts[MOST], places[MOST];

/* The first row of a rank in a grid; the edge above counts as a row. */
static int share(int rank, int ranks)
{
    return rank * N / ranks + 1;
}

/* The rows from `from` to `end` are computed into another grid; the result is the largest change. */
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

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    /* Ranks beyond the number of rows have none. */
    int used = size < N ? size : N;
    for (int r = 0; r < used; r++) {
        places[r] = (share(r, used) - 1) * ROW;
        counts[r] = (share(r + 1, used) + 1) * ROW - places[r]; /* with one row above and one below */
    }
    int first = rank < used ? share(rank, used) * ROW : 0, end = rank < used ? share(rank + 1, used) * ROW : 0;
    int above = rank > 0 && rank < used ? rank - 1 : MPI_PROC_NULL;
    int below = rank + 1 < used ? rank + 1 : MPI_PROC_NULL;
    MPI_Scatterv(GRID, counts, places, MPI_FLOAT, grids[0] + (rank < used ? places[rank] : 0), counts[rank], MPI_FLOAT,
                 0, MPI_COMM_WORLD);

    /* Every grid has the same edge, which no sweep writes; other rows above and below are the neighbours'. */
    for (int g = 1; g < GRIDS; g++) {
        for (int i = first; i < end; i += ROW) {
            grids[g][i] = grids[0][i];
            grids[g][i + ROW - 1] = grids[0][i + ROW - 1];
        }
        if (rank == 0)
            memcpy(grids[g], grids[0], ROW * sizeof(float));
        if (rank == used - 1)
            memcpy(grids[g] + end, grids[0] + end, ROW * sizeof(float));
    }

    int number = 0, finished = 0, now = 0, batch = GRIDS;
    while (!finished) {
        float changes[GRIDS], all[GRIDS];
        for (int s = 0; s < batch; s++) {
            float *from = grids[(now + s) % GRIDS], *to = grids[(now + s + 1) % GRIDS];
            changes[s] = sweep(from + first, from + end, to + first);
            MPI_Sendrecv(to + first, ROW, MPI_FLOAT, above, 0, to + end, ROW, MPI_FLOAT, below, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            MPI_Sendrecv(to + end - ROW, ROW, MPI_FLOAT, below, 0, to + first - ROW, ROW, MPI_FLOAT, above, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Allreduce(changes, all, batch, MPI_FLOAT, MPI_MAX, MPI_COMM_WORLD);
        for (int s = 0; s < batch && !finished; s++) {
            number++;
            now = (now + 1) % GRIDS;
            finished = all[s] <= EPSILON || number == MOST_SWEEPS;
        }
        float last = all[batch - 1], factor = batch > 1 ? last / all[batch - 2] : 1;
        for (batch = 1, last *= factor; batch < GRIDS && last > EPSILON; batch++)
            last *= factor;
    }

    for (int r = 0; r < used; r++) {
        places[r] = (share(r, used) - 1) * ROW;
        counts[r] = (share(r + 1, used) - share(r, used)) * ROW;
    }
    MPI_Gatherv(grids[now] + first, end - first, MPI_FLOAT, RESULT, counts, places, MPI_FLOAT, 0, MPI_COMM_WORLD);
    SWEEPS = number;
    MPI_Finalize();
    return 0;
}
