/* nodes: 4x1. The vectors are long; rank 1 makes another call. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    static int long_row[1200];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    if (rank == 1)
        MPI_Allgather(long_row, 300, MPI_INT, long_row, 300, MPI_INT, MPI_COMM_WORLD);
    else
        MPI_Bcast(long_row, 300, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
