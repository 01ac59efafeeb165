/* The parts that the kernels share: the classes, the random numbers, the summary. Included once by each kernel. */
#ifndef NPB_H
#define NPB_H

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Class S of the benchmarks, or T, which is smaller: -DCLASS_T. */
#ifdef CLASS_T
#define CLASS 'T'
#else
#define CLASS 'S'
#endif

/* x becomes a x mod 2^46; the result is x / 2^46. The product is taken mod 2^64, which does not change its low bits. */
typedef unsigned long long npb_seed;

#define NPB_A 1220703125ULL /* 5^13 */

static inline double npb_random(npb_seed *x, npb_seed a)
{
    *x = *x * a & ((1ULL << 46) - 1);
    return (double)*x * (1.0 / (1ULL << 46));
}

/* a to the power n, mod 2^46. */
static inline npb_seed npb_power(npb_seed a, unsigned long long n)
{
    npb_seed power = 1;
    for (; n != 0; n >>= 1, a *= a)
        if (n & 1)
            power *= a;
    return power & ((1ULL << 46) - 1);
}

/* The fields of the benchmarks' summary; rank 0 prints it. The exit code says whether the check passed. */
static inline int npb_summary(const char *name, const char *size, int iterations, double seconds, double operations,
                              int verified)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        printf("%s Benchmark Completed\n", name);
        printf(" Class           = %c\n Size            = %s\n Iterations      = %d\n", CLASS, size, iterations);
        printf(" Time in seconds = %.9f\n Total processes = %d\n", seconds, ranks);
        printf(" Mop/s total     = %.2f\n Verification    = %s\n", operations / seconds * 1e-6,
               verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
    }
    MPI_Finalize();
    return verified ? 0 : 1;
}

static inline int npb_close(double found, double right, double most)
{
    return fabs((found - right) / right) <= most;
}

#endif
