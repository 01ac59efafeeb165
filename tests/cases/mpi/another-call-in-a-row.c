/* nodes: 4x4. In the second row one rank makes another call. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, all[64];
    MPI_Comm row;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all[0] = size;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 4, rank, &row);
    if (rank == 6)
        MPI_Scan(&one, all, 1, MPI_INT, MPI_SUM, row);
    else
        MPI_Allreduce(&one, all, 1, MPI_INT, MPI_SUM, row);
    MPI_Finalize();
    return 0;
}
