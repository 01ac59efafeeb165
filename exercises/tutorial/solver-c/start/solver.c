/* Equation solver kernel: the temperatures of a plate whose edge is kept as it is.

   The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
   neighbours, as they were before the sweep (Jacobi's method); so there are two grids, and each sweep goes from one to the
   other. It is over when no point has changed by more than EPSILON, or after MOST_SWEEPS sweeps.

   Rank 0 does all of it. */
#include <math.h>
#include <mclib.h>
#include <string.h>

#define N 32 /* inner points in a row, and inner rows */
#define MOST_SWEEPS 200

typedef float row[N + 2];

float EPSILON = 0.5f;
row GRID[N + 2];  /* edge and first values are placed here, on rank 0 */
row RESULT[N];    /* on rank 0: the inner rows, with the edge on their left and right */
int SWEEPS;       /* on rank 0: number of sweeps */

static row other[N + 2]; /* the second grid */

/* Gives each inner point of the rows from `first` to before `end` in the grid `to` the average of its four neighbours in
   the grid `from`. The result is the largest change of a point. */
static float sweep(const row *from, row *to, int first, int end)
{
	float largest = 0;
	for (int i = first; i < end; i++) {
		for (int j = 1; j <= N; j++) {
			float average = 0.25f * ((from[i - 1][j] + from[i + 1][j]) + (from[i][j - 1] + from[i][j + 1]));
			float change = fabsf(average - from[i][j]);
			to[i][j] = average;
			if (change > largest)
				largest = change;
		}
	}
	return largest;
}

int main(void)
{
	/* The others have nothing to do. */
	if (mc_rank() != 0)
		return 0;

	memcpy(other, GRID, sizeof GRID); /* the second grid has the same edge */
	row *from = GRID, *to = other;
	float change;
	do {
		change = sweep(from, to, 1, N + 1);
		row *written = to; /* the grids change places */
		to = from;
		from = written;
		SWEEPS++;
	} while (change > EPSILON && SWEEPS < MOST_SWEEPS);
	memcpy(RESULT, from + 1, sizeof RESULT); /* the inner rows of the last grid */
	return 0;
}
