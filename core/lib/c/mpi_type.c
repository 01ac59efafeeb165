#include <internal_mpi_large.h>
#include <stdlib.h>

/* Types that the program makes. Cost: at most 500 cycles and 70 for each part between gaps, twice as many for a subarray. A
   long message of parts of at most four words that are equally far apart costs its sender as much as one without
   gaps. */

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

/* Words of a part that are worth a DMA each. */
#define GATHERED_WORDS 4

/* True if the interface can collect these bytes by itself. */
static int is_gathered(const struct mpimc_layout *layout, unsigned bytes)
{
    return layout->step != 0 && (bytes == (unsigned)layout->bytes || layout->extent == layout->length * layout->step);
}

/* Sends equal parts to a row at a node: the first words of all parts by one DMA with strides, then the second words. */
static void gather(const struct mpimc_operation *s, unsigned id, char *to)
{
    const struct mpimc_layout *layout = mpimc_layout_of(s->type);
    unsigned part = (unsigned)layout->runs->bytes;
    for (unsigned at = 0; at != part; at += 4) {
        wait_for_interface();
        MC_INCC_DST = id;
        MC_INCC_RADDR = (unsigned)(to + at);
        MC_INCC_RADDR_HI = 0;
        MC_INCC_LADDR = (unsigned)(s->buffer + at - 1);
        MC_INCC_LSTRIDE = (unsigned)layout->step;
        MC_INCC_RSTRIDE = part;
        MC_INCC_SIZE = s->bytes / part * 4;
    }
}

static void pack(struct mpimc_operation *operation)
{
    if (!operation->receive && operation->bytes > mpimc_state.most && operation->peer != mpimc_state.rank) {
        const struct mpimc_layout *layout = mpimc_layout_of(operation->type);
        char *from = operation->user + layout->runs->at;
        if (((unsigned)from & 3) == 0 && is_gathered(layout, operation->bytes)) {
            operation->buffer = from + 1;
            return;
        }
    }
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
    if (((unsigned)operation->buffer & 1) == 0)
        free(operation->buffer);
}

static void *row(const void *buffer, int low, int high, MPI_Datatype type, int receive)
{
    const struct mpimc_layout *layout = mpimc_layout_of(type);
    struct mpimc_operation *row = mpimc_space("MPI", sizeof *row);
    *row = (struct mpimc_operation){.next = mpimc_rows, .type = type, .peer = mpimc_state.rank, .function = "MPI"};
    row->user = (char *)buffer + low * layout->extent;
    row->bytes = row->length = (unsigned)((high - low) * layout->bytes);
    pack(row);
    row->receive = (unsigned char)receive;
    mpimc_rows = row;
    return row->buffer - low * layout->bytes;
}

/* First byte and extent of an element. */
static int low_of(MPI_Datatype type, int *extent)
{
    const struct mpimc_layout *layout = mpimc_layout_of(type);
    *extent = layout != NULL ? layout->extent : (int)mpimc_size(type);
    return layout != NULL ? layout->low : 0;
}

/* Appends a part. */
static inline void add(struct mpimc_layout *to, int at, int bytes)
{
    struct mpimc_run *next = &to->runs[to->length];
    to->bytes += bytes;
    if (to->length != 0 && next[-1].at + next[-1].bytes == at)
        next[-1].bytes += bytes;
    else if (bytes != 0) {
        *next = (struct mpimc_run){at, bytes};
        to->length++;
    }
}

/* Appends `count` elements of a type, the first one at a place. */
static void append(struct mpimc_layout *to, MPI_Datatype old, int count, int at)
{
    const struct mpimc_layout *layout = mpimc_layout_of(old);
    if (layout == NULL)
        add(to, at, count * (int)mpimc_size(old));
    else
        for (; count > 0; count--, at += layout->extent)
            for (int i = 0; i < layout->length; i++)
                add(to, at + layout->runs[i].at, layout->runs[i].bytes);
}

static int check(const char *function, int blocks, int length, MPI_Datatype old)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, old, MPI_COMM_WORLD));
    if (blocks < 0 || length < 0)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NEGATIVE_BLOCKS,
                          blocks < 0 ? blocks : length);
    return MPI_SUCCESS;
}

/* Room for a type of `blocks` blocks of elements. */
static struct mpimc_layout *begin(const char *function, int blocks, int length, MPI_Datatype old)
{
    const struct mpimc_layout *layout = mpimc_layout_of(old);
    int runs = layout != NULL ? blocks * length * layout->length : blocks;
    struct mpimc_layout *made = mpimc_space(function, sizeof *made + (unsigned)runs * sizeof(struct mpimc_run));
    *made = (struct mpimc_layout){0};
    return made;
}

/* Bytes from one part to the next, if all parts are a few whole words and equally far apart; else 0. */
static int step_of(const struct mpimc_layout *layout)
{
    const struct mpimc_run *runs = layout->runs, *end = runs + layout->length;
    if (layout->length == 0)
        return 0;
    int bytes = runs->bytes, step = layout->length > 1 ? runs[1].at - runs->at : layout->extent;
    if ((step | bytes) & 3 || bytes > 4 * GATHERED_WORDS)
        return 0;
    while (++runs != end)
        if (runs->at - runs[-1].at != step || runs->bytes != bytes)
            return 0;
    return step;
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
    made->step = step_of(made);
    while (place < mpimc_layout_places && mpimc_layouts[place] != NULL)
        place++;
    if (place == mpimc_layout_places) {
        mpimc_layouts = mpimc_larger(function, mpimc_layouts, place, place + 8);
        mpimc_layout_places = place + 8;
    }
    mpimc_layouts[place] = made;
    mpimc_pack = pack;
    mpimc_unpack = unpack;
    mpimc_gather = gather;
    mpimc_row = row;
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
                          MPIMC_NO_ORDER, order);
    for (int i = 0; i < dims; i++) {
        if (parts[i] < 1 || starts[i] < 0 || parts[i] > sizes[i] - starts[i])
            return mpimc_fail(MPI_ERR_ARG, function, MPIMC_PART_OUTSIDE, i);
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
    MPIMC_ASK(mpimc_check("MPI_Type_get_extent", extent, 1, type, MPI_COMM_WORLD));
    *low = low_of(type, extent);
    return MPI_SUCCESS;
}

/* A type can be used as soon as it is made. */
int MPI_Type_commit(MPI_Datatype *type)
{
    MPIMC_ASK(mpimc_check("MPI_Type_commit", type, 1, type != NULL ? *type : MPI_BYTE, MPI_COMM_WORLD));
    return MPI_SUCCESS;
}

/* Messages that are on their way must have ended. A call of all ranks that has a request may still need the layout, which is
   kept then. */
int MPI_Type_free(MPI_Datatype *type)
{
    MPIMC_ASK(mpimc_check("MPI_Type_free", type, 1, type != NULL ? *type : MPI_BYTE, MPI_COMM_WORLD));
    if (mpimc_layout_of(*type) != NULL && mpimc_drive == NULL) {
        free(mpimc_layouts[*type >> 8 & 0x7fffff]);
        mpimc_layouts[*type >> 8 & 0x7fffff] = NULL;
    } else if ((*type & 0xff) != 0)
        return mpimc_fail(MPI_ERR_TYPE, "MPI_Type_free", MPIMC_NOT_MADE_TYPE, *type);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
