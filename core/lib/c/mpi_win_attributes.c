#include <internal_mpi_attributes.h>
#include <internal_mpi_win.h>

/* Attributes of windows. No call copies a window. Cost: see mpi_attributes.c. */

/* A wrong key is an error of the window. */
static int find_key(const char *function, struct mpimc_window *win, int key, const struct mpimc_keyval **keyval)
{
    *keyval = mpimc_find_key(MPIMC_OF_WIN, key);
    return *keyval == NULL ? mpimc_window_fail(win, MPI_ERR_KEYVAL, function, MPIMC_NO_KEY, key) : MPI_SUCCESS;
}

/* For MPI_Win_get_attr: all keys but those from the beginning. */
int mpimc_value_at_win(struct mpimc_window *win, int key, void *value, int *flag)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(find_key("MPI_Win_get_attr", win, key, &keyval));
    *flag = mpimc_give_value((MPI_Win)win, keyval, value);
    return MPI_SUCCESS;
}

/* The key and the window are right, or the error. */
static int check(const char *function, MPI_Win handle, int key, const struct mpimc_keyval **keyval)
{
    struct mpimc_window *win = mpimc_window(function, handle);
    return win != NULL ? find_key(function, win, key, keyval) : MPI_ERR_WIN;
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *end, int *key, void *extra)
{
    mpimc_window_value = mpimc_value_at_win;
    return mpimc_create_key("MPI_Win_create_keyval", MPIMC_OF_WIN, copy, end, key, extra);
}

int MPI_Win_free_keyval(int *key)
{
    return mpimc_forget_key("MPI_Win_free_keyval", MPIMC_OF_WIN, key);
}

int MPI_Win_set_attr(MPI_Win win, int key, void *value)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check("MPI_Win_set_attr", win, key, &keyval));
    mpimc_keep = mpimc_keep_values;
    return mpimc_put_value("MPI_Win_set_attr", win, keyval, value);
}

int MPI_Win_delete_attr(MPI_Win win, int key)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check("MPI_Win_delete_attr", win, key, &keyval));
    return mpimc_delete_value(win, keyval);
}
