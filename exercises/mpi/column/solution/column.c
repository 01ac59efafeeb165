/* Sums down the columns of a matrix: each element becomes the sum of all elements from the top of its column to itself.
   Each rank does it for some neighbouring columns. A block of columns is one element of a type: SIDE parts of `columns` words,
   and the next element begins `columns` words after the beginning of this one. */
#include <mpi.h>

#define SIDE 64 /* rows, and columns */

int MATRIX[SIDE][SIDE]; /* on rank 0: placed here before the run, and the result */

static int own[SIDE * SIDE]; /* the columns of this rank, row by row */

static void sum_down(int columns)
{
	for (int i = columns; i < SIDE * columns; i++)
		own[i] += own[i - columns];
}

int main(int argc, char **argv)
{
	int rank, size;
	MPI_Datatype parts, block;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int columns = SIDE / size;

	MPI_Type_vector(SIDE, columns, SIDE, MPI_INT, &parts);
	MPI_Type_create_resized(parts, 0, columns * (int)sizeof(int), &block);
	MPI_Type_commit(&block);
	MPI_Scatter(MATRIX, 1, block, own, SIDE * columns, MPI_INT, 0, MPI_COMM_WORLD);
	sum_down(columns);
	MPI_Gather(own, SIDE * columns, MPI_INT, MATRIX, 1, block, 0, MPI_COMM_WORLD);
	MPI_Type_free(&block);
	MPI_Type_free(&parts);
	MPI_Finalize();
	return 0;
}
