/* The parts of a buffer, one for each rank. */
#ifndef _INTERNAL_MPI_PARTS_H
#define _INTERNAL_MPI_PARTS_H

#include <internal_mpi.h>

/* Without counts, parts of `size` bytes one after the other; else those that counts and places say, in elements of `size`. Parts
   of a type with gaps are rows of their own, because the elements of one may be between those of another. */
struct parts {
    char *base;
    const int *counts, *places;
    unsigned size;
    char **rows;
};

static inline char *part(const struct parts *parts, int rank)
{
    if (parts->counts == NULL)
        return parts->base + rank * (int)parts->size;
    return parts->rows != NULL ? parts->rows[rank] : parts->base + parts->places[rank] * (int)parts->size;
}

static inline unsigned length_of(const struct parts *parts, int rank)
{
    return parts->counts != NULL ? (unsigned)parts->counts[rank] * parts->size : parts->size;
}

static inline struct parts equal_parts(void *buffer, unsigned bytes)
{
    return (struct parts){buffer, NULL, NULL, bytes, NULL};
}

int mpimc_check_parts(const char *function, const void *buffer, const int counts[], MPI_Datatype type, MPI_Comm comm);
/* As a row, if the type has gaps; `receive` as for mpimc_as_row. */
struct parts mpimc_parts(const void *buffer, const int counts[], const int places[], MPI_Datatype type, MPI_Comm comm,
                         int receive);

#endif
