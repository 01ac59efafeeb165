#include <internal_mpi_win.h>

/* Makes and frees windows. Cost: that of MPI_Allgather of 16 bytes, and at most 300 + 30 ranks cycles; of MPI_Win_free, that of
   MPI_Win_fence without puts. */

struct mpimc_window *mpimc_windows;

/* What each rank says about its part. */
struct part {
    struct mpimc_window *win;
    char *base;
    unsigned bytes;
    int unit;
};

struct mpimc_window *mpimc_window(const char *function, MPI_Win handle)
{
    for (struct mpimc_window *win = mpimc_windows; win != NULL; win = win->next)
        if ((MPI_Win)win == handle)
            return win;
    if (mpimc_check(function, NULL, 0, MPI_BYTE, MPI_COMM_WORLD) == MPI_SUCCESS)
        mpimc_fail(MPI_ERR_WIN, function, MPIMC_NO_WINDOW, handle);
    return NULL;
}

int mpimc_window_error(struct mpimc_window *win, int class)
{
    MPI_Win handle = (MPI_Win)win;
    if (win->handler != MPI_ERRORS_RETURN)
        win->raise(&handle, &class);
    return class;
}

int mpimc_window_fail(struct mpimc_window *win, int class, const char *function, const char *text, int value)
{
    if (win->handler == MPI_ERRORS_ARE_FATAL)
        mpimc_stop(function, text, value);
    return mpimc_window_error(win, class);
}

static int check(const char *function, MPI_Aint bytes, int unit, MPI_Comm comm, MPI_Win *made)
{
    MPIMC_ASK(mpimc_check(function, made, 1, MPI_INT, comm));
    if (bytes < 0)
        return mpimc_fail(MPI_ERR_SIZE, function, MPIMC_NEGATIVE_SIZE, bytes);
    if (unit <= 0)
        return mpimc_fail(MPI_ERR_DISP, function, MPIMC_NO_UNIT, unit);
    return MPI_SUCCESS;
}

/* All ranks of `comm` call it. */
static struct mpimc_window *make(const char *function, int flavor, void *base, MPI_Aint bytes, int unit, MPI_Comm comm,
                                 MPI_Win *made)
{
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm);
    unsigned space = sizeof(struct mpimc_window) + (unsigned)ranks * sizeof(struct mpimc_window_rank);
    struct mpimc_window *win = mpimc_space(function, space), **last = &mpimc_windows;
    struct part *parts = mpimc_space(function, (unsigned)ranks * sizeof *parts);
    memset(win, 0, space);
    win->flavor = flavor;
    win->ranks = ranks;
    win->own = own;
    win->handler = MPI_ERRORS_ARE_FATAL;
    parts[own] = (struct part){win, base, (unsigned)bytes, unit};
    mpimc_allgather(function, parts, sizeof *parts, comm, MPIMC_ROUND(comm, Win_create, flavor));
    mpimc_window_serve();
    for (int rank = 0; rank < ranks; rank++) {
        struct mpimc_window_rank *peer = &win->peers[rank];
        peer->win = parts[rank].win;
        peer->base = parts[rank].base;
        peer->bytes = parts[rank].bytes;
        peer->unit = parts[rank].unit;
        peer->world = mpimc_at(comm, rank);
    }
    free(parts);
    while (*last != NULL)
        last = &(*last)->next;
    *last = win;
    *made = (MPI_Win)win;
    return win;
}

int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    MPIMC_BEGIN;
    (void)info;
    MPIMC_TRY(check("MPI_Win_create", bytes, unit, comm, win));
    if (base == NULL && bytes != 0)
        MPIMC_TRY(mpimc_fail(MPI_ERR_BASE, "MPI_Win_create", MPIMC_NULL_BUFFER, bytes));
    make("MPI_Win_create", MPI_WIN_FLAVOR_CREATE, base, bytes, unit, comm, win);
    MPIMC_RETURN;
}

static void allocate(const char *function, int flavor, MPI_Aint bytes, int unit, MPI_Comm comm, void *base, MPI_Win *made)
{
    char *space = mpimc_space(function, bytes != 0 ? (unsigned)bytes : 1);
    make(function, flavor, space, bytes, unit, comm, made)->own_space = space;
    *(char **)base = space;
}

