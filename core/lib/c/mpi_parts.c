#include <internal_mpi_parts.h>

/* Cost: at most 30 cycles for each rank. */
int mpimc_check_parts(const char *function, const void *buffer, const int counts[], MPI_Datatype type, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, comm));
    for (int rank = 0; rank < mpimc_ranks(comm); rank++)
        MPIMC_ASK(mpimc_check_quick(function, buffer, counts[rank], type, comm));
    return MPI_SUCCESS;
}

mpimc_parter *mpimc_gapped_parts;

struct parts mpimc_parts(const void *buffer, const int counts[], const int places[], MPI_Datatype type, MPI_Comm comm,
                         int receive)
{
    unsigned size = mpimc_size(type);
    struct parts parts = {(char *)buffer, counts, places, size, size};
    if (type < 0 && buffer != MPI_IN_PLACE)
        mpimc_gapped_parts(&parts, buffer, type, comm, receive);
    return parts;
}
