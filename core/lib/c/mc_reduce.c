#include <mclib.h>

/* A value and the number of the call it belongs to. The words of a put arrive in order, so the number says that the
   value is there. */
struct message {
    int value;
    int call;
};

static int calls;
static volatile struct message from_child[16]; /* by the bit in which the child's rank differs */
static volatile struct message from_parent;
/* Two messages in turn to send from: when a node sends for call n + 2, those of call n have been read. */
static volatile struct message out[2];

enum operation { ADD, MIN, MAX };

static int combine(enum operation operation, int a, int b)
{
    switch (operation) {
    case ADD:
        return (int)((unsigned)a + (unsigned)b);
    case MIN:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

/* Combines the values of all nodes. The nodes form a tree: the parent of a rank is the rank without its lowest 1 bit.
   A node waits for its children, sends to its parent, waits for its answer and passes it on. */
static int reduce(enum operation operation, int value)
{
    int nodes = mc_nodes(), rank = mc_rank(), call = ++calls;
    volatile struct message *send = &out[call & 1];
    int bit = 1, index = 0;
    for (; bit < nodes && (rank & bit) == 0; bit <<= 1, index++) {
        if (rank + bit < nodes) {
            mc_wait_eq(&from_child[index].call, call);
            value = combine(operation, value, from_child[index].value);
        }
    }
    send->call = call;
    if (rank != 0) {
        send->value = value;
        mc_put(mc_id(rank - bit), (void *)&from_child[index], (const void *)send, sizeof *send);
        mc_wait_eq(&from_parent.call, call);
        value = from_parent.value;
        mc_wait(); /* the message to the parent has been read */
    }
    send->value = value;
    while ((bit >>= 1) != 0)
        if (rank + bit < nodes)
            mc_put(mc_id(rank + bit), (void *)&from_parent, (const void *)send, sizeof *send);
    return value;
}

/* The sum of the values of all nodes, on every node; it wraps.
   Cost: at most 200 + 150 log2(nodes) cycles from the call of the last node, as for mc_reduce_min and mc_reduce_max. */
int mc_reduce_add(int value)
{
    return reduce(ADD, value);
}

/* The least of the values. */
int mc_reduce_min(int value)
{
    return reduce(MIN, value);
}

/* The largest of the values. */
int mc_reduce_max(int value)
{
    return reduce(MAX, value);
}
