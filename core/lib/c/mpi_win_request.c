#include <internal_mpi_win.h>

/* It ends with the messages that name it. The checks of the simulator read the buffer. Cost: at most 150 cycles. */
struct mpimc_operation *mpimc_window_request(const char *function, MPI_Request *request, const void *buffer, int count,
                                             MPI_Datatype type, int written)
{
    struct mpimc_operation *o = mpimc_new_request(function, request);
    *o = (struct mpimc_operation){.peer = MPI_PROC_NULL, .tag = MPI_ANY_TAG, .stage = MPIMC_DONE, .function = function};
    o->buffer = o->user = (char *)buffer;
    o->type = type;
    o->count = count;
    o->receive = (unsigned char)written;
    return o;
}
