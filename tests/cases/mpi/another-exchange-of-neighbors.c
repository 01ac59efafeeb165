/* nodes: 2x1. The ranks of a ring make two different exchanges. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size = 2, periodic = 1, out[2] = {1, 2}, in[2];
    MPI_Comm ring;
    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Comm_rank(ring, &rank);
    if (rank == 0)
        MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    else
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    MPI_Finalize();
    return 0;
}
