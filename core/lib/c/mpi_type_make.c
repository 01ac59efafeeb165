#include <internal_mpi_types.h>
#include <limits.h>

/* Types of blocks at places of their own. Cost: at most 1300 cycles and 160 for each block; of a struct, 700 for each. */

/* `count` blocks: block i has lengths[i] elements, or `one` if there are no lengths. It is at places[i], in units of
   `unit` bytes. */
static MPI_Datatype blocks(const char *function, struct mpimc_recipe *recipe, int count, const int lengths[], int one,
                           const int places[], int unit, MPI_Datatype old)
{
    struct mpimc_making making;
    int elements = 0, first = INT_MAX, last = INT_MIN, extent;
    mpimc_low(old, &extent);
    mpimc_with_type(recipe, 0, old);
    for (int i = 0; i < count; i++)
        elements += lengths != NULL ? lengths[i] : one;
    mpimc_type_begin(function, &making, mpimc_layout_of(old) != NULL ? mpimc_parts_of(old, elements) : count);
    for (int i = 0; i < count; i++) {
        int length = lengths != NULL ? lengths[i] : one, at = places[i] * unit, end = at + (length - 1) * extent;
        if (length == 0)
            continue;
        mpimc_type_add(&making, old, length, at);
        int low = at < end ? at : end, high = at + end - low;
        first = low < first ? low : first;
        last = high > last ? high : last;
    }
    if (elements != 0) {
        mpimc_type_bound(&making, old, 1, first);
        mpimc_type_bound(&making, old, 1, last);
    }
    return mpimc_type_end(function, &making, recipe, 0);
}

static int check_lengths(const char *function, int count, const int lengths[], MPI_Datatype old)
{
    MPIMC_ASK(mpimc_check_blocks(function, count, 0, old));
    for (int i = 0; i < count; i++)
        if (lengths[i] < 0)
            return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NEGATIVE_BLOCKS, lengths[i]);
    return MPI_SUCCESS;
}

static int indexed(const char *function, int combiner, int count, const int lengths[], const void *places, int unit,
                   MPI_Datatype old, MPI_Datatype *made)
{
    MPIMC_ASK(check_lengths(function, count, lengths, old));
    int in_bytes = combiner == MPI_COMBINER_HINDEXED;
    struct mpimc_recipe *recipe =
        mpimc_recipe(function, combiner, 1 + (in_bytes ? 1 : 2) * count, in_bytes ? count : 0, 1);
    mpimc_with(recipe, &count, 1);
    mpimc_with(recipe, lengths, count);
    mpimc_with(recipe, places, count);
    *made = blocks(function, recipe, count, lengths, 0, places, unit, old);
    return MPI_SUCCESS;
}

static int equal_blocks(const char *function, int combiner, int count, int length, const void *places, int unit,
                        MPI_Datatype old, MPI_Datatype *made)
{
    MPIMC_ASK(mpimc_check_blocks(function, count, length, old));
    int in_bytes = combiner == MPI_COMBINER_HINDEXED_BLOCK, numbers[] = {count, length};
    struct mpimc_recipe *recipe = mpimc_recipe(function, combiner, in_bytes ? 2 : 2 + count, in_bytes ? count : 0, 1);
    mpimc_with(recipe, numbers, 2);
    mpimc_with(recipe, places, count);
    *made = blocks(function, recipe, count, NULL, length, places, unit, old);
    return MPI_SUCCESS;
}

static int extent_of(MPI_Datatype type)
{
    int extent;
    mpimc_low(type, &extent);
    return extent;
}

/* As MPI_Type_vector; the stride is in bytes. */
static int hvector(const char *function, int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made)
{
    MPIMC_ASK(mpimc_check_blocks(function, count, length, old));
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_HVECTOR, 2, 1, 1);
    int numbers[] = {count, length, stride};
    mpimc_with(recipe, numbers, 3);
    *made = mpimc_type_blocks(function, recipe, count, length, stride, old);
    return MPI_SUCCESS;
}

int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made)
{
    return hvector("MPI_Type_create_hvector", count, length, stride, old, made);
}

/* Block i has lengths[i] elements; places[i] is its place in elements. */
int MPI_Type_indexed(int count, const int lengths[], const int places[], MPI_Datatype old, MPI_Datatype *made)
{
    return indexed("MPI_Type_indexed", MPI_COMBINER_INDEXED, count, lengths, places, extent_of(old), old, made);
}

