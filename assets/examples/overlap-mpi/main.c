/* A sum over all ranks that is on its way while the ranks compute. Each rank works as much as the others, but before the sum
   some have more to do, and after it the others. MPI_Allreduce lets all wait for the slowest rank before the sum, and again at
   the end. MPI_Iallreduce begins the sum; what follows does not need it, so the ranks go on, and MPI_Test lets the messages of
   the sum go on meanwhile. */
#include <mclib.h>
#include <mpi.h>
#include <stdio.h>

#define WORK 64 /* pieces of a rank */

static volatile int result;

static void compute(int pieces, MPI_Request *request)
{
    int flag;
    for (int piece = 0; piece < pieces; piece++) {
        int x = result;
        for (int i = 0; i < 100; i++)
            x = x * 5 + i;
        result = x;
        if (*request != MPI_REQUEST_NULL && piece % 4 == 3)
            MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    }
}

/* The cycles of the slowest rank since `start`. */
static unsigned taken(unsigned start)
{
    unsigned own = MC_CYCLE_LO - start, most;
    MPI_Allreduce(&own, &most, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

int main(int argc, char **argv)
{
    int rank, size;
    double part, sum;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int before = WORK / 4 + WORK / 2 * rank / size;
    part = rank + 1;

    MPI_Barrier(MPI_COMM_WORLD);
    unsigned start = MC_CYCLE_LO;
    compute(before, &request);
    MPI_Allreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compute(WORK - before, &request);
    unsigned without = taken(start);

    MPI_Barrier(MPI_COMM_WORLD);
    start = MC_CYCLE_LO;
    compute(before, &request);
    MPI_Iallreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    compute(WORK - before, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    unsigned with = taken(start);

    if (rank == 0) {
        printf("sum = %.0f\n", sum);
        printf("without overlap: %u cycles\n", without);
        printf("with overlap:    %u cycles\n", with);
    }
    MPI_Finalize();
    return 0;
}
