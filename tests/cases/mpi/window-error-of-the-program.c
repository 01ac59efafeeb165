/* nodes: 2x1. The program reports an error of its own. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, memory[4] = {0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_call_errhandler(win, MPI_ERR_RMA_RANGE);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
