/* The files of MPI-IO (MPI 3.1, chapter 13), for its units. They are files of the chip. Each rank has a stream of its own. */
#ifndef _INTERNAL_MPI_FILE_H
#define _INTERNAL_MPI_FILE_H

#include <internal_files.h>
#include <internal_mpi.h>

struct mpimc_file {
    MPI_File self;    /* its handle */
    MPI_Comm comm;    /* its own, so that no message of the program meets those of collective calls */
    unsigned stream;
    int mode;
    unsigned at;      /* the pointer of this rank, in elements */
    unsigned start;   /* the view: its first byte, its element, and the type that repeats */
    MPI_Datatype element, type;
    void (*end_view)(struct mpimc_file *f); /* frees these types; null if no view was set */
    MPI_Errhandler handler;
    int atomic;
    int begun;         /* a split collective call has begun; its status: */
    MPI_Status status;
    char *name;       /* of a file that is removed when it is closed, else null */
};

/* Files may have at most this number of bytes. */
#define MPIMC_MAX_OFFSET 0x7fffffffu

enum mpimc_access { MPIMC_FILE_READ, MPIMC_FILE_WRITE };

/* The open file of a handle. After an error null, with the class in `class`. */
struct mpimc_file *mpimc_file(const char *function, MPI_File file, int *class);
/* The same inside a function that gives a class back. */
#define MPIMC_FILE(f, function, file)                                                                                  \
    int class = MPI_SUCCESS;                                                                                           \
    struct mpimc_file *f = mpimc_file(function, file, &class);                                                         \
    if (f == NULL)                                                                                                     \
    return class
/* Calls the handler of a file; null for that of no file. The result is the class. */
MPIMC_RARE int mpimc_file_error(const struct mpimc_file *f, const char *function, int class);
extern MPI_Errhandler mpimc_file_handler;
/* Calls a handler of the program. Only a unit that sets handlers sets it. */
typedef void mpimc_file_raiser(MPI_Errhandler handler, MPI_File file, int class);
extern mpimc_file_raiser *mpimc_file_raise;
mpimc_file_raiser mpimc_file_raised;

static inline unsigned mpimc_element(const struct mpimc_file *f)
{
    return mpimc_size(f->element);
}

/* The byte of the file at which a byte of the view is. */
unsigned long long mpimc_file_place(const struct mpimc_file *f, unsigned byte);
void mpimc_file_end_view(struct mpimc_file *f);
/* The number of elements between the start of the view and the end of the file. */
unsigned mpimc_file_end(const struct mpimc_file *f);
/* Adds to the pointer that all ranks share, or replaces it. The result is the pointer before. */
static inline unsigned mpimc_file_share(const struct mpimc_file *f, unsigned number, int replaces)
{
    return (unsigned)mc_file_call(f->stream, number, (unsigned)replaces, MC_SHARE);
}

/* An access to an open file from an element on. `passed`: the elements that it has read or written; it may be null. */
int mpimc_file_access(struct mpimc_file *f, const char *function, MPI_Offset at, void *buffer, int count, MPI_Datatype type,
                      enum mpimc_access access, MPI_Status *status, unsigned *passed);
/* One access from an element on, at the pointer of this rank, and at the shared pointer. The result is a class. */
int mpimc_file_at(const char *function, MPI_File file, MPI_Offset at, void *buffer, int count, MPI_Datatype type,
                  enum mpimc_access access, MPI_Status *status);
int mpimc_file_own(const char *function, MPI_File file, void *buffer, int count, MPI_Datatype type,
                   enum mpimc_access access, MPI_Status *status);
int mpimc_file_shared(const char *function, MPI_File file, void *buffer, int count, MPI_Datatype type,
                      enum mpimc_access access, MPI_Status *status);
/* The same with the ranks one after the other. All ranks call it. */
int mpimc_file_ordered(const char *function, MPI_File file, void *buffer, int count, MPI_Datatype type,
                       enum mpimc_access access, MPI_Status *status);

#endif
