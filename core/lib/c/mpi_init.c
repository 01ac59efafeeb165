#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Of a rank map: columns and rows of the chip, then the node ID of each rank. */
extern const unsigned short mpimc_rank_map[] __attribute__((weak));

/* Words of each peer in the arrays that other nodes write. */
enum { CLEAR = MPIMC_CLEAR_BYTES / 4, DONE = MPIMC_DONE_BYTES / 4, CREDIT = MPIMC_CREDIT_BYTES / 4 };

/* Starts MPIMC. The arrays that other nodes write come from the heap, so every node must have used its heap alike.
   Cost: at most 600 + 200 log2(nodes) + 60 nodes cycles. */
int MPI_Init(int *argc, char ***argv)
{
    MPIMC_BEGIN;
    (void)argc;
    (void)argv;
    if (mpimc_state.started != 0)
        MPIMC_TRY(mpimc_fail(MPI_ERR_OTHER, "MPI_Init", MPIMC_CALLED_BEFORE,
                             mpimc_state.started));
    unsigned nodes = (unsigned)mc_nodes();
    mpimc_state.rank = mc_rank();
    mpimc_state.nodes = (int)nodes;
    mpimc_state.slots = nodes <= 64 ? 4 : 2;
    mpimc_state.slot_words = nodes <= 256 ? 16 : 8;
    unsigned inbox = nodes * mpimc_state.slots * mpimc_state.slot_words;
    unsigned *shared = mpimc_space("MPI_Init", (inbox + (CLEAR + DONE + CREDIT) * nodes) * 4);
    memset(shared, 0, (inbox + (CLEAR + DONE + CREDIT) * nodes) * 4);
    mpimc_state.inbox = shared;
    mpimc_state.clear = (volatile unsigned (*)[4])(shared + inbox);
    mpimc_state.done = (volatile unsigned (*)[2])(shared + inbox + CLEAR * nodes);
    mpimc_state.credit = shared + inbox + (CLEAR + DONE) * nodes;
    /* Only now may others write here: each node waits for all. */
    if (mc_reduce_max((int)shared) != (int)shared)
        mpimc_stop("MPI_Init", MPIMC_HEAP_DIFFERS,
                   (int)shared);
    mpimc_state.peers = mpimc_space("MPI_Init", nodes * sizeof *mpimc_state.peers);
    memset(mpimc_state.peers, 0, nodes * sizeof *mpimc_state.peers);
    struct mpimc_peer *peer = mpimc_state.peers;
    unsigned width = (unsigned)mc_width(), row_words = mpimc_state.slots * mpimc_state.slot_words;
    unsigned *row = shared;
    for (unsigned y = 1; peer != mpimc_state.peers + nodes; y++)
        for (unsigned x = 1; x <= width; x++) {
            peer->row = row;
            row += row_words;
            (peer++)->id = x << 8 | y;
        }
    if (mpimc_rank_map != NULL) {
        unsigned own = mpimc_state.peers[mpimc_state.rank].id;
        if (mpimc_rank_map[0] != width || mpimc_rank_map[1] * width != nodes)
            mpimc_stop("MPI_Init", MPIMC_RANK_MAP_SIZE, mpimc_rank_map[0]);
        for (unsigned rank = 0; rank < nodes; rank++) {
            unsigned id = mpimc_rank_map[rank + 2];
            mpimc_state.peers[rank].id = id;
            if (id == own)
                mpimc_state.rank = (int)rank;
        }
    }
    mpimc_state.own_row = mpimc_state.peers[mpimc_state.rank].row;
    mpimc_state.most = 4 * (mpimc_state.slot_words - MPIMC_ENVELOPE);
    mpimc_state.ranks = (int)nodes;
    mpimc_state.next_source = mpimc_state.rank;
    static struct mpimc_group world, self = {1, 0, 0, NULL, &mpimc_state.rank};
    world.size = (int)nodes;
    world.rank = mpimc_state.rank;
    mpimc_first_groups[MPI_COMM_WORLD] = &world;
    mpimc_first_groups[MPI_COMM_SELF] = &self;
    mpimc_state.started = 1;
    MC_MARK = (unsigned)mpimc_state.rank;
    MPIMC_RETURN;
}

/* A message that was never received. One from rank to rank is a mark for the simulator, which warns: on other machines such a
   program ends as if nothing was wrong. One of a call of all ranks stops the chip. */
static __attribute__((noinline)) void left(int source, unsigned label)
{
    if (label >> 16 & 1)
        mpimc_differs("MPI_Finalize", source, MPIMC_OTHER_NEVER_RECEIVED, (int)~label);
    mpimc_note("MPI_Finalize", MPIMC_NEVER_RECEIVED, (int)(label & 0xffff), source);
}

/* Ends MPIMC; all ranks leave it together. An operation that has not ended stops the chip with a message. Of messages that no
   receive took, the first one is noted.
   Cost: that of mc_barrier, and at most 100 + 40 nodes cycles. */
int MPI_Finalize(void)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Finalize", NULL, 0, MPI_BYTE, MPI_COMM_WORLD));
    for (const struct mpimc_hook *hook = mpimc_hooks, *next; hook != NULL; hook = next) {
        next = hook->next;
        hook->run(1);
    }
    mpimc_progress();
    if (mpimc_state.sends != NULL)
        mpimc_stop("MPI_Finalize", MPIMC_OPEN_SEND, mpimc_state.sends->peer);
    if (mpimc_state.receives != NULL)
        mpimc_stop("MPI_Finalize", MPIMC_OPEN_RECEIVE,
                   mpimc_state.receives->tag);
    mc_wait();
    mc_barrier();
    for (int source = mpimc_state.nodes; source-- > 0;) {
        const volatile unsigned *end = mpimc_arrived(source);
        if (end != NULL)
            left(source, *end);
    }
    if (mpimc_state.early != NULL)
        left(mpimc_state.early->source, mpimc_state.early->label);
    mpimc_state.started = 2;
    mpimc_state.ranks = 0;
    MPIMC_RETURN;
}
