#include <internal_mpi_large.h>
#include <internal_mpi_parts.h>
#include <internal_mpi_types.h>
#include <limits.h>
#include <stdlib.h>

/* Types that the program makes. Cost: at most 1100 cycles and 70 for each part between gaps, twice as many for a subarray. A
   long message of parts of at most four words that are equally far apart costs its sender as much as one without
   gaps. */

void mpimc_copy_elements(char *row, unsigned bytes, char *element, MPI_Datatype type, int back)
{
    const struct mpimc_layout *layout = mpimc_layout_of(type);
    if (layout == NULL) {
        mpimc_copy(back ? element : row, back ? row : element, bytes);
        return;
    }
    mpimc_copy_parts(layout, row, bytes, element, back);
}

/* Words of a part that are worth a DMA each. */
#define GATHERED_WORDS 4

/* Sends equal parts to a row at a node. */
static void gather(const struct mpimc_operation *s, unsigned id, char *to)
{
    const struct mpimc_layout *layout = mpimc_layout_of(s->type);
    unsigned part = (unsigned)layout->runs->bytes;
    put_parts(id, to, part, s->buffer - 1, (unsigned)layout->step, part, s->bytes);
}

/* Frees a layout when nothing is made of it any more, and those of which it is made. */
static void release(struct mpimc_layout *layout)
{
    if (--layout->uses > 0)
        return;
    for (int i = 0; i < layout->recipe->types; i++)
        if (layout->recipe->old[i].made != NULL)
            release(layout->recipe->old[i].made);
    free(layout->recipe->name);
    free(layout->recipe);
    free(layout);
}

static void pack(struct mpimc_operation *operation)
{
    struct mpimc_layout *layout = mpimc_layout_of(operation->type);
    layout->open++;
    if (!operation->receive && operation->bytes > mpimc_state.most && operation->peer != mpimc_state.rank) {
        char *from = operation->user + layout->runs->at;
        if (((unsigned)from & 3) == 0 && mpimc_is_gathered(layout, operation->bytes)) {
            operation->buffer = from + 1;
            return;
        }
    }
    operation->buffer = mpimc_space(operation->function, operation->bytes);
    if (!operation->receive)
        mpimc_copy_elements(operation->buffer, operation->bytes, operation->user, operation->type, 0);
}

/* A type that the program has freed lasts until no operation needs it. */
static MPIMC_RARE void close(MPI_Datatype type)
{
    struct mpimc_layout **place = &mpimc_layouts[type >> 8 & 0x7fffff], *layout = *place;
    if (--layout->open == 0) {
        *place = NULL;
        release(layout);
    }
}

