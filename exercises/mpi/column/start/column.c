/* Sums down the columns of a matrix: each element becomes the sum of all elements from the top of its column to itself.
   Each rank does it for some neighbouring columns. They go there and back element by element, which is slow. */
#include <mpi.h>

#define SIDE 64 /* rows, and columns */

int MATRIX[SIDE][SIDE]; /* on rank 0: placed here before the run, and the result */

static int own[SIDE][SIDE]; /* own[y][x]: the columns of this rank */

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
