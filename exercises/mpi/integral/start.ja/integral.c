/* 細い山が 8 個ある関数の、0 から 1 までの積分です。

   区間を PARTS 個の部分に分けます。部分ごとにシンプソンの公式で計算し、精度が足りなければ半分に分けて、
   それぞれを同じように計算します。そのため、山の近くの部分は、ほかよりずっと長くかかります。 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#define PARTS 256

float PEAK = 0.3f; /* 区間の 8 分の 1 の中の山の位置、0 から 1。実行前に、各ノードでここに置かれる */
float RESULT;      /* ランク 0: 積分 */

static double f(double x)
{
	double d = 8 * x - PEAK;
	d -= floor(d + 0.5); /* 最も近い山からの距離 */
	return 1 / (d * d + 1e-3) + x;
}

/* a から b までの積分。両端と真ん中の値と、シンプソンの公式の値は、すでに分かっています。 */
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
