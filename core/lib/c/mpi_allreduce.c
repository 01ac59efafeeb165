#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Combines the elements of all ranks, in the order of the ranks, and gives the result to all; it is the same bit for
   bit on all ranks. Recursive doubling; if the number is no power of two, pairs of the first ranks go together.
   Cost: log2(ranks) exchanges and combinations, one after the other; two messages more if ranks is no power of two. */
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    if (in != MPI_IN_PLACE)
        mpimc_check("MPI_Allreduce", in, count, type, comm);
    mpimc_check("MPI_Allreduce", out, count, type, comm);
    mpimc_check_op("MPI_Allreduce", op, type);
    unsigned bytes = (unsigned)count * mpimc_size(type), context = MPIMC_COLLECTIVE(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), power = 1;
    char *space = mpimc_space("MPI_Allreduce", 2 * bytes), *sum = space, *other = space + bytes, *swap;
    memcpy(sum, in == MPI_IN_PLACE ? out : in, bytes);
    while (2 * power <= ranks)
        power *= 2;
    int pairs = ranks - power, place = own < 2 * pairs ? own / 2 : own - pairs;
    if (own < 2 * pairs && own % 2 == 0) {
        mpimc_send(sum, bytes, own + 1, context);
        mpimc_receive(sum, bytes, own + 1, context);
    } else {
        if (own < 2 * pairs) {
            mpimc_receive(other, bytes, own - 1, context);
            mpimc_combine("MPI_Allreduce", op, type, other, sum, count);
        }
        for (int bit = 1; bit < power; bit <<= 1) {
            int partner = place ^ bit, rank = partner < pairs ? 2 * partner + 1 : partner + pairs;
            mpimc_exchange(sum, bytes, rank, other, bytes, rank, context);
            if (partner < place) {
                mpimc_combine("MPI_Allreduce", op, type, other, sum, count);
                continue;
            }
            mpimc_combine("MPI_Allreduce", op, type, sum, other, count);
            swap = sum;
            sum = other;
            other = swap;
        }
        if (own < 2 * pairs)
            mpimc_send(sum, bytes, own - 1, context);
    }
    memcpy(out, sum, bytes);
    free(space);
    return MPI_SUCCESS;
}
