#include <internal_mpi.h>

/* Cost: of a long vector of n words, at most 900 log2(ranks) + 4.5 n cycles up to 64 ranks, and one combination of it. */

struct range {
    int at, count;
};

/* `count` elements in `sum` of all ranks are combined; `other` is as much room. The root gets the result, or, if it is
   negative, all ranks do. Without an operation all get the root's elements. Where the result is.
   In the round of a bit, from the lowest one, ranks whose places differ in this bit exchange what they have, in the order of the
   ranks. Of a long range it is halves, so that data go far only when they are few; then the bits go back, and the parts are
   put together. If the ranks are no power of two, pairs of the first ones have one place. */
char *mpimc_long(const char *function, unsigned label, char *sum, char *other, int count, MPI_Datatype type, MPI_Op op,
                 int root, MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), power = 1 << (31 - __builtin_clz((unsigned)ranks));
    int pairs = ranks - power, paired = own < 2 * pairs, even = paired && (own & 1) == 0, mate = mpimc_to(map, own ^ 1);
    int place = paired ? own >> 1 : own - pairs, far = place ^ (root < 2 * pairs ? root >> 1 : root - pairs), bit = 1;
    unsigned size = mpimc_size(type), bytes = (unsigned)count * size;
    struct range ranges[17], *range = ranges;
    ranges[0] = (struct range){0, count};
    if (even)
        mpimc_send(function, sum, bytes, mate, label);
    else if (paired) {
        mpimc_receive_all(function, other, bytes, mate, label);
        mpimc_combine(op, other, sum, count, type);
    }
    for (; !even && bit < power; bit <<= 1, range++) {
        int partner = place ^ bit, rank = mpimc_to(map, partner < pairs ? 2 * partner + 1 : partner + pairs);
        int half = range->count / 2 & ~3;
        struct range low = {range->at, half}, high = {range->at + half, range->count - half}, out;
        if (op != 0 && (half == 0 || !mpimc_is_long((unsigned)range->count * size, power / bit)))
            low = high = *range;
        range[1] = place & bit ? high : low;
        out = place & bit ? low : high;
        char *from = sum + (unsigned)out.at * size;
        unsigned at = (unsigned)range[1].at * size, length = (unsigned)range[1].count * size;
        unsigned out_length = (unsigned)out.count * size;
        if (op == 0) {
            if (far < bit)
                mpimc_send(function, from, out_length, rank, label);
            else if (far < 2 * bit)
                mpimc_receive_all(function, sum + at, length, rank, label);
            continue;
        }
        mpimc_exchange(function, other + at, length, rank, label, from, out_length, rank);
        if (place & bit) {
            mpimc_combine(op, other + at, sum + at, range[1].count, type);
            continue;
        }
        mpimc_combine(op, sum + at, other + at, range[1].count, type);
        char *swap = sum;
        sum = other;
        other = swap;
    }
    while (!even && (bit >>= 1) != 0) {
        int partner = place ^ bit, rank = mpimc_to(map, partner < pairs ? 2 * partner + 1 : partner + pairs);
        char *mine = sum + (unsigned)range->at * size;
        unsigned length = (unsigned)range->count * size;
        range--;
        unsigned rest = (unsigned)range->count * size - length;
        char *got = place & bit ? sum + (unsigned)range->at * size : mine + length;
        if (rest != 0 && (op == 0 || root < 0))
            mpimc_exchange(function, got, rest, rank, label, mine, length, rank);
        else if (rest != 0 && far & bit)
            mpimc_send(function, mine, length, rank, label);
        else if (rest != 0)
            mpimc_receive_all(function, got, rest, rank, label);
        /* A rank that does not agree with the root in this bit has no further part in it. */
        if (op != 0 && root >= 0 && far & bit)
            break;
    }
    if (paired && (root < 0 || root == (own & ~1))) {
        if (even)
            mpimc_receive_all(function, sum, bytes, mate, label);
        else
            mpimc_send(function, sum, bytes, mate, label);
    }
    return sum;
}
