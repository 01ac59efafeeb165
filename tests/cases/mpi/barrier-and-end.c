/* nodes: 2x1. Rank 1 never calls the barrier. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
