/* nodes: 2x1. The ranks of a ring send their neighbours parts of different lengths. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size = 2, periodic = 1, out[8] = {0}, in[8];
    MPI_Comm ring;
    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    MPI_Neighbor_alltoall(out, 1 + rank, MPI_INT, in, 1 + rank, MPI_INT, ring);
    MPI_Finalize();
    return 0;
}
