#include <internal_mpi_win.h>

/* Ends an epoch of all ranks, and begins the next one. The word with which a rank closes an epoch at another one takes the way of its
   puts, so they have arrived before it. Then the ranks meet, because a rank may have all puts while another one waits for some.
   Cost: at most 150 + 35 ranks + 150 log2(ranks) cycles from the call of the last rank. */
int MPI_Win_fence(int assertion, MPI_Win handle)
{
    MPIMC_BEGIN;
    struct mpimc_window *win = mpimc_window("MPI_Win_fence", handle);
    if (win == NULL)
        MPIMC_TRY(MPI_ERR_WIN);
    MPIMC_TRY(mpimc_window_settled("MPI_Win_fence", win));
    int ranks = win->ranks, own = win->own;
    unsigned number = ++win->fences;
    /* Nothing can be on its way before the first one. */
    if (number != 1) {
        if (win->ordered)
            mpimc_window_flush("MPI_Win_fence", win, -1);
        for (int i = 1; i < ranks; i++) {
            struct mpimc_window_rank *peer = &win->peers[own + i < ranks ? own + i : own + i - ranks];
            unsigned *out = next_staged();
            *out = number;
            put(mpimc_state.peers[peer->world].id, &peer->win->peers[own].closed, out, 4);
        }
        for (int i = 1; i < ranks; i++)
            mpimc_window_await(&win->peers[own >= i ? own - i : own - i + ranks].closed, number);
    }
    mpimc_window_meet(win);
    win->access = assertion & MPI_MODE_NOSUCCEED ? MPIMC_NO_EPOCH : MPIMC_FENCED;
    win->used = win->ordered = 0;
    MPIMC_RETURN;
}
