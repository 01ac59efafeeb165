/* Names and kinds of communicators, ranges of groups, graphs, and exchanges with neighbours: every rank checks its results, and rank
   0 says whether all are right. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong, rank, size;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

static void communicators(void)
{
    char name[MPI_MAX_OBJECT_NAME], longer[2 * MPI_MAX_OBJECT_NAME];
    int length, result, flag, own, n;
    MPI_Comm copy, other, part;
    MPI_Request request;
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    CHECK(strcmp(name, "MPI_COMM_WORLD") == 0 && length == 14);
    MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
    CHECK(strcmp(name, "MPI_COMM_SELF") == 0);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_dup_with_info(copy, MPI_INFO_NULL, &other);
    MPI_Comm_compare(copy, other, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_get_name(copy, name, &length);
    CHECK(length == 0 && name[0] == 0);
    MPI_Comm_set_name(copy, "first");
    MPI_Comm_set_name(copy, "a copy of the world");
    MPI_Comm_get_name(copy, name, &length);
    CHECK(strcmp(name, "a copy of the world") == 0 && length == 19);
    MPI_Comm_set_name(MPI_COMM_WORLD, "all");
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    CHECK(strcmp(name, "all") == 0 && length == 3);
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    MPI_Comm_set_name(other, longer);
    MPI_Comm_get_name(other, name, &length);
    CHECK(length == MPI_MAX_OBJECT_NAME - 1 && memcmp(name, longer, MPI_MAX_OBJECT_NAME - 1) == 0);
    MPI_Comm_test_inter(copy, &flag);
    CHECK(!flag);
    MPI_Topo_test(copy, &result);
    CHECK(result == MPI_UNDEFINED);
    MPI_Comm_split_type(other, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &part);
    MPI_Comm_rank(part, &own);
    MPI_Comm_size(part, &n);
    CHECK(own >= 0 && own < n && n <= size);
    MPI_Comm_free(&part);
    MPI_Comm_split_type(other, rank == 0 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part);
    CHECK((part == MPI_COMM_NULL) == (rank == 0));
    if (rank != 0)
        MPI_Comm_free(&part);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&other);
}

static void ranges(void)
{
    int all[3][3] = {{0, size - 1, 2}, {size - 1 - size % 2, 1, -2}, {0, 0, 1}}, n, result, list[64], count = 0;
    MPI_Group world, some, same, rest;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, size > 1 ? 2 : 1, all, &some);
    MPI_Group_size(some, &n);
    CHECK(n == size);
    for (int r = 0; r < size; r += 2)
        list[count++] = r;
    for (int r = size - 1 - size % 2; r >= 1; r -= 2)
        list[count++] = r;
    MPI_Group_incl(world, count, list, &same);
    MPI_Group_compare(some, same, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_compare(some, world, &result);
    CHECK(result == (size > 2 ? MPI_SIMILAR : MPI_IDENT));
    MPI_Group_free(&same);
    MPI_Group_range_excl(world, 1, all, &rest);
    MPI_Group_size(rest, &n);
    CHECK(n == size / 2);
    MPI_Group_compare(rest, world, &result);
    CHECK(result == MPI_UNEQUAL);
    MPI_Group_excl(world, (size + 1) / 2, list, &same);
    MPI_Group_compare(rest, same, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&rest);
    MPI_Group_range_incl(world, 0, all, &rest);
    MPI_Group_compare(rest, MPI_GROUP_EMPTY, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&rest);
    if (same != MPI_GROUP_EMPTY)
        MPI_Group_free(&same);
    MPI_Group_free(&some);
    MPI_Group_free(&world);
}

/* A star: rank 0 has all others as its neighbours. The last rank has no part in it, if there are enough. */
static void graph(void)
{
    int nodes = size > 2 ? size - 1 : size, index[64], edges[128], n, m, kind, there[64], ends[128], out[2], in[64][2];
    MPI_Comm star, copy;
    for (int i = 0; i < nodes; i++) {
        index[i] = nodes - 1 + i;
        if (i > 0) {
            edges[i - 1] = i;
            edges[nodes - 2 + i] = 0;
        }
    }
    MPI_Graph_map(MPI_COMM_WORLD, nodes, index, edges, &n);
    CHECK(n == (rank < nodes ? rank : MPI_UNDEFINED));
    MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 0, &star);
    CHECK((star == MPI_COMM_NULL) == (rank >= nodes));
    if (star == MPI_COMM_NULL)
        return;
    MPI_Comm_dup(star, &copy);
    MPI_Comm_free(&star);
    MPI_Topo_test(copy, &kind);
    CHECK(kind == MPI_GRAPH);
    MPI_Graphdims_get(copy, &n, &m);
    CHECK(n == nodes && m == 2 * nodes - 2);
    MPI_Graph_get(copy, nodes, m, there, ends);
    CHECK(memcmp(there, index, (unsigned)nodes * sizeof(int)) == 0);
    CHECK(memcmp(ends, edges, (unsigned)m * sizeof(int)) == 0);
    MPI_Graph_neighbors_count(copy, nodes - 1, &n);
    CHECK(n == (nodes > 1 ? 1 : 0));
    MPI_Graph_neighbors_count(copy, rank, &n);
    CHECK(n == (rank == 0 ? nodes - 1 : 1));
    MPI_Graph_neighbors(copy, rank, n, ends);
    CHECK(n == 0 || ends[0] == (rank == 0 ? 1 : 0));
    out[0] = rank;
    out[1] = 100 * rank;
    memset(in, 0xff, sizeof in);
    MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, copy);
    for (int i = 0; i < n; i++)
        CHECK(in[i][0] == ends[i] && in[i][1] == 100 * ends[i]);
    MPI_Comm_free(&copy);
}

