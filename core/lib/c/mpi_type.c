#include <internal_mpi.h>
#include <stdlib.h>

/* Types that the program makes. Cost: that of malloc, and at most 40 cycles for each part between gaps. */

/* Copies elements to a row, or back. */
static void copy(const struct mpimc_operation *o, unsigned bytes, int back)
{
    const struct mpimc_layout *layout = mpimc_layout_of(o->type);
    char *row = o->buffer, *end = row + bytes;
    for (char *element = o->user; row != end; element += layout->extent)
        for (int i = 0; i < layout->length && row != end; i++) {
            char *part = element + layout->runs[i].at;
            int length = layout->runs[i].bytes;
            if (length > end - row)
                length = end - row;
            mpimc_copy(back ? part : row, back ? row : part, (unsigned)length);
            row += length;
        }
}

static void pack(struct mpimc_operation *operation)
{
    operation->buffer = mpimc_space(operation->function, operation->bytes);
    if (!operation->receive)
        copy(operation, operation->bytes, 0);
}

static void unpack(struct mpimc_operation *operation)
{
    if (operation->peer == MPI_PROC_NULL)
        return;
    unsigned length = operation->length;
    if (operation->receive && length != (unsigned)-1)
        copy(operation, length < operation->bytes ? length : operation->bytes, 1);
    free(operation->buffer);
}

/* First byte and extent of an element. */
static int low_of(MPI_Datatype type, int *extent)
{
    const struct mpimc_layout *layout = mpimc_layout_of(type);
    *extent = layout != NULL ? layout->extent : (int)mpimc_size(type);
    return layout != NULL ? layout->low : 0;
}

/* Appends `count` elements of a type, the first one at a place. */
static void append(struct mpimc_layout *to, MPI_Datatype old, int count, int at)
{
    const struct mpimc_layout *layout = mpimc_layout_of(old);
    struct mpimc_run whole = {0, count * (int)mpimc_size(old)};
    const struct mpimc_run *runs = layout != NULL ? layout->runs : &whole;
    int length = layout != NULL ? layout->length : 1;
    for (int element = 0; element < (layout != NULL ? count : 1); element++)
        for (int i = 0; i < length; i++) {
            int place = at + (layout != NULL ? element * layout->extent : 0) + runs[i].at;
            struct mpimc_run *next = &to->runs[to->length];
            to->bytes += runs[i].bytes;
            if (to->length != 0 && next[-1].at + next[-1].bytes == place)
                next[-1].bytes += runs[i].bytes;
            else if (runs[i].bytes != 0) {
                *next = (struct mpimc_run){place, runs[i].bytes};
                to->length++;
            }
        }
}

static int check(const char *function, int blocks, int length, MPI_Datatype old)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, mpimc_checked(old), MPI_COMM_WORLD));
    if (blocks < 0 || length < 0)
        return mpimc_fail(MPI_ERR_ARG, function, "numbers of blocks and elements must not be negative:",
                          blocks < 0 ? blocks : length);
    return MPI_SUCCESS;
}

/* Room for a type of `blocks` blocks of elements. */
static struct mpimc_layout *begin(const char *function, int blocks, int length, MPI_Datatype old)
{
    const struct mpimc_layout *layout = mpimc_layout_of(old);
    int runs = layout != NULL ? blocks * length * layout->length : blocks;
    struct mpimc_layout *made = mpimc_space(function, sizeof *made + (unsigned)runs * sizeof(struct mpimc_run));
    *made = (struct mpimc_layout){0, 0, 0, 0};
    return made;
}

/* The type of a finished layout. One without gaps needs no layout. */
static MPI_Datatype finish(const char *function, struct mpimc_layout *made, int low, int extent)
{
    int place = 0;
    made->low = low;
    made->extent = extent;
    if (low == 0 && extent == made->bytes && made->length == 1 && made->runs[0].at == 0 && extent < 1 << 22) {
        free(made);
        return extent << 8;
    }
    while (place < mpimc_layout_places && mpimc_layouts[place] != NULL)
        place++;
    if (place == mpimc_layout_places) {
        mpimc_layouts = mpimc_larger(function, mpimc_layouts, place, place + 8);
        mpimc_layout_places = place + 8;
    }
    mpimc_layouts[place] = made;
    mpimc_pack = pack;
    mpimc_unpack = unpack;
    return (int)(0x80000000u | (unsigned)place << 8);
}

