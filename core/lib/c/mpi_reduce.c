#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Combines the elements of all ranks at the root, along a binomial tree, in the order of the ranks. The order depends
   on the ranks alone, so the result is the same from run to run.
   Cost: log2(ranks) messages and combinations, one after the other; one message more if the root is not rank 0. */
int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (in == MPI_IN_PLACE)
        in = out;
    MPIMC_TRY(mpimc_check_quick("MPI_Reduce", in, count, type, comm));
    MPIMC_TRY(mpimc_check_op_quick("MPI_Reduce", op, type));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Reduce", root, comm));
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (own == root)
        MPIMC_TRY(mpimc_check_quick("MPI_Reduce", out, count, type, comm));
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm);
    const int *map = mpimc_map(comm);
    double small[16];
    char *space = mpimc_borrow("MPI_Reduce", small, sizeof small, 2 * bytes), *sum = space, *other = space + bytes;
    mpimc_copy(sum, in, bytes);
    int bit = 1;
    for (; bit < ranks && (own & bit) == 0; bit <<= 1) {
        if (own + bit >= ranks)
            continue;
        mpimc_receive_all("MPI_Reduce", other, bytes, mpimc_to(map, own + bit), label);
        mpimc_combine(op, sum, other, count, type);
        char *swap = sum;
        sum = other;
        other = swap;
    }
    if (own != 0)
        mpimc_send("MPI_Reduce", sum, bytes, mpimc_to(map, own - bit), label);
    else if (root != 0)
        mpimc_send("MPI_Reduce", sum, bytes, mpimc_to(map, root), label);
    if (own == root && root != 0)
        mpimc_receive_all("MPI_Reduce", out, bytes, mpimc_to(map, 0), label);
    else if (own == root)
        mpimc_copy(out, sum, bytes);
    if (space != (char *)small)
        free(space);
    MPIMC_RETURN;
}

/* Combines the elements of all ranks, in the order of the ranks; then each rank gets its `count` of the results.
   Cost: those of MPI_Reduce and MPI_Scatter. */
int MPI_Reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Reduce_scatter_block", out, count, type, comm));
    int all = count * mpimc_ranks(comm);
    char *sum = mpimc_space("MPI_Reduce_scatter_block", (unsigned)all * mpimc_size(type));
    int error = MPI_Reduce(in == MPI_IN_PLACE ? out : in, sum, all, type, op, 0, comm);
    if (error == MPI_SUCCESS)
        MPI_Scatter(sum, count, type, out, count, type, 0, comm);
    free(sum);
    MPIMC_TRY(error);
    MPIMC_RETURN;
}
