/* A message of 64 words goes from rank 0 to rank 1, from there to rank 2, and so on. Every node adds its rank to each
   word. The last one sends it back to rank 0, to RESULT.

   Rank 0 already sends the message to rank 1. There it stays. */
#include <mclib.h>

#define WORDS 64

int DATA[WORDS];   /* the message, on each node that has it */
int RESULT[WORDS]; /* on rank 0: the message that has returned */

/* Becomes 1 when the message is here. Another node writes it, so it is volatile: the compiler must read it each time. */
static volatile int arrived;

/* Adds the own rank to every word of DATA. */
static void add_rank(int rank)
{
	for (int i = 0; i < WORDS; i++)
		DATA[i] += rank;
}

int main(void)
{
	int rank = mc_rank();

	/* Only rank 0 does something. */
	if (rank == 0) {
		add_rank(rank);
		/* To the next node, to this address there, from this address here, this many bytes. */
		mc_put(mc_id(rank + 1), DATA, DATA, sizeof DATA);
	}
	return arrived;
}
