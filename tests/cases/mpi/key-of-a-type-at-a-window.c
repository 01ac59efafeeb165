/* nodes: 2x1. The key is one of types. */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, key, other, flag, memory[4] = {0};
    void *value;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &other, NULL);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_attr(win, other, "mine");
    if (rank == 1)
        MPI_Win_get_attr(win, key, &value, &flag);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
