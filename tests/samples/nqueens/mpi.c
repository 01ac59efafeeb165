/* N queens in equal shares. The queens of the first two rows have SIZE x SIZE placements. Number t of them is counted by
   rank t mod n: neighbouring ones are about as long to count, so each rank gets some of the long and some of the short
   ones. workers.c gives the placements out one by one instead. */
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

/* The placements of the first two rows that are this rank's, counted to the end. */
static int share(int rank, int ranks)
{
    int sum = 0, size = SIZE;
    for (int t = rank; t < size * size; t += ranks) {
        unsigned first = 1u << t / size, second = 1u << t % size;
        if (((first | first << 1 | first >> 1) & second) == 0)
            sum += count(first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    full = (1u << SIZE) - 1;
    int sum = share(rank, size);
    MPI_Reduce(&sum, &COUNT, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d", COUNT);
    MPI_Finalize();
    return 0;
}
