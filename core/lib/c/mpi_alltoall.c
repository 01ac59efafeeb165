#include <internal_mpi_parts.h>
#include <stdlib.h>
#include <string.h>

/* The algorithm of Bruck, for parts of whole words: place i holds the part for the rank i after this one. In the round
   of a bit, all places with this bit go to the rank that many after this one. */
static void bruck(const char *in, char *out, unsigned bytes, int ranks, unsigned label)
{
    int own = mpimc_state.rank;
    unsigned all = (unsigned)ranks * bytes, first = (unsigned)own * bytes;
    unsigned *places = mpimc_space("MPI_Alltoall", 3 * all), *end = places + all / 4, *packed = end;
    unsigned *got = packed + all / 4;
    memcpy(places, in + first, all - first);
    memcpy((char *)places + (all - first), in, first);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        unsigned run = (unsigned)bit * bytes / 4, *next = packed, *place, *last;
        for (place = places + run; place < end; place += run)
            for (last = place + run < end ? place + run : end; place != last;)
                *next++ = *place++;
        unsigned length = (unsigned)((char *)next - (char *)packed);
        int to = own + bit < ranks ? own + bit : own + bit - ranks, from = own >= bit ? own - bit : own - bit + ranks;
        mpimc_exchange("MPI_Alltoall", got, length, from, label, packed, length, to);
        next = got;
        for (place = places + run; place < end; place += run)
            for (last = place + run < end ? place + run : end; place != last;)
                *place++ = *next++;
    }
    const unsigned *from = places;
    char *part = out + first, *top = out + all - bytes;
    for (int i = 0; i < ranks; i++, from += bytes / 4, part = part == out ? top : part - bytes) {
        if (((unsigned)part & 3) != 0) {
            memcpy(part, from, bytes);
            continue;
        }
        mpimc_word *words = (mpimc_word *)part;
        words[0] = from[0];
        if (bytes == 8)
            words[1] = from[1];
    }
    free(places);
}

/* Each rank sends a part of its elements to each rank. In step i a rank sends to the rank i after it and receives from
   the rank i before it, so no two ranks send to one in the same step.
   Parts of 4 or 8 bytes between 32 and more ranks travel together, in log2(ranks) rounds.
   Cost: ranks - 1 exchanges, one after the other; for such small parts, log2(ranks) exchanges of half of all parts. */
int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                 MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (in != MPI_IN_PLACE)
        MPIMC_TRY(mpimc_check_quick("MPI_Alltoall", in, in_count, in_type, comm));
    MPIMC_TRY(mpimc_check_quick("MPI_Alltoall", out, out_count, out_type, comm));
    unsigned bytes = (unsigned)out_count * mpimc_size(out_type), label = MPIMC_ROUND(comm, Alltoall, 0);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    char *copy = NULL;
    in = mpimc_as_row(in, 0, in_count * ranks, in_type, 0);
    out = mpimc_as_row(out, 0, out_count * ranks, out_type, 1);
    if (in == MPI_IN_PLACE) {
        copy = mpimc_space("MPI_Alltoall", bytes * (unsigned)ranks);
        memcpy(copy, out, bytes * (unsigned)ranks);
        in = copy;
    }
    if ((bytes == 4 || bytes == 8) && ranks >= 32 && comm == MPI_COMM_WORLD)
        bruck(in, out, bytes, ranks, label);
    else {
        memcpy((char *)out + (unsigned)own * bytes, (const char *)in + (unsigned)own * bytes, bytes);
        for (int step = 1; step < ranks; step++) {
            int to = own + step < ranks ? own + step : own + step - ranks;
            int from = own >= step ? own - step : own - step + ranks;
            mpimc_exchange("MPI_Alltoall", (char *)out + (unsigned)from * bytes, bytes, mpimc_to(map, from), label,
                           (const char *)in + (unsigned)to * bytes, bytes, mpimc_to(map, to));
        }
    }
    free(copy);
    MPIMC_RETURN_ROWS;
}

/* Each rank sends a part of its elements to each rank; counts and places are in elements. The steps are those of
   MPI_Alltoall; in place, two ranks whose sum is the step swap their parts, so that a part is sent before another replaces it.
   Cost: ranks - 1 exchanges, one after the other. */
int MPI_Alltoallv(const void *in, const int in_counts[], const int in_places[], MPI_Datatype in_type, void *out,
                  const int out_counts[], const int out_places[], MPI_Datatype out_type, MPI_Comm comm)
{
    MPIMC_BEGIN;
    int in_place = in == MPI_IN_PLACE;
    if (!in_place)
        MPIMC_TRY(mpimc_check_parts("MPI_Alltoallv", in, in_counts, in_type, comm));
    MPIMC_TRY(mpimc_check_parts("MPI_Alltoallv", out, out_counts, out_type, comm));
    struct parts to = mpimc_parts(out, out_counts, out_places, out_type, comm, 1), from = to;
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    if (!in_place) {
        from = mpimc_parts(in, in_counts, in_places, in_type, comm, 0);
        memcpy(listed_part(&to, own), listed_part(&from, own), listed_length(&from, own));
    }
    for (int step = !in_place; step < ranks; step++) {
        int next = in_place ? step - own : own + step - ranks, last = own - step;
        if (next < 0)
            next += ranks;
        if (in_place)
            last = next;
        else if (last < 0)
            last += ranks;
        if (next == own)
            continue;
        char *sent = listed_part(&from, next), *copy = NULL;
        unsigned length = listed_length(&from, next);
        if (in_place)
            sent = copy = memcpy(mpimc_space("MPI_Alltoallv", length), sent, length);
        mpimc_exchange("MPI_Alltoallv", listed_part(&to, last), listed_length(&to, last), mpimc_to(map, last),
                       MPIMC_ROUND(comm, Alltoallv, 0), sent, length, mpimc_to(map, next));
        free(copy);
    }
    MPIMC_RETURN_ROWS;
}
