/* The same as mpi.c, but the 64 words are a table of 16 rows and 4 columns, and each column is a message of its own. While
   a rank adds its number to one column, the next ones are on their way. */
#include <mpi.h>

#define ROWS 16
#define COLUMNS 4

int DATA[ROWS * COLUMNS];
int RESULT[ROWS * COLUMNS];

static void add(int column, int rank)
{
    for (int row = 0; row < ROWS; row++)
        DATA[row * COLUMNS + column] += rank;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Datatype column;
    MPI_Request in[COLUMNS], out[COLUMNS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_commit(&column);
    int before = (rank + size - 1) % size, next = (rank + 1) % size;
    int *to = rank == 0 ? RESULT : DATA;
    for (int i = 0; i < COLUMNS; i++)
        MPI_Irecv(&to[i], 1, column, before, i, MPI_COMM_WORLD, &in[i]);
    for (int i = 0; i < COLUMNS; i++) {
        /* The first rank has its columns from the start. */
        if (rank != 0)
            MPI_Wait(&in[i], MPI_STATUS_IGNORE);
        add(i, rank);
        MPI_Isend(&DATA[i], 1, column, next, i, MPI_COMM_WORLD, &out[i]);
    }
    MPI_Waitall(COLUMNS, out, MPI_STATUSES_IGNORE);
    MPI_Waitall(COLUMNS, in, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
    MPI_Finalize();
    return 0;
}
