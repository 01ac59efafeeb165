/* nodes: 4x1. Rank 1 makes the calls in another order. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    if (rank != 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&one, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
