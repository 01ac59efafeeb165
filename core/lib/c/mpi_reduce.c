#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Combines the elements of all ranks at the root, along a binomial tree, in the order of the ranks. The order depends
   on the ranks alone, so the result is the same from run to run.
   Cost: log2(ranks) messages and combinations, one after the other; one message more if the root is not rank 0. */
int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (in == MPI_IN_PLACE)
        in = out;
    mpimc_check("MPI_Reduce", in, count, type, comm);
    mpimc_check_op("MPI_Reduce", op, type);
    mpimc_world("MPI_Reduce", root, comm);
    if (own == root)
        mpimc_check("MPI_Reduce", out, count, type, comm);
    unsigned bytes = (unsigned)count * mpimc_size(type), context = MPIMC_COLLECTIVE(comm);
    char *space = mpimc_space("MPI_Reduce", 2 * bytes), *sum = space, *other = space + bytes;
    memcpy(sum, in, bytes);
    int bit = 1;
    for (; bit < ranks && (own & bit) == 0; bit <<= 1) {
        if (own + bit >= ranks)
            continue;
        mpimc_receive(other, bytes, own + bit, context);
        mpimc_combine("MPI_Reduce", op, type, sum, other, count);
        char *swap = sum;
        sum = other;
        other = swap;
    }
    if (own != 0)
        mpimc_send(sum, bytes, own - bit, context);
    else if (root != 0)
        mpimc_send(sum, bytes, root, context);
    if (own == root && root != 0)
        mpimc_receive(out, bytes, 0, context);
    else if (own == root)
        memcpy(out, sum, bytes);
    free(space);
    return MPI_SUCCESS;
}
