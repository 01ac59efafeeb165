#include <internal_mpi_file.h>
#include <stdlib.h>

/* Files of MPI-IO. Cost: of MPI_File_open, that of MPI_Comm_dup, MPI_Bcast and MPI_Allreduce of a few words, and at most 300
   cycles; of MPI_File_close, two of MPI_Barrier and at most 200 cycles; of the others without messages, at most 200. */

#define MAX_FILES 64
static struct mpimc_file *files[MAX_FILES];
MPI_Errhandler mpimc_file_handler = MPI_ERRORS_RETURN;
mpimc_file_raiser *mpimc_file_raise;

int mpimc_file_error(const struct mpimc_file *f, const char *function, int class)
{
    MPI_Errhandler handler = f != NULL ? f->handler : mpimc_file_handler;
    if (handler == MPI_ERRORS_ARE_FATAL)
        mpimc_stop(function, MPIMC_FILE_FAILED, class);
    if (handler != MPI_ERRORS_RETURN)
        mpimc_file_raise(handler, f != NULL ? f->self : MPI_FILE_NULL, class);
    return class;
}

struct mpimc_file *mpimc_file(const char *function, MPI_File file, int *class)
{
    *class = mpimc_check(function, NULL, 0, MPI_BYTE, MPI_COMM_WORLD);
    if (*class == MPI_SUCCESS && file >= 1 && file <= MAX_FILES && files[file - 1] != NULL)
        return files[file - 1];
    if (*class == MPI_SUCCESS)
        *class = mpimc_file_error(NULL, function, MPI_ERR_FILE);
    return NULL;
}

/* The class of an error number of the file system. */
static int class_of(int error)
{
    switch (-error) {
    case 0: return MPI_SUCCESS;
    case ENOENT: return MPI_ERR_NO_SUCH_FILE;
    case EEXIST: return MPI_ERR_FILE_EXISTS;
    case ENAMETOOLONG:
    case EILSEQ: return MPI_ERR_BAD_FILE;
    default: return MPI_ERR_IO;
    }
}

