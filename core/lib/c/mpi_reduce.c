#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* `rowed`: `out` is without gaps, even if the type has some. */
static int reduce(const char *function, unsigned label, const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
                  int root, MPI_Comm comm, int rowed)
{
    if (in == MPI_IN_PLACE)
        in = out;
    MPIMC_ASK(mpimc_check_quick(function, in, count, type, comm));
    MPIMC_ASK(mpimc_check_op_quick(function, op, type));
    MPIMC_ASK(mpimc_check_rank(MPI_ERR_ROOT, function, root, comm));
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), bit = 1, first = 0;
    if (own == root && out == NULL)
        MPIMC_ASK(mpimc_check(function, out, count, type, comm));
    unsigned bytes = (unsigned)count * mpimc_size(type);
    const int *map = mpimc_map(comm);
    double small[16];
    char *space = mpimc_borrow(function, small, sizeof small, 2 * bytes), *sum = space, *other = space + bytes;
    mpimc_take_elements(sum, in, bytes, type);
    if (mpimc_is_long(bytes, ranks)) {
        sum = mpimc_long(function, label, sum, other, count, type, op, root, comm);
        first = root;
        bit = ranks;
    }
    for (; bit < ranks && (own & bit) == 0; bit <<= 1) {
        if (own + bit >= ranks)
            continue;
        mpimc_receive_all(function, other, bytes, mpimc_to(map, own + bit), label);
        mpimc_combine(op, sum, other, count, type);
        char *swap = sum;
        sum = other;
        other = swap;
    }
    if (own != 0 && bit < ranks)
        mpimc_send(function, sum, bytes, mpimc_to(map, own - bit), label);
    if (own == 0 && root != first)
        mpimc_send(function, sum, bytes, mpimc_to(map, root), label);
    if (own == root && root != first)
        mpimc_receive_all(function, sum = type < 0 ? space : out, bytes, mpimc_to(map, 0), label);
    if (own == root && sum != out)
        mpimc_put_elements(out, sum, bytes, rowed ? MPI_BYTE : type);
    if (space != (char *)small)
        free(space);
    return MPI_SUCCESS;
}

/* Combines the elements of all ranks at the root, along a binomial tree, in the order of the ranks. The order depends
   on the ranks alone, so the result is the same from run to run.
   Cost: log2(ranks) messages and combinations, one after the other; one message more if the root is not rank 0. If
   the bytes times log2(ranks) are at least 768, halves are combined and then sent to the root: at most twice as many
   messages, but of about two vectors in all, and about one combination of the vector. */
int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    MPIMC_BEGIN;
    unsigned label = MPIMC_ROUND(comm, REDUCES + (op < 16 ? op & 7 : 0), root);
    MPIMC_TRY(reduce("MPI_Reduce", label, in, out, count, type, op, root, comm, 0));
    MPIMC_RETURN;
}

/* Combines the elements of all ranks, in the order of the ranks; then each rank gets its `count` of the results.
   Cost: those of MPI_Reduce and MPI_Scatter. */
int MPI_Reduce_scatter_block(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    static const char function[] = "MPI_Reduce_scatter_block";
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check(function, out, count, type, comm));
    int all = count * mpimc_ranks(comm);
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm, Reduce_scatter_block, MPIMC_OP(op));
    char *sum = mpimc_space(function, bytes * (unsigned)mpimc_ranks(comm));
    int error = reduce(function, label, in == MPI_IN_PLACE ? out : in, sum, all, type, op, 0, comm, 1);
    if (error == MPI_SUCCESS)
        mpimc_scatter(function, label, sum, mpimc_as_row(out, 0, count, type, 1), bytes, 0, comm);
    free(sum);
    MPIMC_TRY(error);
    MPIMC_RETURN_ROWS;
}

/* inout = in op inout on this rank alone.
   Cost: at most 100 cycles, and those of the operation. */
int MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op)
{
    static const char function[] = "MPI_Reduce_local";
    MPIMC_ASK(mpimc_check(function, in, count, type, MPI_COMM_WORLD));
    MPIMC_ASK(mpimc_check(function, inout, count, type, MPI_COMM_WORLD));
    MPIMC_ASK(mpimc_check_op(function, op, type));
    mpimc_combine(op, mpimc_as_row(in, 0, count, type, 0), mpimc_as_row(inout, 0, count, type, 1), count, type);
    if (mpimc_rows != NULL)
        mpimc_end_rows();
    return MPI_SUCCESS;
}
