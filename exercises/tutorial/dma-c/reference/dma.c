/* The message after it has gone once round all nodes, computed by rank 0 alone: every node has added its rank to each
   word, so each word has grown by 0 + 1 + ... + (n - 1) = n (n - 1) / 2. */
#include <mclib.h>

#define WORDS 64

int DATA[WORDS];
int RESULT[WORDS];

int main(void)
{
	int nodes = mc_nodes();

	if (mc_rank() == 0) {
		for (int i = 0; i < WORDS; i++)
			RESULT[i] = DATA[i] + nodes * (nodes - 1) / 2;
	}
	return 0;
}