/* True if a mode has one of the three directions and nothing that contradicts it. */
static int is_mode(int mode)
{
    int direction = mode & (MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR);
    if (direction == 0 || (direction & (direction - 1)) != 0)
        return 0;
    if (direction == MPI_MODE_RDONLY && (mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
        return 0;
    return direction != MPI_MODE_RDWR || (mode & MPI_MODE_SEQUENTIAL) == 0;
}

/* Opens the file on this rank. The first rank creates it. A negative result is an error number. */
static int open_stream(const char *name, int mode, int creates)
{
    unsigned how = mode & MPI_MODE_RDONLY ? MC_MODE_READ : mode & MPI_MODE_WRONLY ? MC_MODE_WRITE
                                                                                  : MC_MODE_READ | MC_MODE_WRITE;
    if (creates && (mode & MPI_MODE_CREATE) != 0)
        how |= MC_MODE_CREATE;
    if (creates && (mode & MPI_MODE_EXCL) != 0)
        how |= MC_MODE_EXCLUSIVE;
    return (int)mc_file_call((unsigned)name, how, 0, MC_OPEN);
}

/* Opens a file. All ranks of `comm` call it with the same name and mode. */
int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file)
{
    static const char function[] = "MPI_File_open";
    int place = 0, stream = 0;
    (void)info;
    MPIMC_BEGIN;
    MPIMC_TRY(mpimc_check(function, file, 1, MPI_INT, comm));
    *file = MPI_FILE_NULL;
    if (!is_mode(mode))
        return mpimc_leave(mpimc_file_error(NULL, function, MPI_ERR_AMODE));
    MPI_Comm own = mpimc_make(function, MPIMC_Comm_dup, comm, 0, 0);
    int is_first = mpimc_own(own) == 0;
    while (place < MAX_FILES && files[place] != NULL)
        place++;
    if (is_first)
        stream = open_stream(name, mode, 1);
    int of_first[2] = {stream < 0 ? stream : 0, mode};
    MPI_Bcast(of_first, 2, MPI_INT, 0, own);
    int class = of_first[1] != mode ? MPI_ERR_NOT_SAME : place == MAX_FILES ? MPI_ERR_OTHER : class_of(of_first[0]);
    if (class == MPI_SUCCESS && !is_first) {
        stream = open_stream(name, mode, 0);
        class = class_of(stream < 0 ? stream : 0);
    }
    int all;
    MPI_Allreduce(&class, &all, 1, MPI_INT, MPI_MAX, own);
    if (all != MPI_SUCCESS) {
        if (stream > 0)
            mc_file_call((unsigned)stream, 0, 0, MC_CLOSE);
        MPI_Comm_free(&own);
        return mpimc_leave(mpimc_file_error(NULL, function, all));
    }
    struct mpimc_file *f = mpimc_space(function, sizeof *f);
    *f = (struct mpimc_file){.self = place + 1, .comm = own, .stream = (unsigned)stream, .mode = mode, .element = MPI_BYTE, .type = MPI_BYTE,
                             .handler = mpimc_file_handler};
    if ((mode & MPI_MODE_DELETE_ON_CLOSE) != 0 && is_first)
        f->name = strcpy(mpimc_space(function, strlen(name) + 1), name);
    files[place] = f;
    *file = f->self;
    if ((mode & MPI_MODE_APPEND) != 0)
        f->at = mpimc_file_end(f);
    if (is_first)
        mpimc_file_share(f, f->at, 1);
    MPI_Barrier(own);
    MPIMC_RETURN;
}

/* Closes a file. All ranks that have opened it call it. */
int MPI_File_close(MPI_File *file)
{
    static const char function[] = "MPI_File_close";
    MPIMC_ASK(mpimc_check(function, file, 1, MPI_INT, MPI_COMM_WORLD));
    MPIMC_FILE(f, function, *file);
    MPIMC_BEGIN;
    mc_file_call(f->stream, 0, 0, MC_CLOSE);
    MPI_Barrier(f->comm);
    if (f->name != NULL)
        mc_file_call((unsigned)f->name, 0, 0, MC_REMOVE);
    free(f->name);
    if (f->end_view != NULL)
        f->end_view(f);
    MPI_Barrier(f->comm);
    MPI_Comm_free(&f->comm);
    free(f);
    files[*file - 1] = NULL;
    *file = MPI_FILE_NULL;
    MPIMC_RETURN;
}

/* Removes a file. Ranks that have it open keep it. */
int MPI_File_delete(const char *name, MPI_Info info)
{
    (void)info;
    int class = class_of((int)mc_file_call((unsigned)name, 0, 0, MC_REMOVE));
    return class != MPI_SUCCESS ? mpimc_file_error(NULL, "MPI_File_delete", class) : class;
}

unsigned long long mpimc_file_place(const struct mpimc_file *f, unsigned byte)
{
    const struct mpimc_layout *layout = mpimc_layout_of(f->type);
    if (layout == NULL || layout->bytes == 0)
        return (unsigned long long)f->start + byte;
    unsigned whole = byte / (unsigned)layout->bytes, rest = byte % (unsigned)layout->bytes;
    const struct mpimc_run *run = layout->runs;
    while (rest >= (unsigned)run->bytes)
        rest -= (unsigned)run++->bytes;
    return f->start + (unsigned long long)whole * (unsigned)layout->extent + (unsigned)run->at + rest;
}

/* The bytes of a file. */
static unsigned size_of(const struct mpimc_file *f)
{
    return (unsigned)mc_file_call(f->stream, 0, SEEK_END, MC_SEEK);
}

unsigned mpimc_file_end(const struct mpimc_file *f)
{
    const struct mpimc_layout *layout = mpimc_layout_of(f->type);
    unsigned size = size_of(f), rest = size > f->start ? size - f->start : 0, bytes = rest;
    if (layout != NULL && layout->extent > 0) {
        bytes = rest / (unsigned)layout->extent * (unsigned)layout->bytes;
        rest %= (unsigned)layout->extent;
        for (int i = 0; i < layout->length; i++) {
            unsigned at = (unsigned)layout->runs[i].at, length = (unsigned)layout->runs[i].bytes;
            bytes += rest <= at ? 0 : rest - at < length ? rest - at : length;
        }
    }
    return (bytes + mpimc_element(f) - 1) / mpimc_element(f);
}

int MPI_File_get_size(MPI_File file, MPI_Offset *size)
{
    MPIMC_FILE(f, "MPI_File_get_size", file);
    *size = size_of(f);
    return class;
}

static int resize(const char *function, MPI_File file, MPI_Offset size, int grows)
{
    MPIMC_FILE(f, function, file);
    if (size < 0 || size > MPIMC_MAX_OFFSET)
        return mpimc_file_error(f, function, MPI_ERR_ARG);
    MPIMC_BEGIN;
    MPI_Barrier(f->comm);
    if (mpimc_own(f->comm) == 0 && (!grows || size_of(f) < (unsigned)size) &&
        (int)mc_file_call(f->stream, (unsigned)size, 0, MC_RESIZE) < 0)
        class = mpimc_file_error(f, function, MPI_ERR_READ_ONLY);
    MPI_Barrier(f->comm);
    return mpimc_leave(class);
}

/* Gives a file another length; new bytes are 0. All ranks call it. */
int MPI_File_set_size(MPI_File file, MPI_Offset size)
{
    return resize("MPI_File_set_size", file, size, 0);
}

/* Makes a file at least that long. All ranks call it. */
int MPI_File_preallocate(MPI_File file, MPI_Offset size)
{
    return resize("MPI_File_preallocate", file, size, 1);
}

int MPI_File_get_amode(MPI_File file, int *mode)
{
    MPIMC_FILE(f, "MPI_File_get_amode", file);
    *mode = f->mode;
    return class;
}

/* All writes have arrived when they end. All ranks call it. */
int MPI_File_sync(MPI_File file)
{
    MPIMC_FILE(f, "MPI_File_sync", file);
    MPIMC_BEGIN;
    MPI_Barrier(f->comm);
    MPIMC_RETURN;
}

/* Each access is served as a whole, so both modes are the same. */
int MPI_File_set_atomicity(MPI_File file, int flag)
{
    MPIMC_FILE(f, "MPI_File_set_atomicity", file);
    f->atomic = flag != 0;
    return class;
}

int MPI_File_get_atomicity(MPI_File file, int *flag)
{
    MPIMC_FILE(f, "MPI_File_get_atomicity", file);
    *flag = f->atomic;
    return class;
}
