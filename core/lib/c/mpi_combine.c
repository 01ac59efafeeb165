#include <internal_mpi.h>

/* The operations of reductions. Cost: at most 60 cycles, and 14 for each element of one word. An element of less than a word
   costs at most 50. */

/* Set if an operation does not fit a type. Only mpimc_check_op tries such a pair. */
static int refused;

#define EACH(expression)                                                                                               \
    for (int i = 0; i < count; i++) {                                                                                  \
        a = from[i];                                                                                                   \
        b = to[i];                                                                                                     \
        to[i] = expression;                                                                                            \
    }                                                                                                                  \
    return;

#define ARITHMETIC(T)                                                                                                  \
    case MPI_SUM:                                                                                                      \
        EACH((T)(a + b))                                                                                               \
    case MPI_PROD:                                                                                                     \
        EACH((T)(a * b))                                                                                               \
    case MPI_MAX:                                                                                                      \
        EACH(a > b ? a : b)                                                                                            \
    case MPI_MIN:                                                                                                      \
        EACH(a < b ? a : b)

/* Sums and products of signed numbers wrap, so they are formed without sign. */
#define INTEGERS(NAME, T, U)                                                                                           \
    static void NAME(MPI_Op op, const void *in, void *inout, int count)                                                \
    {                                                                                                                  \
        const T *from = in;                                                                                            \
        T *to = inout, a, b;                                                                                           \
        switch (op) {                                                                                                  \
        case MPI_SUM:                                                                                                  \
            EACH((T)((U)a + (U)b))                                                                                     \
        case MPI_PROD:                                                                                                 \
            EACH((T)((U)a * (U)b))                                                                                     \
        case MPI_MAX:                                                                                                  \
            EACH(a > b ? a : b)                                                                                        \
        case MPI_MIN:                                                                                                  \
            EACH(a < b ? a : b)                                                                                        \
        case MPI_LAND:                                                                                                 \
            EACH(a && b)                                                                                               \
        case MPI_LOR:                                                                                                  \
            EACH(a || b)                                                                                               \
        case MPI_LXOR:                                                                                                 \
            EACH(!a != !b)                                                                                             \
        case MPI_BAND:                                                                                                 \
            EACH((T)(a & b))                                                                                           \
        case MPI_BOR:                                                                                                  \
            EACH((T)(a | b))                                                                                           \
        case MPI_BXOR:                                                                                                 \
            EACH((T)(a ^ b))                                                                                           \
        default:                                                                                                       \
            refused = 1;                                                                                              \
        }                                                                                                              \
    }

/* The sign matters to comparisons alone. */
#define UNSIGNED(NAME, T, SIGNED)                                                                                      \
    static void NAME(MPI_Op op, const void *in, void *inout, int count)                                                \
    {                                                                                                                  \
        const T *from = in;                                                                                            \
        T *to = inout;                                                                                                 \
        if (op != MPI_MAX && op != MPI_MIN) {                                                                          \
            SIGNED(op, in, inout, count);                                                                              \
            return;                                                                                                    \
        }                                                                                                              \
        for (int i = 0; i < count; i++)                                                                                \
            if ((from[i] > to[i]) == (op == MPI_MAX))                                                                  \
                to[i] = from[i];                                                                                       \
    }

/* Types shorter than a word are rare: their elements become words one by one, which keeps the text short. */
#define NARROW(NAME, T)                                                                                                \
    static void NAME(MPI_Op op, const void *in, void *inout, int count)                                                \
    {                                                                                                                  \
        const T *from = in;                                                                                            \
        T *to = inout;                                                                                                 \
        int a = 0, b = 0;                                                                                              \
        ints(op, &a, &b, 0);                                                                                           \
        for (int i = 0; i < count; i++) {                                                                              \
            a = from[i];                                                                                               \
            b = to[i];                                                                                                 \
            ints(op, &a, &b, 1);                                                                                       \
            to[i] = (T)b;                                                                                              \
        }                                                                                                              \
    }

#define REALS(NAME, T)                                                                                                 \
    static void NAME(MPI_Op op, const void *in, void *inout, int count)                                                \
    {                                                                                                                  \
        const T *from = in;                                                                                            \
        T *to = inout, a, b;                                                                                           \
        switch (op) {                                                                                                  \
            ARITHMETIC(T)                                                                                              \
        default:                                                                                                       \
            refused = 1;                                                                                              \
        }                                                                                                              \
    }

/* A value and its place; of equal values the one with the lower place. */
#define PAIRS(NAME, T, I)                                                                                              \
    static void NAME(MPI_Op op, const void *in, void *inout, int count)                                                \
    {                                                                                                                  \
        struct pair {                                                                                                  \
            T value;                                                                                                   \
            I place;                                                                                                   \
        };                                                                                                             \
        const struct pair *from = in;                                                                                  \
        struct pair *to = inout;                                                                                       \
        if (op != MPI_MAXLOC && op != MPI_MINLOC)                                                                      \
            refused = 1;                                                                                              \
        for (int i = 0; i < count; i++) {                                                                              \
            int better = op == MPI_MAXLOC ? from[i].value > to[i].value : from[i].value < to[i].value;                 \
            if (better || (from[i].value == to[i].value && from[i].place < to[i].place))                               \
                to[i] = from[i];                                                                                       \
        }                                                                                                              \
    }

