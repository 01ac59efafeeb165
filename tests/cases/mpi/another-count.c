/* nodes: 4x1. Rank 2 wants fewer elements. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    MPI_Bcast(all, rank == 2 ? 4 : 8, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
