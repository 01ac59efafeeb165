#include <internal_mpi_file.h>

/* The pointer that all ranks share. Cost: that of an access, and 50 cycles; of one in the order of the ranks, that of MPI_Scan
   and MPI_Bcast of a word more. */

int mpimc_file_ordered(const char *function, MPI_File file, void *buffer, int count, MPI_Datatype type,
                       enum mpimc_access access, MPI_Status *status)
{
    MPIMC_FILE(f, function, file);
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, f->comm));
    int last = mpimc_ranks(f->comm) - 1, before = 0;
    int own = count < 0 ? 0 : (int)(mpimc_size(type) * (unsigned)count / mpimc_element(f)), up_to = own;
    MPI_Scan(&own, &up_to, 1, MPI_INT, MPI_SUM, f->comm);
    if (mpimc_own(f->comm) == last)
        before = (int)mpimc_file_share(f, (unsigned)up_to, 0);
    MPI_Bcast(&before, 1, MPI_INT, last, f->comm);
    return mpimc_file_access(f, function, before + up_to - own, buffer, count, type, access, status, NULL);
}

/* Reads from the shared pointer on, and moves it. */
int MPI_File_read_shared(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_shared("MPI_File_read_shared", file, buffer, count, type, MPIMC_FILE_READ, status));
}

int MPI_File_write_shared(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(
        mpimc_file_shared("MPI_File_write_shared", file, (void *)buffer, count, type, MPIMC_FILE_WRITE, status));
}

/* The same by all ranks, one rank's elements after those of the rank before. */
int MPI_File_read_ordered(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_ordered("MPI_File_read_ordered", file, buffer, count, type, MPIMC_FILE_READ, status));
}

int MPI_File_write_ordered(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(
        mpimc_file_ordered("MPI_File_write_ordered", file, (void *)buffer, count, type, MPIMC_FILE_WRITE, status));
}

/* Moves the shared pointer. All ranks call it with the same arguments. */
int MPI_File_seek_shared(MPI_File file, MPI_Offset offset, int from)
{
    static const char function[] = "MPI_File_seek_shared";
    MPIMC_FILE(f, function, file);
    if (from != MPI_SEEK_SET && from != MPI_SEEK_CUR && from != MPI_SEEK_END)
        return mpimc_file_error(f, function, MPI_ERR_ARG);
    MPIMC_BEGIN;
    MPI_Barrier(f->comm);
    if (mpimc_own(f->comm) == 0) {
        if (from == MPI_SEEK_CUR)
            offset += mpimc_file_share(f, 0, 0);
        else if (from == MPI_SEEK_END)
            offset += mpimc_file_end(f);
        if (offset < 0 || offset > MPIMC_MAX_OFFSET)
            class = MPI_ERR_ARG;
        else
            mpimc_file_share(f, (unsigned)offset, 1);
    }
    MPI_Bcast(&class, 1, MPI_INT, 0, f->comm);
    return mpimc_leave(class != MPI_SUCCESS ? mpimc_file_error(f, function, class) : class);
}

/* The shared pointer, in elements. */
int MPI_File_get_position_shared(MPI_File file, MPI_Offset *at)
{
    MPIMC_FILE(f, "MPI_File_get_position_shared", file);
    *at = mpimc_file_share(f, 0, 0);
    return class;
}
