#include <internal_mpi.h>

/* Elements of a message; MPI_UNDEFINED if its bytes are no multiple of the type's.
   Cost: at most 60 cycles. */
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count)
{
    unsigned size = mpimc_basic_size(type), bytes = (unsigned)status->_bytes;
    if (size == 0) {
        MPIMC_ASK(mpimc_check("MPI_Get_count", count, 1, type, MPI_COMM_WORLD));
        size = mpimc_made_size(type);
    }
    if (size == 0)
        *count = bytes == 0 ? 0 : MPI_UNDEFINED;
    else
        *count = bytes % size == 0 ? (int)(bytes / size) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

/* What MPI_Get_count then gives. */
int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype type, int count)
{
    MPIMC_ASK(mpimc_check("MPI_Status_set_elements", status, count, type, MPI_COMM_WORLD));
    status->_bytes = count * (int)mpimc_size(type);
    return MPI_SUCCESS;
}

/* What MPI_Test_cancelled then gives. */
int MPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    if (flag)
        status->_bytes = -1;
    else if (status->_bytes == -1)
        status->_bytes = 0;
    return MPI_SUCCESS;
}
