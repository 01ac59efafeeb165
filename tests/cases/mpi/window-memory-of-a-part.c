/* nodes: 2x1. One number of an element whose second one is behind the attached memory. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, memory[4] = {0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Aint place = (MPI_Aint)memory;
    MPI_Bcast(&place, sizeof place, MPI_BYTE, 1, MPI_COMM_WORLD);
    MPI_Datatype type;
    MPI_Type_vector(2, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, place, 1, type, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