static int vector(const char *function, int count, int length, int stride, MPI_Datatype old, MPI_Datatype *made)
{
    MPIMC_ASK(check(function, count, length, old));
    struct mpimc_layout *to = begin(function, count, length, old);
    int extent, low = low_of(old, &extent), step = stride * extent, back = 0, forth = 0;
    for (int i = 0; i < count; i++)
        append(to, old, length, i * step);
    if (count != 0 && step < 0)
        back = (count - 1) * step;
    else if (count != 0)
        forth = (count - 1) * step;
    *made = finish(function, to, low + back, count == 0 ? 0 : forth - back + length * extent);
    return MPI_SUCCESS;
}

/* `count` elements, one after the other. */
int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made)
{
    return vector("MPI_Type_contiguous", 1, count, 1, old, made);
}

/* `count` blocks of `length` elements; from the start of a block to that of the next one it is `stride` elements. */
int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype *made)
{
    return vector("MPI_Type_vector", count, length, stride, old, made);
}

/* A part of an array: in direction i it has parts[i] of sizes[i] elements, from starts[i] on. */
int MPI_Type_create_subarray(int dims, const int sizes[], const int parts[], const int starts[], int order,
                             MPI_Datatype old, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_create_subarray";
    int index[MPIMC_MAX_DIMS] = {0}, rows = 1, all = 1, extent, low = low_of(old, &extent);
    int c = order == MPI_ORDER_C, quick = c ? dims - 1 : 0;
    MPIMC_ASK(mpimc_check_dims(function, dims));
    if (dims == 0 || (!c && order != MPI_ORDER_FORTRAN))
        return mpimc_fail(MPI_ERR_ARG, function,
                          "an array has a direction and MPI_ORDER_C or MPI_ORDER_FORTRAN; order:", order);
    for (int i = 0; i < dims; i++) {
        if (parts[i] < 1 || starts[i] < 0 || parts[i] > sizes[i] - starts[i])
            return mpimc_fail(MPI_ERR_ARG, function, "the part is not inside the array in direction", i);
        rows *= i == quick ? 1 : parts[i];
        all *= sizes[i];
    }
    MPIMC_ASK(check(function, rows, parts[quick], old));
    struct mpimc_layout *to = begin(function, rows, parts[quick], old);
    while (rows-- > 0) {
        int at = 0;
        for (int i = 0; i < dims; i++) {
            int d = c ? i : dims - 1 - i;
            at = at * sizes[d] + starts[d] + index[d];
        }
        append(to, old, parts[quick], at * extent);
        for (int i = 1; i < dims; i++) {
            int d = c ? dims - 1 - i : i;
            if (++index[d] < parts[d])
                break;
            index[d] = 0;
        }
    }
    *made = finish(function, to, low, all * extent);
    return MPI_SUCCESS;
}

/* The first byte of an element, and bytes from one to the next. */
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent)
{
    MPIMC_ASK(mpimc_check("MPI_Type_get_extent", extent, 1, mpimc_checked(type), MPI_COMM_WORLD));
    *low = low_of(type, extent);
    return MPI_SUCCESS;
}

/* A type can be used as soon as it is made. */
int MPI_Type_commit(MPI_Datatype *type)
{
    MPIMC_ASK(mpimc_check("MPI_Type_commit", type, 1, mpimc_checked(type != NULL ? *type : MPI_BYTE), MPI_COMM_WORLD));
    return MPI_SUCCESS;
}

/* Messages that are on their way must have ended. */
int MPI_Type_free(MPI_Datatype *type)
{
    MPIMC_ASK(mpimc_check("MPI_Type_free", type, 1, mpimc_checked(type != NULL ? *type : MPI_BYTE), MPI_COMM_WORLD));
    if (mpimc_layout_of(*type) != NULL) {
        free(mpimc_layouts[*type >> 8 & 0x7fffff]);
        mpimc_layouts[*type >> 8 & 0x7fffff] = NULL;
    } else if ((*type & 0xff) != 0)
        return mpimc_fail(MPI_ERR_TYPE, "MPI_Type_free", "the program has not made the type", *type);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
