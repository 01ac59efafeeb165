/* Random graphs, of which an exchange and one of the reversed graph are the identity, and random hints against a list: every rank checks
   its results, and rank 0 says whether all are right. */
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

static unsigned seed = 1;

static int random_below(int limit)
{
    seed = seed * 1103515245u + 12345u;
    return (int)((seed >> 16) % (unsigned)limit);
}

#define MOST 80
static struct {
    int from, to, weight, giver;
} edges[MOST];

static int compare(const void *one, const void *other)
{
    const int *a = one, *b = other;
    return a[0] != b[0] ? a[0] - b[0] : a[1] - b[1];
}

/* The ends of edges at this rank are those that the list says, in any order. */
static void check_ends(int count, const int ranks[], const int weights[], int n, int out)
{
    int found[MOST][2], wanted[MOST][2], k = 0;
    for (int i = 0; i < n; i++)
        if ((out ? edges[i].from : edges[i].to) == rank) {
            wanted[k][0] = out ? edges[i].to : edges[i].from;
            wanted[k++][1] = edges[i].weight;
        }
    CHECK(count == k);
    for (int i = 0; i < count; i++) {
        found[i][0] = ranks[i];
        found[i][1] = weights[i];
    }
    qsort(found, (unsigned)count, sizeof *found, compare);
    qsort(wanted, (unsigned)k, sizeof *wanted, compare);
    CHECK(count == k && memcmp(found, wanted, (unsigned)k * sizeof *wanted) == 0);
}

static void graphs(void)
{
    for (int round = 0; round < 12; round++) {
        int n = random_below(MOST), sources[MOST], degrees[MOST], ends[MOST], weights[MOST], given = 0, in, out, weighted;
        /* Every pair has at most one edge, since the order of two is not known. */
        for (int i = 0; i < n; i++) {
            edges[i].from = random_below(size);
            edges[i].to = random_below(size);
            edges[i].weight = random_below(1000);
            edges[i].giver = random_below(size);
            for (int k = 0; k < i; k++)
                if (edges[k].from == edges[i].from && edges[k].to == edges[i].to) {
                    n = i;
                    break;
                }
        }
        for (int i = 0; i < n; i++)
            if (edges[i].giver == rank) {
                sources[given] = edges[i].from;
                degrees[given] = 1;
                ends[given] = edges[i].to;
                weights[given++] = edges[i].weight;
            }
        MPI_Comm there, back;
        MPI_Dist_graph_create(MPI_COMM_WORLD, given, sources, degrees, ends, weights, MPI_INFO_NULL, 0, &there);
        MPI_Dist_graph_neighbors_count(there, &in, &out, &weighted);
        CHECK(weighted);
        int from[MOST], to[MOST], in_weights[MOST], out_weights[MOST], sent[MOST][3], far[MOST][3], got[MOST][3];
        MPI_Dist_graph_neighbors(there, in, from, in_weights, out, to, out_weights);
        check_ends(in, from, in_weights, n, 0);
        check_ends(out, to, out_weights, n, 1);
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, out, to, out_weights, in, from, in_weights, MPI_INFO_NULL, 0, &back);
        for (int i = 0; i < out; i++)
            for (int k = 0; k < 3; k++) {
                sent[i][k] = 10000 * rank + 10 * to[i] + k;
                got[i][k] = -1;
            }
        MPI_Neighbor_alltoall(sent, 3, MPI_INT, far, 3, MPI_INT, there);
        for (int i = 0; i < in; i++)
            for (int k = 0; k < 3; k++)
                CHECK(far[i][k] == 10000 * from[i] + 10 * rank + k);
        MPI_Neighbor_alltoall(far, 3, MPI_INT, got, 3, MPI_INT, back);
        CHECK(memcmp(got, sent, (unsigned)out * sizeof *sent) == 0);
        MPI_Comm_free(&there);
        MPI_Comm_free(&back);
    }
}

/* The keys are numbers; a value of 0 is a key that is not there. */
static void hints(void)
{
    static char keys[16][8], order[16][8];
    int values[16] = {0}, count = 0;
    MPI_Info info, copy;
    MPI_Info_create(&info);
    seed = 77u + (unsigned)rank;
    for (int i = 0; i < 16; i++)
        sprintf(keys[i], "k%d", i);
    for (int step = 0; step < 300; step++) {
        int k = random_below(16), flag, n;
        char text[16];
        if (random_below(3) == 0) {
            if (values[k] != 0) {
                int place = 0;
                MPI_Info_delete(info, keys[k]);
                while (strcmp(order[place], keys[k]) != 0)
                    place++;
                for (count--; place < count; place++)
                    strcpy(order[place], order[place + 1]);
            }
            values[k] = 0;
        } else {
            if (values[k] == 0)
                strcpy(order[count++], keys[k]);
            values[k] = 1 + random_below(100000);
            sprintf(text, "%d", values[k]);
            MPI_Info_set(info, keys[k], text);
        }
        k = random_below(16);
        MPI_Info_get(info, keys[k], 15, text, &flag);
        CHECK(flag == (values[k] != 0) && (!flag || atoi(text) == values[k]));
        MPI_Info_get_nkeys(info, &n);
        CHECK(n == count);
        if (step % 20 == 0) {
            MPI_Info_dup(info, &copy);
            MPI_Info_free(&info);
            info = copy;
            for (int i = 0; i < count; i++) {
                MPI_Info_get_nthkey(info, i, text);
                CHECK(strcmp(text, order[i]) == 0);
            }
        }
    }
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    graphs();
    hints();
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf(all == 0 ? "all is well\n" : "%d errors\n", all);
    MPI_Finalize();
    return 0;
}
