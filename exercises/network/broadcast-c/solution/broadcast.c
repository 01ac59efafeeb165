/* Rank 0 has a message of COUNT words, which all nodes are to get.

   A short message goes down a binomial tree: a node that has it sends it to the node half of the remaining ranks further on,
   and then both do the same with half as many. After log2(n) steps all nodes have it.

   In the tree rank 0 sends a long message log2(n) times. So a long one goes down a chain instead, in pieces: rank 0 sends to
   rank 1, rank 1 to rank 2, and so on, and each node passes a piece on while it receives the next one. Every node sends the
   message only once; the way of the first piece down the chain is added to that. */
#include <mclib.h>

#define MOST 2048 /* most words of a message */
#define SHORT 128 /* messages of at most this many words go down the tree */
#define PIECE 35  /* words of a piece: five full packets */

int COUNT; /* how many words the message has, on every node */
int MESSAGE[MOST];

/* Tree: 1 when the message is here; chain: how many words of it are here. Another node writes it, so it is volatile. */
static volatile int arrived;

/* A rank whose lowest 1 bit is d gets the message from the rank d below it, and then sends it d/2, d/4, ..., 1 further on.
   Rank 0 begins with the largest power of two below n. */
static void tree(int rank, int nodes)
{
	int distance = 1;
	if (rank == 0) {
		while (distance < nodes)
			distance *= 2;
	} else {
		distance = rank & -rank;
		mc_wait_eq(&arrived, 1);
	}
	for (distance /= 2; distance > 0; distance /= 2) {
		int to = rank + distance;
		if (to >= nodes)
			continue; /* there is no such rank */
		mc_put(mc_id(to), MESSAGE, MESSAGE, COUNT * sizeof(int));
		mc_signal(mc_id(to), &arrived, 1);
	}
}

static void chain(int rank, int nodes)
{
	unsigned next = mc_id(rank + 1);
	for (int from = 0; from < COUNT; from += PIECE) {
		int words = COUNT - from < PIECE ? COUNT - from : PIECE;
		if (rank > 0)
			mc_wait_ge(&arrived, from + words);
		if (rank + 1 < nodes) { /* else this is the end of the chain */
			mc_put(next, &MESSAGE[from], &MESSAGE[from], words * sizeof(int));
			mc_signal(next, &arrived, from + words);
		}
	}
}

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();

	if (COUNT <= SHORT)
		tree(rank, nodes);
	else
		chain(rank, nodes);
	return 0;
}
