#include <internal_mpi.h>
#include <stdlib.h>

/* The first communicator number that this rank has never used. Members of a new communicator take the highest of their
   numbers, so no message of another communicator has its context. */
int mpimc_next_comm = MPIMC_FIRST_MADE;

/* Makes place for a communicator of this number. */
struct mpimc_group *mpimc_enter(const char *function, int number, int size)
{
    mpimc_next_comm = number + 1;
    if (number > 0x7fff)
        mpimc_stop(function, MPIMC_TOO_MANY_COMMS, number);
    if (number >= mpimc_group_places) {
        int places = 2 * number;
        struct mpimc_group **larger = mpimc_larger(function, NULL, 0, places);
        memcpy(larger, mpimc_groups, (unsigned)mpimc_group_places * sizeof *larger);
        if (mpimc_groups != mpimc_first_groups)
            free(mpimc_groups);
        mpimc_groups = larger;
        mpimc_group_places = places;
    }
    struct mpimc_group *group = mpimc_space(function, sizeof *group + (unsigned)size * sizeof *group->ranks);
    group->size = size;
    group->begun = 0;
    group->cart = NULL;
    group->handler = MPI_ERRHANDLER_NULL;
    group->map = group->ranks;
    return mpimc_groups[number] = group;
}

/* Makes a communicator of the ranks whose colour is this rank's, in the order of their keys. All ranks of `comm` call
   it. */
MPI_Comm mpimc_make_by(const char *function, unsigned check, MPI_Comm comm, int color, int key)
{
    struct member {
        int color, key, next;
    };
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), size = 0, number = mpimc_next_comm;
    struct member *all = mpimc_space(function, (unsigned)ranks * sizeof *all);
    all[own] = (struct member){color, key, number};
    mpimc_allgather(function, all, sizeof *all, comm, MPIMC_COLLECTIVE(comm) << 16 | check);
    for (int rank = 0; rank < ranks; rank++) {
        if (all[rank].next > number)
            number = all[rank].next;
        size += all[rank].color == color;
    }
    if (color == MPI_UNDEFINED) {
        mpimc_next_comm = number + 1;
        free(all);
        return MPI_COMM_NULL;
    }
    struct mpimc_group *group = mpimc_enter(function, number, size);
    group->handler = mpimc_groups[comm]->handler;
    /* The place of a rank is the number of those with a lower key, or the same key and a lower rank. */
    for (int rank = 0; rank < ranks; rank++) {
        if (all[rank].color != color)
            continue;
        int before = 0;
        for (int other = 0; other < ranks; other++)
            before += all[other].color == color &&
                      (all[other].key < all[rank].key || (all[other].key == all[rank].key && other < rank));
        group->ranks[before] = mpimc_at(comm, rank);
        if (rank == own)
            group->rank = before;
    }
    free(all);
    return number;
}

/* Makes a communicator of the same ranks, with copies of all that `comm` has. The error of a function of the program that copies
   an attribute. */
int mpimc_copy_comm(const char *function, unsigned check, MPI_Comm comm, MPI_Comm *made)
{
    MPIMC_ASK(mpimc_check(function, made, 1, MPI_INT, comm));
    *made = mpimc_make_by(function, check, comm, 0, 0);
    if (mpimc_groups[comm]->cart != NULL) {
        struct mpimc_cart *cart = mpimc_space(function, sizeof *cart);
        *cart = *mpimc_groups[comm]->cart;
        mpimc_groups[*made]->cart = cart;
    }
    int error = mpimc_keep != NULL ? mpimc_keep(MPIMC_OF_COMM, comm, made) : MPI_SUCCESS;
    if (error != MPI_SUCCESS)
        MPI_Comm_free(made);
    return error;
}

/* Makes a communicator of the same ranks; its messages do not meet those of `comm`.
   Cost: that of MPI_Allgather of 12 bytes, and at most 100 + 20 ranks * ranks cycles. */
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_copy_comm("MPI_Comm_dup", (unsigned)MPIMC_Comm_dup << 10, comm, made));
    MPIMC_RETURN;
}

/* The same: hints have no effect. */
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made)
{
    MPIMC_BEGIN;
    (void)info;
    MPIMC_TRY(mpimc_copy_comm("MPI_Comm_dup_with_info", MPIMC_CHECK(Comm_dup_with_info), comm, made));
    MPIMC_RETURN;
}

/* Makes a communicator for each colour, with its ranks in the order of their keys. */
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Comm_split", made, 1, MPI_INT, comm));
    if (color < 0 && color != MPI_UNDEFINED)
        MPIMC_TRY(mpimc_fail(MPI_ERR_ARG, "MPI_Comm_split", MPIMC_NEGATIVE_COLOUR, color));
    *made = mpimc_make("MPI_Comm_split", MPIMC_Comm_split, comm, color, key);
    MPIMC_RETURN;
}

/* Ends the use of a communicator that the program made. */
int MPI_Comm_free(MPI_Comm *comm)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_free", comm, 1, MPI_INT, comm == NULL ? MPI_COMM_WORLD : *comm));
    if (*comm < MPIMC_FIRST_MADE)
        return mpimc_fail(MPI_ERR_COMM, "MPI_Comm_free", MPIMC_NOT_MADE_COMM, *comm);
    if (mpimc_keep != NULL)
        MPIMC_ASK(mpimc_keep(MPIMC_OF_COMM, *comm, NULL));
    free(mpimc_groups[*comm]->cart);
    free(mpimc_groups[*comm]);
    mpimc_groups[*comm] = NULL;
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

/* MPI_IDENT for the same, MPI_CONGRUENT for the same ranks in the same order, MPI_SIMILAR for the same ranks. */
int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int *result)
{
    MPIMC_ASK(mpimc_check("MPI_Comm_compare", result, 1, MPI_INT, one));
    MPIMC_ASK(mpimc_check("MPI_Comm_compare", result, 1, MPI_INT, other));
    *result = one == other ? MPI_IDENT : MPI_CONGRUENT;
    if (mpimc_ranks(one) != mpimc_ranks(other))
        *result = MPI_UNEQUAL;
    for (int rank = 0; *result != MPI_UNEQUAL && rank < mpimc_ranks(one); rank++) {
        int there = mpimc_rank_in(other, mpimc_at(one, rank));
        if (there == MPI_UNDEFINED)
            *result = MPI_UNEQUAL;
        else if (there != rank)
            *result = MPI_SIMILAR;
    }
    return MPI_SUCCESS;
}
