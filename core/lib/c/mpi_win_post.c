#include <internal_mpi_win.h>

/* Epochs of groups. Cost: an order to each rank of the group (mpi_win_serve.c). */

/* The ranks of a group in the window, of the heap; null after an error, or if there is none. */
static int *ranks_of(const char *function, struct mpimc_window *win, MPI_Group group, int *size, int *error)
{
    int own;
    *size = 0;
    *error = MPI_Group_size(group, size);
    if (*error != MPI_SUCCESS || *size == 0)
        return NULL;
    int *all = mpimc_space(function, 2 * (unsigned)*size * sizeof *all), *there = all + *size;
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < *size; i++)
        all[i] = i;
    *error = MPI_Group_translate_ranks(group, *size, all, world, there);
    MPI_Group_free(&world);
    for (int i = 0; i < *size; i++) {
        for (own = 0; own < win->ranks && win->peers[own].world != there[i]; own++)
            ;
        all[i] = own;
        if (own == win->ranks && *error == MPI_SUCCESS)
            *error = mpimc_window_fail(win, MPI_ERR_GROUP, function, MPIMC_NO_RANK, there[i]);
    }
    if (*error == MPI_SUCCESS)
        return all;
    free(all);
    return NULL;
}

/* Lets the ranks of a group access the memory of this rank. */
int MPI_Win_post(MPI_Group group, int assertion, MPI_Win handle)
{
    static const char function[] = "MPI_Win_post";
    MPIMC_BEGIN;
    (void)assertion;
    int error, size;
    struct mpimc_window *win = mpimc_window(function, handle);
    if (win == NULL)
        MPIMC_TRY(MPI_ERR_WIN);
    if (win->exposed)
        MPIMC_TRY(mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_EPOCH_OPEN, win->origins));
    int *ranks = ranks_of(function, win, group, &size, &error);
    MPIMC_TRY(error);
    win->exposed = 1;
    win->origins = size;
    for (int i = 0; i < size; i++)
        mpimc_window_tell(function, win, ranks[i], MPIMC_POST, 0);
    free(ranks);
    MPIMC_RETURN;
}

/* Begins to access the memory of the ranks of a group; waits until each of them has called MPI_Win_post. */
int MPI_Win_start(MPI_Group group, int assertion, MPI_Win handle)
{
    static const char function[] = "MPI_Win_start";
    MPIMC_BEGIN;
    (void)assertion;
    int error, size;
    struct mpimc_window *win = mpimc_window(function, handle);
    if (win == NULL)
        MPIMC_TRY(MPI_ERR_WIN);
    MPIMC_TRY(mpimc_window_may_begin(function, win, MPIMC_NO_EPOCH));
    int *ranks = ranks_of(function, win, group, &size, &error);
    MPIMC_TRY(error);
    win->access = MPIMC_STARTED;
    for (int i = 0; i < size; i++) {
        struct mpimc_window_rank *peer = &win->peers[ranks[i]];
        for (mpimc_progress(); peer->posted == 0; mpimc_progress())
            mpimc_watch(MPI_PROC_NULL);
        peer->posted--;
        peer->open = 1;
    }
    free(ranks);
    MPIMC_RETURN;
}

/* Ends that. */
int MPI_Win_complete(MPI_Win handle)
{
    static const char function[] = "MPI_Win_complete";
    MPIMC_BEGIN;
    struct mpimc_window *win = mpimc_window(function, handle);
    if (win == NULL)
        MPIMC_TRY(MPI_ERR_WIN);
    if (win->access != MPIMC_STARTED)
        MPIMC_TRY(mpimc_window_fail(win, MPI_ERR_RMA_SYNC, function, MPIMC_NOT_STARTED, 0));
    for (int rank = 0; rank < win->ranks; rank++)
        if (win->peers[rank].open) {
            win->peers[rank].open = 0;
            mpimc_window_tell(function, win, rank, MPIMC_COMPLETE, 0);
        }
    mpimc_window_drain(win, -1);
    for (int rank = 0; rank < win->ranks; rank++)
        win->peers[rank].owes = 0;
    win->access = MPIMC_NO_EPOCH;
    MPIMC_RETURN;
}

/* True if all ranks of MPI_Win_post have called MPI_Win_complete: then it has ended. */
static int ended(struct mpimc_window *win)
{
    mpimc_progress();
    if (win->completed < win->origins)
        return 0;
    win->completed -= win->origins;
    win->exposed = win->origins = 0;
    return 1;
}

static int posted(const char *function, MPI_Win handle, struct mpimc_window **win)
{
    *win = mpimc_window(function, handle);
    if (*win == NULL)
        return MPI_ERR_WIN;
    if (!(*win)->exposed)
        return mpimc_window_fail(*win, MPI_ERR_RMA_SYNC, function, MPIMC_NOT_POSTED, 0);
    return MPI_SUCCESS;
}

int MPI_Win_wait(MPI_Win handle)
{
    MPIMC_BEGIN;
    struct mpimc_window *win;
    MPIMC_TRY(posted("MPI_Win_wait", handle, &win));
    while (!ended(win))
        mpimc_watch(MPI_PROC_NULL);
    MPIMC_RETURN;
}

int MPI_Win_test(MPI_Win handle, int *flag)
{
    MPIMC_BEGIN;
    struct mpimc_window *win;
    MPIMC_TRY(posted("MPI_Win_test", handle, &win));
    *flag = ended(win);
    MPIMC_RETURN;
}
