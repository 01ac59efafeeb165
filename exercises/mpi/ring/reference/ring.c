/* The sums, computed by each node without a message. */
#include <mclib.h>

int FACTOR = 3;
int SEEN;
int SUM;

static int value(int rank)
{
	return (rank * rank + rank) * FACTOR;
}

int main(void)
{
	for (int rank = 0; rank < mc_nodes(); rank++) {
		SUM += value(rank);
		if (rank == mc_rank())
			SEEN = SUM;
	}
	return 0;
}
