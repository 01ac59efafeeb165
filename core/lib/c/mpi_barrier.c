#include <internal_mpi.h>

static unsigned calls;
static volatile unsigned from_child[16]; /* by the bit in which the child's rank differs: the call it has reached */
static volatile unsigned from_parent;    /* the call that is over */
static volatile unsigned out[2];         /* two words in turn to send from */

/* Waits until a word has the number of this call, and meanwhile goes on with what is open. */
static void await(volatile unsigned *word)
{
    unsigned old = calls - 1;
    if (mpimc_state.sends == NULL && mpimc_state.receives == NULL && mpimc_state.moving == NULL) {
        while (*word == old)
            ;
        return;
    }
    while (*word == old) {
        mpimc_progress();
        mpimc_state.word = word;
        mpimc_state.old = old;
        mpimc_watch(MPI_PROC_NULL);
        mpimc_state.word = NULL;
    }
}

/* Until every rank has called it. The ranks form a tree: the parent of a rank is the rank without its lowest 1 bit.
   Cost: at most 150 + 150 log2(nodes) cycles from the call of the last node. */
int MPI_Barrier(MPI_Comm comm)
{
    mpimc_check("MPI_Barrier", NULL, 0, MPI_BYTE, comm);
    if (comm == MPI_COMM_SELF)
        return MPI_SUCCESS;
    int nodes = mpimc_state.nodes, rank = mpimc_state.rank, bit = 1, index = 0;
    unsigned call = ++calls;
    volatile unsigned *send = &out[call & 1];
    *send = call;
    for (; bit < nodes && (rank & bit) == 0; bit <<= 1, index++)
        if (rank + bit < nodes)
            await(&from_child[index]);
    if (rank != 0) {
        mc_put(mpimc_state.peers[rank - bit].id, (void *)&from_child[index], (const void *)send, 4);
        await(&from_parent);
    }
    while ((bit >>= 1) != 0)
        if (rank + bit < nodes)
            mc_put(mpimc_state.peers[rank + bit].id, (void *)&from_parent, (const void *)send, 4);
    return MPI_SUCCESS;
}
