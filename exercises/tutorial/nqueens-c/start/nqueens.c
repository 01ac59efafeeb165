/* In how many ways can SIZE queens be placed on a board of SIZE x SIZE squares so that none attacks another one?

   Rank 0 tries all of them. */
#include <mclib.h>
#include <stdio.h>

int SIZE = 8;  /* placed here on every node before the run */
int COUNT;     /* on rank 0: the result */

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
	all = (1u << SIZE) - 1;
	/* The others have nothing to do. */
	if (mc_rank() == 0) {
		COUNT = count(0, 0, 0); /* the board is empty */
		printf("%d\n", COUNT);
	}
	return 0;
}
