/* Each rank has a value. A sum shall go once round all ranks: each adds its value, and rank 0 gets the whole sum. */
#include <mpi.h>
#include <stdio.h>

int FACTOR = 3; /* is placed here on every node before the run */
int SEEN;       /* on each rank: the sum of the values of ranks 0 to this one */
int SUM;        /* on rank 0: the sum of all values */

static int value(int rank)
{
	return (rank * rank + rank) * FACTOR;
}

int main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);

	/* Rank 0 sends its value to rank 1. Who receives it, and what does rank 1 do then? */
	SEEN = value(rank);
	if (rank == 0)
		SUM = SEEN;

	MPI_Finalize();
	return 0;
}
