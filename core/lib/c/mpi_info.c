#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Hints, which no call looks at. Cost: at most 150 cycles, and strcmp for each key that is there; of a new key, three malloc. */

struct hint {
    struct hint *next;
    char *key, *value;
};

/* A handle is the address of one. */
struct info {
    MPI_Info self;
    struct hint *first;
};

/* MPI_INFO_ENV has no keys. */
static struct info *get(MPI_Info info)
{
    static struct info none = {MPI_INFO_ENV, NULL};
    return info == MPI_INFO_ENV ? &none : (struct info *)info;
}

static int check(const char *function, MPI_Info info)
{
    if (info == MPI_INFO_NULL || (info != MPI_INFO_ENV && ((info & 3) != 0 || get(info)->self != info)))
        return mpimc_fail(MPI_ERR_INFO, function, MPIMC_NO_INFO, info);
    return MPI_SUCCESS;
}

/* The error if a text is missing or empty, or longer than allowed. */
static int check_text(const char *function, int class, const char *text, int most)
{
    int length = text != NULL ? (int)strlen(text) : 0;
    if (length == 0 || length > most)
        return mpimc_fail(class, function, MPIMC_TEXT_LENGTH, length);
    return MPI_SUCCESS;
}

/* The link to the hint with a key, or to the end. */
static struct hint **find(MPI_Info info, const char *key)
{
    struct hint **link = &get(info)->first;
    while (*link != NULL && strcmp((*link)->key, key) != 0)
        link = &(*link)->next;
    return link;
}

static char *copy(const char *function, const char *text)
{
    unsigned bytes = strlen(text) + 1;
    return memcpy(mpimc_space(function, bytes), text, bytes);
}

static void append(const char *function, struct hint **link, const char *key, const char *value)
{
    struct hint *made = mpimc_space(function, sizeof *made);
    *made = (struct hint){NULL, copy(function, key), copy(function, value)};
    *link = made;
}

static void remove_hint(struct hint **link)
{
    struct hint *hint = *link;
    *link = hint->next;
    free(hint->key);
    free(hint->value);
    free(hint);
}

static void create(const char *function, MPI_Info *info)
{
    struct info *made = mpimc_space(function, sizeof *made);
    *info = made->self = (MPI_Info)made;
    made->first = NULL;
}

int MPI_Info_create(MPI_Info *info)
{
    create("MPI_Info_create", info);
    return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info info, MPI_Info *made)
{
    MPIMC_ASK(check("MPI_Info_dup", info));
    create("MPI_Info_dup", made);
    struct hint **last = &get(*made)->first;
    for (const struct hint *from = get(info)->first; from != NULL; from = from->next) {
        append("MPI_Info_dup", last, from->key, from->value);
        last = &(*last)->next;
    }
    return MPI_SUCCESS;
}

int MPI_Info_free(MPI_Info *info)
{
    MPIMC_ASK(check("MPI_Info_free", *info));
    if (*info != MPI_INFO_ENV) {
        while (get(*info)->first != NULL)
            remove_hint(&get(*info)->first);
        get(*info)->self = MPI_INFO_NULL;
        free(get(*info));
    }
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

/* A new key is the last one. */
int MPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    MPIMC_ASK(check("MPI_Info_set", info));
    MPIMC_ASK(check_text("MPI_Info_set", MPI_ERR_INFO_KEY, key, MPI_MAX_INFO_KEY));
    MPIMC_ASK(check_text("MPI_Info_set", MPI_ERR_INFO_VALUE, value, MPI_MAX_INFO_VAL));
    struct hint **link = find(info, key);
    if (*link == NULL) {
        append("MPI_Info_set", link, key, value);
    } else {
        free((*link)->value);
        (*link)->value = copy("MPI_Info_set", value);
    }
    return MPI_SUCCESS;
}

/* At most `most` characters of the value, and a 0 after them. */
int MPI_Info_get(MPI_Info info, const char *key, int most, char *value, int *flag)
{
    MPIMC_ASK(check("MPI_Info_get", info));
    MPIMC_ASK(check_text("MPI_Info_get", MPI_ERR_INFO_KEY, key, MPI_MAX_INFO_KEY));
    const struct hint *hint = *find(info, key);
    *flag = hint != NULL;
    if (hint != NULL) {
        unsigned length = strlen(hint->value), room = most > 0 ? (unsigned)most : 0;
        if (length > room)
            length = room;
        memcpy(value, hint->value, length);
        value[length] = 0;
    }
    return MPI_SUCCESS;
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag)
{
    MPIMC_ASK(check("MPI_Info_get_valuelen", info));
    MPIMC_ASK(check_text("MPI_Info_get_valuelen", MPI_ERR_INFO_KEY, key, MPI_MAX_INFO_KEY));
    const struct hint *hint = *find(info, key);
    *flag = hint != NULL;
    if (hint != NULL)
        *length = (int)strlen(hint->value);
    return MPI_SUCCESS;
}

int MPI_Info_get_nkeys(MPI_Info info, int *keys)
{
    MPIMC_ASK(check("MPI_Info_get_nkeys", info));
    *keys = 0;
    for (const struct hint *hint = get(info)->first; hint != NULL; hint = hint->next)
        ++*keys;
    return MPI_SUCCESS;
}

/* Keys count from 0, in the order in which they were set. */
int MPI_Info_get_nthkey(MPI_Info info, int number, char *key)
{
    MPIMC_ASK(check("MPI_Info_get_nthkey", info));
    const struct hint *hint = number < 0 ? NULL : get(info)->first;
    for (int left = number; left > 0 && hint != NULL; left--)
        hint = hint->next;
    if (hint == NULL)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Info_get_nthkey", MPIMC_NO_HINT, number);
    strcpy(key, hint->key);
    return MPI_SUCCESS;
}

int MPI_Info_delete(MPI_Info info, const char *key)
{
    MPIMC_ASK(check("MPI_Info_delete", info));
    MPIMC_ASK(check_text("MPI_Info_delete", MPI_ERR_INFO_KEY, key, MPI_MAX_INFO_KEY));
    struct hint **link = find(info, key);
    if (*link == NULL)
        return mpimc_fail(MPI_ERR_INFO_NOKEY, "MPI_Info_delete", MPIMC_NO_HINT, 0);
    remove_hint(link);
    return MPI_SUCCESS;
}

/* Hints of a communicator are not kept. */
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    (void)info;
    return mpimc_check("MPI_Comm_set_info", NULL, 0, MPI_BYTE, comm);
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_get_info", info, 1, MPI_INT, comm));
    create("MPI_Comm_get_info", info);
    return MPI_SUCCESS;
}
