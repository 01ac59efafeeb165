/* nodes: 2x1. The ranks begin two calls in different orders. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Request both[2];
    if (rank == 0)
        MPI_Ibcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &both[1]);
    if (rank == 1)
        MPI_Ibcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, &both[0]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return sum == size;
}
