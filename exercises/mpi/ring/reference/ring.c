/* The sum of the values of all ranks, computed by rank 0 alone. */
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
	if (mc_rank() == 0)
		for (int rank = 0; rank < mc_nodes(); rank++)
			SUM += value(rank);
	return 0;
}
