/* A plate of SIDE x SIDE points with an edge round it, which keeps its values. In each sweep every inner point becomes the
   average of its four neighbours, as they were before the sweep. All numbers are whole.

   Each rank has some of the rows, and a copy of one more above and one below: the halo. The halo is right before the first sweep
   only: it is never brought up to date. */
#include <mpi.h>
#include <string.h>

#define SIDE 64
#define ROW (SIDE + 2) /* points from one row to the next */

int SWEEPS = 20;            /* is placed here on every node before the run */
int GRID[(SIDE + 2) * ROW]; /* on rank 0: first values, placed here before the run, and the result */

static int first[(SIDE + 2) * ROW], second[(SIDE + 2) * ROW];

/* New values of some rows, from the old ones. Both pointers are to the edge on the left of the first of these rows. */
static void sweep(const int *from, int *to, int rows)
{
	for (; rows > 0; rows--, from += ROW, to += ROW)
		for (int x = 1; x <= SIDE; x++)
			to[x] = (from[x - ROW] + from[x + ROW] + from[x - 1] + from[x + 1]) / 4;
}

int main(int argc, char **argv)
{
	int rank, size, *now = first, *next = second;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int rows = SIDE / size;
	int *own = GRID + (1 + rank * rows) * ROW; /* the rows of this rank in the whole grid */

	/* Every rank gets the whole grid, and keeps its rows and its halo. */
	MPI_Bcast(GRID, (SIDE + 2) * ROW, MPI_INT, 0, MPI_COMM_WORLD);
	memcpy(now, own - ROW, (rows + 2) * ROW * sizeof *now);
	memcpy(next, now, (rows + 2) * ROW * sizeof *now);

	for (int n = 0; n < SWEEPS; n++) {
		sweep(now + ROW, next + ROW, rows);
		int *swap = now;
		now = next;
		next = swap;
	}
	MPI_Gather(now + ROW, rows * ROW, MPI_INT, GRID + ROW, rows * ROW, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
