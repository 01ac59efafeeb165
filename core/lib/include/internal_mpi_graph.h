/* Graphs of communicators, which are attributes. */
#ifndef _INTERNAL_MPI_GRAPH_H
#define _INTERNAL_MPI_GRAPH_H

#include <internal_mpi.h>

/* Ranks that a rank has edges from or to, with weights if they were given. */
struct mpimc_edges {
    int count, *ranks, *weights;
};

struct mpimc_graph {
    int kind;             /* MPI_GRAPH or MPI_DIST_GRAPH */
    int users;            /* communicators that have it */
    int nodes, *index;    /* of MPI_GRAPH: the end of each node's edges */
    struct mpimc_edges from, to; /* of MPI_GRAPH, `to` has all edges; of the other kind, those of this rank */
    int weighted;
};

extern const struct mpimc_keyval mpimc_graph_key;

/* Null if the communicator has no graph. */
static inline struct mpimc_graph *mpimc_graph(MPI_Comm comm)
{
    return mpimc_attached(comm, &mpimc_graph_key);
}

/* The neighbours of a rank in a graph that all ranks know. */
static inline struct mpimc_edges mpimc_edges_of(const struct mpimc_graph *graph, int rank)
{
    int begin = rank > 0 ? graph->index[rank - 1] : 0;
    return (struct mpimc_edges){graph->index[rank] - begin, graph->to.ranks + begin, NULL};
}

/* The neighbours of this rank. Those before and after it in a grid may be MPI_PROC_NULL: then there is no message. */
struct mpimc_neighbors {
    struct mpimc_edges from, to;
    int grid[2 * MPIMC_MAX_DIMS];
};
/* The error if the communicator has neither a grid nor a graph. */
int mpimc_find_neighbors(const char *function, MPI_Comm comm, struct mpimc_neighbors *found);
/* The error if one of the parts of a buffer is wrong. */
int mpimc_check_counts(const char *function, const void *buffer, int parts, const int counts[], MPI_Datatype type,
                       MPI_Comm comm);

/* A part of a buffer, in a row of its own if the type has gaps. */
static inline void *mpimc_part(const void *buffer, int place, int count, MPI_Datatype type, int receive)
{
    return (char *)mpimc_as_row(buffer, place, place + count, type, receive) + place * (int)mpimc_size(type);
}

#endif
