#include <internal_mpi_graph.h>
#include <stdlib.h>
#include <string.h>

/* Graphs. Cost: of a new one, that of MPI_Comm_split and a word copied for each node and edge; MPI_Dist_graph_create also sends each
   edge to all ranks. A question costs at most 150 cycles and 10 for each edge that it gives. */

/* Copies of a communicator share the graph. */
static int share(MPI_Comm comm, int key, void *extra, void *value, void *made, int *flag)
{
    (void)comm;
    (void)key;
    (void)extra;
    ((struct mpimc_graph *)value)->users++;
    *(void **)made = value;
    *flag = 1;
    return MPI_SUCCESS;
}

static int leave(MPI_Comm comm, int key, void *value, void *extra)
{
    struct mpimc_graph *graph = value;
    (void)comm;
    (void)key;
    (void)extra;
    if (--graph->users == 0)
        free(graph);
    return MPI_SUCCESS;
}

const struct mpimc_keyval mpimc_graph_key = {share, leave, NULL, MPI_KEYVAL_INVALID, MPIMC_OF_COMM};

/* A graph with room for so many words. */
static struct mpimc_graph *room(const char *function, int kind, int words)
{
    struct mpimc_graph *graph = mpimc_space(function, sizeof *graph + (unsigned)words * sizeof(int));
    memset(graph, 0, sizeof *graph);
    graph->kind = kind;
    graph->users = 1;
    graph->index = (int *)(graph + 1);
    return graph;
}

static int *words(int *to, const int *from, int count)
{
    memcpy(to, from, (unsigned)count * sizeof(int));
    return to + count;
}

static int check_nodes(const char *function, MPI_Comm comm, int nodes, const int index[], const int edges[])
{
    if (nodes < 0)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NEGATIVE_SIZE, nodes);
    if (nodes > mpimc_ranks(comm))
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_GRAPH_TOO_LARGE, nodes);
    for (int node = 0, before = 0; node < nodes; before = index[node++])
        if (index[node] < before)
            return mpimc_fail(MPI_ERR_ARG, function, MPIMC_WRONG_INDEX, index[node]);
    for (int i = 0; nodes > 0 && i < index[nodes - 1]; i++)
        if ((unsigned)edges[i] >= (unsigned)nodes)
            return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NO_NODE, edges[i]);
    return MPI_SUCCESS;
}

/* Every rank gives all edges: those of node i end before place index[i]. Ranks beyond the nodes get MPI_COMM_NULL. */
int MPI_Graph_create(MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder, MPI_Comm *made)
{
    static const char function[] = "MPI_Graph_create";
    MPIMC_BEGIN;
    (void)reorder;
    MPIMC_TRY(mpimc_check(function, made, 1, MPI_INT, comm));
    MPIMC_TRY(check_nodes(function, comm, nodes, index, edges));
    int own = mpimc_own(comm), count = nodes > 0 ? index[nodes - 1] : 0;
    *made = mpimc_make_by(function, MPIMC_CHECK(Graph_create), comm, own < nodes ? 0 : MPI_UNDEFINED, own);
    if (*made == MPI_COMM_NULL)
        MPIMC_RETURN;
    struct mpimc_graph *graph = room(function, MPI_GRAPH, nodes + count);
    graph->nodes = nodes;
    graph->to.count = count;
    graph->to.ranks = words(graph->index, index, nodes);
    words(graph->to.ranks, edges, count);
    return mpimc_leave(mpimc_attach(function, *made, &mpimc_graph_key, graph));
}

