#include <internal_mpi_types.h>
#include <stdlib.h>

/* What is known about a type. */

/* The first byte of the data, and the bytes to the last one. */
static int bounds(const char *function, MPI_Datatype type, int *low, int *extent)
{
    MPIMC_ASK(mpimc_check(function, low, 1, type, MPI_COMM_WORLD));
    const struct mpimc_layout *layout = mpimc_made(type);
    int first = 0, end = type == MPI_DOUBLE_INT ? 12 : (int)mpimc_basic_size(type);
    if (layout != NULL)
        mpimc_layout_span(layout, 1, &first, &end);
    *low = first;
    *extent = end - first;
    return MPI_SUCCESS;
}

/* Cost: at most 60 cycles, and 12 for each part. */
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent)
{
    int first, bytes;
    MPIMC_ASK(bounds("MPI_Type_get_true_extent", type, &first, &bytes));
    *low = first;
    *extent = bytes;
    return MPI_SUCCESS;
}

int MPI_Type_get_true_extent_x(MPI_Datatype type, MPI_Count *low, MPI_Count *extent)
{
    int first, bytes;
    MPIMC_ASK(bounds("MPI_Type_get_true_extent_x", type, &first, &bytes));
    *low = first;
    *extent = bytes;
    return MPI_SUCCESS;
}

int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count *low, MPI_Count *extent)
{
    int bytes;
    MPIMC_ASK(mpimc_check("MPI_Type_get_extent_x", low, 1, type, MPI_COMM_WORLD));
    *low = mpimc_low(type, &bytes);
    *extent = bytes;
    return MPI_SUCCESS;
}

int MPI_Type_size_x(MPI_Datatype type, MPI_Count *bytes)
{
    int size;
    MPIMC_ASK(MPI_Type_size(type, &size));
    *bytes = size;
    return MPI_SUCCESS;
}

/* The names of MPI-1. */
int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent)
{
    MPI_Aint low;
    return MPI_Type_get_extent(type, &low, extent);
}

int MPI_Type_lb(MPI_Datatype type, MPI_Aint *low)
{
    MPI_Aint extent;
    return MPI_Type_get_extent(type, low, &extent);
}

int MPI_Type_ub(MPI_Datatype type, MPI_Aint *high)
{
    MPI_Aint low, extent;
    MPIMC_ASK(MPI_Type_get_extent(type, &low, &extent));
    *high = low + extent;
    return MPI_SUCCESS;
}

/* Addresses as numbers. */
int MPI_Get_address(const void *place, MPI_Aint *address)
{
    *address = (MPI_Aint)place;
    return MPI_SUCCESS;
}

int MPI_Address(void *place, MPI_Aint *address)
{
    return MPI_Get_address(place, address);
}

MPI_Aint MPI_Aint_add(MPI_Aint address, MPI_Aint more)
{
    return address + more;
}

MPI_Aint MPI_Aint_diff(MPI_Aint one, MPI_Aint other)
{
    return one - other;
}

/* How a type was made: the call, and how many numbers, addresses and types it was given. */
int MPI_Type_get_envelope(MPI_Datatype type, int *ints, int *addresses, int *types, int *combiner)
{
    MPIMC_ASK(mpimc_check("MPI_Type_get_envelope", combiner, 1, type, MPI_COMM_WORLD));
    const struct mpimc_layout *layout = mpimc_made(type);
    const struct mpimc_recipe *recipe = layout != NULL ? layout->recipe : NULL;
    *ints = recipe != NULL ? recipe->ints : 0;
    *addresses = recipe != NULL ? recipe->addresses : 0;
    *types = recipe != NULL ? recipe->types : 0;
    *combiner = recipe != NULL ? recipe->combiner : MPI_COMBINER_NAMED;
    return MPI_SUCCESS;
}

/* A type of a layout of which another type was made. */
static MPI_Datatype again(const char *function, const struct mpimc_layout *made)
{
    const struct mpimc_recipe *from = made->recipe;
    struct mpimc_recipe *recipe = mpimc_recipe(function, from->combiner, from->ints, from->addresses, from->types);
    mpimc_with(recipe, from->data, from->ints + from->addresses);
    for (int i = 0; i < from->types; i++) {
        recipe->old[i] = from->old[i];
        if (from->old[i].made != NULL)
            from->old[i].made->uses++;
    }
    return mpimc_type_again(function, made, recipe);
}