/* The memory is of the heap, until MPI_Win_free. */
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win)
{
    MPIMC_BEGIN;
    (void)info;
    MPIMC_TRY(check("MPI_Win_allocate", bytes, unit, comm, win));
    allocate("MPI_Win_allocate", MPI_WIN_FLAVOR_ALLOCATE, bytes, unit, comm, base, win);
    MPIMC_RETURN;
}

/* Nodes share no memory, so the communicator has one rank, as those of MPI_COMM_TYPE_SHARED. */
int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win)
{
    static const char function[] = "MPI_Win_allocate_shared";
    MPIMC_BEGIN;
    (void)info;
    MPIMC_TRY(check(function, bytes, unit, comm, win));
    if (mpimc_ranks(comm) != 1)
        MPIMC_TRY(mpimc_fail(MPI_ERR_RMA_SHARED, function, MPIMC_NOT_ONE_NODE, mpimc_ranks(comm)));
    allocate(function, MPI_WIN_FLAVOR_SHARED, bytes, unit, comm, base, win);
    MPIMC_RETURN;
}

/* The memory that an order uses must be attached. */
static void reach(const struct mpimc_window *win, const struct mpimc_order *order, int low, int high)
{
    const char *first = order->at + low;
    for (const struct mpimc_window_part *part = win->parts; part != NULL; part = part->next)
        if (first >= part->base && (unsigned)(first - part->base) + (unsigned)(high - low) <= part->bytes)
            return;
    mpimc_differs("MPI_Win_attach", win->peers[order->rank].world, MPIMC_UNATTACHED, (int)order->at);
}

/* A window without memory at first; a place in it is an address. */
int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    MPIMC_BEGIN;
    (void)info;
    MPIMC_TRY(check("MPI_Win_create_dynamic", 0, 1, comm, win));
    make("MPI_Win_create_dynamic", MPI_WIN_FLAVOR_DYNAMIC, NULL, 0, 1, comm, win)->reach = reach;
    MPIMC_RETURN;
}

static int check_dynamic(const char *function, MPI_Win handle, struct mpimc_window **win)
{
    *win = mpimc_window(function, handle);
    if (*win == NULL)
        return MPI_ERR_WIN;
    if ((*win)->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        return mpimc_window_fail(*win, MPI_ERR_RMA_FLAVOR, function, MPIMC_WRONG_FLAVOUR, (*win)->flavor);
    return MPI_SUCCESS;
}

int MPI_Win_attach(MPI_Win handle, void *base, MPI_Aint bytes)
{
    struct mpimc_window *win;
    MPIMC_ASK(check_dynamic("MPI_Win_attach", handle, &win));
    if (bytes < 0)
        return mpimc_window_fail(win, MPI_ERR_SIZE, "MPI_Win_attach", MPIMC_NEGATIVE_SIZE, bytes);
    struct mpimc_window_part *part = mpimc_space("MPI_Win_attach", sizeof *part);
    *part = (struct mpimc_window_part){win->parts, base, (unsigned)bytes};
    win->parts = part;
    return MPI_SUCCESS;
}

int MPI_Win_detach(MPI_Win handle, const void *base)
{
    struct mpimc_window *win;
    MPIMC_ASK(check_dynamic("MPI_Win_detach", handle, &win));
    for (struct mpimc_window_part **link = &win->parts; *link != NULL; link = &(*link)->next) {
        struct mpimc_window_part *part = *link;
        if (part->base == base) {
            *link = part->next;
            free(part);
            return MPI_SUCCESS;
        }
    }
    return mpimc_window_fail(win, MPI_ERR_RMA_ATTACH, "MPI_Win_detach", MPIMC_NOT_ATTACHED, (int)base);
}

/* All ranks of the window call it. */
int MPI_Win_free(MPI_Win *handle)
{
    struct mpimc_window *win = NULL;
    MPIMC_BEGIN;
    int error = mpimc_check("MPI_Win_free", handle, 1, MPI_INT, MPI_COMM_WORLD);
    if (error == MPI_SUCCESS) {
        win = mpimc_window("MPI_Win_free", *handle);
        error = win != NULL ? mpimc_window_settled("MPI_Win_free", win) : MPI_ERR_WIN;
    }
    if (error == MPI_SUCCESS && mpimc_keep != NULL)
        error = mpimc_keep(MPIMC_OF_WIN, *handle, NULL);
    if (error == MPI_SUCCESS) {
        mpimc_window_end(win);
        *handle = MPI_WIN_NULL;
    }
    return mpimc_leave(error);
}
