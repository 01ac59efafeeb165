#include <internal_mpi.h>

/* Rank and size. Cost: at most 90 cycles; of the world, 20. */
int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    MPIMC_ASK(mpimc_check_quick("MPI_Comm_rank", rank, 1, MPI_INT, comm));
    *rank = mpimc_own(comm);
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    MPIMC_ASK(mpimc_check_quick("MPI_Comm_size", size, 1, MPI_INT, comm));
    *size = mpimc_ranks(comm);
    return MPI_SUCCESS;
}

int MPI_Initialized(int *flag)
{
    *flag = mpimc_state.started != 0;
    return MPI_SUCCESS;
}

int MPI_Finalized(int *flag)
{
    *flag = mpimc_state.started == 2;
    return MPI_SUCCESS;
}

/* Stops the chip. */
int MPI_Abort(MPI_Comm comm, int code)
{
    (void)comm;
    mpimc_stop("MPI_Abort", MPIMC_ABORTED, code);
}

int MPI_Get_version(int *version, int *subversion)
{
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

/* Bytes of the data of an element. The gap of a pair travels with it. */
int MPI_Type_size(MPI_Datatype type, int *bytes)
{
    MPIMC_ASK(mpimc_check("MPI_Type_size", bytes, 1, type, MPI_COMM_WORLD));
    int gap = type == MPI_DOUBLE_INT ? 4 : type == MPI_SHORT_INT ? 2 : 0;
    *bytes = (int)mpimc_size(type) - gap;
    return MPI_SUCCESS;
}