static void unpack(struct mpimc_operation *operation)
{
    if (operation->peer == MPI_PROC_NULL)
        return;
    unsigned length = operation->length;
    if (operation->receive && length != (unsigned)-1)
        mpimc_copy_elements(operation->buffer, length < operation->bytes ? length : operation->bytes, operation->user,
                            operation->type, 1);
    if (((unsigned)operation->buffer & 1) == 0)
        free(operation->buffer);
    close(operation->type);
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

static void gapped_parts(struct parts *parts, const void *buffer, MPI_Datatype type, MPI_Comm comm, int receive)
{
    int ranks = mpimc_ranks(comm), size = (int)parts->size;
    /* The table of places is a row without elements, so it is freed with the rows. */
    struct mpimc_operation *table = mpimc_space("MPI", sizeof *table);
    *table = (struct mpimc_operation){.next = mpimc_rows, .type = type, .peer = mpimc_state.rank};
    table->buffer = mpimc_space("MPI", (unsigned)ranks * sizeof(int));
    mpimc_layout_of(type)->open++;
    mpimc_rows = table;
    int *places = (int *)table->buffer;
    for (int rank = 0; rank < ranks; rank++) {
        int low = parts->places[rank], high = low + parts->counts[rank];
        places[rank] = low != high ? (int)row(buffer, low, high, type, receive) + low * size : 0;
    }
    parts->base = NULL;
    parts->places = places;
    parts->step = 1;
}

/* The elements of two rows with their gaps. Element 0 is at a multiple of 8 bytes. */
static void apply(MPI_User_function *function, const void *in, void *inout, int count, MPI_Datatype type)
{
    const struct mpimc_layout *layout = mpimc_layout_of(type);
    unsigned bytes = (unsigned)(count * layout->bytes);
    int first, end;
    mpimc_layout_span(layout, count, &first, &end);
    first = (first < 0 ? first : 0) & ~7;
    end = ((end > 0 ? end : 0) + 7) & ~7;
    char *space = mpimc_space("MPI", 2 * (unsigned)(end - first)), *one = space - first, *two = one + (end - first);
    mpimc_copy_elements((char *)in, bytes, one, type, 1);
    mpimc_copy_elements(inout, bytes, two, type, 1);
    function(one, two, &count, &type);
    mpimc_copy_elements(inout, bytes, two, type, 0);
    free(space);
}

/* A struct has a multiple of this number of bytes if it has an element of a type. Basic types from MPI_2INT on are pairs. */
static int align_of(MPI_Datatype type)
{
    const struct mpimc_layout *layout = mpimc_made(type);
    int bytes = (int)mpimc_basic_size(type);
    return layout != NULL ? layout->align : type < MPI_2INT || bytes == 1 ? bytes : bytes / 2;
}

void mpimc_type_begin(const char *function, struct mpimc_making *making, int parts)
{
    unsigned bytes = sizeof(struct mpimc_layout) + (unsigned)(parts + 1) * sizeof(struct mpimc_run);
    struct mpimc_layout *layout = mpimc_space(function, bytes);
    *layout = (struct mpimc_layout){.align = 1};
    layout->runs->at = 0; /* also of a type without parts */
    *making = (struct mpimc_making){layout, parts, INT_MAX, INT_MIN, INT_MAX, INT_MIN};
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

void mpimc_type_add(struct mpimc_making *making, MPI_Datatype old, int count, int at)
{
    const struct mpimc_layout *layout = mpimc_layout_of(old);
    if (layout == NULL)
        add(making->layout, at, count * (int)mpimc_size(old));
    else
        for (; count > 0; count--, at += layout->extent)
            for (int i = 0; i < layout->length; i++)
                add(making->layout, at + layout->runs[i].at, layout->runs[i].bytes);
}

void mpimc_type_bound(struct mpimc_making *making, MPI_Datatype old, int count, int at)
{
    const struct mpimc_layout *layout = mpimc_made(old);
    int extent, low = at + mpimc_low(old, &extent), marks = layout != NULL ? layout->marks : 0;
    int high = low + extent, far = (count - 1) * extent, align = align_of(old);
    int *least = marks & MPIMC_LOW_MARK ? &making->low_mark : &making->low;
    int *most = marks & MPIMC_HIGH_MARK ? &making->high_mark : &making->high;
    if (count == 0)
        return;
    low += far < 0 ? far : 0;
    high += far > 0 ? far : 0;
    *least = low < *least ? low : *least;
    *most = high > *most ? high : *most;
    making->layout->align = align > making->layout->align ? align : making->layout->align;
}

void mpimc_type_resize(struct mpimc_making *making, int low, int extent)
{
    making->low = low;
    making->high = low + extent;
    making->low_mark = INT_MAX;
    making->high_mark = INT_MIN;
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

/* Puts a layout into the table. */
static MPI_Datatype enter(const char *function, struct mpimc_layout *made)
{
    int place = 1;
    int dense = made->low == 0 && made->extent == made->bytes && made->length == 1 && made->runs[0].at == 0;
    while (place < mpimc_layout_places && mpimc_layouts[place] != NULL)
        place++;
    if (place >= mpimc_layout_places) {
        mpimc_layouts = mpimc_larger(function, mpimc_layouts, mpimc_layout_places, place + 8);
        mpimc_layout_places = place + 8;
    }
    mpimc_layouts[place] = made;
    mpimc_pack = pack;
    mpimc_unpack = unpack;
    mpimc_gather = gather;
    mpimc_row = row;
    mpimc_gapped_parts = gapped_parts;
    mpimc_move = mpimc_copy_elements;
    mpimc_apply = apply;
    made->step = step_of(made);
    made->open = 1;
    made->uses = 1;
    return made->handle = (int)((dense ? 0 : 0x80000000u) | (unsigned)place << 8);
}

MPI_Datatype mpimc_type_again(const char *function, const struct mpimc_layout *layout, struct mpimc_recipe *recipe)
{
    unsigned bytes = sizeof *layout + (unsigned)(layout->length + 1) * sizeof(struct mpimc_run);
    struct mpimc_layout *copy = mpimc_space(function, bytes);
    memcpy(copy, layout, bytes);
    copy->recipe = recipe;
    return enter(function, copy);
}

MPI_Datatype mpimc_type_end(const char *function, struct mpimc_making *making, struct mpimc_recipe *recipe, int aligned)
{
    struct mpimc_layout *made = making->layout;
    int low = making->low_mark != INT_MAX ? making->low_mark : making->low;
    int high = making->high_mark != INT_MIN ? making->high_mark : making->high;
    made->low = low != INT_MAX ? low : 0;
    made->extent = (high != INT_MIN ? high : made->low) - made->low;
    made->marks = making->low_mark != INT_MAX ? MPIMC_LOW_MARK : 0;
    made->marks |= making->high_mark != INT_MIN ? MPIMC_HIGH_MARK : 0;
    if (aligned && (made->marks & MPIMC_HIGH_MARK) == 0 && made->extent % made->align > 0)
        made->extent += made->align - made->extent % made->align;
    if (making->room - made->length < 8) {
        made->recipe = recipe;
        return enter(function, made);
    }
    MPI_Datatype type = mpimc_type_again(function, made, recipe);
    free(made);
    return type;
}

struct mpimc_recipe *mpimc_recipe(const char *function, int combiner, int ints, int addresses, int types)
{
    struct mpimc_recipe *recipe;
    unsigned numbers = (unsigned)(ints + addresses) * sizeof(int);
    recipe = mpimc_space(function, sizeof *recipe + numbers + (unsigned)types * sizeof(struct mpimc_old));
    *recipe = (struct mpimc_recipe){combiner, ints, addresses, types, NULL, NULL, NULL};
    recipe->next = recipe->data;
    recipe->old = (struct mpimc_old *)&recipe->data[ints + addresses];
    return recipe;
}

void mpimc_with(struct mpimc_recipe *recipe, const void *arguments, int count)
{
    memcpy(recipe->next, arguments, (unsigned)count * sizeof(int));
    recipe->next += count;
}

void mpimc_with_type(struct mpimc_recipe *recipe, int place, MPI_Datatype type)
{
    struct mpimc_layout *made = mpimc_made(type);
    recipe->old[place] = (struct mpimc_old){type, made};
    if (made != NULL)
        made->uses++;
}

int mpimc_check_blocks(const char *function, int blocks, int length, MPI_Datatype old)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, old, MPI_COMM_WORLD));
    if (blocks < 0 || length < 0)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NEGATIVE_BLOCKS, blocks < 0 ? blocks : length);
    return MPI_SUCCESS;
}

