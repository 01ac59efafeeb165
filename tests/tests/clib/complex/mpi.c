#include <complex.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>

static void multiply(void *in, void *inout, int *length, MPI_Datatype *type)
{
    double complex *a = in, *b = inout;
    for (int i = 0; i < *length; i++)
        b[i] = a[i] * b[i];
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double complex mine[2] = {rank + 1 + I, cexp(2 * I * M_PI * rank / size)}, sum[2], product[2], own[2];
    MPI_Reduce(mine, sum, 2, MPI_C_DOUBLE_COMPLEX, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(mine, product, 2, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    MPI_Op op;
    MPI_Op_create(multiply, 1, &op);
    MPI_Allreduce(mine, own, 2, MPI_C_DOUBLE_COMPLEX, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    float complex f = rank * 1.0fi, all[size];
    MPI_Allgather(&f, 1, MPI_C_FLOAT_COMPLEX, all, 1, MPI_C_FLOAT_COMPLEX, MPI_COMM_WORLD);
    double complex next = 0;
    MPI_Sendrecv(mine, 1, MPI_C_DOUBLE_COMPLEX, (rank + 1) % size, 0, &next, 1, MPI_C_DOUBLE_COMPLEX,
        (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
        printf("%g %g, %d\n", creal(sum[0]), cimag(sum[0]), cabs(sum[1]) < 1e-12);
        printf("%g %g, %.6f %.6f\n", creal(product[0]), cimag(product[0]), creal(product[1]), fabs(cimag(product[1])));
        printf("%d\n", cabs(own[0] - product[0]) + cabs(own[1] - product[1]) < 1e-9);
        printf("%g %g\n", crealf(all[size - 1]), cimagf(all[size - 1]));
        printf("%g %g\n", creal(next), cimag(next));
    }
    MPI_Finalize();
    return 0;
}
