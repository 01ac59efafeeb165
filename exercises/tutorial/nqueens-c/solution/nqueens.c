/* In how many ways can SIZE queens be placed on a board of SIZE x SIZE squares so that none attacks another one?

   The queens of the first two rows have SIZE x SIZE placements. They are numbered, and number t is counted by rank
   t mod n: neighbouring ones are about as long to count, so each node gets some of the long and some of the short ones. */
#include <mclib.h>
#include <stdio.h>

int SIZE = 8;  /* placed here on every node before the run */
int COUNT;     /* on rank 0: the result */

#define NODES 64 /* the most nodes */

/* On rank 0: word r is the number that rank r has found, plus 1. Other nodes write these words, so they are volatile. */
static volatile int found_by[NODES];

static unsigned all; /* a 1 bit for each column */

/* In how many ways the rows that are left can be filled. A 1 bit is a place in the next row that a queen attacks: in its
   column, on a diagonal down to the left, or on one down to the right. */
static int count(unsigned columns, unsigned left, unsigned right)
{
	if (columns == all)
		return 1; /* every column has its queen: one solution */
	int found = 0;
	unsigned open = all & ~(columns | left | right); /* places that no queen attacks */
	while (open != 0) {
		unsigned place = open & -open; /* the lowest of these places */
		open ^= place;
		/* A queen there attacks its column, and its diagonals, which move by one in each row. */
		found += count(columns | place, (left | place) << 1, (right | place) >> 1);
	}
	return found;
}

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes(), found = 0;

	all = (1u << SIZE) - 1;
	for (int t = rank; t < SIZE * SIZE; t += nodes) {
		int first = t / SIZE, second = t % SIZE; /* the columns of the two queens */
		if (second >= first - 1 && second <= first + 1)
			continue; /* the second one must be at least two columns away */
		unsigned a = 1u << first, b = 1u << second;
		found += count(a | b, ((a << 1) | b) << 1, ((a >> 1) | b) >> 1);
	}

	/* Each node sends its number to a word of its own on rank 0. The number may be 0, which a word is from the start; so one
	   more is sent. */
	if (rank > 0) {
		mc_signal(mc_id(0), &found_by[rank], found + 1);
	} else {
		for (int r = 1; r < nodes; r++) {
			mc_wait_ge(&found_by[r], 1);
			found += found_by[r] - 1;
		}
		COUNT = found;
		printf("%d\n", COUNT);
	}
	return 0;
}
