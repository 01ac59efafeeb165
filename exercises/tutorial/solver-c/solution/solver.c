/* Equation solver kernel: the temperatures of a plate whose edge is kept as it is.

   The grid has N x N inner points and an edge round them. In each sweep every inner point becomes the average of its four
   neighbours, as they were before the sweep (Jacobi's method); so there are two grids, and each sweep goes from one to the
   other. It is over when no point has changed by more than EPSILON, or after MOST_SWEEPS sweeps.

   Each node has some of the rows. For a sweep it needs one more row above and one below, which its neighbours compute: so
   after each sweep neighbours send each other their outermost rows. Then all nodes find the largest change together, as all
   have to know whether it is over: in step k = 0, 1, 2, ... each sends the largest that it knows of to the one 2^k ranks
   further on, and after log2(n) steps, rounded up, all know the same. */
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

/* Words that another node writes. The compiler must read them each time, so they are volatile. */
static volatile int have_rows;
static volatile int from_above, from_below; /* the sweep after which the neighbour's row has arrived */
static volatile int done[N];                /* on rank 0: word r is 1 when the rows of rank r have arrived */

/* For step k of the search for the largest change. There are two of each, for even and odd sweeps: a node may be one sweep
   ahead of the one that it sends to, but not two. */
static struct step {
	float mine;           /* to be sent */
	volatile float theirs; /* received */
	volatile int sweep;   /* after which it has been received */
} steps[2][8];

static int rank, nodes;

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

/* The first inner row of a rank; row 0 is the edge. */
static int share(int r)
{
	return r * N / nodes + 1;
}

/* The largest change of all nodes. */
static float largest_of_all(float change, int sweeps)
{
	struct step *step = steps[sweeps % 2];
	for (int distance = 1; distance < nodes; distance *= 2, step++) {
		unsigned next = mc_id((rank + distance) % nodes);
		step->mine = change;
		mc_put(next, (void *)&step->theirs, &step->mine, sizeof step->mine);
		mc_signal(next, &step->sweep, sweeps);
		mc_wait_eq(&step->sweep, sweeps);
		if (step->theirs > change)
			change = step->theirs;
	}
	return change;
}

/* Sends a row to the same place in the memory of a neighbour. */
static void send_row(int neighbour, row *which, volatile int *flag, int sweeps)
{
	mc_put(mc_id(neighbour), which, which, sizeof *which);
	mc_signal(mc_id(neighbour), flag, sweeps);
}

int main(void)
{
	rank = mc_rank();
	nodes = mc_nodes();
	if (nodes > N)
		nodes = N; /* at most one for each row */
	if (rank >= nodes)
		return 0;
	int first = share(rank), end = share(rank + 1);
	int is_topmost = rank == 0, is_lowest = rank == nodes - 1;

	/* Rank 0 sends each node its rows, with one more above and one more below. */
	if (rank == 0) {
		for (int r = 1; r < nodes; r++) {
			row *begin = &GRID[share(r) - 1];
			mc_put(mc_id(r), begin, begin, (share(r + 1) - share(r) + 2) * sizeof(row));
			mc_signal(mc_id(r), &have_rows, 1);
		}
	} else {
		mc_wait_eq(&have_rows, 1);
	}

	/* The second grid has the same edge. Only the own rows of it are written here, and the edge above and below: the rows
	   between two nodes are put there by the neighbour, which may already be in its first sweep. */
	int from_row = first - is_topmost, to_row = end + is_lowest;
	memcpy(other[from_row], GRID[from_row], (to_row - from_row) * sizeof(row));

	row *from = GRID, *to = other;
	int sweeps = 0;
	for (;;) {
		float change = sweep(from, to, first, end);
		row *written = to; /* the grids change places */
		to = from;
		from = written;
		sweeps++;

		/* The outermost rows. A neighbour reads the grid that they go to only in its next sweep. */
		if (!is_topmost)
			send_row(rank - 1, &from[first], &from_below, sweeps);
		if (!is_lowest)
			send_row(rank + 1, &from[end - 1], &from_above, sweeps);

		if (largest_of_all(change, sweeps) <= EPSILON || sweeps == MOST_SWEEPS)
			break;

		/* Before the next sweep, the neighbours' rows must be there. */
		if (!is_topmost)
			mc_wait_eq(&from_above, sweeps);
		if (!is_lowest)
			mc_wait_eq(&from_below, sweeps);
	}

	/* Bring the rows together. Each node has its own word of `done`. */
	mc_put(mc_id(0), &RESULT[first - 1], &from[first], (end - first) * sizeof(row));
	mc_signal(mc_id(0), &done[rank], 1);
	if (rank == 0) {
		SWEEPS = sweeps;
		for (int r = 0; r < nodes; r++)
			mc_wait_eq(&done[r], 1);
	}
	return 0;
}
