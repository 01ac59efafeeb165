/* nodes: 2x1. Both ranks make a communicator, but not by the same call. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm made;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
    else
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    MPI_Finalize();
    return 0;
}
