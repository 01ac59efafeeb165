/* A picture of the Mandelbrot set: for each point c of the plane, how many steps z = z * z + c take until z is farther
   than 2 from 0, at most STEPS. Points of the set never get there, so they take longest. */
#include <mpi.h>

#define SIDE 64 /* points of a row, and rows */
#define STEPS 200

float VIEW[3] = {-2.0f, -1.25f, 2.5f}; /* left edge, upper edge, width; placed here on every node before the run */
int IMAGE[SIDE][SIDE];                 /* on rank 0: the picture */

static int steps(double x, double y)
{
	double a = 0, b = 0;
	int n = 0;

	while (n < STEPS && a * a + b * b <= 4) {
		double next = a * a - b * b + x;
		b = 2 * a * b + y;
		a = next;
		n++;
	}
	return n;
}

static void draw(int row, int *points)
{
	for (int column = 0; column < SIDE; column++)
		points[column] = steps(VIEW[0] + VIEW[2] * column / SIDE, VIEW[1] + VIEW[2] * row / SIDE);
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int row = 0; rank == 0 && row < SIDE; row++)
		draw(row, IMAGE[row]);
	MPI_Finalize();
	return 0;
}
