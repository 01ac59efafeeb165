/* The Himeno benchmark in single precision: Poisson's equation by Jacobi's method, with a stencil of 19 points.

   P has 18 planes of 10 x 10 points; the outermost points of all three directions stay as they are. In each iteration every
   inner point gets a new value from itself and 18 points round it, with coefficients for each point. GOSA is the sum of the
   squares of the last changes. (ITERATIONS is placed here before the run, on every node.)

   Each node has some of the 16 inner planes, and needs one more on each side, which its neighbours compute. After each
   iteration neighbours put their outermost planes into each other's memory. They may do so only when the other one no longer
   reads the old plane: so each signals its neighbours when it has computed, before they send. */
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

/* The two neighbours of a node. */
enum { BEFORE, AFTER };

/* Words that another node writes. The compiler must read them each time, so they are volatile. */
static volatile int free_there[2];    /* the iteration in which the neighbour has read this node's plane */
static volatile int arrived[2];       /* the iteration whose plane has arrived from the neighbour */
static volatile float sums[PLANES];   /* on rank 0: word r is the sum of rank r */
static volatile int done[PLANES];     /* on rank 0: word r is 1 when planes and sum of rank r have arrived */
static float own_sum;

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
	int rank = mc_rank(), nodes = mc_nodes();
	if (nodes > PLANES - 2)
		nodes = PLANES - 2; /* at most one for each inner plane */
	if (rank >= nodes)
		return 0;
	/* Rank r has the inner planes 1 + 16 r / n to 16 (r + 1) / n. */
	int first = 1 + rank * (PLANES - 2) / nodes, end = 1 + (rank + 1) * (PLANES - 2) / nodes;
	prepare(first - 1, end + 1); /* one more on each side */

	int there[2] = { rank > 0, rank < nodes - 1 }; /* which neighbours there are */
	unsigned id[2] = { mc_id(rank - 1), mc_id(rank + 1) };
	plane *edge[2] = { &P[first], &P[end - 1] }; /* the planes that they need */

	for (int n = 1; n <= ITERATIONS; n++) {
		own_sum = jacobi(first, end);
		/* The neighbours' planes have been read: they may send new ones. This node is after the one before it. */
		for (int side = BEFORE; side <= AFTER; side++)
			if (there[side])
				mc_signal(id[side], &free_there[!side], n);
		mc_wait(); /* the planes sent in the last iteration are overwritten now */
		renew(first, end);
		for (int side = BEFORE; side <= AFTER; side++) {
			if (there[side]) {
				mc_wait_ge(&free_there[side], n);
				mc_put(id[side], edge[side], edge[side], sizeof(plane));
				mc_signal(id[side], &arrived[!side], n);
			}
		}
		for (int side = BEFORE; side <= AFTER; side++)
			if (there[side])
				mc_wait_ge(&arrived[side], n);
	}

	/* Bring planes and sums together on rank 0. Each node has its own words there; the planes of rank 0 are there already. */
	if (rank > 0)
		mc_put(mc_id(0), P[first], P[first], (end - first) * sizeof(plane));
	mc_put(mc_id(0), (void *)&sums[rank], &own_sum, sizeof own_sum);
	mc_signal(mc_id(0), &done[rank], 1);
	if (rank == 0) {
		float sum = 0;
		for (int r = 0; r < nodes; r++) {
			mc_wait_eq(&done[r], 1);
			sum += sums[r];
		}
		GOSA = sum;
	}
	return 0;
}
