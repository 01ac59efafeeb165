/* nodes: 2x1. One rank calls another function than the other. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    if (rank == 0)
        MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Reduce(&one, all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
