#include <internal_mpi_file.h>
#include <internal_mpi_types.h>

/* Views. Cost: that of MPI_Barrier and MPI_Type_dup. */

/* A type that lasts as long as the caller wants, whatever the program does with its own. */
static MPI_Datatype copy(MPI_Datatype type)
{
    if (mpimc_basic_size(type) == 0)
        mpimc_type_copy(type, &type);
    return type;
}

void mpimc_file_end_view(struct mpimc_file *f)
{
    if (mpimc_basic_size(f->element) == 0)
        MPI_Type_free(&f->element);
    if (mpimc_basic_size(f->type) == 0)
        MPI_Type_free(&f->type);
}

/* The part of a file that this rank reads and writes: from byte `start` on, again and again the bytes of `type`, counted in
   elements. All ranks call it, each with its own view. All pointers are 0 then. */
int MPI_File_set_view(MPI_File file, MPI_Offset start, MPI_Datatype element, MPI_Datatype type, const char *format,
                      MPI_Info info)
{
    static const char function[] = "MPI_File_set_view";
    (void)info;
    MPIMC_FILE(f, function, file);
    MPIMC_ASK(mpimc_check(function, NULL, 0, element, f->comm));
    MPIMC_ASK(mpimc_check(function, NULL, 0, type, f->comm));
    if (start == MPI_DISPLACEMENT_CURRENT && (f->mode & MPI_MODE_SEQUENTIAL) != 0)
        start = (MPI_Offset)mpimc_file_place(f, mpimc_file_share(f, 0, 0) * mpimc_element(f));
    if (start < 0 || start > MPIMC_MAX_OFFSET)
        return mpimc_file_error(f, function, MPI_ERR_ARG);
    if (strcmp(format, "native") != 0 && strcmp(format, "internal") != 0)
        return mpimc_file_error(f, function, MPI_ERR_UNSUPPORTED_DATAREP);
    unsigned bytes = mpimc_size(element);
    if (bytes == 0 || mpimc_size(type) % bytes != 0)
        return mpimc_file_error(f, function, MPI_ERR_ARG);
    MPIMC_BEGIN;
    mpimc_file_end_view(f);
    f->element = copy(element);
    f->type = copy(type);
    f->end_view = mpimc_file_end_view;
    f->start = (unsigned)start;
    f->at = 0;
    MPI_Barrier(f->comm);
    if (mpimc_own(f->comm) == 0)
        mpimc_file_share(f, 0, 1);
    MPI_Barrier(f->comm);
    MPIMC_RETURN;
}

/* The view; the program frees types that are not basic. */
int MPI_File_get_view(MPI_File file, MPI_Offset *start, MPI_Datatype *element, MPI_Datatype *type, char *format)
{
    MPIMC_FILE(f, "MPI_File_get_view", file);
    *start = f->start;
    *element = copy(f->element);
    *type = copy(f->type);
    strcpy(format, "native");
    return class;
}

/* The byte of the file at which an element of the view begins. */
int MPI_File_get_byte_offset(MPI_File file, MPI_Offset at, MPI_Offset *place)
{
    MPIMC_FILE(f, "MPI_File_get_byte_offset", file);
    if (at < 0 || at > MPIMC_MAX_OFFSET)
        return mpimc_file_error(f, "MPI_File_get_byte_offset", MPI_ERR_ARG);
    *place = (MPI_Offset)mpimc_file_place(f, (unsigned)at * mpimc_element(f));
    return class;
}

/* Bytes from one element to the next in a file. */
int MPI_File_get_type_extent(MPI_File file, MPI_Datatype type, MPI_Aint *extent)
{
    MPI_Aint low;
    MPIMC_FILE(f, "MPI_File_get_type_extent", file);
    return MPI_Type_get_extent(type, &low, extent);
}
