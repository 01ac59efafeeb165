#include <internal_mpi.h>

void mpimc_begin_receive(const char *function, struct mpimc_operation *r, void *buffer, int count, MPI_Datatype type,
                         int from, int tag, MPI_Comm comm)
{
    mpimc_check(function, buffer, count, type, comm);
    mpimc_check_tag(function, tag, 1);
    r->receive = 1;
    r->function = function;
    r->context = MPIMC_POINT(comm);
    r->tag = tag;
    r->length = 0;
    r->bytes = (unsigned)count * mpimc_size(type);
    r->buffer = buffer;
    r->peer = from;
    r->stage = MPIMC_DONE;
    if (from == MPI_PROC_NULL)
        r->tag = MPI_ANY_TAG;
    if (from == MPI_PROC_NULL)
        return;
    if (from != MPI_ANY_SOURCE)
        r->peer = mpimc_world(function, from, comm);
    mpimc_open(r);
}

/* Waits for a message and takes it. A message that does not fit the buffer stops the chip.
   Cost: part of that of MPI_Send. */
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    if (mpimc_usual(buffer, count, type, from, comm) && (unsigned)(tag + 1) <= MPI_TAG_UB_VALUE + 1) {
        mpimc_receive("MPI_Recv", buffer, (unsigned)count * mpimc_size(type), from,
                      MPIMC_LABEL(MPIMC_POINT(MPI_COMM_WORLD), tag), status);
        return MPI_SUCCESS;
    }
    struct mpimc_operation r;
    mpimc_begin_receive("MPI_Recv", &r, buffer, count, type, from, tag, comm);
    if (r.stage != MPIMC_DONE)
        mpimc_wait(&r);
    mpimc_status(&r, status);
    return MPI_SUCCESS;
}
