/* EP, embarrassingly parallel: pairs of Gaussian random numbers by rejection (the polar method), their sums, and how many
   fall into each square annulus. Only the sums are communicated. */
#include "npb.h"

#ifdef CLASS_T
#define LOG_PAIRS 18
#define SUM_X 1.873198969612174e2
#define SUM_Y -3.797408336054116e2
#else
#define LOG_PAIRS 24
#define SUM_X -3.247834652034740e3
#define SUM_Y -6.958407078382297e3
#endif
#define LOG_BATCH 10 /* pairs of a batch; batches are dealt to the ranks in turn */
#define SEED 271828183ULL
#define ANNULI 10

static double sums[2];
static long long counts[ANNULI];

static void batch(npb_seed seed)
{
    double sum_x = 0, sum_y = 0;
    for (int i = 0; i < 1 << LOG_BATCH; i++) {
        double x = 2 * npb_random(&seed, NPB_A) - 1, y = 2 * npb_random(&seed, NPB_A) - 1, t = x * x + y * y;
        if (t > 1)
            continue;
        t = sqrt(-2 * log(t) / t);
        x *= t;
        y *= t;
        double most = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
        counts[(int)most]++;
        sum_x += x;
        sum_y += y;
    }
    sums[0] += sum_x;
    sums[1] += sum_y;
}

int main(int argc, char **argv)
{
    int rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    /* A batch takes two numbers for each pair, so it starts where the ones before it have ended. */
    npb_seed seed = SEED * npb_power(NPB_A, (unsigned long long)rank << (LOG_BATCH + 1)) & ((1ULL << 46) - 1);
    npb_seed step = npb_power(NPB_A, (unsigned long long)ranks << (LOG_BATCH + 1));
    for (int number = rank; number < 1 << (LOG_PAIRS - LOG_BATCH); number += ranks) {
        batch(seed);
        npb_random(&seed, step);
    }
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, counts, ANNULI, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    double taken = MPI_Wtime() - start;

    long long pairs = 0;
    for (int i = 0; i < ANNULI; i++)
        pairs += counts[i];
    int right = npb_close(sums[0], SUM_X, 1e-8) && npb_close(sums[1], SUM_Y, 1e-8);
#ifdef CLASS_T
    right = right && pairs == 205458;
#else
    static const int known[ANNULI] = {6140517, 5865300, 1100361, 68546, 1648, 17};
    for (int i = 0; i < ANNULI; i++)
        right = right && counts[i] == known[i];
#endif
    if (rank == 0) {
        printf("Sums = %.15e %.15e\nNo. Gaussian Pairs = %lld\n", sums[0], sums[1], pairs);
        for (int i = 0; i < ANNULI; i++)
            printf("%d %lld\n", i, counts[i]);
    }
    return npb_summary("EP", LOG_PAIRS == 24 ? "2^24 pairs" : "2^18 pairs", 1, taken, (double)(2 << LOG_PAIRS), right);
}
