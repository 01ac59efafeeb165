/* Steps of work, and after each one a sum over all ranks. No step takes equally long on all ranks, so in each MPI_Allreduce all
   wait for the slowest rank. */
#include <mpi.h>

#define STEPS 32

int SEED = 1;       /* is placed here on every node before the run */
int HISTORY[STEPS]; /* on rank 0: the sum after each step */

/* One piece of a step: some arithmetic. */
static int piece(int x)
{
	for (int i = 0; i < 480; i++)
		x = x * 5 + i;
	return x;
}

/* A step of this rank: 4 to 64 pieces. */
static int work(int rank, int step)
{
	unsigned mixed = (unsigned)(rank * 31 + step * 17 + SEED) * 2654435761u;
	int pieces = 4 + 4 * (int)(mixed >> 28), x = step;

	for (int i = 0; i < pieces; i++)
		x = piece(x);
	return x & 0xffff;
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int step = 0; step < STEPS; step++) {
		int own = work(rank, step), sum;
		MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		if (rank == 0)
			HISTORY[step] = sum;
	}
	MPI_Finalize();
	return 0;
}
