#include <internal_mpi_file.h>

/* Collective accesses in two calls. The first one does the access, the second one gives its status. A file has at most one that
   has begun. Cost: that of the access in one call, and at most 60 cycles. */

/* The file, if no such access has begun. */
static struct mpimc_file *begin(const char *function, MPI_File file, int *class)
{
    struct mpimc_file *f = mpimc_file(function, file, class);
    if (f != NULL && f->begun) {
        *class = mpimc_file_error(f, function, MPI_ERR_IO);
        return NULL;
    }
    return f;
}

static int begun(struct mpimc_file *f, int class)
{
    f->begun = class == MPI_SUCCESS;
    return mpimc_leave(class);
}

static int end(const char *function, MPI_File file, MPI_Status *status)
{
    MPIMC_FILE(f, function, file);
    if (!f->begun)
        return mpimc_file_error(f, function, MPI_ERR_IO);
    f->begun = 0;
    if (status != MPI_STATUS_IGNORE)
        *status = f->status;
    return class;
}

int MPI_File_read_at_all_begin(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type)
{
    static const char function[] = "MPI_File_read_at_all_begin";
    int class;
    struct mpimc_file *f = begin(function, file, &class);
    if (f == NULL)
        return class;
    MPIMC_BEGIN;
    return begun(f, mpimc_file_at(function, file, at, buffer, count, type, MPIMC_FILE_READ, &f->status));
}

int MPI_File_read_at_all_end(MPI_File file, void *buffer, MPI_Status *status)
{
    (void)buffer;
    return end("MPI_File_read_at_all_end", file, status);
}

int MPI_File_write_at_all_begin(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type)
{
    static const char function[] = "MPI_File_write_at_all_begin";
    int class;
    struct mpimc_file *f = begin(function, file, &class);
    if (f == NULL)
        return class;
    MPIMC_BEGIN;
    return begun(f, mpimc_file_at(function, file, at, (void *)buffer, count, type, MPIMC_FILE_WRITE, &f->status));
}

int MPI_File_write_at_all_end(MPI_File file, const void *buffer, MPI_Status *status)
{
    (void)buffer;
    return end("MPI_File_write_at_all_end", file, status);
}

int MPI_File_read_all_begin(MPI_File file, void *buffer, int count, MPI_Datatype type)
{
    static const char function[] = "MPI_File_read_all_begin";
    int class;
    struct mpimc_file *f = begin(function, file, &class);
    if (f == NULL)
        return class;
    MPIMC_BEGIN;
    return begun(f, mpimc_file_own(function, file, buffer, count, type, MPIMC_FILE_READ, &f->status));
}

int MPI_File_read_all_end(MPI_File file, void *buffer, MPI_Status *status)
{
    (void)buffer;
    return end("MPI_File_read_all_end", file, status);
}

int MPI_File_write_all_begin(MPI_File file, const void *buffer, int count, MPI_Datatype type)
{
    static const char function[] = "MPI_File_write_all_begin";
    int class;
    struct mpimc_file *f = begin(function, file, &class);
    if (f == NULL)
        return class;
    MPIMC_BEGIN;
    return begun(f, mpimc_file_own(function, file, (void *)buffer, count, type, MPIMC_FILE_WRITE, &f->status));
}

int MPI_File_write_all_end(MPI_File file, const void *buffer, MPI_Status *status)
{
    (void)buffer;
    return end("MPI_File_write_all_end", file, status);
}

int MPI_File_read_ordered_begin(MPI_File file, void *buffer, int count, MPI_Datatype type)
{
    static const char function[] = "MPI_File_read_ordered_begin";
    int class;
    struct mpimc_file *f = begin(function, file, &class);
    if (f == NULL)
        return class;
    MPIMC_BEGIN;
    return begun(f, mpimc_file_ordered(function, file, buffer, count, type, MPIMC_FILE_READ, &f->status));
}

int MPI_File_read_ordered_end(MPI_File file, void *buffer, MPI_Status *status)
{
    (void)buffer;
    return end("MPI_File_read_ordered_end", file, status);
}

int MPI_File_write_ordered_begin(MPI_File file, const void *buffer, int count, MPI_Datatype type)
{
    static const char function[] = "MPI_File_write_ordered_begin";
    int class;
    struct mpimc_file *f = begin(function, file, &class);
    if (f == NULL)
        return class;
    MPIMC_BEGIN;
    return begun(f, mpimc_file_ordered(function, file, (void *)buffer, count, type, MPIMC_FILE_WRITE, &f->status));
}

int MPI_File_write_ordered_end(MPI_File file, const void *buffer, MPI_Status *status)
{
    (void)buffer;
    return end("MPI_File_write_ordered_end", file, status);
}
