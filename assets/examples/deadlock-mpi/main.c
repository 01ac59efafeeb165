/* Each rank sends 4,000 bytes to the next one before it receives. A message of this size waits for its receive, so all ranks
   wait for each other. The panel "Run" lists the calls and the circle. With MPI_Sendrecv the program ends. */
#include <mpi.h>

static int out[1000], in[1000];

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Send(out, 1000, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Recv(in, 1000, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
