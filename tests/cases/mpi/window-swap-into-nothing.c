/* nodes: 2x1. The old value has no place. */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, value = 1, memory[4] = {0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Compare_and_swap(&value, &rank, NULL, MPI_INT, 1 - rank, 0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
