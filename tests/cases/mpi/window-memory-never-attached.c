/* nodes: 2x1. The memory of rank 1 is not attached. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, memory[4] = {0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win other;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Aint place = (MPI_Aint)memory;
    MPI_Bcast(&place, sizeof place, MPI_BYTE, 1, MPI_COMM_WORLD);
    MPI_Win_fence(0, other);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, other);
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
