/* nodes: 2x1. Rank 1 wants the largest numbers. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int counts[2] = {1, 1}, in[2] = {1, 2};
    MPI_Reduce_scatter(in, &sum, counts, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum == size;
}
