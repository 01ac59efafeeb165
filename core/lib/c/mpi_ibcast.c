#include <internal_mpi_schedule.h>

/* Begins a barrier: it ends when every rank has begun it.
   Cost: at most 1100 + 250 log2(ranks) cycles until it returns, and 1100 + 1000 log2(ranks) until it ends, if all ranks begin
   it together. */
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Ibarrier", request, 1, MPI_INT, comm));
    struct mpimc_schedule *s = mpimc_schedule("MPI_Ibarrier", comm, MPIMC_Barrier, 0);
    const int *map = mpimc_map(comm);
    int own = mpimc_own(comm), ranks = mpimc_ranks(comm);
    for (int bit = 1; bit < ranks; bit <<= 1) {
        int to = own + bit < ranks ? own + bit : own + bit - ranks, from = own >= bit ? own - bit : own - bit + ranks;
        mpimc_add_send(s, NULL, 0, mpimc_to(map, to));
        mpimc_add_receive(s, NULL, 0, mpimc_to(map, from));
        mpimc_end_round(s);
    }
    return mpimc_begin_schedule(s, request);
}

/* Begins to copy the root's elements to all ranks, as MPI_Bcast does.
   Cost: at most 1300 cycles until it returns at a rank that waits; the root takes at most 450 more for each message that it
   sends. */
int MPI_Ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request *request)
{
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check("MPI_Ibcast", buffer, count, type, comm));
    MPIMC_TRY(mpimc_check_rank(MPI_ERR_ROOT, "MPI_Ibcast", root, comm));
    struct mpimc_schedule *s = mpimc_schedule("MPI_Ibcast", comm, MPIMC_Bcast, root);
    int ranks = mpimc_ranks(comm), own = mpimc_own(comm) - root, bit = 1;
    unsigned bytes = (unsigned)count * mpimc_size(type);
    const int *map = mpimc_map(comm);
    if (own < 0)
        own += ranks;
    mpimc_schedule_buffer(s, buffer, count, type, own != 0);
    buffer = mpimc_as_row(buffer, 0, count, type, own != 0);
    if (bytes >= 4096 && ranks >= 8 && (ranks & (ranks - 1)) == 0) {
        mpimc_add_long(s, buffer, NULL, (int)bytes, 1, root, comm);
        return mpimc_begin_schedule(s, request);
    }
    while (bit < ranks && (own & bit) == 0)
        bit <<= 1;
    if (own != 0) {
        int from = own - bit + root;
        mpimc_add_receive(s, buffer, bytes, mpimc_to(map, from >= ranks ? from - ranks : from));
        mpimc_end_round(s);
    }
    while ((bit >>= 1) != 0) {
        if (own + bit >= ranks)
            continue;
        int to = own + bit + root;
        mpimc_add_send(s, buffer, bytes, mpimc_to(map, to >= ranks ? to - ranks : to));
    }
    return mpimc_begin_schedule(s, request);
}
