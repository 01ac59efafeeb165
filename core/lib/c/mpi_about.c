#include <internal_mpi.h>
#include <stdlib.h>
#include <string.h>

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

int MPI_Get_library_version(char *version, int *length)
{
    strcpy(version, "MPIMC of M-Core Lab, MPI 3.1");
    *length = (int)strlen(version);
    return MPI_SUCCESS;
}

/* For tools that watch a program; there is none. */
int MPI_Pcontrol(const int level, ...)
{
    (void)level;
    return MPI_SUCCESS;
}

/* Memory of the heap: `memory` is the place of a pointer. */
int MPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void *memory)
{
    (void)info;
    if (bytes < 0)
        return mpimc_fail(MPI_ERR_ARG, "MPI_Alloc_mem", MPIMC_NEGATIVE_SIZE, bytes);
    void *made = malloc((unsigned)bytes);
    if (made == NULL && bytes != 0)
        return mpimc_fail(MPI_ERR_NO_MEM, "MPI_Alloc_mem", MPIMC_NO_MEMORY, bytes);
    *(void **)memory = made;
    return MPI_SUCCESS;
}

int MPI_Free_mem(void *memory)
{
    free(memory);
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
