/* Steps of work, and after each one a sum over all ranks. No step takes equally long on all ranks. The sums of some steps are on
   their way while the next steps are worked on, so a rank that is late in one step holds up no other. */
#include <mpi.h>

#define STEPS 32
#define OPEN 4 /* sums that may be on their way */

int SEED = 1;       /* is placed here on every node before the run */
int HISTORY[STEPS]; /* on rank 0: the sum after each step */

static int own[STEPS], sums[STEPS];
static MPI_Request requests[STEPS];

/* One piece of a step: some arithmetic. */
static int piece(int x)
{
	for (int i = 0; i < 480; i++)
		x = x * 5 + i;
	return x;
}

/* A step of this rank: 4 to 64 pieces. Messages of the sums go on in calls of MPI only. */
static int work(int rank, int step)
{
	unsigned mixed = (unsigned)(rank * 31 + step * 17 + SEED) * 2654435761u;
	int pieces = 4 + 4 * (int)(mixed >> 28), x = step, ended;

	for (int i = 0; i < pieces; i++) {
		x = piece(x);
		if (step > 0 && i % 16 == 15)
			MPI_Test(&requests[step - 1], &ended, MPI_STATUS_IGNORE);
	}
	return x & 0xffff;
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int step = 0; step < STEPS; step++) {
		own[step] = work(rank, step);
		if (step >= OPEN)
			MPI_Wait(&requests[step - OPEN], MPI_STATUS_IGNORE);
		MPI_Iallreduce(&own[step], &sums[step], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[step]);
	}
	MPI_Waitall(STEPS, requests, MPI_STATUSES_IGNORE);
	for (int step = 0; rank == 0 && step < STEPS; step++)
		HISTORY[step] = sums[step];
	MPI_Finalize();
	return 0;
}
