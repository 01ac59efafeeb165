#include <internal_mpi_file.h>

/* Accesses to files. Cost: a write, at most 300 cycles and 60 for each part of the view; a read, 20 cycles a word more. Each part
   is served by the chip as a whole. A collective call does the same without messages. */

/* The bytes from a place on, as far as the file goes; -1 after an error. */
static int part(const struct mpimc_file *f, unsigned long long place, char *row, unsigned bytes, enum mpimc_access access)
{
    if (place + bytes > MPIMC_MAX_OFFSET || (int)mc_file_call(f->stream, (unsigned)place, SEEK_SET, MC_SEEK) < 0)
        return -1;
    if (access == MPIMC_FILE_READ)
        return (int)fread(row, 1, bytes, (FILE *)f->stream);
    return (int)mc_file_call(f->stream, (unsigned)row, bytes, MC_WRITE);
}

/* Bytes between a row and the view. The result is their number; -1 after an error. */
static int move(const struct mpimc_file *f, unsigned from, char *row, unsigned bytes, enum mpimc_access access)
{
    const struct mpimc_layout *layout = mpimc_layout_of(f->type);
    unsigned done = 0;
    if (layout == NULL)
        return part(f, (unsigned long long)f->start + from, row, bytes, access);
    if (layout->bytes == 0)
        return 0;
    unsigned whole = from / (unsigned)layout->bytes, skipped = from % (unsigned)layout->bytes;
    unsigned long long first = f->start + (unsigned long long)whole * (unsigned)layout->extent;
    for (; done < bytes; first += (unsigned)layout->extent)
        for (int i = 0; i < layout->length && done < bytes; i++) {
            unsigned at = (unsigned)layout->runs[i].at, length = (unsigned)layout->runs[i].bytes;
            if (skipped >= length) {
                skipped -= length;
                continue;
            }
            at += skipped;
            length -= skipped;
            skipped = 0;
            if (length > bytes - done)
                length = bytes - done;
            int moved = part(f, first + at, row + done, length, access);
            if (moved < 0)
                return -1;
            done += (unsigned)moved;
            if ((unsigned)moved != length)
                return (int)done;
        }
    return (int)done;
}

/* The class of a wrong argument. */
static int wrong(const struct mpimc_file *f, const char *function, const void *buffer, int count, MPI_Datatype type,
                 enum mpimc_access access)
{
    int is_read = access == MPIMC_FILE_READ;
    if (count < 0)
        return MPI_ERR_COUNT;
    MPIMC_ASK(mpimc_check(function, buffer, count, type, f->comm));
    if (f->mode & (is_read ? MPI_MODE_WRONLY : MPI_MODE_RDONLY))
        return is_read ? MPI_ERR_ACCESS : MPI_ERR_READ_ONLY;
    return mpimc_size(type) * (unsigned)count % mpimc_element(f) != 0 ? MPI_ERR_IO : MPI_SUCCESS;
}

int mpimc_file_access(struct mpimc_file *f, const char *function, MPI_Offset at, void *buffer, int count, MPI_Datatype type,
                      enum mpimc_access access, MPI_Status *status, unsigned *passed)
{
    int class = wrong(f, function, buffer, count, type, access);
    unsigned bytes = mpimc_size(type) * (unsigned)count, element = mpimc_element(f);
    int moved = 0;
    if (class == MPI_SUCCESS && (at < 0 || at * element > MPIMC_MAX_OFFSET))
        class = MPI_ERR_ARG;
    if (class != MPI_SUCCESS)
        return mpimc_file_error(f, function, class);
    if (bytes != 0) {
        char *row = mpimc_as_row(buffer, 0, count, type, access == MPIMC_FILE_READ);
        moved = move(f, (unsigned)at * element, row, bytes, access);
        if (mpimc_rows != NULL) {
            mpimc_rows->length = moved < 0 ? 0 : (unsigned)moved;
            mpimc_end_rows();
        }
    }
    if (moved < 0)
        return mpimc_file_error(f, function, MPI_ERR_IO);
    if (status != MPI_STATUS_IGNORE)
        *status = (MPI_Status){MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, moved};
    if (passed != NULL)
        *passed = (unsigned)moved / element;
    return MPI_SUCCESS;
}

