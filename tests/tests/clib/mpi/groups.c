/* Groups, communicators of them, and threads: every rank checks its results, and rank 0 says whether all are right. */
#include <mpi.h>
#include <stdio.h>

static int wrong;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #condition);                                              \
            wrong++;                                                                                                   \
        }                                                                                                              \
    } while (0)

static int rank, size;

/* The group of the ranks `first`, `first` + `step`, … */
static MPI_Group every(MPI_Group world, int first, int step)
{
    int ranks[64], count = 0;
    MPI_Group made;
    for (int r = first; r < size; r += step)
        ranks[count++] = r;
    MPI_Group_incl(world, count, ranks, &made);
    return made;
}

static void sets(void)
{
    MPI_Group world, even, third, both, all, only, rest, none, copy;
    int n, own, ranks[64], there[64], count = 0;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(world, &n);
    MPI_Group_rank(world, &own);
    CHECK(n == size && own == rank);
    even = every(world, 0, 2);
    third = every(world, 0, 3);
    MPI_Group_size(even, &n);
    MPI_Group_rank(even, &own);
    CHECK(n == (size + 1) / 2 && own == (rank % 2 == 0 ? rank / 2 : MPI_UNDEFINED));
    MPI_Group_intersection(even, third, &both);
    MPI_Group_size(both, &n);
    CHECK(n == (size + 5) / 6);
    /* A union is first all of the one, then the others. */
    MPI_Group_union(third, even, &all);
    MPI_Group_rank(all, &own);
    if (rank % 3 == 0)
        CHECK(own == rank / 3);
    else if (rank % 2 == 0)
        CHECK(own == (size + 2) / 3 + (rank / 6 * 2 + (rank % 6 == 4)));
    else
        CHECK(own == MPI_UNDEFINED);
    MPI_Group_difference(even, third, &only);
    MPI_Group_rank(only, &own);
    CHECK((own != MPI_UNDEFINED) == (rank % 2 == 0 && rank % 3 != 0));
    for (int r = 0; r < size; r += 2)
        ranks[count++] = r;
    MPI_Group_excl(world, count, ranks, &rest);
    MPI_Group_size(rest, &n);
    MPI_Group_rank(rest, &own);
    CHECK(n == size / 2 && own == (rank % 2 == 1 ? rank / 2 : MPI_UNDEFINED));
    ranks[0] = 0;
    MPI_Group_translate_ranks(even, 1, ranks, world, there);
    CHECK(there[0] == 0);
    for (int i = 0; i < count; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(even, count, ranks, third, there);
    for (int i = 0; i < count; i++)
        CHECK(there[i] == (2 * i % 3 == 0 ? 2 * i / 3 : MPI_UNDEFINED));
    ranks[0] = MPI_PROC_NULL;
    MPI_Group_translate_ranks(world, 1, ranks, even, there);
    CHECK(there[0] == MPI_PROC_NULL);
    MPI_Group_difference(even, world, &none);
    CHECK(none == MPI_GROUP_EMPTY);
    MPI_Group_size(MPI_GROUP_EMPTY, &n);
    CHECK(n == 0);
    MPI_Group_union(MPI_GROUP_EMPTY, world, &copy);
    MPI_Group_rank(copy, &own);
    CHECK(own == rank);
    MPI_Group_free(&copy);
    CHECK(copy == MPI_GROUP_NULL);
    MPI_Group_free(&world);
    MPI_Group_free(&even);
    MPI_Group_free(&third);
    MPI_Group_free(&both);
    MPI_Group_free(&all);
    MPI_Group_free(&only);
    MPI_Group_free(&rest);
}

static void communicators(void)
{
    int sum, own, n, result, ranks[64];
    MPI_Group world, part, turned;
    MPI_Comm made, other, again;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    /* Two groups at once: each rank gives its own. */
    part = every(world, rank % 2, 2);
    MPI_Comm_create(MPI_COMM_WORLD, part, &made);
    MPI_Comm_rank(made, &own);
    MPI_Comm_size(made, &n);
    CHECK(own == rank / 2 && n == (size + 1 - rank % 2) / 2);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
    CHECK(sum == n * (n - 1) + n * (rank % 2));
    /* Only the members call this; the order of the ranks is that of the group. */
    MPI_Comm_create_group(MPI_COMM_WORLD, part, 5, &other);
    MPI_Comm_compare(made, other, &result);
    CHECK(result == MPI_CONGRUENT);
    for (int i = 0; i < n; i++)
        ranks[i] = n - 1 - i;
    MPI_Group_incl(part, n, ranks, &turned);
    if (rank % 2 == 0) {
        MPI_Comm_create_group(MPI_COMM_WORLD, turned, 6, &again);
        MPI_Comm_rank(again, &own);
        CHECK(own == n - 1 - rank / 2);
        own = rank;
        MPI_Bcast(&own, 1, MPI_INT, 0, again);
        CHECK(own == 2 * (n - 1));
        MPI_Comm_free(&again);
    }
    /* The number of a communicator that all make now differs from those that some have made. */
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, again);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Barrier(other);
    /* The handler of errors is that of the first communicator. */
    MPI_Errhandler handler;
    MPI_Comm heir;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_create_group(MPI_COMM_WORLD, part, 7, &heir);
    MPI_Comm_get_errhandler(heir, &handler);
#ifndef MPICH_VERSION /* which inherits it only in other calls */
    CHECK(handler == MPI_ERRORS_RETURN);
#endif
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&heir);
    /* A rank that is in no group gets no communicator. */
    int first = 0;
    MPI_Group_free(&part);
    MPI_Group_incl(world, 1, &first, &part);
    MPI_Comm lone;
    MPI_Comm_create(again, part, &lone);
    CHECK((lone == MPI_COMM_NULL) == (rank != 0));
    if (rank == 0)
        MPI_Comm_free(&lone);
    MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &lone);
    CHECK(lone == MPI_COMM_NULL);
    MPI_Comm_free(&again);
    MPI_Comm_free(&other);
    MPI_Comm_free(&made);
    MPI_Group_free(&part);
    MPI_Group_free(&turned);
    MPI_Group_free(&world);
}

int main(int argc, char **argv)
{
    int all, given;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(given == MPI_THREAD_FUNNELED);
    MPI_Query_thread(&given);
    CHECK(given == MPI_THREAD_FUNNELED);
    sets();
    communicators();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return 0;
}