/* What the call was given. Each type that is not basic must be freed. */
int MPI_Type_get_contents(MPI_Datatype type, int most_ints, int most_addresses, int most_types, int ints[],
                          MPI_Aint addresses[], MPI_Datatype types[])
{
    static const char function[] = "MPI_Type_get_contents";
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, MPI_COMM_WORLD));
    const struct mpimc_layout *layout = mpimc_made(type);
    if (layout == NULL)
        return mpimc_fail(MPI_ERR_TYPE, function, MPIMC_NOT_MADE_TYPE, type);
    const struct mpimc_recipe *recipe = layout->recipe;
    if (most_ints < recipe->ints || most_addresses < recipe->addresses || most_types < recipe->types)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_TOO_FEW_PLACES,
                          most_ints < recipe->ints             ? most_ints
                          : most_addresses < recipe->addresses ? most_addresses
                                                               : most_types);
    memcpy(ints, recipe->data, (unsigned)recipe->ints * sizeof(int));
    memcpy(addresses, recipe->data + recipe->ints, (unsigned)recipe->addresses * sizeof(int));
    for (int i = 0; i < recipe->types; i++)
        types[i] = recipe->old[i].made != NULL ? again(function, recipe->old[i].made) : recipe->old[i].basic;
    return MPI_SUCCESS;
}

/* Names of basic types, by number. */
static const char names[MPIMC_BASIC_TYPES][24] = {
    "MPI_DATATYPE_NULL", "MPI_CHAR", "MPI_SIGNED_CHAR", "MPI_UNSIGNED_CHAR", "MPI_BYTE", "MPI_SHORT",
    "MPI_UNSIGNED_SHORT", "MPI_INT", "MPI_UNSIGNED", "MPI_LONG", "MPI_UNSIGNED_LONG", "MPI_LONG_LONG_INT",
    "MPI_UNSIGNED_LONG_LONG", "MPI_FLOAT", "MPI_DOUBLE", "MPI_C_BOOL", "MPI_2INT", "MPI_LONG_INT", "MPI_FLOAT_INT",
    "MPI_DOUBLE_INT", "MPI_C_FLOAT_COMPLEX", "MPI_C_DOUBLE_COMPLEX", "MPI_PACKED", "MPI_SHORT_INT",
};
static char *other_names[MPIMC_BASIC_TYPES];

int MPI_Type_get_name(MPI_Datatype type, char *name, int *length)
{
    const struct mpimc_layout *layout = mpimc_made(type);
    int number = type >> 8;
    const char *known = "";
    if (type != MPI_DATATYPE_NULL)
        MPIMC_ASK(mpimc_check("MPI_Type_get_name", name, 1, type, MPI_COMM_WORLD));
    if (layout != NULL && layout->recipe->name != NULL)
        known = layout->recipe->name;
    else if (layout == NULL && number >= 0 && number < MPIMC_BASIC_TYPES)
        known = other_names[number] != NULL ? other_names[number] : names[number];
    *length = (int)strlen(known);
    strcpy(name, known);
    return MPI_SUCCESS;
}

int MPI_Type_set_name(MPI_Datatype type, const char *name)
{
    static const char function[] = "MPI_Type_set_name";
    MPIMC_ASK(mpimc_check(function, name, 1, type, MPI_COMM_WORLD));
    const struct mpimc_layout *layout = mpimc_made(type);
    int number = type >> 8;
    if (layout == NULL && (number < 0 || number >= MPIMC_BASIC_TYPES))
        return mpimc_fail(MPI_ERR_TYPE, function, MPIMC_NO_TYPE, type);
    char **place = layout != NULL ? &layout->recipe->name : &other_names[number];
    free(*place);
    *place = mpimc_name(function, name);
    return MPI_SUCCESS;
}

/* The basic type of a kind with a number of bytes. */
int MPI_Type_match_size(int kind, int bytes, MPI_Datatype *type)
{
    static const MPI_Datatype integers[] = {MPI_SIGNED_CHAR, MPI_SHORT, MPI_INT, MPI_LONG_LONG};
    MPI_Datatype found = MPI_DATATYPE_NULL;
    if (kind == MPI_TYPECLASS_INTEGER)
        for (int i = 0; i < 4; i++)
            found = bytes == 1 << i ? integers[i] : found;
    else if (kind == MPI_TYPECLASS_REAL)
        found = bytes == 4 ? MPI_FLOAT : bytes == 8 ? MPI_DOUBLE : found;
    else if (kind == MPI_TYPECLASS_COMPLEX)
        found = bytes == 8 ? MPI_COMPLEX : bytes == 16 ? MPI_DOUBLE_COMPLEX : found;
    if (found == MPI_DATATYPE_NULL)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Type_match_size", MPIMC_NO_TYPE_OF_SIZE, bytes);
    *type = found;
    return MPI_SUCCESS;
}
