#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

/* Combines the elements of all ranks, in the order of the ranks, and gives the result to all; it is the same bit for
   bit on all ranks. Recursive doubling; if the number is no power of two, pairs of the first ranks go together.
   Cost: log2(ranks) exchanges and combinations, one after the other; two messages more if ranks is no power of two. A
   double takes at most 310 log2(ranks) + 60 cycles up to 64 ranks. If the bytes times log2(ranks) are at least 768, halves
   are combined and then put together: at most twice as many exchanges, but of about two vectors in all, and about one
   combination of the vector. Then n words of int take at most 900 log2(ranks) + 18.5 n cycles. */
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check_quick("MPI_Allreduce", in == MPI_IN_PLACE ? out : in, count, type, comm));
    if (out == NULL)
        MPIMC_TRY(mpimc_check("MPI_Allreduce", out, count, type, comm));
    MPIMC_TRY(mpimc_check_op_quick("MPI_Allreduce", op, type));
    unsigned bytes = (unsigned)count * mpimc_size(type), label = MPIMC_ROUND(comm, Allreduce, MPIMC_OP(op));
    const int *map = mpimc_map(comm);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm), power;
    double small[16];
    char *space = mpimc_borrow("MPI_Allreduce", small, sizeof small, 2 * bytes);
    char *sum = space, *other = space + bytes, *swap;
    mpimc_take_elements(sum, in == MPI_IN_PLACE ? out : in, bytes, type);
    if (mpimc_is_long(bytes, ranks))
        sum = mpimc_long("MPI_Allreduce", label, sum, other, count, type, op, -1, comm);
    else {
        power = 1 << (31 - __builtin_clz((unsigned)ranks));
        int pairs = ranks - power, place = own < 2 * pairs ? own >> 1 : own - pairs;
        if (own < 2 * pairs && (own & 1) == 0) {
            mpimc_send("MPI_Allreduce", sum, bytes, mpimc_to(map, own + 1), label);
            mpimc_receive_all("MPI_Allreduce", sum, bytes, mpimc_to(map, own + 1), label);
        } else {
            if (own < 2 * pairs) {
                mpimc_receive_all("MPI_Allreduce", other, bytes, mpimc_to(map, own - 1), label);
                mpimc_combine(op, other, sum, count, type);
            }
            for (int bit = 1; bit < power; bit <<= 1) {
                int partner = place ^ bit, rank = mpimc_to(map, partner < pairs ? 2 * partner + 1 : partner + pairs);
                mpimc_exchange("MPI_Allreduce", other, bytes, rank, label, sum, bytes, rank);
                if (partner < place) {
                    mpimc_combine(op, other, sum, count, type);
                    continue;
                }
                mpimc_combine(op, sum, other, count, type);
                swap = sum;
                sum = other;
                other = swap;
            }
            if (own < 2 * pairs)
                mpimc_send("MPI_Allreduce", sum, bytes, mpimc_to(map, own - 1), label);
        }
    }
    mpimc_put_elements(out, sum, bytes, type);
    if (space != (char *)small)
        free(space);
    MPIMC_RETURN;
}
