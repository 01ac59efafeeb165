/* N queens by a master and workers. The queens of the first two rows have SIZE x SIZE placements. Rank 0 gives them out
   one by one: who has finished one asks for the next, so nobody waits while there is work, however uneven it is. */
#include <mpi.h>
#include <stdio.h>

int SIZE = 8;
int COUNT;

static unsigned full; /* a 1 bit for each column */

/* In how many ways the rows that are left can be filled. A 1 bit is a place in the next row that a queen attacks, by
   its column, or along a diagonal down to the left or right. */
static int count(unsigned columns, unsigned left, unsigned right)
{
    if (columns == full)
        return 1;
    int found = 0;
    for (unsigned open = ~(columns | left | right) & full, place; open != 0; open ^= place) {
        place = open & -open;
        found += count(columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return found;
}

/* The ways to go on from placement t. */
static int from_placement(int t)
{
    unsigned first = 1u << t / SIZE, second = 1u << t % SIZE;
    if (((first | first << 1 | first >> 1) & second) != 0)
        return 0;
    return count(first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
}

/* A message to the master is a sum and asks for work; a message from it is a placement, or -1 when none is left. */
static int master(int workers)
{
    int sum = 0, next = 0;
    while (workers > 0) {
        int found, work = next < SIZE * SIZE ? next++ : -1;
        MPI_Status status;
        MPI_Recv(&found, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        sum += found;
        MPI_Send(&work, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD);
        if (work < 0)
            workers--;
    }
    while (next < SIZE * SIZE)
        sum += from_placement(next++);
    return sum;
}

static void worker(void)
{
    int found = 0;
    for (;;) {
        int work;
        MPI_Send(&found, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Recv(&work, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (work < 0)
            return;
        found = from_placement(work);
    }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    full = (1u << SIZE) - 1;
    if (rank == 0) {
        COUNT = master(size - 1);
        printf("%d", COUNT);
    } else {
        worker();
    }
    MPI_Finalize();
    return 0;
}
