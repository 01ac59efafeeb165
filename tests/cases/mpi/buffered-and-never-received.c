/* nodes: 2x1. MPI_Finalize waits for a long message in the buffer, which nobody receives. */
#include <mpi.h>

static int out[1000];
static char space[4000 + MPI_BSEND_OVERHEAD];

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(space, sizeof space);
    if (rank == 1)
        MPI_Bsend(out, 1000, MPI_INT, 0, 7, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
