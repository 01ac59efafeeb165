/* 何ステップかの仕事と、各ステップのあとの全ランクの和です。1 ステップの時間はランクごとに違うので、MPI_Allreduce のたびに、
   全員が最も遅いランクを待ちます。 */
#include <mpi.h>

#define STEPS 32

int SEED = 1;       /* 実行前に、各ノードでここに置かれる */
int HISTORY[STEPS]; /* ランク 0: 各ステップのあとの和 */

/* 1 ステップの中の 1 つの仕事: 少しの計算です。 */
static int piece(int x)
{
	for (int i = 0; i < 480; i++)
		x = x * 5 + i;
	return x;
}

/* このランクの 1 ステップ: 4 から 64 個の仕事です。 */
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
