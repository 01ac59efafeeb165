#include <internal_mpi_attributes.h>

/* Attributes of communicators, and their old names. Cost: see mpi_attributes.c. */

/* MPI_Finalize deletes what is left at the communicators that cannot be freed. */
int mpimc_end_attributes(int at_end)
{
    if (at_end) {
        mpimc_keep_values(MPIMC_OF_COMM, MPI_COMM_SELF, NULL);
        mpimc_keep_values(MPIMC_OF_COMM, MPI_COMM_WORLD, NULL);
    }
    return 0;
}

static struct mpimc_hook hook = {NULL, mpimc_end_attributes};

int mpimc_attach(const char *function, MPI_Comm comm, const struct mpimc_keyval *keyval, void *value)
{
    int error = mpimc_put_value(function, comm, keyval, value);
    mpimc_keep = mpimc_keep_values;
    if (comm < MPIMC_FIRST_MADE)
        mpimc_add_hook(&hook);
    return error;
}

/* The key and the communicator are right, or the error. */
static int check(const char *function, MPI_Comm comm, int key, const struct mpimc_keyval **keyval)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    return mpimc_check_key(function, MPIMC_OF_COMM, key, keyval);
}

static int put(const char *function, MPI_Comm comm, int key, void *value)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check(function, comm, key, &keyval));
    return mpimc_attach(function, comm, keyval, value);
}

/* `value` is the place of a pointer. The keys from the beginning have pointers to int. */
static int get(const char *function, MPI_Comm comm, int key, void *value, int *flag)
{
    static int words[] = {0, MPI_TAG_UB_VALUE, MPI_PROC_NULL, MPI_ANY_SOURCE, 1, 0, 0, 0};
    const struct mpimc_keyval *keyval;
    *flag = 1;
    if (key > MPI_KEYVAL_INVALID && key <= MPI_LASTUSEDCODE) {
        MPIMC_ASK(mpimc_check(function, flag, 1, MPI_INT, comm));
        words[MPI_UNIVERSE_SIZE] = mpimc_state.nodes;
        words[MPI_LASTUSEDCODE] = mpimc_last_code;
        *(void **)value = &words[key];
        return MPI_SUCCESS;
    }
    MPIMC_ASK(check(function, comm, key, &keyval));
    *flag = mpimc_give_value(comm, keyval, value);
    return MPI_SUCCESS;
}

static MPIMC_RARE int take_away(const char *function, MPI_Comm comm, int key)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check(function, comm, key, &keyval));
    return mpimc_delete_value(comm, keyval);
}

/* A value is copied as it is. */
int MPI_COMM_DUP_FN(MPI_Comm comm, int key, void *extra, void *value, void *made, int *flag)
{
    (void)comm;
    (void)key;
    (void)extra;
    *(void **)made = value;
    *flag = 1;
    return MPI_SUCCESS;
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *end, int *key, void *extra)
{
    return mpimc_create_key("MPI_Comm_create_keyval", MPIMC_OF_COMM, copy, end, key, extra);
}

int MPI_Comm_free_keyval(int *key)
{
    return mpimc_forget_key("MPI_Comm_free_keyval", MPIMC_OF_COMM, key);
}

int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value)
{
    return put("MPI_Comm_set_attr", comm, key, value);
}

int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *flag)
{
    return get("MPI_Comm_get_attr", comm, key, value, flag);
}

int MPI_Comm_delete_attr(MPI_Comm comm, int key)
{
    return take_away("MPI_Comm_delete_attr", comm, key);
}

/* The same by their old names. */
int MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *end, int *key, void *extra)
{
    return mpimc_create_key("MPI_Keyval_create", MPIMC_OF_COMM, copy, end, key, extra);
}

int MPI_Keyval_free(int *key)
{
    return mpimc_forget_key("MPI_Keyval_free", MPIMC_OF_COMM, key);
}

int MPI_Attr_put(MPI_Comm comm, int key, void *value)
{
    return put("MPI_Attr_put", comm, key, value);
}

int MPI_Attr_get(MPI_Comm comm, int key, void *value, int *flag)
{
    return get("MPI_Attr_get", comm, key, value, flag);
}

int MPI_Attr_delete(MPI_Comm comm, int key)
{
    return take_away("MPI_Attr_delete", comm, key);
}
