/* Makes a picture smooth: each point becomes the average of the 3 x 3 points around it. Beyond the edge the points of the edge are
   repeated. Rank 0 reads the file in.pgm and writes out.pgm. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

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
	int rank, width, height;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		/* The head of the file is a text: "P5", width, height, largest value, and one blank. Then the points follow, a byte
		   each, row by row. */
		FILE *in = fopen("in.pgm", "rb"), *out = fopen("out.pgm", "wb");
		if (in == NULL || out == NULL || fscanf(in, "P5 %d %d 255", &width, &height) != 2)
			MPI_Abort(MPI_COMM_WORLD, 1);
		fgetc(in);
		unsigned char *points = malloc((height + 2) * width), *smooth = malloc(height * width);
		fread(points + width, width, height, in);
		for (int x = 0; x < width; x++) {
			points[x] = points[width + x];
			points[(height + 1) * width + x] = points[height * width + x];
		}
		blur(points, smooth, width, height);
		fprintf(out, "P5\n%d %d\n255\n", width, height);
		fwrite(smooth, width, height, out);
		fclose(in);
		fclose(out);
	}
	MPI_Finalize();
	return 0;
}
