#include <internal_mpi_types.h>
#include <stdlib.h>

/* Parts of arrays. */

/* The bounds are those of the whole array. */
static MPI_Datatype finish(const char *function, struct mpimc_making *making, struct mpimc_recipe *recipe, int bytes,
                           MPI_Datatype old)
{
    mpimc_type_bound(making, old, 1, 0); /* for its alignment */
    mpimc_type_resize(making, 0, bytes);
    return mpimc_type_end(function, making, recipe, 0);
}

static int check_order(const char *function, int dims, int order)
{
    if (dims < 1 || (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN))
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NO_ORDER, order);
    return MPI_SUCCESS;
}

/* A part of an array: in direction i it has parts[i] of sizes[i] elements, from starts[i] on.
   Cost: at most 1300 cycles, and 140 for each row of the part. */
int MPI_Type_create_subarray(int dims, const int sizes[], const int parts[], const int starts[], int order,
                             MPI_Datatype old, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_create_subarray";
    struct mpimc_making making;
    int rows = 1, all = 1, extent, c = order == MPI_ORDER_C, quick = c ? dims - 1 : 0;
    MPIMC_ASK(check_order(function, dims, order));
    for (int i = 0; i < dims; i++) {
        if (parts[i] < 1 || starts[i] < 0 || parts[i] > sizes[i] - starts[i])
            return mpimc_fail(MPI_ERR_ARG, function, MPIMC_PART_OUTSIDE, i);
        rows *= i == quick ? 1 : parts[i];
        all *= sizes[i];
    }
    MPIMC_ASK(mpimc_check_blocks(function, rows, parts[quick], old));
    mpimc_low(old, &extent);
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_SUBARRAY, 3 * dims + 2, 0, 1);
    mpimc_with(recipe, &dims, 1);
    mpimc_with(recipe, sizes, dims);
    mpimc_with(recipe, parts, dims);
    mpimc_with(recipe, starts, dims);
    mpimc_with(recipe, &order, 1);
    mpimc_with_type(recipe, 0, old);
    mpimc_type_begin(function, &making, rows * mpimc_parts_of(old, parts[quick]));
    int *index = mpimc_space(function, (unsigned)dims * sizeof(int));
    memset(index, 0, (unsigned)dims * sizeof(int));
    while (rows-- > 0) {
        int at = 0;
        for (int i = 0; i < dims; i++) {
            int d = c ? i : dims - 1 - i;
            at = at * sizes[d] + starts[d] + index[d];
        }
        mpimc_type_add(&making, old, parts[quick], at * extent);
        for (int i = 1; i < dims; i++) {
            int d = c ? dims - 1 - i : i;
            if (++index[d] < parts[d])
                break;
            index[d] = 0;
        }
    }
    free(index);
    *made = finish(function, &making, recipe, all * extent, old);
    return MPI_SUCCESS;
}

/* A direction of a distributed array: blocks of `block` elements go to the processes in turn, and this one is at `own`. */
struct dealt {
    int size, block, processes, own;
    int parts; /* elements of this process */
};

/* The place of the i-th element of a process. */
static int place_of(const struct dealt *d, int i)
{
    return (i / d->block * d->processes + d->own) * d->block + i % d->block;
}

/* Adds the elements in the directions from `d` on, the slowest one first. */
static void deal(struct mpimc_making *making, const struct dealt *d, const struct dealt *end, int at, int extent,
                 MPI_Datatype old)
{
    if (d == end) {
        mpimc_type_add(making, old, 1, at * extent);
        return;
    }
    for (int i = 0; i < d->parts; i++)
        deal(making, d + 1, end, at * d->size + place_of(d, i), extent, old);
}

static int deal_out(const char *function, struct dealt *d, int how, int argument, int direction)
{
    int least = d->processes > 0 ? (d->size + d->processes - 1) / d->processes : 0;
    if (how == MPI_DISTRIBUTE_BLOCK)
        d->block = argument == MPI_DISTRIBUTE_DFLT_DARG ? least : argument;
    else if (how == MPI_DISTRIBUTE_CYCLIC)
        d->block = argument == MPI_DISTRIBUTE_DFLT_DARG ? 1 : argument;
    else
        d->block = how == MPI_DISTRIBUTE_NONE && d->processes == 1 ? d->size : 0;
    if (d->size < 1 || d->block < 1 || (how == MPI_DISTRIBUTE_BLOCK && d->block < least))
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_WRONG_DISTRIBUTION, direction);
    for (d->parts = 0; place_of(d, d->parts) < d->size;)
        d->parts++;
    return MPI_SUCCESS;
}

/* The elements of an array that a rank has, if it is dealt out to a grid of `size` ranks.
   Cost: at most 2000 cycles, and 250 for each element. */
int MPI_Type_create_darray(int size, int rank, int dims, const int sizes[], const int how[], const int arguments[],
                           const int processes[], int order, MPI_Datatype old, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_create_darray";
    struct mpimc_making making;
    int all = 1, count = 1, extent, rest = rank, product = 1;
    MPIMC_ASK(check_order(function, dims, order));
    MPIMC_ASK(mpimc_check_blocks(function, 0, 0, old));
    for (int i = 0; i < dims; i++)
        product *= processes[i];
    if (product != size || rank < 0 || rank >= size)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_WRONG_SIZES, size);
    mpimc_low(old, &extent);
    struct dealt *directions = mpimc_space(function, (unsigned)dims * sizeof(struct dealt));
    int error = MPI_SUCCESS;
    /* The ranks of the grid are row by row, whatever the order of the array is. */
    for (int i = dims; error == MPI_SUCCESS && i-- > 0;) {
        struct dealt *d = &directions[order == MPI_ORDER_C ? i : dims - 1 - i];
        *d = (struct dealt){sizes[i], 0, processes[i], rest % processes[i], 0};
        rest /= processes[i];
        error = deal_out(function, d, how[i], arguments[i], i);
        all *= sizes[i];
        count *= d->parts;
    }
    if (error == MPI_SUCCESS) {
        struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_DARRAY, 4 * dims + 4, 0, 1);
        int numbers[] = {size, rank, dims};
        mpimc_with(recipe, numbers, 3);
        mpimc_with(recipe, sizes, dims);
        mpimc_with(recipe, how, dims);
        mpimc_with(recipe, arguments, dims);
        mpimc_with(recipe, processes, dims);
        mpimc_with(recipe, &order, 1);
        mpimc_with_type(recipe, 0, old);
        mpimc_type_begin(function, &making, count * mpimc_parts_of(old, 1));
        deal(&making, directions, directions + dims, 0, extent, old);
        *made = finish(function, &making, recipe, all * extent, old);
    }
    free(directions);
    return error;
}
