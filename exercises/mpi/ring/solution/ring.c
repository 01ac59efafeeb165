/* A sum goes once round all ranks: each adds its value, and rank 0 gets the whole sum. */
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

	/* With one rank, the next one and the one before are rank 0 itself. */
	int next = (rank + 1) % size, before = (rank + size - 1) % size;
	int sum = 0;

	/* Rank 0 starts; each other rank first waits for the sum of the ranks before it. */
	if (rank != 0)
		MPI_Recv(&sum, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	sum += value(rank);
	SEEN = sum;
	MPI_Send(&sum, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
	if (rank == 0) {
		MPI_Recv(&SUM, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		printf("%d\n", SUM);
	}

	MPI_Finalize();
	return 0;
}
