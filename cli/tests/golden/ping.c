#include <mclib.h>
#include <mpi.h>

/* A short message, a long one and a collective operation of two ranks. */
int main(int argc, char **argv)
{
    static int words[100];
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mc_region_begin("exchange");
    if (rank == 0) {
        MPI_Send(words, 2, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Send(words, 100, MPI_INT, 1, 8, MPI_COMM_WORLD);
    } else {
        MPI_Recv(words, 2, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(words, 100, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    mc_region_end();
    mc_mark(42);
    MPI_Bcast(words, 1, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
