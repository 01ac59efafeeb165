#include <internal_mpi_win.h>

/* Epochs in which the target makes no call of its own for them. It gives locks and carries out orders inside any call of MPI, so
   an origin waits while the target computes. Cost: each of them an order and an answer (mpi_win_serve.c). */

static int check(const char *function, MPI_Win handle, struct mpimc_window **win, int rank)
{
    *win = mpimc_window(function, handle);
    if (*win == NULL)
        return MPI_ERR_WIN;
    return rank == MPI_PROC_NULL ? MPI_SUCCESS : mpimc_window_check_rank(function, *win, rank);
}

/* Everything that this rank has begun there has ended before the lock is given back. */
static void unlock(const char *function, struct mpimc_window *win, int rank)
{
    struct mpimc_window_rank *peer = &win->peers[rank];
    mpimc_window_expect(function, win, rank, MPIMC_ANSWER, NULL, 0, MPI_BYTE, NULL);
    mpimc_window_tell(function, win, rank, MPIMC_UNLOCK, peer->open);
    peer->open = 0;
    peer->owes = 0;
}

/* MPI_MODE_NOCHECK changes nothing. */
int MPI_Win_lock(int type, int rank, int assertion, MPI_Win handle)
{
    static const char function[] = "MPI_Win_lock";
    MPIMC_BEGIN;
    (void)assertion;
    struct mpimc_window *win;
    MPIMC_TRY(check(function, handle, &win, rank));
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE)
        MPIMC_TRY(mpimc_window_fail(win, MPI_ERR_LOCKTYPE, function, MPIMC_NO_LOCK_TYPE, type));
    MPIMC_TRY(mpimc_window_may_begin(function, win, MPIMC_LOCKED));
    if (rank == MPI_PROC_NULL)
        MPIMC_RETURN;
    if (win->access == MPIMC_LOCKED && win->peers[rank].open)
        MPIMC_TRY(mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_LOCKED_TWICE, rank));
    win->access = MPIMC_LOCKED;
    mpimc_window_lock(function, win, rank, type);
    MPIMC_RETURN;
}

int MPI_Win_unlock(int rank, MPI_Win handle)
{
    static const char function[] = "MPI_Win_unlock";
    MPIMC_BEGIN;
    struct mpimc_window *win;
    MPIMC_TRY(check(function, handle, &win, rank));
    if (rank == MPI_PROC_NULL)
        MPIMC_RETURN;
    if (win->access != MPIMC_LOCKED || !win->peers[rank].open)
        MPIMC_TRY(mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_NOT_LOCKED, rank));
    unlock(function, win, rank);
    mpimc_window_drain(win, rank);
    win->access = MPIMC_NO_EPOCH;
    for (int other = 0; other < win->ranks; other++)
        if (win->peers[other].open)
            win->access = MPIMC_LOCKED;
    MPIMC_RETURN;
}

/* A rank is locked when it is first used. */
int MPI_Win_lock_all(int assertion, MPI_Win handle)
{
    MPIMC_BEGIN;
    (void)assertion;
    struct mpimc_window *win;
    MPIMC_TRY(check("MPI_Win_lock_all", handle, &win, 0));
    MPIMC_TRY(mpimc_window_may_begin("MPI_Win_lock_all", win, MPIMC_NO_EPOCH));
    win->access = MPIMC_LOCKED_ALL;
    MPIMC_RETURN;
}

int MPI_Win_unlock_all(MPI_Win handle)
{
    static const char function[] = "MPI_Win_unlock_all";
    MPIMC_BEGIN;
    struct mpimc_window *win;
    MPIMC_TRY(check(function, handle, &win, 0));
    if (win->access != MPIMC_LOCKED_ALL)
        MPIMC_TRY(mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_NOT_LOCKED, 0));
    for (int rank = 0; rank < win->ranks; rank++)
        if (win->peers[rank].open)
            unlock(function, win, rank);
    mpimc_window_drain(win, -1);
    win->access = MPIMC_NO_EPOCH;
    MPIMC_RETURN;
}

/* `rank` may be negative, for all. */
static int flush(const char *function, MPI_Win handle, int rank, int there)
{
    struct mpimc_window *win;
    MPIMC_ASK(check(function, handle, &win, rank < 0 ? 0 : rank));
    if (win->access < MPIMC_LOCKED || (rank >= 0 && win->access == MPIMC_LOCKED && !win->peers[rank].open))
        return mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_NOT_LOCKED, rank < 0 ? 0 : rank);
    if (there)
        mpimc_window_flush(function, win, rank);
    else
        mpimc_window_drain(win, rank);
    return MPI_SUCCESS;
}

/* What this rank has begun at a rank has ended there. */
int MPI_Win_flush(int rank, MPI_Win win)
{
    MPIMC_BEGIN;
    if (rank != MPI_PROC_NULL)
        MPIMC_TRY(flush("MPI_Win_flush", win, rank, 1));
    MPIMC_RETURN;
}

int MPI_Win_flush_all(MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(flush("MPI_Win_flush_all", win, -1, 1));
    MPIMC_RETURN;
}

/* Its buffers may be used again. */
int MPI_Win_flush_local(int rank, MPI_Win win)
{
    MPIMC_BEGIN;
    if (rank != MPI_PROC_NULL)
        MPIMC_TRY(flush("MPI_Win_flush_local", win, rank, 0));
    MPIMC_RETURN;
}

int MPI_Win_flush_local_all(MPI_Win win)
{
    MPIMC_BEGIN;
    MPIMC_TRY(flush("MPI_Win_flush_local_all", win, -1, 0));
    MPIMC_RETURN;
}

/* There is one memory, so it only lets others go on. */
int MPI_Win_sync(MPI_Win handle)
{
    MPIMC_BEGIN;
    struct mpimc_window *win;
    MPIMC_TRY(check("MPI_Win_sync", handle, &win, 0));
    mpimc_progress();
    MPIMC_RETURN;
}
