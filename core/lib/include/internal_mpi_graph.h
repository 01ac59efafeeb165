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

#endif
