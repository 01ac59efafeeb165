/* nodes: 2x1. Rank 0 calls MPI_Alltoallw, rank 1 MPI_Alltoallv. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int counts[2] = {1, 1}, places[2] = {0, 4}, in[2] = {1, 2}, out[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    if (rank == 0)
        MPI_Alltoallw(in, counts, places, types, out, counts, places, types, MPI_COMM_WORLD);
    else
        MPI_Alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum == size;
}
