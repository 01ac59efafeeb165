#include <mclib.h>

static int calls;           /* the number of this call, on every node the same */
static volatile int number; /* the number of the call whose data have arrived */

/* Copies `bytes` bytes at `buf` of the rank `root` to `buf` of all others. The address must be the same on every node:
   a static variable, or a pointer to one. Each node sends the data on to those whose rank, counted from the root, has
   one more bit set below its own lowest one, so it takes log2(nodes) steps.
   Cost: that of mc_barrier, and at most 80 + log2(nodes) (80 + the transfer) cycles. */
void mc_bcast(int root, void *buf, unsigned bytes)
{
    int nodes = mc_nodes();
    int own = mc_rank() - root;
    if (own < 0)
        own += nodes;
    int call = ++calls;
    mc_barrier(); /* now every node has done with what was in its buffer */
    int bit = 1;
    if (own == 0) {
        while (bit < nodes)
            bit <<= 1;
    } else {
        mc_wait_eq(&number, call);
        while ((own & bit) == 0)
            bit <<= 1;
    }
    while ((bit >>= 1) != 0) {
        int child = own + bit;
        if (child >= nodes)
            continue;
        int rank = child + root;
        unsigned id = mc_id(rank >= nodes ? rank - nodes : rank);
        if (bytes > 0)
            mc_put(id, buf, buf, bytes);
        mc_signal(id, &number, call);
    }
    mc_wait();
}
