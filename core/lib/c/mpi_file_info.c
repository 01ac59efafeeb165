#include <internal_mpi_file.h>

/* Hints of a file have no effect, and are not kept. Cost: at most 200 cycles, and that of MPI_Info_create. */

int MPI_File_set_info(MPI_File file, MPI_Info info)
{
    (void)info;
    MPIMC_FILE(f, "MPI_File_set_info", file);
    return class;
}

/* An object without hints, which the program frees. */
int MPI_File_get_info(MPI_File file, MPI_Info *info)
{
    MPIMC_FILE(f, "MPI_File_get_info", file);
    return MPI_Info_create(info);
}
