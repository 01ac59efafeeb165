/* Graphs of communicators, which are attributes. */
#ifndef _INTERNAL_MPI_GRAPH_H
#define _INTERNAL_MPI_GRAPH_H

#include <internal_mpi_attributes.h>

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

/* The messages of an exchange with the neighbours, of the heap: receives, then sends. None has begun, and the context and the tag
   are not set. */
struct mpimc_exchange {
    const char *function;
    MPI_Comm comm;
    struct mpimc_neighbors n;
    struct mpimc_operation *first, *end;
};
/* Check the arguments of a call, and make its messages: of equal parts; of equal parts that each rank sends, and parts with counts
   and places that it gets; of those both ways; and with a type for each neighbour. `gathers`: every neighbour gets the same
   elements. */
int mpimc_exchange_equal(struct mpimc_exchange *x, const char *function, const void *in, int in_count,
                         MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type, MPI_Comm comm,
                         int gathers);
int mpimc_exchange_gathered(struct mpimc_exchange *x, const char *function, const void *in, int in_count,
                            MPI_Datatype in_type, void *out, const int counts[], const int places[],
                            MPI_Datatype out_type, MPI_Comm comm);
int mpimc_exchange_parts(struct mpimc_exchange *x, const char *function, const void *in, const int in_counts[],
                         const int in_places[], MPI_Datatype in_type, void *out, const int out_counts[],
                         const int out_places[], MPI_Datatype out_type, MPI_Comm comm);
int mpimc_exchange_types(struct mpimc_exchange *x, const char *function, const void *in, const int in_counts[],
                         const MPI_Aint in_places[], const MPI_Datatype in_types[], void *out, const int out_counts[],
                         const MPI_Aint out_places[], const MPI_Datatype out_types[], MPI_Comm comm);

#endif
