/* Rank 0 has a message of COUNT words, which all nodes are to get.

   Rank 0 sends it to one node after the other. */
#include <mclib.h>

#define MOST 2048 /* most words of a message */

int COUNT; /* how many words the message has, on every node */
int MESSAGE[MOST];

/* Becomes 1 when the message is here. Another node writes it, so it is volatile. */
static volatile int arrived;

int main(void)
{
	int rank = mc_rank(), nodes = mc_nodes();

	if (rank == 0) {
		for (int r = 1; r < nodes; r++) {
			mc_put(mc_id(r), MESSAGE, MESSAGE, COUNT * sizeof(int));
			mc_signal(mc_id(r), &arrived, 1);
		}
	} else {
		mc_wait_eq(&arrived, 1);
	}
	return 0;
}