MPI_Datatype mpimc_type_blocks(const char *function, struct mpimc_recipe *recipe, int count, int length, int step,
                               MPI_Datatype old)
{
    struct mpimc_making making;
    mpimc_with_type(recipe, 0, old);
    mpimc_type_begin(function, &making, count * mpimc_parts_of(old, length));
    for (int i = 0; i < count; i++)
        mpimc_type_add(&making, old, length, i * step);
    if (count != 0) {
        mpimc_type_bound(&making, old, length, 0);
        mpimc_type_bound(&making, old, length, (count - 1) * step);
    }
    return mpimc_type_end(function, &making, recipe, 0);
}

/* `count` elements, one after the other. */
int MPI_Type_contiguous(int count, MPI_Datatype old, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_contiguous";
    MPIMC_ASK(mpimc_check_blocks(function, count, 0, old));
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_CONTIGUOUS, 1, 0, 1);
    mpimc_with(recipe, &count, 1);
    *made = mpimc_type_blocks(function, recipe, 1, count, 0, old);
    return MPI_SUCCESS;
}

/* `count` blocks of `length` elements; from the start of a block to that of the next one it is `stride` elements. */
int MPI_Type_vector(int count, int length, int stride, MPI_Datatype old, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_vector";
    MPIMC_ASK(mpimc_check_blocks(function, count, length, old));
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_VECTOR, 3, 0, 1);
    int numbers[] = {count, length, stride}, extent;
    mpimc_low(old, &extent);
    mpimc_with(recipe, numbers, 3);
    *made = mpimc_type_blocks(function, recipe, count, length, stride * extent, old);
    return MPI_SUCCESS;
}

/* The first byte of an element, and bytes from one to the next. */
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent)
{
    int bytes;
    MPIMC_ASK(mpimc_check("MPI_Type_get_extent", extent, 1, type, MPI_COMM_WORLD));
    *low = mpimc_low(type, &bytes);
    *extent = bytes;
    return MPI_SUCCESS;
}

/* A type can be used as soon as it is made. */
int MPI_Type_commit(MPI_Datatype *type)
{
    MPIMC_ASK(mpimc_check("MPI_Type_commit", type, 1, type != NULL ? *type : MPI_BYTE, MPI_COMM_WORLD));
    return MPI_SUCCESS;
}

/* Messages that are on their way, and types that are made of it, keep what they need. The attributes end at once, so that the error
   of a delete function can be given. */
int MPI_Type_free(MPI_Datatype *type)
{
    struct mpimc_layout *layout = NULL;
    int error = mpimc_check("MPI_Type_free", type, 1, type != NULL ? *type : MPI_BYTE, MPI_COMM_WORLD);
    if (error == MPI_SUCCESS) {
        layout = mpimc_made(*type);
        if (layout == NULL)
            error = mpimc_fail(MPI_ERR_TYPE, "MPI_Type_free", MPIMC_NOT_MADE_TYPE, *type);
        else if (mpimc_keep != NULL)
            error = mpimc_keep(MPIMC_OF_TYPE, *type, NULL);
    }
    if (error == MPI_SUCCESS) {
        layout->handle = 0;
        close(*type);
        *type = MPI_DATATYPE_NULL;
    }
    return error;
}
