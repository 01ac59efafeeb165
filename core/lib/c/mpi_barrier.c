#include <internal_mpi.h>

/* The ranks form a tree: the parent of a rank is the rank without its lowest 1 bit. */
static struct {
    unsigned call;
    volatile unsigned out[2];         /* two words in turn to send from */
    volatile unsigned from_parent;    /* the call that is over */
    volatile unsigned from_child[16]; /* by the bit in which the child's rank differs: the call it has reached */
    unsigned parent;                  /* its node ID; 0 at the root */
    volatile unsigned *at_parent;     /* the word there */
    struct child {
        unsigned id;
        volatile unsigned *word;
    } children[16], *end;
} tree;

static void find_tree(void)
{
    int rank = mpimc_state.rank, bit = 1, index = 0;
    struct child *child = tree.children;
    for (; bit < mpimc_state.nodes && (rank & bit) == 0; bit <<= 1, index++)
        if (rank + bit < mpimc_state.nodes)
            *child++ = (struct child){mpimc_state.peers[rank + bit].id, &tree.from_child[index]};
    tree.end = child;
    if (rank != 0) {
        tree.parent = mpimc_state.peers[rank - bit].id;
        tree.at_parent = &tree.from_child[index];
    }
}

/* Waits until a word has the number of this call, and meanwhile goes on with what is open. */
static __attribute__((noinline)) void await(volatile unsigned *word, unsigned call)
{
    while (*word != call) {
        mpimc_progress();
        mpimc_state.word = word;
        mpimc_state.old = call - 1;
        mpimc_watch(MPI_PROC_NULL);
        mpimc_state.word = NULL;
    }
}

/* Sends the number of the call; one word needs no strides. */
static inline void tell(unsigned id, volatile unsigned *remote, volatile unsigned *local)
{
    while (MC_INCC_STATUS & 1)
        ;
    MC_INCC_DST = id;
    MC_INCC_RADDR = (unsigned)remote;
    MC_INCC_RADDR_HI = 0;
    MC_INCC_LADDR = (unsigned)local;
    MC_INCC_SIZE = 4;
}

/* In the round of a bit, each rank sends to the rank that many after it, and waits for the one that many before it. */
static void in_rounds(MPI_Comm comm)
{
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    unsigned label = MPIMC_ROUND(comm, Barrier, 0);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        int to = own + bit < ranks ? own + bit : own + bit - ranks, from = own >= bit ? own - bit : own - bit + ranks;
        mpimc_exchange("MPI_Barrier", NULL, 0, mpimc_at(comm, from), label, NULL, 0, mpimc_at(comm, to));
    }
}

/* Until every rank has called it.
   Cost: at most 40 + 75 log2(nodes) cycles from the call of the last node, if the columns are a power of two. On a
   communicator that the program made, log2(ranks) exchanges. */
int MPI_Barrier(MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (comm != MPI_COMM_WORLD || mpimc_state.ranks == 0)
        MPIMC_TRY(mpimc_check("MPI_Barrier", NULL, 0, MPI_BYTE, comm));
    if (comm != MPI_COMM_WORLD) {
        in_rounds(comm);
        MPIMC_RETURN;
    }
    if (tree.end == NULL)
        find_tree();
    unsigned call = ++tree.call;
    volatile unsigned *send = &tree.out[call & 1];
    *send = call;
    int open = mpimc_state.sends != NULL || mpimc_state.receives != NULL || mpimc_state.moving != NULL;
    struct child *child = tree.children;
    for (; child != tree.end; child++) {
        if (open)
            await(child->word, call);
        while (*child->word != call)
            ;
    }
    if (tree.parent != 0) {
        tell(tree.parent, tree.at_parent, send);
        if (open)
            await(&tree.from_parent, call);
        while (tree.from_parent != call)
            ;
    }
    while (child != tree.children) {
        child--;
        tell(child->id, &tree.from_parent, send);
    }
    MPIMC_RETURN;
}
