/* Types that the program makes: how their layouts are built, and the calls that made them. */
#ifndef _INTERNAL_MPI_TYPES_H
#define _INTERNAL_MPI_TYPES_H

#include <internal_mpi.h>

/* Basic types have the numbers below this. */
#define MPIMC_BASIC_TYPES 24

/* Bits of `marks` in a layout. */
#define MPIMC_LOW_MARK 1
#define MPIMC_HIGH_MARK 2

/* A type of which another one was made: a basic type, or a layout. */
struct mpimc_old {
    MPI_Datatype basic;
    struct mpimc_layout *made;
};

/* The call that made a type, with its arguments. */
struct mpimc_recipe {
    int combiner, ints, addresses, types;
    char *name; /* that of MPI_Type_set_name, in the heap; else null */
    struct mpimc_old *old;
    int *next;  /* where the next argument goes */
    int data[]; /* numbers, then addresses; `old` is after them */
};

/* A layout that is being made. MPI_LB and MPI_UB mark bounds, which replace all others, also in types that are made of
   this one. The bounds of MPI_Type_create_resized and of arrays are no marks, as in MPICH. */
struct mpimc_making {
    struct mpimc_layout *layout;
    int room; /* parts */
    int low, high, low_mark, high_mark;
};

/* Begins a layout of at most `parts` parts. */
void mpimc_type_begin(const char *function, struct mpimc_making *making, int parts);
/* Appends the data of `count` elements, the first one at a place. */
void mpimc_type_add(struct mpimc_making *making, MPI_Datatype old, int count, int at);
/* Widens the bounds by `count` elements. */
void mpimc_type_bound(struct mpimc_making *making, MPI_Datatype old, int count, int at);
/* Replaces all bounds. */
void mpimc_type_resize(struct mpimc_making *making, int low, int extent);
/* The type of a layout that is complete; with `aligned`, its length is rounded up as that of a struct. */
MPI_Datatype mpimc_type_end(const char *function, struct mpimc_making *making, struct mpimc_recipe *recipe,
                            int aligned);
/* A copy of a layout, as another type. */
MPI_Datatype mpimc_type_again(const char *function, const struct mpimc_layout *layout, struct mpimc_recipe *recipe);
/* Copies the attributes of a type to a copy of it, which is freed after an error. The unit that keeps them sets it: MPI_Type_dup by
   itself needs no MPI_Type_free. */
typedef int mpimc_type_copier(MPI_Datatype old, MPI_Datatype *made);
extern mpimc_type_copier *mpimc_copy_to_type;
mpimc_type_copier mpimc_copy_type_attributes;
/* A type of `count` blocks of `length` elements each, `step` bytes apart. */
MPI_Datatype mpimc_type_blocks(const char *function, struct mpimc_recipe *recipe, int count, int length, int step,
                               MPI_Datatype old);
struct mpimc_recipe *mpimc_recipe(const char *function, int combiner, int ints, int addresses, int types);
/* Appends arguments to a recipe. */
void mpimc_with(struct mpimc_recipe *recipe, const void *arguments, int count);
void mpimc_with_type(struct mpimc_recipe *recipe, int place, MPI_Datatype type);
/* Copies elements without their gaps, or back. */
void mpimc_copy_elements(char *row, unsigned bytes, char *element, MPI_Datatype type, int back);
int mpimc_check_blocks(const char *function, int blocks, int length, MPI_Datatype old);

/* The same for elements of a layout, which is in line because there are few such functions, and they take most of the time. */
static inline void mpimc_copy_parts(const struct mpimc_layout *layout, char *row, unsigned bytes, char *element, int back)
{
    for (char *end = row + bytes; row != end; element += layout->extent)
        for (int i = 0; i < layout->length && row != end; i++) {
            char *part = element + layout->runs[i].at;
            int length = layout->runs[i].bytes;
            if (length > end - row)
                length = end - row;
            mpimc_copy(back ? part : row, back ? row : part, (unsigned)length);
            row += length;
        }
}

/* True if the interface can go through the parts of these bytes by itself. */
static inline int mpimc_is_gathered(const struct mpimc_layout *layout, unsigned bytes)
{
    return layout->step != 0 && (bytes == (unsigned)layout->bytes || layout->extent == layout->length * layout->step);
}

/* First byte of an element, and bytes from one to the next. */
static inline int mpimc_low(MPI_Datatype type, int *extent)
{
    const struct mpimc_layout *layout = mpimc_made(type);
    *extent = layout != NULL ? layout->extent : (int)mpimc_basic_size(type);
    return layout != NULL ? layout->low : 0;
}

/* The first byte of the data of one or more elements, and the one after the last, from the place of the first element on. */
static inline void mpimc_layout_span(const struct mpimc_layout *layout, int count, int *low, int *high)
{
    int first = layout->runs->at, end = first, far = (count - 1) * layout->extent;
    for (int i = 0; i < layout->length; i++) {
        int at = layout->runs[i].at, after = at + layout->runs[i].bytes;
        first = at < first ? at : first;
        end = after > end ? after : end;
    }
    *low = far < 0 ? first + far : first;
    *high = far > 0 ? end + far : end;
}

/* Parts of a block of elements. */
static inline int mpimc_parts_of(MPI_Datatype type, int length)
{
    const struct mpimc_layout *layout = mpimc_layout_of(type);
    return layout != NULL ? layout->length * length : 1;
}

/* A copy of a type without its attributes. */
static inline int mpimc_type_copy(MPI_Datatype old, MPI_Datatype *made)
{
    static const char function[] = "MPI_Type_dup";
    struct mpimc_making making;
    MPIMC_ASK(mpimc_check_blocks(function, 0, 0, old));
    struct mpimc_recipe *recipe = mpimc_recipe(function, MPI_COMBINER_DUP, 0, 0, 1);
    const struct mpimc_layout *layout = mpimc_made(old);
    mpimc_with_type(recipe, 0, old);
    mpimc_type_begin(function, &making, layout != NULL ? layout->length : 1);
    mpimc_type_add(&making, old, 1, 0);
    mpimc_type_bound(&making, old, 1, 0);
    *made = mpimc_type_end(function, &making, recipe, 0);
    return MPI_SUCCESS;
}

#endif
