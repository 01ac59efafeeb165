/* The parts of a buffer, one for each rank. */
#ifndef _INTERNAL_MPI_PARTS_H
#define _INTERNAL_MPI_PARTS_H

#include <internal_mpi.h>

/* Without counts, parts of `size` bytes one after the other; else those that counts and places say: counts are in elements of
   `size` bytes, places in steps of `step` bytes after `base`. */
struct parts {
    char *base;
    const int *counts, *places;
    unsigned size, step;
};

/* A part that counts and places say, and its bytes. */
static inline char *listed_part(const struct parts *parts, int rank)
{
    return parts->base + parts->places[rank] * (int)parts->step;
}

static inline unsigned listed_length(const struct parts *parts, int rank)
{
    return (unsigned)parts->counts[rank] * parts->size;
}

static inline char *part(const struct parts *parts, int rank)
{
    return parts->counts != NULL ? listed_part(parts, rank) : parts->base + rank * (int)parts->size;
}

static inline unsigned length_of(const struct parts *parts, int rank)
{
    return parts->counts != NULL ? listed_length(parts, rank) : parts->size;
}

static inline struct parts equal_parts(void *buffer, unsigned bytes)
{
    return (struct parts){buffer, NULL, NULL, bytes, bytes};
}

int mpimc_check_parts(const char *function, const void *buffer, const int counts[], MPI_Datatype type, MPI_Comm comm);
/* As rows, if the type has gaps; `receive` as for mpimc_as_row. */
struct parts mpimc_parts(const void *buffer, const int counts[], const int places[], MPI_Datatype type, MPI_Comm comm,
                         int receive);

/* Parts of a type with gaps are rows of their own, because the elements of one may be between those of another. Set as soon as
   there is such a type, so that other programs do not link it. */
typedef void mpimc_parter(struct parts *parts, const void *buffer, MPI_Datatype type, MPI_Comm comm, int receive);
extern mpimc_parter *mpimc_gapped_parts;

#endif