/* The rank that MPI_Graph_create would give this one: it keeps its own. */
int MPI_Graph_map(MPI_Comm comm, int nodes, const int index[], const int edges[], int *rank)
{
    MPIMC_ASK(mpimc_check("MPI_Graph_map", rank, 1, MPI_INT, comm));
    MPIMC_ASK(check_nodes("MPI_Graph_map", comm, nodes, index, edges));
    *rank = mpimc_own(comm) < nodes ? mpimc_own(comm) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

/* The error if a communicator has no graph of a kind. */
static int find(const char *function, MPI_Comm comm, int kind, const struct mpimc_graph **graph)
{
    MPIMC_ASK(mpimc_check(function, NULL, 0, MPI_BYTE, comm));
    *graph = mpimc_graph(comm);
    if (*graph == NULL || (*graph)->kind != kind)
        return mpimc_fail(MPI_ERR_TOPOLOGY, function, MPIMC_NO_GRAPH, comm);
    return MPI_SUCCESS;
}

int MPI_Graphdims_get(MPI_Comm comm, int *nodes, int *edges)
{
    const struct mpimc_graph *graph;
    MPIMC_ASK(find("MPI_Graphdims_get", comm, MPI_GRAPH, &graph));
    *nodes = graph->nodes;
    *edges = graph->to.count;
    return MPI_SUCCESS;
}

static void give(int *to, const int *from, int count, int most)
{
    for (int i = 0; i < count && i < most; i++)
        to[i] = from[i];
}

int MPI_Graph_get(MPI_Comm comm, int most_nodes, int most_edges, int index[], int edges[])
{
    const struct mpimc_graph *graph;
    MPIMC_ASK(find("MPI_Graph_get", comm, MPI_GRAPH, &graph));
    give(index, graph->index, graph->nodes, most_nodes);
    give(edges, graph->to.ranks, graph->to.count, most_edges);
    return MPI_SUCCESS;
}

static int find_edges(const char *function, MPI_Comm comm, int rank, struct mpimc_edges *edges)
{
    const struct mpimc_graph *graph;
    MPIMC_ASK(find(function, comm, MPI_GRAPH, &graph));
    MPIMC_ASK(mpimc_check_rank(MPI_ERR_RANK, function, rank, comm));
    *edges = mpimc_edges_of(graph, rank);
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *count)
{
    struct mpimc_edges edges;
    MPIMC_ASK(find_edges("MPI_Graph_neighbors_count", comm, rank, &edges));
    *count = edges.count;
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int most, int neighbors[])
{
    struct mpimc_edges edges;
    MPIMC_ASK(find_edges("MPI_Graph_neighbors", comm, rank, &edges));
    give(neighbors, edges.ranks, edges.count, most);
    return MPI_SUCCESS;
}

static int check_ranks(const char *function, MPI_Comm comm, int count, const int ranks[])
{
    if (count < 0)
        return mpimc_fail(MPI_ERR_ARG, function, MPIMC_NEGATIVE_COUNT, count);
    for (int i = 0; i < count; i++)
        MPIMC_ASK(mpimc_check_rank(MPI_ERR_RANK, function, ranks[i], comm));
    return MPI_SUCCESS;
}

/* Gives a communicator the edges of this rank. */
static int attach(const char *function, MPI_Comm comm, int weighted, struct mpimc_edges from, struct mpimc_edges to)
{
    struct mpimc_graph *graph = room(function, MPI_DIST_GRAPH, (from.count + to.count) << weighted);
    graph->weighted = weighted;
    graph->from.count = from.count;
    graph->to.count = to.count;
    graph->from.ranks = graph->index;
    graph->to.ranks = words(graph->from.ranks, from.ranks, from.count);
    int *next = words(graph->to.ranks, to.ranks, to.count);
    if (weighted) {
        graph->from.weights = next;
        graph->to.weights = words(next, from.weights, from.count);
        words(graph->to.weights, to.weights, to.count);
    }
    return mpimc_attach(function, comm, &mpimc_graph_key, graph);
}

/* Every rank gives its own neighbours. */
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int in_count, const int sources[], const int in_weights[],
                                   int out_count, const int destinations[], const int out_weights[], MPI_Info info,
                                   int reorder, MPI_Comm *made)
{
    static const char function[] = "MPI_Dist_graph_create_adjacent";
    MPIMC_BEGIN;
    (void)info;
    (void)reorder;
    MPIMC_TRY(mpimc_check(function, made, 1, MPI_INT, comm));
    MPIMC_TRY(check_ranks(function, comm, in_count, sources));
    MPIMC_TRY(check_ranks(function, comm, out_count, destinations));
    *made = mpimc_make_by(function, MPIMC_CHECK(Dist_graph_create_adjacent), comm, 0, 0);
    return mpimc_leave(attach(function, *made, in_weights != MPI_UNWEIGHTED && out_weights != MPI_UNWEIGHTED,
                              (struct mpimc_edges){in_count, (int *)sources, (int *)in_weights},
                              (struct mpimc_edges){out_count, (int *)destinations, (int *)out_weights}));
}

/* An edge on its way: any rank may give it. */
struct edge {
    int from, to, weight;
};

