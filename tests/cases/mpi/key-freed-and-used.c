/* nodes: 2x1. The key is used after it was freed. */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, key, old;
    MPI_Datatype column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_set_attr(column, key, "column");
    old = key;
    MPI_Type_free_keyval(&key);
    if (rank == 1)
        MPI_Type_set_attr(column, old, "another");
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
