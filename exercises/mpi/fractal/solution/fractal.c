/* A picture of the Mandelbrot set: for each point c of the plane, how many steps z = z * z + c take until z is farther
   than 2 from 0, at most STEPS. Points of the set never get there, so they take longest.

   Rank 0 is the master: it gives the rows out one by one, and its workers send them back. The tag of a row's message is
   its number. */
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

/* Each worker first gets a row; whenever one returns, its worker gets the next. A row from SIDE on says that none is left. */
static void master(int workers)
{
	int next = 0;

	for (int worker = 1; worker <= workers; worker++, next++)
		MPI_Send(&next, 1, MPI_INT, worker, 0, MPI_COMM_WORLD);
	for (int row = 0; workers > 0 && row < SIDE; row++) {
		MPI_Status status;
		/* The number of the row is known before it is received, so it goes where it belongs. */
		MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
		MPI_Recv(IMAGE[status.MPI_TAG], SIDE, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
		MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
		next++;
	}
	/* Without workers the master draws all rows. */
	for (; next < SIDE; next++)
		draw(next, IMAGE[next]);
}

static void worker(void)
{
	int row, points[SIDE];

	for (;;) {
		MPI_Recv(&row, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (row >= SIDE)
			return;
		draw(row, points);
		MPI_Send(points, SIDE, MPI_INT, 0, row, MPI_COMM_WORLD);
	}
}

int main(int argc, char **argv)
{
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank == 0)
		master(size - 1);
	else
		worker();
	MPI_Finalize();
	return 0;
}
