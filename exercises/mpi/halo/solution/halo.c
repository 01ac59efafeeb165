/* A plate of SIDE x SIDE points with an edge round it, which keeps its values. In each sweep every inner point becomes the
   average of its four neighbours, as they were before the sweep. All numbers are whole.

   Each rank has some of the rows, and a copy of one more above and one below: the halo. After each sweep neighbours swap
   their outermost rows. */
#include <mpi.h>
#include <string.h>

#define SIDE 64
#define ROW (SIDE + 2) /* points from one row to the next */

int SWEEPS = 20;           /* is placed here on every node before the run */
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
	int rows = SIDE / size, last = rows * ROW, end = last + ROW; /* the halo above is row 0 */
	int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;

	/* The rows themselves, then the halo and the edge above and below. */
	MPI_Scatter(GRID + ROW, rows * ROW, MPI_INT, now + ROW, rows * ROW, MPI_INT, 0, MPI_COMM_WORLD);
	if (rank == 0)
		memcpy(now, GRID, ROW * sizeof *now);
	if (size == 1)
		memcpy(now + end, GRID + (SIDE + 1) * ROW, ROW * sizeof *now);
	else if (rank == 0)
		MPI_Send(GRID + (SIDE + 1) * ROW, ROW, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
	else if (rank == size - 1)
		MPI_Recv(now + end, ROW, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(now + ROW, ROW, MPI_INT, above, 0, now + end, ROW, MPI_INT, below, 0, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	MPI_Sendrecv(now + last, ROW, MPI_INT, below, 0, now, ROW, MPI_INT, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	memcpy(next, now, (rows + 2) * ROW * sizeof *now);

	for (int n = 0; n < SWEEPS; n++) {
		sweep(now + ROW, next + ROW, rows);
		MPI_Sendrecv(next + ROW, ROW, MPI_INT, above, 0, next + end, ROW, MPI_INT, below, 0, MPI_COMM_WORLD,
			     MPI_STATUS_IGNORE);
		MPI_Sendrecv(next + last, ROW, MPI_INT, below, 0, next, ROW, MPI_INT, above, 0, MPI_COMM_WORLD,
			     MPI_STATUS_IGNORE);
		int *swap = now;
		now = next;
		next = swap;
	}
	MPI_Gather(now + ROW, rows * ROW, MPI_INT, GRID + ROW, rows * ROW, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
