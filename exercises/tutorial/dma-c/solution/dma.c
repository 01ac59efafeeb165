/* A message of 64 words goes from rank 0 to rank 1, from there to rank 2, and so on. Every node adds its rank to each
   word. The last one sends it back to rank 0, to RESULT. */
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
	int rank = mc_rank(), nodes = mc_nodes();

	if (rank > 0) /* rank 0 has the message from the start */
		mc_wait_eq(&arrived, 1);
	add_rank(rank);

	/* The last one sends it back. */
	int is_last = rank + 1 == nodes;
	unsigned next = mc_id(is_last ? 0 : rank + 1);
	mc_put(next, is_last ? RESULT : DATA, DATA, sizeof DATA);
	mc_signal(next, &arrived, 1); /* arrives after the message */

	if (rank == 0) /* until the message is back */
		mc_wait_eq(&arrived, 1);
	return 0;
}
