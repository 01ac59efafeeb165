#include <internal_mpi.h>
#include <stdlib.h>

/* Values that a program keeps at a communicator. Cost: at most 150 cycles and 20 for each value that is there; a copied or
   deleted one also costs the function of the program, and a malloc or a free. */

/* Keys that a program makes begin here. Their table has a null pointer for a key that was freed. */
#define FIRST 16
static struct mpimc_keyval **keyvals;
static int keys, places;

static int remove_first(struct mpimc_attribute **link, MPI_Comm comm)
{
    struct mpimc_attribute *attribute = *link;
    const struct mpimc_keyval *keyval = attribute->keyval;
    if (keyval->end != NULL)
        MPIMC_ASK(keyval->end(comm, keyval->key, attribute->value, keyval->extra));
    *link = attribute->next;
    free(attribute);
    return MPI_SUCCESS;
}

int mpimc_keep_attributes(MPI_Comm comm, MPI_Comm to)
{
    if (to == MPI_COMM_NULL) {
        while (mpimc_groups[comm]->attributes != NULL)
            MPIMC_ASK(remove_first(&mpimc_groups[comm]->attributes, comm));
        return MPI_SUCCESS;
    }
    struct mpimc_attribute **last = &mpimc_groups[to]->attributes;
    for (const struct mpimc_attribute *from = mpimc_groups[comm]->attributes; from != NULL; from = from->next) {
        const struct mpimc_keyval *keyval = from->keyval;
        void *value = NULL;
        int flag = 0;
        if (keyval->copy != NULL)
            MPIMC_ASK(keyval->copy(comm, keyval->key, keyval->extra, from->value, &value, &flag));
        if (!flag)
            continue;
        struct mpimc_attribute *made = mpimc_space("MPI_Comm_dup", sizeof *made);
        *made = (struct mpimc_attribute){NULL, keyval, value};
        *last = made;
        last = &made->next;
    }
    return MPI_SUCCESS;
}

/* MPI_Finalize deletes what is left at the communicators that cannot be freed. */
int mpimc_end_attributes(int at_end)
{
    if (at_end) {
        mpimc_keep_attributes(MPI_COMM_SELF, MPI_COMM_NULL);
        mpimc_keep_attributes(MPI_COMM_WORLD, MPI_COMM_NULL);
    }
    return 0;
}

static struct mpimc_hook hook = {NULL, mpimc_end_attributes};

static struct mpimc_attribute **find(MPI_Comm comm, const struct mpimc_keyval *keyval)
{
    struct mpimc_attribute **link = &mpimc_groups[comm]->attributes;
    while (*link != NULL && (*link)->keyval != keyval)
        link = &(*link)->next;
    return link;
}

/* The new value is the first one. One that was there before is deleted. */
int mpimc_attach(const char *function, MPI_Comm comm, const struct mpimc_keyval *keyval, void *value)
{
    mpimc_keep = mpimc_keep_attributes;
    if (comm < MPIMC_FIRST_MADE)
        mpimc_add_hook(&hook);
    struct mpimc_attribute *there = *find(comm, keyval);
    if (there != NULL) {
        if (keyval->end != NULL)
            MPIMC_ASK(keyval->end(comm, keyval->key, there->value, keyval->extra));
        there->value = value;
        return MPI_SUCCESS;
    }
    struct mpimc_attribute *made = mpimc_space(function, sizeof *made);
    *made = (struct mpimc_attribute){mpimc_groups[comm]->attributes, keyval, value};
    mpimc_groups[comm]->attributes = made;
    return MPI_SUCCESS;
}

void *mpimc_attached(MPI_Comm comm, const struct mpimc_keyval *keyval)
{
    const struct mpimc_attribute *there = *find(comm, keyval);
    return there != NULL ? there->value : NULL;
}

/* The key and the communicator are right, or the error. */
static int check(const char *function, MPI_Comm comm, int key)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    if (key < FIRST || key >= FIRST + keys || keyvals[key - FIRST] == NULL)
        return mpimc_fail(MPI_ERR_KEYVAL, function, MPIMC_NO_KEY, key);
    return MPI_SUCCESS;
}

static int create(const char *function, MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *end, int *key,
                  void *extra)
{
    MPIMC_ASK(mpimc_check(function, key, 1, MPI_INT, MPI_COMM_WORLD));
    if (keys == places) {
        int more = places != 0 ? 2 * places : 8;
        keyvals = mpimc_larger(function, keyvals, places, more);
        places = more;
    }
    struct mpimc_keyval *made = mpimc_space(function, sizeof *made);
    *key = FIRST + keys;
    *made = (struct mpimc_keyval){copy, end, extra, *key};
    keyvals[keys++] = made;
    return MPI_SUCCESS;
}

/* Values that have the key keep it. */
static int forget(const char *function, int *key)
{
    MPIMC_ASK(check(function, MPI_COMM_WORLD, *key));
    keyvals[*key - FIRST] = NULL;
    *key = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

static int put(const char *function, MPI_Comm comm, int key, void *value)
{
    MPIMC_ASK(check(function, comm, key));
    return mpimc_attach(function, comm, keyvals[key - FIRST], value);
}

/* `value` is the place of a pointer. The keys from the beginning have pointers to int. */
static int get(const char *function, MPI_Comm comm, int key, void *value, int *flag)
{
    static int words[] = {0, MPI_TAG_UB_VALUE, MPI_PROC_NULL, MPI_ANY_SOURCE, 1, 0, 0, 0};
    *flag = 1;
    if (key > MPI_KEYVAL_INVALID && key <= MPI_LASTUSEDCODE) {
        MPIMC_ASK(mpimc_check(function, flag, 1, MPI_INT, comm));
        words[MPI_UNIVERSE_SIZE] = mpimc_state.nodes;
        words[MPI_LASTUSEDCODE] = mpimc_last_code;
        *(void **)value = &words[key];
        return MPI_SUCCESS;
    }
    MPIMC_ASK(check(function, comm, key));
    const struct mpimc_attribute *there = *find(comm, keyvals[key - FIRST]);
    *flag = there != NULL;
    if (there != NULL)
        *(void **)value = there->value;
    return MPI_SUCCESS;
}

static int take_away(const char *function, MPI_Comm comm, int key)
{
    MPIMC_ASK(check(function, comm, key));
    struct mpimc_attribute **link = find(comm, keyvals[key - FIRST]);
    return *link != NULL ? remove_first(link, comm) : MPI_SUCCESS;
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
    return create("MPI_Comm_create_keyval", copy, end, key, extra);
}

int MPI_Comm_free_keyval(int *key)
{
    return forget("MPI_Comm_free_keyval", key);
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
    return create("MPI_Keyval_create", copy, end, key, extra);
}

int MPI_Keyval_free(int *key)
{
    return forget("MPI_Keyval_free", key);
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
