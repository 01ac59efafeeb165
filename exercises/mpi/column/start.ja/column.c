/* 行列の各列の累積和: 各要素は、その列の一番上から自分までの要素の和になります。各ランクは、隣り合ういくつかの列を
   受け持ちます。列は 1 要素ずつ送られ、1 要素ずつ戻るので、時間がかかります。 */
#include <mpi.h>

#define SIDE 64 /* 行の数、列の数 */

int MATRIX[SIDE][SIDE]; /* ランク 0: 実行前に置かれる行列。結果もここに入れる */

static int own[SIDE][SIDE]; /* own[y][x]: このランクの列 */

static void sum_down(int columns)
{
	for (int y = 1; y < SIDE; y++)
		for (int x = 0; x < columns; x++)
			own[y][x] += own[y - 1][x];
}

int main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int columns = SIDE / size;

	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < columns; x++)
			if (rank != 0)
				MPI_Recv(&own[y][x], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			else
				for (int to = 0; to < size; to++)
					if (to == 0)
						own[y][x] = MATRIX[y][x];
					else
						MPI_Send(&MATRIX[y][to * columns + x], 1, MPI_INT, to, 0, MPI_COMM_WORLD);
	sum_down(columns);
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < columns; x++)
			if (rank != 0)
				MPI_Send(&own[y][x], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
			else
				for (int from = 0; from < size; from++)
					if (from == 0)
						MATRIX[y][x] = own[y][x];
					else
						MPI_Recv(&MATRIX[y][from * columns + x], 1, MPI_INT, from, 0, MPI_COMM_WORLD,
							 MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
