#include <internal_mpi_attributes.h>
#include <stdlib.h>

/* Values that a program keeps at communicators, types and windows. Cost: at most 150 cycles and 20 for each value of all objects; a
   copied or deleted one also costs the function of the program, and a malloc or a free. */

static struct mpimc_value *values;

/* Keys that a program makes begin here. Their table has a null pointer for a key that was freed. */
#define FIRST 16
static struct mpimc_keyval **keyvals;
static int keys, places;

int mpimc_create_key(const char *function, enum mpimc_owner owner, MPI_Comm_copy_attr_function *copy,
                     MPI_Comm_delete_attr_function *end, int *key, void *extra)
{
    MPIMC_ASK(mpimc_check(function, key, 1, MPI_INT, MPI_COMM_WORLD));
    if (keys == places) {
        int more = places != 0 ? 2 * places : 8;
        keyvals = mpimc_larger(function, keyvals, places, more);
        places = more;
    }
    struct mpimc_keyval *made = mpimc_space(function, sizeof *made);
    *key = FIRST + keys;
    *made = (struct mpimc_keyval){copy, end, extra, *key, owner};
    keyvals[keys++] = made;
    return MPI_SUCCESS;
}

const struct mpimc_keyval *mpimc_find_key(enum mpimc_owner owner, int key)
{
    const struct mpimc_keyval *keyval = key >= FIRST && key < FIRST + keys ? keyvals[key - FIRST] : NULL;
    return keyval != NULL && keyval->owner == owner ? keyval : NULL;
}

int mpimc_check_key(const char *function, enum mpimc_owner owner, int key, const struct mpimc_keyval **keyval)
{
    *keyval = mpimc_find_key(owner, key);
    return *keyval == NULL ? mpimc_fail(MPI_ERR_KEYVAL, function, MPIMC_NO_KEY, key) : MPI_SUCCESS;
}

/* Values that have the key keep it. */
int mpimc_forget_key(const char *function, enum mpimc_owner owner, int *key)
{
    const struct mpimc_keyval *keyval;
    MPIMC_ASK(mpimc_check(function, key, 1, MPI_INT, MPI_COMM_WORLD));
    MPIMC_ASK(mpimc_check_key(function, owner, *key, &keyval));
    keyvals[*key - FIRST] = NULL;
    *key = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

const struct mpimc_value *mpimc_find_value(int handle, const struct mpimc_keyval *keyval)
{
    static const struct mpimc_value none;
    const struct mpimc_value *value = values;
    while (value != NULL && (value->keyval != keyval || value->handle != handle))
        value = value->next;
    return value != NULL ? value : &none;
}

/* The delete function may free other objects, and their values with them. */
static MPIMC_RARE int take_away(const struct mpimc_value *value)
{
    const struct mpimc_keyval *keyval = value->keyval;
    struct mpimc_value **link = &values;
    int error = MPI_SUCCESS;
    if (keyval->end != NULL)
        error = keyval->end(value->handle, keyval->key, value->value, keyval->extra);
    if (error == MPI_SUCCESS) {
        while (*link != value)
            link = &(*link)->next;
        *link = value->next;
        free((void *)value);
    }
    return error;
}

int mpimc_delete_value(int handle, const struct mpimc_keyval *keyval)
{
    const struct mpimc_value *there = mpimc_find_value(handle, keyval);
    return there->keyval != NULL ? take_away(there) : MPI_SUCCESS;
}

int mpimc_put_value(const char *function, int handle, const struct mpimc_keyval *keyval, void *value)
{
    int error = mpimc_delete_value(handle, keyval);
    if (error == MPI_SUCCESS) {
        struct mpimc_value *made = mpimc_space(function, sizeof *made);
        *made = (struct mpimc_value){values, keyval, value, handle};
        values = made;
    }
    return error;
}

/* Copies are in the order of the values, before all others. Only communicators and types are copied. */
int mpimc_keep_values(enum mpimc_owner owner, int handle, const int *made)
{
    static const char *const calls[] = {"MPI_Comm_dup", "MPI_Type_dup"};
    struct mpimc_value **link = &values, *value = values;
    int error = MPI_SUCCESS;
    while (value != NULL && error == MPI_SUCCESS) {
        const struct mpimc_keyval *keyval = value->keyval;
        if (keyval->owner == owner && value->handle == handle) {
            void *copied = NULL;
            int flag = 0;
            if (made == NULL) {
                error = take_away(value);
                value = values;
                continue;
            }
            if (keyval->copy != NULL)
                error = keyval->copy(handle, keyval->key, keyval->extra, value->value, &copied, &flag);
            if (error == MPI_SUCCESS && flag) {
                struct mpimc_value *copy = mpimc_space(calls[owner], sizeof *copy);
                *copy = (struct mpimc_value){*link, keyval, copied, *made};
                *link = copy;
                link = &copy->next;
            }
        }
        value = value->next;
    }
    return error;
}
