#include <internal_mpi_file.h>

/* Accesses with a request. The file system serves an access at once, so the request has ended when the call ends.
   Cost: that of the access without a request, and at most 150 cycles. */

/* The request of an access that has ended. */
static int ended(const char *function, int class, const MPI_Status *status, MPI_Request *request)
{
    *request = MPI_REQUEST_NULL;
    if (class != MPI_SUCCESS)
        return mpimc_leave(class);
    unsigned bytes = (unsigned)status->_bytes;
    struct mpimc_operation *made = mpimc_new_request(function, request);
    *made = (struct mpimc_operation){.bytes = bytes, .length = bytes, .peer = MPI_ANY_SOURCE, .tag = MPI_ANY_TAG,
                                     .stage = MPIMC_DONE, .receive = 1, .function = function, .type = MPI_BYTE};
    MPIMC_RETURN;
}

int MPI_File_iread_at(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iread_at";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_at(function, file, at, buffer, count, type, MPIMC_FILE_READ, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iwrite_at(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                       MPI_Request *request)
{
    static const char function[] = "MPI_File_iwrite_at";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_at(function, file, at, (void *)buffer, count, type, MPIMC_FILE_WRITE, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iread_at_all(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type,
                          MPI_Request *request)
{
    static const char function[] = "MPI_File_iread_at_all";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_at(function, file, at, buffer, count, type, MPIMC_FILE_READ, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iwrite_at_all(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                           MPI_Request *request)
{
    static const char function[] = "MPI_File_iwrite_at_all";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_at(function, file, at, (void *)buffer, count, type, MPIMC_FILE_WRITE, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iread(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iread";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_own(function, file, buffer, count, type, MPIMC_FILE_READ, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iwrite(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iwrite";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_own(function, file, (void *)buffer, count, type, MPIMC_FILE_WRITE, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iread_all(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iread_all";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_own(function, file, buffer, count, type, MPIMC_FILE_READ, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iwrite_all(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iwrite_all";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_own(function, file, (void *)buffer, count, type, MPIMC_FILE_WRITE, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iread_shared(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iread_shared";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_shared(function, file, buffer, count, type, MPIMC_FILE_READ, &status);
    return ended(function, class, &status, request);
}

int MPI_File_iwrite_shared(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Request *request)
{
    static const char function[] = "MPI_File_iwrite_shared";
    MPI_Status status;
    MPIMC_BEGIN;
    int class = mpimc_file_shared(function, file, (void *)buffer, count, type, MPIMC_FILE_WRITE, &status);
    return ended(function, class, &status, request);
}
