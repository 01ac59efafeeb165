#include <internal_mpi_file.h>

/* The ranks that have opened a file. Cost: that of MPI_Comm_group. */
int MPI_File_get_group(MPI_File file, MPI_Group *group)
{
    MPIMC_FILE(f, "MPI_File_get_group", file);
    return MPI_Comm_group(f->comm, group);
}
