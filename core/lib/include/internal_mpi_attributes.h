/* Values that a program keeps at communicators, types and windows. */
#ifndef _INTERNAL_MPI_ATTRIBUTES_H
#define _INTERNAL_MPI_ATTRIBUTES_H

#include <internal_mpi.h>

/* Functions that copy and delete values. Both may be null: such a value is not copied, or needs no end. All handles are numbers, so
   the functions of all kinds have the same type. */
struct mpimc_keyval {
    MPI_Comm_copy_attr_function *copy;
    MPI_Comm_delete_attr_function *end;
    void *extra;
    int key;
    enum mpimc_owner owner;
};

/* Keys of the program. */
int mpimc_create_key(const char *function, enum mpimc_owner owner, MPI_Comm_copy_attr_function *copy,
                     MPI_Comm_delete_attr_function *end, int *key, void *extra);
int mpimc_forget_key(const char *function, enum mpimc_owner owner, int *key);
/* Null if objects of this kind have no such key. */
const struct mpimc_keyval *mpimc_find_key(enum mpimc_owner owner, int key);
/* The same, or the error of a communicator. */
int mpimc_check_key(const char *function, enum mpimc_owner owner, int key, const struct mpimc_keyval **keyval);

/* A value at a handle. One list has those of all objects, the last one first. */
struct mpimc_value {
    struct mpimc_value *next;
    const struct mpimc_keyval *keyval;
    void *value;
    int handle;
};
/* Puts a value there; one that was there before is deleted. */
int mpimc_put_value(const char *function, int handle, const struct mpimc_keyval *keyval, void *value);
/* Finds it. If there is none, this gives one whose key is null, and so is its value. */
MPIMC_RARE const struct mpimc_value *mpimc_find_value(int handle, const struct mpimc_keyval *keyval);
int mpimc_delete_value(int handle, const struct mpimc_keyval *keyval);

/* For MPI_Comm_get_attr and its like. */
static inline int mpimc_give_value(int handle, const struct mpimc_keyval *keyval, void *value)
{
    const struct mpimc_value *there = mpimc_find_value(handle, keyval);
    if (there->keyval == NULL)
        return 0;
    *(void **)value = there->value;
    return 1;
}

/* For other units that keep something at a communicator: puts a value there, and gives it, or null. */
int mpimc_attach(const char *function, MPI_Comm comm, const struct mpimc_keyval *keyval, void *value);
static inline void *mpimc_attached(MPI_Comm comm, const struct mpimc_keyval *keyval)
{
    return mpimc_find_value(comm, keyval)->value;
}

#endif