/* A ring in one direction, with weights. Rank 0 also has an edge to itself. */
static void one_sided_edges(void)
{
    int before[2] = {(rank + size - 1) % size, 0}, after[2] = {(rank + 1) % size, 0}, weights[4] = {rank + 1, 7, 10, 20};
    int own = rank == 0 ? 2 : 1, in_count, out_count, weighted, kind, from[2], to[2], in_weights[2], out_weights[2];
    int out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1};
    MPI_Comm ring, plain;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, own, before, weights, own, after, weights + 1, MPI_INFO_NULL, 0, &ring);
    MPI_Topo_test(ring, &kind);
    CHECK(kind == MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(ring, &in_count, &out_count, &weighted);
    CHECK(in_count == own && out_count == own && weighted);
    MPI_Dist_graph_neighbors(ring, 2, from, in_weights, 2, to, out_weights);
    CHECK(from[0] == before[0] && to[0] == after[0] && in_weights[0] == rank + 1 && out_weights[0] == 7);
    CHECK(rank != 0 || (from[1] == 0 && to[1] == 0 && in_weights[1] == 7 && out_weights[1] == 10));
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    if (size > 2) {
        CHECK(in[0] == 10 * before[0]);
        CHECK(in[1] == (rank == 0 ? 1 : -1));
    }
    MPI_Comm_free(&ring);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, before, MPI_UNWEIGHTED, 1, after, MPI_UNWEIGHTED, MPI_INFO_NULL, 1,
                                   &plain);
    MPI_Dist_graph_neighbors_count(plain, &in_count, &out_count, &weighted);
    CHECK(in_count == 1 && out_count == 1 && !weighted);
    MPI_Dist_graph_neighbors(plain, 1, from, MPI_UNWEIGHTED, 1, to, MPI_UNWEIGHTED);
    CHECK(from[0] == before[0] && to[0] == after[0]);
    MPI_Comm_free(&plain);
}

/* Rank 0 gives all edges: of each rank to the next two. Their order may be any. */
static void given_edges(void)
{
    int sources[64], degrees[64], ends[128], weights[128], n = rank == 0 ? size : 0, from[2], to[2], w[2], v[2];
    int in_count, out_count, weighted, out = rank, in[2];
    MPI_Comm comm;
    for (int i = 0; i < size; i++) {
        sources[i] = i;
        degrees[i] = 2;
        ends[2 * i] = (i + 1) % size;
        ends[2 * i + 1] = (i + 2) % size;
        weights[2 * i] = 1;
        weights[2 * i + 1] = 2;
    }
    MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, ends, rank == 0 ? weights : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL,
                          0, &comm);
    MPI_Dist_graph_neighbors_count(comm, &in_count, &out_count, &weighted);
    CHECK(in_count == 2 && out_count == 2 && weighted);
    MPI_Dist_graph_neighbors(comm, 2, from, w, 2, to, v);
    for (int i = 0; i < 2; i++) {
        CHECK((from[i] + w[i]) % size == rank && (rank + v[i]) % size == to[i]);
        CHECK(w[0] + w[1] == 3 && v[0] + v[1] == 3);
    }
    MPI_Neighbor_allgather(&out, 1, MPI_INT, in, 1, MPI_INT, comm);
    CHECK(in[0] == from[0] && in[1] == from[1]);
    MPI_Comm_free(&comm);
}

