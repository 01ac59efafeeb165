#include <internal_mpi_parts.h>

/* Cost: at most 30 cycles for each rank. */
int mpimc_check_parts(const char *function, const void *buffer, const int counts[], MPI_Datatype type, MPI_Comm comm)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, comm));
    for (int rank = 0; rank < mpimc_ranks(comm); rank++)
        MPIMC_ASK(mpimc_check_quick(function, buffer, counts[rank], type, comm));
    return MPI_SUCCESS;
}

struct parts mpimc_parts(const void *buffer, const int counts[], const int places[], MPI_Datatype type, MPI_Comm comm,
                         int receive)
{
    int low = 0x7fffffff, high = -low;
    for (int rank = type < 0 ? mpimc_ranks(comm) : 0; rank-- > 0;) {
        if (counts[rank] != 0 && places[rank] < low)
            low = places[rank];
        if (counts[rank] != 0 && places[rank] + counts[rank] > high)
            high = places[rank] + counts[rank];
    }
    if (low > high)
        low = high = 0;
    return (struct parts){mpimc_as_row(buffer, low, high, type, receive), counts, places, mpimc_size(type)};
}
