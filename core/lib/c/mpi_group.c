#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Groups. Cost: at most 200 + 20 n m cycles for groups of n and m ranks; of a new communicator, that of MPI_Comm_split, and
   of MPI_Comm_create_group, two messages for each rank at the first one. */

/* A handle is the address of one, but that of no rank is MPI_GROUP_EMPTY. */
struct group {
    MPI_Group self;
    int size;
    int world[]; /* the rank in the world of each of its ranks */
};

static struct group *get(MPI_Group group)
{
    static struct group empty = {MPI_GROUP_EMPTY, 0};
    return group == MPI_GROUP_EMPTY ? &empty : (struct group *)group;
}

static int check(const char *function, MPI_Group group)
{
    if (group == MPI_GROUP_NULL || (group != MPI_GROUP_EMPTY && ((group & 3) != 0 || get(group)->self != group)))
        return mpimc_fail(MPI_ERR_GROUP, function, MPIMC_NO_GROUP, group);
    return MPI_SUCCESS;
}

static struct group *room(int size)
{
    struct group *made = mpimc_space("MPI_Group", sizeof *made + (unsigned)size * sizeof(int));
    made->size = 0;
    return made;
}

static int finish(struct group *made, MPI_Group *handle)
{
    *handle = made->self = (MPI_Group)made;
    if (made->size == 0) {
        free(made);
        *handle = MPI_GROUP_EMPTY;
    }
    return MPI_SUCCESS;
}

static int place(const struct group *group, int world)
{
    for (int rank = 0; rank < group->size; rank++)
        if (group->world[rank] == world)
            return rank;
    return MPI_UNDEFINED;
}

static void append(struct group *made, const struct group *from, const struct group *other, int in)
{
    for (int i = 0; i < from->size; i++)
        if ((place(other, from->world[i]) >= 0) == in)
            made->world[made->size++] = from->world[i];
}

/* The ranks of `one` that are in `other`, or are not, and first, for a union, all of `one` instead. */
static int combine(const char *function, MPI_Group one, MPI_Group other, int in, int all, MPI_Group *handle)
{
    MPIMC_ASK(check(function, one));
    MPIMC_ASK(check(function, other));
    const struct group *a = get(one), *b = get(other);
    struct group *made = room(a->size + b->size);
    if (all)
        append(made, a, a, 1);
    append(made, all ? b : a, all ? a : b, in);
    return finish(made, handle);
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *handle)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_group", handle, 1, MPI_INT, comm));
    struct group *made = room(mpimc_ranks(comm));
    for (; made->size < mpimc_ranks(comm); made->size++)
        made->world[made->size] = mpimc_at(comm, made->size);
    return finish(made, handle);
}

int MPI_Group_size(MPI_Group group, int *size)
{
    MPIMC_ASK(check("MPI_Group_size", group));
    *size = get(group)->size;
    return MPI_SUCCESS;
}

int MPI_Group_rank(MPI_Group group, int *rank)
{
    MPIMC_ASK(check("MPI_Group_rank", group));
    *rank = place(get(group), mpimc_state.rank);
    return MPI_SUCCESS;
}

static int include(const char *function, MPI_Group group, int count, const int ranks[], MPI_Group *handle)
{
    MPIMC_ASK(check(function, group));
    if (count < 0)
        return mpimc_fail(MPI_ERR_COUNT, function, MPIMC_NEGATIVE_COUNT, count);
    struct group *made = room(count), *from = get(group);
    for (int i = 0; i < count; i++) {
        if (ranks[i] < 0 || ranks[i] >= from->size || place(made, from->world[ranks[i]]) >= 0) {
            free(made);
            return mpimc_fail(MPI_ERR_RANK, function, MPIMC_WRONG_RANK_OF_GROUP, ranks[i]);
        }
        made->world[made->size++] = from->world[ranks[i]];
    }
    return finish(made, handle);
}

int MPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
    return include("MPI_Group_incl", group, count, ranks, made);
}

int MPI_Group_excl(MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
    MPI_Group left;
    MPIMC_ASK(include("MPI_Group_excl", group, count, ranks, &left));
    MPI_Group_difference(group, left, made);
    return MPI_Group_free(&left);
}

/* Ranks in ranges: the first, the last, and the step between them. */
static int expand(const char *function, MPI_Group group, int count, int ranges[][3], int **ranks, int *length)
{
    MPIMC_ASK(check(function, group));
    if (count < 0)
        return mpimc_fail(MPI_ERR_COUNT, function, MPIMC_NEGATIVE_COUNT, count);
    int size = get(group)->size, *next = *ranks = mpimc_space(function, (unsigned)(size + 1) * sizeof(int));
    for (int i = 0; i < count; i++) {
        int step = ranges[i][2];
        if (step == 0) {
            free(*ranks);
            return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NO_STEP, i);
        }
        /* One rank too many, or a wrong one, is found when they are included. */
        for (int rank = ranges[i][0]; step > 0 ? rank <= ranges[i][1] : rank >= ranges[i][1]; rank += step) {
            if (next - *ranks <= size)
                *next++ = rank;
            if ((unsigned)rank >= (unsigned)size)
                break;
        }
    }
    *length = next - *ranks;
    return MPI_SUCCESS;
}

