#include <internal_mpi_large.h>

/* The rank whose message a receive from any rank takes, if nothing else is open and that message is there: it begins after
   the rank served last. Else MPI_ANY_SOURCE. */
static int first_there(unsigned label)
{
    if (!quiet())
        return MPI_ANY_SOURCE;
    int nodes = mpimc_state.nodes, source = mpimc_state.next_source;
    for (int i = 0; i < nodes; i++) {
        const struct mpimc_peer *peer = &mpimc_state.peers[source];
        const volatile unsigned *end = next_end(peer);
        int next = source + 1 < nodes ? source + 1 : 0;
        if (end[-1] == peer->received + 1) {
            if (!fits(label, end[-3]))
                return MPI_ANY_SOURCE;
            mpimc_state.next_source = next;
            return source;
        }
        source = next;
    }
    return MPI_ANY_SOURCE;
}

/* A receive from any rank, or one whose arguments are not the usual ones. */
static __attribute__((noinline)) int receive(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                                             MPI_Status *status)
{
    if (from == MPI_ANY_SOURCE && mpimc_usual(buffer, count, type, 0, comm) &&
        (unsigned)(tag + 1) <= MPI_TAG_UB_VALUE + 1) {
        unsigned label = MPIMC_LABEL(MPIMC_POINT(MPI_COMM_WORLD), tag);
        int source = first_there(label);
        if (source != MPI_ANY_SOURCE) {
            MPIMC_TAKEN(mpimc_receive("MPI_Recv", buffer, (unsigned)count * mpimc_basic_size(type), source, label,
                                      status));
            MPIMC_RETURN;
        }
    }
    struct mpimc_operation r;
    MPIMC_TRY(mpimc_begin("MPI_Recv", &r, buffer, count, type, from, tag, comm, MPIMC_RECEIVES));
    if (r.stage != MPIMC_DONE)
        mpimc_wait(&r);
    int error = mpimc_status(&r, status);
    mpimc_end(&r);
    return mpimc_leave(error);
}

/* Waits for a message and takes it. A message that does not fit the buffer is an error.
   Cost: part of that of MPI_Send. */
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    MPIMC_BEGIN;
    if (!mpimc_usual(buffer, count, type, from, comm) || (unsigned)(tag + 1) > MPI_TAG_UB_VALUE + 1)
        return receive(buffer, count, type, from, tag, comm, status);
    MPIMC_TAKEN(mpimc_receive("MPI_Recv", buffer, (unsigned)count * mpimc_basic_size(type), from,
                              MPIMC_LABEL(MPIMC_POINT(MPI_COMM_WORLD), tag), status));
    MPIMC_RETURN;
}
