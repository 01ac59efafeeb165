/* The integral of a function with eight narrow peaks, from 0 to 1.

   The interval is cut into PARTS parts. Simpson's rule is applied to a part; where it is not yet exact enough, the part
   is halved, and both halves are treated alike. So parts near a peak take much longer than others. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define PARTS 256

float PEAK = 0.3f; /* where in its eighth each peak is, 0 to 1; placed here on every node before the run */
float RESULT;      /* on rank 0: the integral */

static double f(double x)
{
	double d = 8 * x - PEAK;
	d -= floor(d + 0.5); /* from the nearest peak */
	return 1 / (d * d + 1e-3) + x;
}

/* The integral from a to b, of which the values at both ends and in the middle are known, and Simpson's value. */
static double refine(double a, double b, double fa, double fm, double fb, double whole)
{
	double m = (a + b) / 2, fl = f((a + m) / 2), fr = f((m + b) / 2), h = (b - a) / 12;
	double left = h * (fa + 4 * fl + fm), right = h * (fm + 4 * fr + fb);

	if (fabs(left + right - whole) < 1e-8 * (b - a))
		return left + right;
	return refine(a, m, fa, fl, fm, left) + refine(m, b, fm, fr, fb, right);
}

static double part(int number)
{
	double a = (double)number / PARTS, b = (double)(number + 1) / PARTS;
	double fa = f(a), fm = f((a + b) / 2), fb = f(b);

	return refine(a, b, fa, fm, fb, (b - a) / 6 * (fa + 4 * fm + fb));
}

int main(int argc, char **argv)
{
	int rank;
	double sum = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int number = 0; number < PARTS; number++)
			sum += part(number);
		RESULT = (float)sum;
		printf("%f\n", sum);
	}
	MPI_Finalize();
	return 0;
}
