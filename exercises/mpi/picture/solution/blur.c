/* Makes a picture smooth: each point becomes the average of the 3 x 3 points around it. Beyond the edge the points of the edge are
   repeated. Each rank reads some rows of the file in.pgm, with one row more above and below, and writes its rows to out.pgm. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 32 /* bytes in which the head of the file surely ends */

/* New points of some rows. `from` has one row more above and one below. */
static void blur(const unsigned char *from, unsigned char *to, int width, int rows)
{
	for (int y = 0; y < rows; y++, from += width, to += width)
		for (int x = 0; x < width; x++) {
			int left = x > 0 ? x - 1 : x, right = x < width - 1 ? x + 1 : x, sum = 0;
			for (int row = 0; row < 3; row++)
				sum += from[row * width + left] + from[row * width + x] + from[row * width + right];
			to[x] = (unsigned char)(sum / 9);
		}
}

int main(int argc, char **argv)
{
	int rank, size, facts[3] = {0}; /* width, height, bytes of the head */
	char head[HEAD + 1] = {0};
	MPI_File in, out;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (MPI_File_open(MPI_COMM_WORLD, "in.pgm", MPI_MODE_RDONLY, MPI_INFO_NULL, &in) != MPI_SUCCESS ||
	    MPI_File_open(MPI_COMM_WORLD, "out.pgm", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &out) != MPI_SUCCESS)
		MPI_Abort(MPI_COMM_WORLD, 1);
	if (rank == 0) {
		MPI_File_read_at(in, 0, head, HEAD, MPI_CHAR, MPI_STATUS_IGNORE);
		sscanf(head, "P5 %d %d 255%n", &facts[0], &facts[1], &facts[2]);
		facts[2]++;
	}
	MPI_Bcast(facts, 3, MPI_INT, 0, MPI_COMM_WORLD);
	int width = facts[0], rows = facts[1] / size, first = rank * rows;
	unsigned char *points = malloc((rows + 2) * width), *smooth = malloc(rows * width);

	/* The rows above and below, as far as there are any. */
	int above = first > 0, below = first + rows < facts[1];
	MPI_File_read_at(in, facts[2] + (first - above) * width, points + (1 - above) * width, (rows + above + below) * width,
			 MPI_BYTE, MPI_STATUS_IGNORE);
	if (!above)
		memcpy(points, points + width, width);
	if (!below)
		memcpy(points + (rows + 1) * width, points + rows * width, width);
	blur(points, smooth, width, rows);

	int length = sprintf(head, "P5\n%d %d\n255\n", width, facts[1]);
	if (rank == 0)
		MPI_File_write_at(out, 0, head, length, MPI_CHAR, MPI_STATUS_IGNORE);
	MPI_File_write_at_all(out, length + first * width, smooth, rows * width, MPI_BYTE, MPI_STATUS_IGNORE);
	MPI_File_close(&in);
	MPI_File_close(&out);
	MPI_Finalize();
	return 0;
}