/* The same with places in bytes. */
int MPI_Type_create_hindexed(int count, const int lengths[], const MPI_Aint places[], MPI_Datatype old,
                             MPI_Datatype *made)
{
    return indexed("MPI_Type_create_hindexed", MPI_COMBINER_HINDEXED, count, lengths, places, 1, old, made);
}

/* All blocks have the same length. */
int MPI_Type_create_indexed_block(int count, int length, const int places[], MPI_Datatype old, MPI_Datatype *made)
{
    return equal_blocks("MPI_Type_create_indexed_block", MPI_COMBINER_INDEXED_BLOCK, count, length, places,
                        extent_of(old), old, made);
}

int MPI_Type_create_hindexed_block(int count, int length, const MPI_Aint places[], MPI_Datatype old,
                                   MPI_Datatype *made)
{
    return equal_blocks("MPI_Type_create_hindexed_block", MPI_COMBINER_HINDEXED_BLOCK, count, length, places, 1, old,
                        made);
}

/* Block i has lengths[i] elements of types[i], at places[i] in bytes. MPI_LB and MPI_UB set a bound, and have no data. */
static int structure(const char *function, int count, const int lengths[], const MPI_Aint places[],
                     const MPI_Datatype types[], MPI_Datatype *made)
{
    struct mpimc_making making;
    int parts = 0;
    MPIMC_ASK(mpimc_check_blocks(function, count, 0, MPI_BYTE));
    for (int i = 0; i < count; i++) {
        int mark = types[i] == MPI_LB || types[i] == MPI_UB;
        MPIMC_ASK(mpimc_check_blocks(function, count, lengths[i], mark ? MPI_BYTE : types[i]));
        parts += mpimc_parts_of(types[i], lengths[i]);
    }
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_STRUCT, 1 + count, count, count);
    mpimc_with(recipe, &count, 1);
    mpimc_with(recipe, lengths, count);
    mpimc_with(recipe, places, count);
    mpimc_type_begin(function, &making, parts);
    for (int i = 0; i < count; i++) {
        mpimc_with_type(recipe, i, types[i]);
        if (lengths[i] == 0)
            continue;
        if (types[i] == MPI_LB)
            making.low_mark = places[i] < making.low_mark ? places[i] : making.low_mark;
        else if (types[i] == MPI_UB)
            making.high_mark = places[i] > making.high_mark ? places[i] : making.high_mark;
        else {
            mpimc_type_add(&making, types[i], lengths[i], places[i]);
            mpimc_type_bound(&making, types[i], lengths[i], places[i]);
        }
    }
    *made = mpimc_type_end(function, &making, recipe, 1);
    return MPI_SUCCESS;
}

int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint places[], const MPI_Datatype types[],
                           MPI_Datatype *made)
{
    return structure("MPI_Type_create_struct", count, lengths, places, types, made);
}

/* The same data with other bounds. */
int MPI_Type_create_resized(MPI_Datatype old, MPI_Aint low, MPI_Aint extent, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_create_resized";
    struct mpimc_making making;
    MPIMC_ASK(mpimc_check_blocks(function, 0, 0, old));
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_RESIZED, 0, 2, 1);
    int bounds[] = {low, extent};
    mpimc_with(recipe, bounds, 2);
    mpimc_with_type(recipe, 0, old);
    mpimc_type_begin(function, &making, mpimc_parts_of(old, 1));
    mpimc_type_add(&making, old, 1, 0);
    mpimc_type_bound(&making, old, 1, 0);
    mpimc_type_resize(&making, low, extent);
    *made = mpimc_type_end(function, &making, recipe, 0);
    return MPI_SUCCESS;
}

mpimc_type_copier *mpimc_copy_to_type;

/* The same type again. */
int MPI_Type_dup(MPI_Datatype old, MPI_Datatype *made)
{
    int error = mpimc_type_copy(old, made);
    return error == MPI_SUCCESS && mpimc_copy_to_type != NULL ? mpimc_copy_to_type(old, made) : error;
}

/* The names of MPI-1 for some of these. */
int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *made)
{
    return hvector("MPI_Type_hvector", count, length, stride, old, made);
}

int MPI_Type_hindexed(int count, int lengths[], MPI_Aint places[], MPI_Datatype old, MPI_Datatype *made)
{
    return indexed("MPI_Type_hindexed", MPI_COMBINER_HINDEXED, count, lengths, places, 1, old, made);
}

int MPI_Type_struct(int count, int lengths[], MPI_Aint places[], MPI_Datatype types[], MPI_Datatype *made)
{
    return structure("MPI_Type_struct", count, lengths, places, types, made);
}