/* The edges whose one end is this rank, in the order of the ranks that gave them. */
static struct mpimc_edges pick(const char *function, const struct edge *all, int count, int own, int out)
{
    struct mpimc_edges edges = {0, mpimc_space(function, (unsigned)(2 * count + 1) * sizeof(int)), NULL};
    edges.weights = edges.ranks + count;
    for (const struct edge *edge = all; edge != all + count; edge++) {
        if ((out ? edge->from : edge->to) != own)
            continue;
        edges.weights[edges.count] = edge->weight;
        edges.ranks[edges.count++] = out ? edge->to : edge->from;
    }
    return edges;
}

/* Every rank gives some edges: of each of its sources, the next `degrees` destinations. */
int MPI_Dist_graph_create(MPI_Comm comm, int count, const int sources[], const int degrees[], const int destinations[],
                          const int weights[], MPI_Info info, int reorder, MPI_Comm *made)
{
    static const char function[] = "MPI_Dist_graph_create";
    MPIMC_BEGIN;
    (void)info;
    (void)reorder;
    MPIMC_TRY(mpimc_check(function, made, 1, MPI_INT, comm));
    MPIMC_TRY(check_ranks(function, comm, count, sources));
    int given = 0, ranks = mpimc_ranks(comm), weighted = weights != MPI_UNWEIGHTED;
    for (int i = 0; i < count; given += degrees[i++])
        if (degrees[i] < 0)
            MPIMC_TRY(mpimc_fail(MPI_ERR_ARG, function, MPIMC_NEGATIVE_COUNT, degrees[i]));
    MPIMC_TRY(check_ranks(function, comm, given, destinations));
    *made = mpimc_make_by(function, MPIMC_CHECK(Dist_graph_create), comm, 0, 0);
    int *counts = mpimc_space(function, (unsigned)(2 * ranks + 3 * given) * sizeof(int)), *places = counts + ranks, all = 0;
    struct edge *edges = (struct edge *)(places + ranks), *next = edges;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < degrees[i]; j++, next++)
            *next = (struct edge){sources[i], destinations[next - edges], weighted ? weights[next - edges] : 0};
    counts[mpimc_own(comm)] = 3 * given;
    unsigned label = MPIMC_COLLECTIVE(comm) << 16 | MPIMC_CHECK(Dist_graph_create);
    mpimc_allgather(function, counts, sizeof *counts, comm, label);
    for (int rank = 0; rank < ranks; all += counts[rank++])
        places[rank] = all;
    struct edge *of_all = mpimc_space(function, (unsigned)(all + 1) * sizeof(int));
    MPIMC_TRY(MPI_Allgatherv(edges, 3 * given, MPI_INT, of_all, counts, places, MPI_INT, *made));
    struct mpimc_edges from = pick(function, of_all, all / 3, mpimc_own(comm), 0);
    struct mpimc_edges to = pick(function, of_all, all / 3, mpimc_own(comm), 1);
    int error = attach(function, *made, weighted, from, to);
    free(from.ranks);
    free(to.ranks);
    free(of_all);
    free(counts);
    return mpimc_leave(error);
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *in_count, int *out_count, int *weighted)
{
    const struct mpimc_graph *graph;
    MPIMC_ASK(find("MPI_Dist_graph_neighbors_count", comm, MPI_DIST_GRAPH, &graph));
    *in_count = graph->from.count;
    *out_count = graph->to.count;
    *weighted = graph->weighted;
    return MPI_SUCCESS;
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int most_in, int sources[], int in_weights[], int most_out,
                             int destinations[], int out_weights[])
{
    const struct mpimc_graph *graph;
    MPIMC_ASK(find("MPI_Dist_graph_neighbors", comm, MPI_DIST_GRAPH, &graph));
    give(sources, graph->from.ranks, graph->from.count, most_in);
    give(destinations, graph->to.ranks, graph->to.count, most_out);
    if (graph->weighted && in_weights != MPI_UNWEIGHTED)
        give(in_weights, graph->from.weights, graph->from.count, most_in);
    if (graph->weighted && out_weights != MPI_UNWEIGHTED)
        give(out_weights, graph->to.weights, graph->to.count, most_out);
    return MPI_SUCCESS;
}

/* What kind of neighbours a communicator has; MPI_UNDEFINED for none. */
int MPI_Topo_test(MPI_Comm comm, int *kind)
{
    MPIMC_ASK(mpimc_check("MPI_Topo_test", kind, 1, MPI_INT, comm));
    const struct mpimc_graph *graph = mpimc_graph(comm);
    *kind = mpimc_groups[comm]->cart != NULL ? MPI_CART : graph != NULL ? graph->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
