#include <internal_mpi_file.h>

/* Errors of files. A file that is opened gets the handler of MPI_FILE_NULL, which at first gives errors back. */

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler handler)
{
    static const char function[] = "MPI_File_set_errhandler";
    if (file == MPI_FILE_NULL) {
        mpimc_file_handler = handler;
        return MPI_SUCCESS;
    }
    MPIMC_FILE(f, function, file);
    f->handler = handler;
    return class;
}

int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *handler)
{
    *handler = mpimc_file_handler;
    if (file == MPI_FILE_NULL)
        return MPI_SUCCESS;
    MPIMC_FILE(f, "MPI_File_get_errhandler", file);
    *handler = f->handler;
    return class;
}
