#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Recursive doubling. `sum` is of the block of ranks around this one, `before` of those of them before this one. */
static void scan(const char *function, const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
                 MPI_Comm comm, int with_own)
{
    if (in != MPI_IN_PLACE)
        mpimc_check(function, in, count, type, comm);
    mpimc_check(function, out, count, type, comm);
    mpimc_check_op(function, op, type);
    unsigned bytes = (unsigned)count * mpimc_size(type), context = MPIMC_COLLECTIVE(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), has_before = 0;
    char *space = mpimc_space(function, 4 * bytes);
    char *sum = space, *other = space + bytes, *before = space + 2 * bytes, *last = space + 3 * bytes, *swap;
    memcpy(last, in == MPI_IN_PLACE ? out : in, bytes);
    memcpy(sum, last, bytes);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        int partner = own ^ bit;
        if (partner >= ranks)
            continue;
        mpimc_exchange(sum, bytes, partner, other, bytes, partner, context);
        if (partner > own) {
            mpimc_combine(function, op, type, sum, other, count);
            swap = sum;
            sum = other;
            other = swap;
            continue;
        }
        if (has_before)
            mpimc_combine(function, op, type, other, before, count);
        else
            memcpy(before, other, bytes);
        has_before = 1;
        mpimc_combine(function, op, type, other, sum, count);
    }
    if (!with_own && has_before)
        memcpy(out, before, bytes);
    if (with_own && has_before)
        mpimc_combine(function, op, type, before, last, count);
    if (with_own)
        memcpy(out, last, bytes);
    free(space);
}

/* Combines the elements of the ranks up to this one, in their order.
   Cost: log2(ranks) exchanges and twice as many combinations, one after the other. */
int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    scan("MPI_Scan", in, out, count, type, op, comm, 1);
    return MPI_SUCCESS;
}

/* The same without this one; rank 0 gets nothing. */
int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    scan("MPI_Exscan", in, out, count, type, op, comm, 0);
    return MPI_SUCCESS;
}
