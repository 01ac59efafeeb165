/* nodes: 4x1. Rank 3 looks for the largest number, the others for the sum. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    MPI_Allreduce(&one, all, 1, MPI_INT, rank == 3 ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