int MPI_Group_range_incl(MPI_Group group, int count, int ranges[][3], MPI_Group *made)
{
    int *ranks, length;
    MPIMC_ASK(expand("MPI_Group_range_incl", group, count, ranges, &ranks, &length));
    int error = include("MPI_Group_range_incl", group, length, ranks, made);
    free(ranks);
    return error;
}

int MPI_Group_range_excl(MPI_Group group, int count, int ranges[][3], MPI_Group *made)
{
    int *ranks, length;
    MPI_Group left;
    MPIMC_ASK(expand("MPI_Group_range_excl", group, count, ranges, &ranks, &length));
    int error = include("MPI_Group_range_excl", group, length, ranks, &left);
    free(ranks);
    MPIMC_ASK(error);
    MPI_Group_difference(group, left, made);
    return MPI_Group_free(&left);
}

/* MPI_IDENT for the same ranks in the same order, MPI_SIMILAR for the same ranks. */
int MPI_Group_compare(MPI_Group one, MPI_Group other, int *result)
{
    MPIMC_ASK(check("MPI_Group_compare", one));
    MPIMC_ASK(check("MPI_Group_compare", other));
    const struct group *a = get(one), *b = get(other);
    *result = a->size == b->size ? MPI_IDENT : MPI_UNEQUAL;
    for (int rank = 0; *result != MPI_UNEQUAL && rank < a->size; rank++) {
        int there = place(b, a->world[rank]);
        if (there == MPI_UNDEFINED)
            *result = MPI_UNEQUAL;
        else if (there != rank)
            *result = MPI_SIMILAR;
    }
    return MPI_SUCCESS;
}

int MPI_Group_union(MPI_Group one, MPI_Group other, MPI_Group *made)
{
    return combine("MPI_Group_union", one, other, 0, 1, made);
}

int MPI_Group_intersection(MPI_Group one, MPI_Group other, MPI_Group *made)
{
    return combine("MPI_Group_intersection", one, other, 1, 0, made);
}

int MPI_Group_difference(MPI_Group one, MPI_Group other, MPI_Group *made)
{
    return combine("MPI_Group_difference", one, other, 0, 0, made);
}

/* MPI_UNDEFINED for a rank that the other group has not. */
int MPI_Group_translate_ranks(MPI_Group from, int count, const int ranks[], MPI_Group to, int there[])
{
    MPIMC_ASK(check("MPI_Group_translate_ranks", from));
    MPIMC_ASK(check("MPI_Group_translate_ranks", to));
    for (int i = 0; i < count; i++) {
        int rank = ranks[i];
        if (rank != MPI_PROC_NULL && (rank < 0 || rank >= get(from)->size))
            return mpimc_fail(MPI_ERR_RANK, "MPI_Group_translate_ranks", MPIMC_NO_RANK_OF_GROUP, rank);
        there[i] = rank < 0 ? rank : place(get(to), get(from)->world[rank]);
    }
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group)
{
    MPIMC_ASK(check("MPI_Group_free", *group));
    if (*group != MPI_GROUP_EMPTY) {
        get(*group)->self = MPI_GROUP_NULL;
        free(get(*group));
    }
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

/* All ranks of `comm` call it; those that are not in their group get MPI_COMM_NULL. */
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Comm_create", made, 1, MPI_INT, comm));
    MPIMC_TRY(check("MPI_Comm_create", group));
    int own = place(get(group), mpimc_state.rank);
    *made = mpimc_make("MPI_Comm_create", MPIMC_Comm_create, comm, own == MPI_UNDEFINED ? own : get(group)->world[0], own);
    MPIMC_RETURN;
}

/* Only the ranks of the group call it: the first of them finds a number for the communicator. */
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made)
{
    static const char function[] = "MPI_Comm_create_group";
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check(function, made, 1, MPI_INT, comm));
    MPIMC_TRY(check(function, group));
    MPIMC_TRY(mpimc_check_tag(function, tag, 0));
    const struct group *members = get(group);
    int own = place(members, mpimc_state.rank), number = mpimc_next_comm, other;
    unsigned label = MPIMC_ROUND(comm, Comm_create_group, 0);
    *made = MPI_COMM_NULL;
    if (own < 0)
        MPIMC_RETURN;
    if (own != 0) {
        mpimc_send(function, &number, 4, members->world[0], label);
        mpimc_receive_all(function, &number, 4, members->world[0], label);
    }
    for (int i = 1; own == 0 && i < members->size; i++) {
        mpimc_receive_all(function, &other, 4, members->world[i], label);
        if (other > number)
            number = other;
    }
    for (int i = 1; own == 0 && i < members->size; i++)
        mpimc_send(function, &number, 4, members->world[i], label);
    struct mpimc_group *entry = mpimc_enter(function, number, members->size);
    entry->rank = own;
    entry->handler = mpimc_groups[comm]->handler;
    memcpy(entry->ranks, members->world, (unsigned)members->size * sizeof(int));
    *made = number;
    MPIMC_RETURN;
}
