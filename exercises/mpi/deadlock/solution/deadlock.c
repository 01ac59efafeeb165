/* Each rank sends WORDS words to the next rank of a ring, and receives as many from the one before it. */
#include <mpi.h>

#define MOST 1000

int WORDS = 100; /* is placed here on every node before the run */
int SUM;         /* on each rank: the sum of the words that have arrived */

static int out[MOST], in[MOST];

int main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int next = (rank + 1) % size, before = (rank + size - 1) % size;

	for (int i = 0; i < WORDS; i++)
		out[i] = (rank + 1) * i;

	/* Both at once: the library receives while it waits for the send, so no circle of waiting ranks can arise. */
	MPI_Sendrecv(out, WORDS, MPI_INT, next, 0, in, WORDS, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

	for (int i = 0; i < WORDS; i++)
		SUM += in[i];

	MPI_Finalize();
	return 0;
}
