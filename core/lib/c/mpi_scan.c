#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Recursive doubling. `sum` is of the block of ranks around this one, `before` of those of them before this one. */
static int scan(const char *function, const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, int with_own)
{
    if (in != MPI_IN_PLACE)
        MPIMC_ASK(mpimc_check(function, in, count, type, comm));
    MPIMC_ASK(mpimc_check(function, out, count, type, comm));
    MPIMC_ASK(mpimc_check_op(function, op, type));
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm, Scan + !with_own, MPIMC_OP(op));
    const int *map = mpimc_map(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), has_before = 0;
    double small[32];
    char *space = mpimc_borrow(function, small, sizeof small, 4 * bytes);
    char *sum = space, *other = space + bytes, *before = space + 2 * bytes, *last = space + 3 * bytes, *swap;
    in = mpimc_as_row(in, 0, count, type, 0);
    out = mpimc_as_row(out, 0, count, type, 1);
    memcpy(last, in == MPI_IN_PLACE ? out : in, bytes);
    memcpy(sum, last, bytes);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        int partner = own ^ bit;
        if (partner >= ranks)
            continue;
        mpimc_exchange(function, other, bytes, mpimc_to(map, partner), label, sum, bytes, mpimc_to(map, partner));
        if (partner > own) {
            mpimc_combine(op, sum, other, count, type);
            swap = sum;
            sum = other;
            other = swap;
            continue;
        }
        if (has_before)
            mpimc_combine(op, other, before, count, type);
        else
            memcpy(before, other, bytes);
        has_before = 1;
        mpimc_combine(op, other, sum, count, type);
    }
    if (with_own && has_before)
        mpimc_combine(op, before, last, count, type);
    if (with_own)
        before = last;
    if (with_own || has_before)
        memcpy(out, before, bytes);
    if (space != (char *)small)
        free(space);
    if (mpimc_rows != NULL)
        mpimc_end_rows();
    return MPI_SUCCESS;
}

/* Combines the elements of the ranks up to this one, in their order.
   Cost: log2(ranks) exchanges and twice as many combinations, one after the other. */
int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(scan("MPI_Scan", in, out, count, type, op, comm, 1));
    MPIMC_RETURN;
}

/* The same without this one; rank 0 gets nothing. */
int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(scan("MPI_Exscan", in, out, count, type, op, comm, 0));
    MPIMC_RETURN;
}
