/* nodes: 4x1. The barrier of a communicator against another call of it. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Comm row;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    MPI_Comm_dup(MPI_COMM_WORLD, &row);
    if (rank == 3)
        MPI_Bcast(&one, 1, MPI_INT, 3, row);
    else
        MPI_Barrier(row);
    MPI_Finalize();
    return 0;
}
