#include <internal_mpi_attributes.h>
#include <internal_mpi_types.h>

/* Attributes of types. Cost: see mpi_attributes.c. */

int mpimc_copy_type_attributes(MPI_Datatype old, MPI_Datatype *made)
{
    int error = mpimc_keep_values(MPIMC_OF_TYPE, old, made);
    if (error != MPI_SUCCESS)
        MPI_Type_free(made);
    return error;
}

/* The basic types that were given a value, by number. */
static MPI_Datatype basic[MPIMC_BASIC_TYPES];

/* MPI_Finalize deletes what is left at basic types, which cannot be freed. */
int mpimc_end_type_attributes(int at_end)
{
    for (int number = 0; at_end && number < MPIMC_BASIC_TYPES; number++)
        mpimc_keep_values(MPIMC_OF_TYPE, basic[number], NULL);
    return 0;
}

static struct mpimc_hook hook = {NULL, mpimc_end_type_attributes};

/* The hook is the last one, because MPI_Finalize begins with MPI_COMM_SELF. */
static void end_at_last(MPI_Datatype type)
{
    struct mpimc_hook **link = &mpimc_hooks;
    basic[type >> 8] = type;
    while (*link != NULL && *link != &hook)
        link = &(*link)->next;
    *link = &hook;
}

/* The key and the type are right, or the error. */
static int check(const char *function, MPI_Datatype type, int key, const struct mpimc_keyval **keyval)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, MPI_COMM_WORLD));
    if (mpimc_basic_size(type) != 0 && (unsigned)type >> 8 >= MPIMC_BASIC_TYPES)
        return mpimc_fail(MPI_ERR_TYPE, function, MPIMC_NO_TYPE, type);
    return mpimc_check_key(function, MPIMC_OF_TYPE, key, keyval);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *end, int *key, void *extra)
{
    return mpimc_create_key("MPI_Type_create_keyval", MPIMC_OF_TYPE, copy, end, key, extra);
}

int MPI_Type_free_keyval(int *key)
{
    return mpimc_forget_key("MPI_Type_free_keyval", MPIMC_OF_TYPE, key);
}

int MPI_Type_set_attr(MPI_Datatype type, int key, void *value)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check("MPI_Type_set_attr", type, key, &keyval));
    mpimc_keep = mpimc_keep_values;
    mpimc_copy_to_type = mpimc_copy_type_attributes;
    if (mpimc_basic_size(type) != 0)
        end_at_last(type);
    return mpimc_put_value("MPI_Type_set_attr", type, keyval, value);
}

int MPI_Type_get_attr(MPI_Datatype type, int key, void *value, int *flag)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check("MPI_Type_get_attr", type, key, &keyval));
    *flag = mpimc_give_value(type, keyval, value);
    return MPI_SUCCESS;
}

int MPI_Type_delete_attr(MPI_Datatype type, int key)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(check("MPI_Type_delete_attr", type, key, &keyval));
    return mpimc_delete_value(type, keyval);
}
