#include <internal_mpi_win.h>

/* Ends an epoch of all ranks, and begins the next one. The words with which a rank closes an epoch at another one take the way of
   its puts, so these have arrived before them; they say how many orders it has sent. When a rank has the words of all and has carried
   out the orders, it meets the others, because one of them may still wait.
   Cost: at most 250 + 60 ranks + 100 log2(ranks) cycles from the call of the last rank, and that of the orders. */
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
        for (int i = 1; i < ranks; i++) {
            struct mpimc_window_rank *peer = &win->peers[own + i < ranks ? own + i : own + i - ranks];
            unsigned *out = next_staged();
            out[0] = peer->orders;
            out[1] = number;
            peer->owes = 0;
            put(mpimc_state.peers[peer->world].id, &peer->win->peers[own].told, out, 8);
        }
        win->peers[own].owes = 0;
        for (int i = 1; i < ranks; i++) {
            struct mpimc_window_rank *peer = &win->peers[own >= i ? own - i : own - i + ranks];
            if (peer->closed != number)
                mpimc_window_await(&peer->closed, number);
            while (peer->done != peer->told) {
                mpimc_progress();
                if (peer->done != peer->told)
                    mpimc_watch(MPI_PROC_NULL);
            }
        }
        mpimc_window_drain(win, -1);
    }
    mpimc_window_meet(win);
    win->access = assertion & MPI_MODE_NOSUCCEED ? MPIMC_NO_EPOCH : MPIMC_FENCED;
    win->used = 0;
    MPIMC_RETURN;
}
