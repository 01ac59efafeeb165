/* Pi is the area below 4 / (1 + x * x) from 0 to 1. Each rank adds every n-th strip, and MPI_Reduce sums the parts of all
   ranks along a tree. */
#include <mpi.h>
#include <stdio.h>

#define STRIPS 960

int main(int argc, char **argv)
{
    int rank, size;
    double part = 0, pi;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank; i < STRIPS; i += size) {
        double x = (i + 0.5) / STRIPS;
        part += 4 / (1 + x * x);
    }
    part /= STRIPS;
    MPI_Reduce(&part, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("pi is about %.6f\n", pi);
    MPI_Finalize();
    return 0;
}