/* Numbers of two parts. */
#define COMPLEXES(NAME, T)                                                                                             \
    static void NAME(MPI_Op op, const void *in, void *inout, int count)                                                \
    {                                                                                                                  \
        const T *from = in;                                                                                            \
        T *to = inout;                                                                                                 \
        if (op != MPI_SUM && op != MPI_PROD)                                                                           \
            refused = 1;                                                                                              \
        for (; count > 0; count--, from += 2, to += 2) {                                                               \
            T re = to[0], im = to[1];                                                                                  \
            to[0] = op == MPI_SUM ? from[0] + re : from[0] * re - from[1] * im;                                        \
            to[1] = op == MPI_SUM ? from[1] + im : from[0] * im + from[1] * re;                                        \
        }                                                                                                              \
    }

INTEGERS(ints, int, unsigned)
INTEGERS(longs, long long, unsigned long long)
UNSIGNED(unsigneds, unsigned, ints)
UNSIGNED(unsigned_longs, unsigned long long, longs)
NARROW(chars, char)
NARROW(signed_chars, signed char)
NARROW(unsigned_chars, unsigned char)
NARROW(shorts, short)
NARROW(unsigned_shorts, unsigned short)
NARROW(bools, _Bool)
REALS(floats, float)
REALS(doubles, double)
PAIRS(int_pairs, int, int)
PAIRS(float_pairs, float, int)
PAIRS(double_pairs, double, int)
COMPLEXES(complexes, float)
COMPLEXES(double_complexes, double)

/* A short and its gap become an int. */
static void short_pairs(MPI_Op op, const void *in, void *inout, int count)
{
    int *from = (int *)in, *to = inout;
    for (int i = 0; i < 2 * count; i += 2) {
        from[i] = (short)from[i];
        to[i] = (short)to[i];
    }
    int_pairs(op, in, inout, count);
}

/* By the number of the type. */
typedef void combiner(MPI_Op op, const void *in, void *inout, int count);
static combiner *const combiners[] = {
    NULL, chars, signed_chars, unsigned_chars, unsigned_chars, shorts, unsigned_shorts, ints, unsigneds, ints,
    unsigneds, longs, unsigned_longs, floats, doubles, bools, int_pairs, int_pairs, float_pairs, double_pairs,
    complexes, double_complexes, NULL, short_pairs,
};

/* An operation that a program made has the number of its place in a table from 16 on. */
#define MAX_MADE 16
MPI_User_function *mpimc_operations[MAX_MADE];
static unsigned char in_any_order[MAX_MADE];

mpimc_applier *mpimc_apply;

static __attribute__((noinline)) void call(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type)
{
    MPI_User_function *function = mpimc_operations[op - 16];
    if (type < 0)
        mpimc_apply(function, in, inout, count, type);
    else
        function((void *)in, inout, &count, &type);
}

/* inout = in op inout, element by element. */
void mpimc_combine(MPI_Op op, const void *in, void *inout, int count, MPI_Datatype type)
{
    unsigned number = (unsigned)type >> 8;
    if (op >= 16)
        call(op, in, inout, count, type);
    else if (number >= sizeof combiners / sizeof *combiners || combiners[number] == NULL)
        refused = 1;
    else
        combiners[number](op, in, inout, count);
}

/* The error if this is no operation, or none for the type. */
int mpimc_check_op(const char *function, MPI_Op op, MPI_Datatype type)
{
    if (op < MPI_SUM || op >= 16 + MAX_MADE || (op > MPI_MINLOC && (op < 16 || mpimc_operations[op - 16] == NULL)))
        return mpimc_fail(MPI_ERR_OP, function, MPIMC_NO_OPERATION, op);
    refused = op < 16 && (type & 0xff) == 0;
    if (op < 16 && !refused)
        mpimc_combine(op, NULL, NULL, 0, type);
    if (refused)
        return mpimc_fail(MPI_ERR_OP, function, MPIMC_WRONG_OPERATION, op);
    return MPI_SUCCESS;
}

/* Makes an operation of a function: inout = in op inout. Every rank makes its operations in the same order. */
int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *op)
{
    int place = 0;
    while (place < MAX_MADE && mpimc_operations[place] != NULL)
        place++;
    if (place == MAX_MADE || function == NULL)
        return mpimc_fail(MPI_ERR_OTHER, "MPI_Op_create",
                          MPIMC_NO_FUNCTION, place);
    mpimc_operations[place] = function;
    in_any_order[place] = commutes != 0;
    *op = 16 + place;
    return MPI_SUCCESS;
}

/* True if the order of the operands has no effect. */
int MPI_Op_commutative(MPI_Op op, int *commutes)
{
    if (op < MPI_SUM || (op > MPI_MINLOC && (op < 16 || op >= 16 + MAX_MADE || mpimc_operations[op - 16] == NULL)))
        return mpimc_fail(MPI_ERR_OP, "MPI_Op_commutative", MPIMC_NO_OPERATION, op);
    *commutes = op < 16 || in_any_order[op - 16];
    return MPI_SUCCESS;
}

int MPI_Op_free(MPI_Op *op)
{
    if (*op < 16 || *op >= 16 + MAX_MADE)
        return mpimc_fail(MPI_ERR_OP, "MPI_Op_free", MPIMC_NOT_MADE_OPERATION, *op);
    mpimc_operations[*op - 16] = NULL;
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}
