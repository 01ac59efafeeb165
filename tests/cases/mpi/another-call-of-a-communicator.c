/* nodes: 2x1. Rank 1 copies the communicator that rank 0 divides. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Comm made;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    if (rank == 0)
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
    else
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
    MPI_Finalize();
    return 0;
}
