/* A message of 64 words goes from rank 0 to rank 1, from there to rank 2, and so on. Every node adds its rank to each
   word. The last one sends it back to rank 0, to RESULT. */
#include <mclib.h>

#define WORDS 64

int DATA[WORDS];   /* the message, on each node that has it */
int RESULT[WORDS]; /* on rank 0: the message that has returned */

static volatile int arrived; /* 1 when the message is here */

int main(void)
{
    int rank = mc_rank(), next = rank + 1;
    void *there = DATA;

    if (rank != 0)
        mc_wait_eq(&arrived, 1);
    for (int i = 0; i < WORDS; i++)
        DATA[i] += rank;
    if (next == mc_nodes()) {
        next = 0;
        there = RESULT;
    }
    unsigned id = mc_id(next);
    mc_put(id, there, DATA, sizeof DATA);
    mc_signal(id, &arrived, 1); /* arrives after the message */
    if (rank == 0)
        mc_wait_eq(&arrived, 1);
    return 0;
}
