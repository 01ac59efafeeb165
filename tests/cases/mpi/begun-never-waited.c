/* nodes: 2x1. Nothing waits for the sum; rank 1 is late. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, sum = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (volatile int i = rank == 1 ? 5000 : 0; i > 0; i--)
        ;
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Finalize();
    return sum == size;
}
