#include <internal_mpi.h>

/* Sends `count` elements. A message of at most 52 bytes (beyond 256 nodes, 20 bytes) is on its way when the call ends;
   if four of them (beyond 64 nodes, two) wait at the receiver, the call waits. A longer message waits for its receive.
   Cost: from this call until MPI_Recv has come back at a neighbour that waits, at most 205 + 12 n cycles for n words of
   a short message, and 320 + 1.47 n for n words of a long one. If the buffers or the bytes are no multiples of 4, or
   other operations are open: at most 660, and 1100 + 1.47 n. */
int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPIMC_BEGIN;
    if (mpimc_usual(buffer, count, type, to, comm) && (unsigned)tag <= MPI_TAG_UB_VALUE) {
        mpimc_send("MPI_Send", buffer, (unsigned)count * mpimc_basic_size(type), to,
                   MPIMC_LABEL(MPIMC_POINT(MPI_COMM_WORLD), tag));
        MPIMC_RETURN;
    }
    struct mpimc_operation s;
    MPIMC_TRY(mpimc_begin("MPI_Send", &s, buffer, count, type, to, tag, comm, MPIMC_SENDS));
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
    mpimc_end(&s);
    MPIMC_RETURN;
}

/* The receiver must be there before. */
int MPI_Rsend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return MPI_Send(buffer, count, type, to, tag, comm);
}

/* Ends only when the receiver has taken the message. */
int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    MPIMC_BEGIN;
    struct mpimc_operation s;
    MPIMC_TRY(mpimc_begin("MPI_Ssend", &s, buffer, count, type, to, tag, comm, MPIMC_WAITS));
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
    mpimc_end(&s);
    MPIMC_RETURN;
}
