/* A message of 64 words goes from rank 0 to rank 1, from there to rank 2, and so on. Every rank adds its number to each
   word. The last one sends it back to rank 0, to RESULT. */
#include <mpi.h>

#define WORDS 64

int DATA[WORDS];
int RESULT[WORDS];

static void add(int rank)
{
    for (int i = 0; i < WORDS; i++)
        DATA[i] += rank;
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int before = (rank + size - 1) % size, next = (rank + 1) % size;
    if (rank == 0) {
        /* With one rank the message goes to the sender itself: a send that waits for its receive would wait for ever. */
        add(rank);
        MPI_Sendrecv(DATA, WORDS, MPI_INT, next, 0, RESULT, WORDS, MPI_INT, before, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(DATA, WORDS, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        add(rank);
        MPI_Send(DATA, WORDS, MPI_INT, next, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
