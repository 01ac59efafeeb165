#include <internal_mpi_types.h>
#include <internal_mpi_win.h>

/* Arguments of accesses. Cost: at most 150 cycles, and 20 for each part between gaps. */

int mpimc_window_raised(const char *function, const char *text, int value, int class)
{
    (void)function, (void)text, (void)value;
    return class;
}

int mpimc_window_check_rank(const char *function, struct mpimc_window *win, int rank)
{
    if ((unsigned)rank >= (unsigned)win->ranks)
        return mpimc_window_fail(win, MPI_ERR_RANK, function, MPIMC_NO_RANK, rank);
    return MPI_SUCCESS;
}

void mpimc_window_lock(const char *function, struct mpimc_window *win, int rank, int type)
{
    mpimc_window_expect(function, win, rank, MPIMC_GRANT, NULL, 0, MPI_BYTE, NULL);
    mpimc_window_tell(function, win, rank, MPIMC_LOCK, type);
    mpimc_window_drain(win, rank);
    win->peers[rank].open = (unsigned char)type;
}

/* The error of an access outside an epoch. With MPI_Win_lock_all a rank is locked when it is first used. */
static int enter(const char *function, struct mpimc_window *win, int rank)
{
    win->used = 1;
    if (win->access == MPIMC_FENCED || win->peers[rank].open)
        return MPI_SUCCESS;
    if (win->access == MPIMC_NO_EPOCH)
        return mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_NO_ACCESS, rank);
    if (win->access != MPIMC_LOCKED_ALL)
        return mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_NOT_IN_EPOCH, rank);
    mpimc_window_lock(function, win, rank, MPI_LOCK_SHARED);
    return MPI_SUCCESS;
}

int mpimc_window_check(const char *function, struct mpimc_window *win, const void *buffer, int count, MPI_Datatype type)
{
    mpimc_raiser *before = mpimc_state.raise;
    mpimc_state.raise = win->handler != MPI_ERRORS_ARE_FATAL ? mpimc_window_raised : NULL;
    int error = mpimc_check(function, buffer, count, type, MPI_COMM_WORLD);
    mpimc_state.raise = before;
    return error != MPI_SUCCESS ? mpimc_window_error(win, error) : error;
}

int mpimc_window_spot(const char *function, struct mpimc_spot *spot, const void *buffer, int count, MPI_Datatype type,
                      int rank, MPI_Aint place, int there, MPI_Datatype there_type, MPI_Win handle)
{
    struct mpimc_window *win = mpimc_window(function, handle);
    if (win == NULL)
        return MPI_ERR_WIN;
    if (!mpimc_usual(buffer, count, type, 0, MPI_COMM_WORLD))
        MPIMC_ASK(mpimc_window_check(function, win, buffer, count, type));
    if (!mpimc_usual(win, there, there_type, 0, MPI_COMM_WORLD))
        MPIMC_ASK(mpimc_window_check(function, win, win, there, there_type));
    *spot = (struct mpimc_spot){win, NULL, NULL, (unsigned)there * mpimc_size(there_type), NULL, function};
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    MPIMC_ASK(mpimc_window_check_rank(function, win, rank));
    MPIMC_ASK(enter(function, win, rank));
    struct mpimc_window_rank *peer = spot->peer = &win->peers[rank];
    int low = 0, high = (int)spot->bytes;
    spot->at = peer->base + place * peer->unit;
    if (there_type < 0 && there != 0) {
        spot->layout = mpimc_layout_of(there_type);
        mpimc_layout_span(spot->layout, there, &low, &high);
    }
    if (win->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    long long at = (long long)place * peer->unit;
    if (place < 0 || at + low < 0 || at + high > peer->bytes)
        return mpimc_window_fail(win, MPI_ERR_RMA_RANGE, function, MPIMC_OUTSIDE_WINDOW, high + place * peer->unit);
    return MPI_SUCCESS;
}
