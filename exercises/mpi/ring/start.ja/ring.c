/* 各ランクは値を 1 つ持っています。和がすべてのランクを一周し、各ランクが値を足し、ランク 0 が全体の和を受け取ります。 */
#include <mpi.h>
#include <stdio.h>

int FACTOR = 3; /* 実行前に、各ノードでここに置かれる */
int SEEN;       /* 各ランク: ランク 0 から自分までの値の和 */
int SUM;        /* ランク 0: すべての値の和 */

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

	/* ランク 0 が値をランク 1 に送ります。だれが受け取り、ランク 1 はそのあと何をしますか？ */
	SEEN = value(rank);
	if (rank == 0)
		SUM = SEEN;

	MPI_Finalize();
	return 0;
}
