#include <internal_mpi.h>

/* The level of MPI_Init_thread; that of MPI_Init is the lowest one. */
static int level = MPI_THREAD_SINGLE;

/* A node has one thread, which keeps the promises of every level. Cost: that of MPI_Init; of the others 10 cycles. */
int MPI_Init_thread(int *argc, char ***argv, int wanted, int *given)
{
    level = wanted;
    *given = wanted;
    return MPI_Init(argc, argv);
}

int MPI_Query_thread(int *given)
{
    *given = level;
    return MPI_SUCCESS;
}

int MPI_Is_thread_main(int *flag)
{
    *flag = 1;
    return MPI_SUCCESS;
}
