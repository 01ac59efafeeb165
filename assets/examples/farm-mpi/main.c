/* A master and its workers. Rank 0 reads the tasks from its standard input and gives each idle worker the next one; a worker
   that is done asks for another. So a long task stops nobody else. */
#include <mpi.h>
#include <stdio.h>

#define TASK 1
#define STOP 2

/* The work: the number of primes up to n, by trial division. */
static int primes(int n)
{
    int count = 0;
    for (int i = 2; i <= n; i++) {
        int divisor = 2;
        while (divisor * divisor <= i && i % divisor != 0)
            divisor++;
        count += divisor * divisor > i;
    }
    return count;
}

static void master(int workers)
{
    int task, result, left = workers;
    int given[workers + 1];
    MPI_Status status;

    for (int w = 1; w <= workers; w++)
        given[w] = -1;
    while (left > 0) {
        /* The first message of a worker has no result. */
        MPI_Recv(&result, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        int worker = status.MPI_SOURCE;
        if (given[worker] >= 0)
            printf("up to %d: %d primes, by worker %d\n", given[worker], result, worker);
        if (scanf("%d", &task) == 1) {
            given[worker] = task;
            MPI_Send(&task, 1, MPI_INT, worker, TASK, MPI_COMM_WORLD);
        } else {
            MPI_Send(&task, 0, MPI_INT, worker, STOP, MPI_COMM_WORLD);
            left--;
        }
    }
}

static void worker(void)
{
    int task, result = 0;
    MPI_Status status;

    for (;;) {
        MPI_Send(&result, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return;
        result = primes(task);
    }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        master(size - 1);
    else
        worker();
    MPI_Finalize();
    return 0;
}
