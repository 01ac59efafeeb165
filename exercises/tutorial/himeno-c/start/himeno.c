/* The Himeno benchmark in single precision: Poisson's equation by Jacobi's method, with a stencil of 19 points.

   P has 18 planes of 10 x 10 points; the outermost points of all three directions stay as they are. In each iteration every
   inner point gets a new value from itself and 18 points round it, with coefficients for each point. GOSA is the sum of the
   squares of the last changes. (ITERATIONS is placed here before the run, on every node.)

   Rank 0 does all of it. */
#include <mclib.h>
#include <string.h>

#define PLANES 18 /* planes of P */
#define LINES 10  /* lines of a plane */
#define POINTS 10 /* points of a line */

typedef float plane[LINES][POINTS];

int ITERATIONS = 4;
float GOSA; /* on rank 0: the result */
plane P[PLANES];

static plane a[4][PLANES], b[3][PLANES], c[3][PLANES]; /* coefficients */
static plane wrk1[PLANES], bnd[PLANES];
static plane fresh[PLANES]; /* the new values */

/* Gives a plane of an array the same value at each point. */
static void fill(plane *which, float value)
{
	for (int j = 0; j < LINES; j++)
		for (int k = 0; k < POINTS; k++)
			(*which)[j][k] = value;
}

/* Gives the planes from `first` to before `end` of all arrays the values of the benchmark. In plane i, P is
   i x i / (PLANES - 1)^2; the coefficients are the same everywhere. */
static void prepare(int first, int end)
{
	for (int i = first; i < end; i++) {
		for (int n = 0; n < 3; n++) {
			fill(&a[n][i], 1);
			fill(&b[n][i], 0);
			fill(&c[n][i], 1);
		}
		fill(&a[3][i], 1.0f / 6);
		fill(&wrk1[i], 0);
		fill(&bnd[i], 1);
		fill(&P[i], (float)(i * i) / ((PLANES - 1) * (PLANES - 1)));
	}
}

/* The new values of the inner points of these planes go to `fresh`. The result is the sum of the squares of their
   changes. */
static float jacobi(int first, int end)
{
	float sum = 0;
	for (int i = first; i < end; i++) {
		for (int j = 1; j < LINES - 1; j++) {
			for (int k = 1; k < POINTS - 1; k++) {
				float s0 = wrk1[i][j][k]
					+ a[0][i][j][k] * P[i + 1][j][k]
					+ a[1][i][j][k] * P[i][j + 1][k]
					+ a[2][i][j][k] * P[i][j][k + 1]
					+ b[0][i][j][k] * (P[i + 1][j + 1][k] - P[i + 1][j - 1][k]
						- P[i - 1][j + 1][k] + P[i - 1][j - 1][k])
					+ b[1][i][j][k] * (P[i][j + 1][k + 1] - P[i][j - 1][k + 1]
						- P[i][j + 1][k - 1] + P[i][j - 1][k - 1])
					+ b[2][i][j][k] * (P[i + 1][j][k + 1] - P[i - 1][j][k + 1]
						- P[i + 1][j][k - 1] + P[i - 1][j][k - 1])
					+ c[0][i][j][k] * P[i - 1][j][k]
					+ c[1][i][j][k] * P[i][j - 1][k]
					+ c[2][i][j][k] * P[i][j][k - 1];
				float change = (s0 * a[3][i][j][k] - P[i][j][k]) * bnd[i][j][k];
				sum += change * change;
				fresh[i][j][k] = P[i][j][k] + 0.8f * change; /* how much of the change is made */
			}
		}
	}
	return sum;
}

/* The inner points of these planes of P get their values from `fresh`. */
static void renew(int first, int end)
{
	for (int i = first; i < end; i++)
		for (int j = 1; j < LINES - 1; j++)
			memcpy(&P[i][j][1], &fresh[i][j][1], (POINTS - 2) * sizeof(float));
}

int main(void)
{
	/* The others have nothing to do. */
	if (mc_rank() != 0)
		return 0;

	prepare(0, PLANES); /* all planes */
	for (int n = 0; n < ITERATIONS; n++) {
		GOSA = jacobi(1, PLANES - 1); /* the inner ones */
		renew(1, PLANES - 1);
	}
	return 0;
}
