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
    mpimc_check_quick("MPI_Reduce", in, count, type, comm);
    mpimc_check_op_quick("MPI_Reduce", op, type);
    mpimc_world("MPI_Reduce", root, comm);
    if (own == root)
        mpimc_check_quick("MPI_Reduce", out, count, type, comm);
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm);
    double small[16];
    char *space = mpimc_borrow("MPI_Reduce", small, sizeof small, 2 * bytes), *sum = space, *other = space + bytes;
    mpimc_copy(sum, in, bytes);
    int bit = 1;
    for (; bit < ranks && (own & bit) == 0; bit <<= 1) {
        if (own + bit >= ranks)
            continue;
        mpimc_receive_all("MPI_Reduce", other, bytes, own + bit, label);
        mpimc_combine("MPI_Reduce", op, sum, other, count, type);
        char *swap = sum;
        sum = other;
        other = swap;
    }
    if (own != 0)
        mpimc_send("MPI_Reduce", sum, bytes, own - bit, label);
    else if (root != 0)
        mpimc_send("MPI_Reduce", sum, bytes, root, label);
    if (own == root && root != 0)
        mpimc_receive_all("MPI_Reduce", out, bytes, 0, label);
    else if (own == root)
        mpimc_copy(out, sum, bytes);
    if (space != (char *)small)
        free(space);
    return MPI_SUCCESS;
}
