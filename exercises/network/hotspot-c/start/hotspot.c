/* Every node has a vector V of 128 words. Rank 0 is to have their sum, word by word, at SUM.

   All nodes put their vectors to rank 0, and rank 0 adds them up. */
#include <mclib.h>

#define WORDS 128 /* words of a vector */
#define MOST 64   /* most nodes */

int V[WORDS];
int SUM[WORDS];

static int inbox[MOST][WORDS];      /* on rank 0: vector r is that of rank r */
static volatile int arrived[MOST];  /* on rank 0: word r is 1 when the vector of rank r has arrived */

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();

	/* Every node has another vector: each word of V is multiplied by rank + 1. */
	for (int i = 0; i < WORDS; i++)
		V[i] *= rank + 1;

	mc_put(mc_id(0), inbox[rank], V, sizeof V); /* each node has its own place there */
	mc_signal(mc_id(0), &arrived[rank], 1);
	if (rank == 0) {
		for (int r = 0; r < nodes; r++) {
			mc_wait_eq(&arrived[r], 1);
			for (int i = 0; i < WORDS; i++)
				SUM[i] += inbox[r][i];
		}
	}
	return 0;
}
