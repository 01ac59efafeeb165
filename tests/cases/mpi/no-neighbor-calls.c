/* nodes: 3x1. One rank of a line does not exchange. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size = 3, periodic = 0, out = 1, in[2];
    MPI_Comm line;
    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);
    MPI_Comm_rank(line, &rank);
    if (rank != 1)
        MPI_Neighbor_allgather(&out, 1, MPI_INT, in, 1, MPI_INT, line);
    MPI_Finalize();
    return 0;
}
