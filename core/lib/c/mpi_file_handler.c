#include <internal_mpi_file.h>

/* Errors of files. A file that is opened gets the handler of MPI_FILE_NULL, which at first gives errors back.
   Cost: at most 200 cycles, and that of the handler. */

void mpimc_file_raised(MPI_Errhandler handler, MPI_File file, int class)
{
    mpimc_handler(handler)(&file, &class);
}

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler handler)
{
    static const char function[] = "MPI_File_set_errhandler";
    MPIMC_ASK(mpimc_check_handler(function, handler));
    mpimc_file_raise = mpimc_file_raised;
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

int MPI_File_create_errhandler(MPI_File_errhandler_function *made, MPI_Errhandler *handler)
{
    return MPI_Comm_create_errhandler(made, handler);
}

/* Calls the handler of a file. */
int MPI_File_call_errhandler(MPI_File file, int code)
{
    static const char function[] = "MPI_File_call_errhandler";
    if (file == MPI_FILE_NULL) {
        mpimc_file_error(NULL, function, code);
        return MPI_SUCCESS;
    }
    MPIMC_FILE(f, function, file);
    mpimc_file_error(f, function, code);
    return class;
}
