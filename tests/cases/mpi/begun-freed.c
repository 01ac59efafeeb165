/* nodes: 2x1. The request of a broadcast is freed. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, sum = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Ibcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Finalize();
    return sum == size;
}
