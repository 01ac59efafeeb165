#include <internal_mpi_win.h>

/* What a program asks about a window. Cost: at most 200 cycles; of MPI_Win_get_group, that of MPI_Group_incl. */

static int check(const char *function, MPI_Win handle, struct mpimc_window **win)
{
    *win = mpimc_window(function, handle);
    return *win != NULL ? MPI_SUCCESS : MPI_ERR_WIN;
}

int MPI_Win_get_group(MPI_Win handle, MPI_Group *group)
{
    struct mpimc_window *win;
    MPI_Group world;
    MPIMC_ASK(check("MPI_Win_get_group", handle, &win));
    int *ranks = mpimc_space("MPI_Win_get_group", (unsigned)win->ranks * sizeof *ranks);
    for (int rank = 0; rank < win->ranks; rank++)
        ranks[rank] = win->peers[rank].world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, win->ranks, ranks, group);
    free(ranks);
    return MPI_Group_free(&world);
}

int MPI_Win_set_name(MPI_Win handle, const char *name)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_set_name", handle, &win));
    free(win->name);
    win->name = mpimc_name("MPI_Win_set_name", name);
    return MPI_SUCCESS;
}

int MPI_Win_get_name(MPI_Win handle, char *name, int *length)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_get_name", handle, &win));
    strcpy(name, win->name != NULL ? win->name : "");
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}

mpimc_window_valuer *mpimc_window_value;

/* The value of MPI_WIN_BASE is an address, that of the other keys from the beginning the address of a number. */
int MPI_Win_get_attr(MPI_Win handle, int key, void *value, int *flag)
{
    struct mpimc_window *win = mpimc_window("MPI_Win_get_attr", handle);
    if (win == NULL)
        return MPI_ERR_WIN;
    const struct mpimc_window_rank *own = &win->peers[win->own];
    unsigned place = (unsigned)key - MPI_WIN_BASE, fact = place / 2;
    win->facts[0] = (int)own->bytes;
    win->facts[1] = own->unit;
    win->facts[2] = win->flavor;
    win->facts[3] = MPI_WIN_UNIFIED;
    if (place % 2 != 0 || fact > 4)
        return mpimc_window_value != NULL
                   ? mpimc_window_value(win, key, value, flag)
                   : mpimc_window_fail(win, MPI_ERR_KEYVAL, "MPI_Win_get_attr", MPIMC_NO_KEY, key);
    *(void **)value = fact == 0 ? own->base : (char *)&win->facts[fact - 1];
    *flag = 1;
    return MPI_SUCCESS;
}

int MPI_Win_shared_query(MPI_Win handle, int rank, MPI_Aint *bytes, int *unit, void *base)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_shared_query", handle, &win));
    if (win->flavor != MPI_WIN_FLAVOR_SHARED)
        return mpimc_window_fail(win, MPI_ERR_RMA_FLAVOR, "MPI_Win_shared_query", MPIMC_WRONG_FLAVOUR, win->flavor);
    MPIMC_ASK(rank == MPI_PROC_NULL ? MPI_SUCCESS : mpimc_window_check_rank("MPI_Win_shared_query", win, rank));
    *bytes = (MPI_Aint)win->peers->bytes;
    *unit = win->peers->unit;
    *(char **)base = win->peers->base;
    return MPI_SUCCESS;
}

/* An object without hints, which the program frees. */
int MPI_Win_get_info(MPI_Win handle, MPI_Info *info)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_get_info", handle, &win));
    return MPI_Info_create(info);
}

/* Hints have no effect. */
int MPI_Win_set_info(MPI_Win handle, MPI_Info info)
{
    struct mpimc_window *win;
    (void)info;
    return check("MPI_Win_set_info", handle, &win);
}

int MPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *handler)
{
    return MPI_Comm_create_errhandler(function, handler);
}

int MPI_Win_set_errhandler(MPI_Win handle, MPI_Errhandler handler)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_set_errhandler", handle, &win));
    MPIMC_ASK(mpimc_check_handler("MPI_Win_set_errhandler", handler));
    win->handler = handler;
    if (handler > MPI_ERRORS_RETURN)
        win->raise = mpimc_handler(handler);
    return MPI_SUCCESS;
}

int MPI_Win_get_errhandler(MPI_Win handle, MPI_Errhandler *handler)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_get_errhandler", handle, &win));
    *handler = win->handler;
    return MPI_SUCCESS;
}

/* As after an error in a call. */
int MPI_Win_call_errhandler(MPI_Win handle, int code)
{
    struct mpimc_window *win;
    MPIMC_ASK(check("MPI_Win_call_errhandler", handle, &win));
    mpimc_window_fail(win, code, "MPI_Win_call_errhandler", MPIMC_REPORTED, code);
    return MPI_SUCCESS;
}
