#include <internal_mpi_schedule.h>

struct range {
    int at, count;
};

/* The messages and combinations of mpimc_long (see there), as steps: the results are the same bit for bit.
   Cost: at most 60 cycles for each step; the steps take what those of mpimc_long do. */
char *mpimc_add_long(struct mpimc_schedule *s, char *sum, char *other, int count, unsigned size, int root, MPI_Comm comm)
{
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm), power = 1 << (31 - __builtin_clz((unsigned)ranks));
    int pairs = ranks - power, paired = own < 2 * pairs, even = paired && (own & 1) == 0, mate = mpimc_to(map, own ^ 1);
    int place = paired ? own >> 1 : own - pairs, far = place ^ (root < 2 * pairs ? root >> 1 : root - pairs), bit = 1;
    unsigned bytes = (unsigned)count * size;
    struct range ranges[17], *range = ranges;
    ranges[0] = (struct range){0, count};
    if (even) {
        mpimc_add_send(s, sum, bytes, mate);
        mpimc_end_round(s);
    } else if (paired) {
        mpimc_add_receive(s, other, bytes, mate);
        mpimc_end_round(s);
        mpimc_add_combine(s, other, sum, count);
    }
    for (; !even && bit < power; bit <<= 1, range++) {
        int partner = place ^ bit, rank = mpimc_to(map, partner < pairs ? 2 * partner + 1 : partner + pairs);
        int half = range->count / 2 & ~3;
        struct range low = {range->at, half}, high = {range->at + half, range->count - half}, out;
        if (s->op != 0 && (half == 0 || !mpimc_is_long((unsigned)range->count * size, power / bit)))
            low = high = *range;
        range[1] = place & bit ? high : low;
        out = place & bit ? low : high;
        char *from = sum + (unsigned)out.at * size;
        unsigned at = (unsigned)range[1].at * size, length = (unsigned)range[1].count * size;
        unsigned out_length = (unsigned)out.count * size;
        if (s->op == 0) {
            if (far < bit)
                mpimc_add_send(s, from, out_length, rank);
            else if (far < 2 * bit)
                mpimc_add_receive(s, sum + at, length, rank);
            mpimc_end_round(s);
            continue;
        }
        mpimc_add_receive(s, other + at, length, rank);
        mpimc_add_send(s, from, out_length, rank);
        mpimc_end_round(s);
        if (place & bit) {
            mpimc_add_combine(s, other + at, sum + at, range[1].count);
            continue;
        }
        mpimc_add_combine(s, sum + at, other + at, range[1].count);
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
        int all = s->op == 0 || root < 0;
        if (rest != 0 && (all || !(far & bit)))
            mpimc_add_receive(s, got, rest, rank);
        if (rest != 0 && (all || far & bit))
            mpimc_add_send(s, mine, length, rank);
        mpimc_end_round(s);
        /* A rank that does not agree with the root in this bit has no further part in it. */
        if (s->op != 0 && root >= 0 && far & bit)
            break;
    }
    if (paired && (root < 0 || root == (own & ~1))) {
        if (even)
            mpimc_add_receive(s, sum, bytes, mate);
        else
            mpimc_add_send(s, sum, bytes, mate);
        mpimc_end_round(s);
    }
    return sum;
}
