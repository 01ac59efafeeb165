/* Every node has a vector V of 128 words. Rank 0 is to have their sum, word by word, at SUM.

   Each of the n nodes adds up one part of 128/n words of all the vectors (n must divide 128, and be at most 64):

   1. Every node puts part d of its vector to rank d, beginning with the next rank, so that no two meet at one destination.
   2. Rank d adds up the n parts that have arrived,
   3. and puts their sum to its place in SUM on rank 0.

   All cores add and all links carry something at the same time, and rank 0 gets 128 words instead of 128 n. */
#include <mclib.h>

#define WORDS 128 /* words of a vector */
#define MOST 64   /* most nodes */

int V[WORDS];
int SUM[WORDS];

static int parts[WORDS];            /* part r is that of rank r */
static int sum[WORDS];              /* the sum of the parts */
static volatile int arrived[MOST];  /* word r is 1 when the part of rank r has arrived */
static volatile int done[MOST];     /* on rank 0: word r is 1 when the sum of rank r has arrived */

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();

	/* Every node has another vector: each word of V is multiplied by rank + 1. */
	for (int i = 0; i < WORDS; i++)
		V[i] *= rank + 1;

	int words = WORDS / nodes, bytes = words * sizeof(int);

	/* 1. Send the parts. Each sender has its own place there. */
	for (int step = 1; step <= nodes; step++) {
		int to = (rank + step) % nodes;
		mc_put(mc_id(to), &parts[rank * words], &V[to * words], bytes);
		mc_signal(mc_id(to), &arrived[rank], 1);
	}

	/* 2. Add them up, in the order in which they arrive: the rank before this one sends first. */
	for (int step = 1; step <= nodes; step++) {
		int from = (rank - step + nodes) % nodes;
		mc_wait_eq(&arrived[from], 1);
		for (int i = 0; i < words; i++)
			sum[i] += parts[from * words + i];
	}

	/* 3. Bring the sums together. */
	mc_put(mc_id(0), &SUM[rank * words], sum, bytes);
	mc_signal(mc_id(0), &done[rank], 1);
	if (rank == 0) {
		for (int r = 0; r < nodes; r++)
			mc_wait_eq(&done[r], 1);
	}
	return 0;
}