int mpimc_file_at(const char *function, MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type,
                  enum mpimc_access access, MPI_Status *status)
{
    MPIMC_FILE(f, function, file);
    if ((f->mode & MPI_MODE_SEQUENTIAL) != 0)
        return mpimc_file_error(f, function, MPI_ERR_UNSUPPORTED_OPERATION);
    return mpimc_file_access(f, function, at, buffer, count, type, access, status, NULL);
}

int mpimc_file_own(const char *function, MPI_File file, void *buffer, int count, MPI_Datatype type,
                   enum mpimc_access access, MPI_Status *status)
{
    MPIMC_FILE(f, function, file);
    unsigned passed = 0;
    if ((f->mode & MPI_MODE_SEQUENTIAL) != 0)
        return mpimc_file_error(f, function, MPI_ERR_UNSUPPORTED_OPERATION);
    class = mpimc_file_access(f, function, f->at, buffer, count, type, access, status, &passed);
    f->at += passed;
    return class;
}

int mpimc_file_shared(const char *function, MPI_File file, void *buffer, int count, MPI_Datatype type,
                      enum mpimc_access access, MPI_Status *status)
{
    MPIMC_FILE(f, function, file);
    class = wrong(f, function, buffer, count, type, access);
    if (class != MPI_SUCCESS)
        return mpimc_file_error(f, function, class);
    unsigned at = mpimc_file_share(f, mpimc_size(type) * (unsigned)count / mpimc_element(f), 0);
    return mpimc_file_access(f, function, at, buffer, count, type, access, status, NULL);
}

/* Reads from element `at` of the view on. */
int MPI_File_read_at(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_at("MPI_File_read_at", file, at, buffer, count, type, MPIMC_FILE_READ, status));
}

int MPI_File_write_at(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(
        mpimc_file_at("MPI_File_write_at", file, at, (void *)buffer, count, type, MPIMC_FILE_WRITE, status));
}

/* The same, called by all ranks. */
int MPI_File_read_at_all(MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_at("MPI_File_read_at_all", file, at, buffer, count, type, MPIMC_FILE_READ, status));
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void *buffer, int count, MPI_Datatype type,
                          MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(
        mpimc_file_at("MPI_File_write_at_all", file, at, (void *)buffer, count, type, MPIMC_FILE_WRITE, status));
}

/* Reads from the pointer of this rank on, and moves it. */
int MPI_File_read(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_own("MPI_File_read", file, buffer, count, type, MPIMC_FILE_READ, status));
}

int MPI_File_write(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_own("MPI_File_write", file, (void *)buffer, count, type, MPIMC_FILE_WRITE, status));
}

/* The same, called by all ranks. */
int MPI_File_read_all(MPI_File file, void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(mpimc_file_own("MPI_File_read_all", file, buffer, count, type, MPIMC_FILE_READ, status));
}

int MPI_File_write_all(MPI_File file, const void *buffer, int count, MPI_Datatype type, MPI_Status *status)
{
    MPIMC_BEGIN;
    return mpimc_leave(
        mpimc_file_own("MPI_File_write_all", file, (void *)buffer, count, type, MPIMC_FILE_WRITE, status));
}

/* Moves the pointer of this rank: from the start of the view, from the pointer, or from the end of the file. */
int MPI_File_seek(MPI_File file, MPI_Offset offset, int from)
{
    static const char function[] = "MPI_File_seek";
    MPIMC_FILE(f, function, file);
    if (from == MPI_SEEK_CUR)
        offset += f->at;
    else if (from == MPI_SEEK_END)
        offset += mpimc_file_end(f);
    else if (from != MPI_SEEK_SET)
        return mpimc_file_error(f, function, MPI_ERR_ARG);
    if (offset < 0 || offset > MPIMC_MAX_OFFSET)
        return mpimc_file_error(f, function, MPI_ERR_ARG);
    f->at = (unsigned)offset;
    return class;
}

/* The pointer of this rank, in elements. */
int MPI_File_get_position(MPI_File file, MPI_Offset *at)
{
    MPIMC_FILE(f, "MPI_File_get_position", file);
    *at = f->at;
    return class;
}