/* A grid that is a torus in one direction. */
static void grid(void)
{
    int sizes[2] = {0, 0}, periodic[2] = {1, 0}, neighbors[4], out[4], in[4], kind, n;
    MPI_Comm comm;
    MPI_Dims_create(size, 2, sizes);
    MPI_Cart_map(MPI_COMM_WORLD, 2, sizes, periodic, &n);
    CHECK(n == rank);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &comm);
    MPI_Topo_test(comm, &kind);
    CHECK(kind == MPI_CART);
    for (int d = 0; d < 2; d++)
        MPI_Cart_shift(comm, d, 1, &neighbors[2 * d], &neighbors[2 * d + 1]);
    for (int i = 0; i < 4; i++) {
        out[i] = 10 * rank + i;
        in[i] = -1;
    }
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, comm);
    for (int i = 0; i < 4; i++)
        CHECK(in[i] == (neighbors[i] == MPI_PROC_NULL ? -1 : neighbors[i]));
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
    for (int i = 0; i < 4; i++)
        if (neighbors[i] == MPI_PROC_NULL)
            CHECK(in[i] == -1);
        else if (sizes[i / 2] > 2)
            CHECK(in[i] == 10 * neighbors[i] + (i ^ 1));
        else
            CHECK(in[i] / 10 == neighbors[i]);
    MPI_Comm_free(&comm);
}

/* Parts of other lengths, with types that have gaps, short and long. */
static void counts(void)
{
    int before = (rank + size - 1) % size, after = (rank + 1) % size, from[2] = {before, after}, to[2] = {after, before};
    static int out[2][900], in[2][900];
    MPI_Comm comm;
    MPI_Datatype every;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    MPI_Type_vector(3, 1, 2, MPI_INT, &every);
    MPI_Type_commit(&every);
    for (int length = 3; length <= 300; length += 297) {
        int good = 1, n = length + before;
        /* What goes up is as long as the rank says. */
        int out_counts[2] = {length + rank, length}, in_counts[2] = {n, length}, places[2] = {0, 900};
        for (int i = 0; i < 900; i++) {
            out[0][i] = 10000 * rank + i;
            out[1][i] = 10000 * rank + 1000 + i;
            in[0][i] = in[1][i] = -1;
        }
        MPI_Neighbor_alltoallv(out, out_counts, places, MPI_INT, in, in_counts, places, MPI_INT, comm);
        for (int i = 0; i < n; i++)
            good &= in[0][i] == 10000 * before + i;
        for (int i = 0; i < length; i++)
            good &= in[1][i] == 10000 * after + 1000 + i;
        CHECK(good && in[0][n] == -1 && in[1][length] == -1);
        /* The same elements for both, to other places. */
        int equal[2] = {length, length}, far[2] = {900, 0};
        memset(in, 0xff, sizeof in);
        MPI_Neighbor_allgatherv(out, length, MPI_INT, in, equal, far, MPI_INT, comm);
        for (int i = 0; i < length; i++)
            good &= in[1][i] == 10000 * before + i && in[0][i] == 10000 * after + i;
        CHECK(good && in[0][length] == -1 && in[1][length] == -1);
        /* Every other word goes up, and whole ones go down. */
        MPI_Aint at[2] = {0, 900 * sizeof(int)};
        MPI_Datatype out_types[2] = {every, MPI_INT}, in_types[2] = {every, MPI_INT};
        int some[2] = {length / 3, length};
        memset(in, 0xff, sizeof in);
        MPI_Neighbor_alltoallw(out, some, at, out_types, in, some, at, in_types, comm);
        for (int i = 0; i < length / 3; i++)
            for (int k = 0; k < 5; k++)
                good &= in[0][5 * i + k] == (k % 2 == 0 ? 10000 * before + 5 * i + k : -1);
        for (int i = 0; i < length; i++)
            good &= in[1][i] == 10000 * after + 1000 + i;
        CHECK(good);
        memset(in, 0xff, sizeof in);
        MPI_Neighbor_allgather(out, length / 3, every, in, length / 3, every, comm);
        for (int i = 0; i < length / 3; i++)
            for (int k = 0; k < 5; k += 2)
                good &= in[0][5 * i + k] == 10000 * before + 5 * i + k;
        CHECK(good && in[0][1] == -1);
    }
    MPI_Type_free(&every);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    communicators();
    ranges();
    graph();
    one_sided_edges();
    given_edges();
    grid();
    counts();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all == 0 ? "all is well\n" : "%d errors\n", all);
    MPI_Finalize();
    return 0;
}
