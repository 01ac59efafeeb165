/* 各ランクは、リングの次のランクに WORDS 語を送り、前のランクから同じ数の語を受け取ります。 */
#include <mpi.h>

#define MOST 1000

int WORDS = 100; /* 実行前に、各ノードでここに置かれる */
int SUM;         /* 各ランク: 届いた語の和 */

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

	MPI_Send(out, WORDS, MPI_INT, next, 0, MPI_COMM_WORLD);
	MPI_Recv(in, WORDS, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

	for (int i = 0; i < WORDS; i++)
		SUM += in[i];

	MPI_Finalize();
	return 0;
}
