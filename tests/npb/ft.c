/* FT: a partial differential equation in three dimensions, solved by the fast Fourier transform.

   A cube of complex numbers is divided into slabs along z; rank r has planes r N / P to (r + 1) N / P - 1. A transform along
   x and y needs one plane only. For the one along z the slabs are exchanged, so that each rank has a slab along x. */
#include "npb.h"

#ifdef CLASS_T
#define N 16
#define ITERATIONS 2
#else
#define N 64
#define ITERATIONS 6
#endif
#define ALPHA 1e-6
#define SEED 314159265ULL

typedef struct {
    double re, im;
} complex;

#ifdef CLASS_T
static const complex known[ITERATIONS] = {{4.992545753461e2, 5.158684064603e2}, {4.993089654485e2, 5.156024758564e2}};
#else
static const complex known[ITERATIONS] = {
    {5.546087004964e2, 4.845363331978e2}, {5.546385409189e2, 4.865304269511e2}, {5.546148406171e2, 4.883910722336e2},
    {5.545423607415e2, 4.901273169046e2}, {5.544255039624e2, 4.917475857993e2}, {5.542683411902e2, 4.932597244941e2}};
#endif

static int rank, ranks, planes; /* planes of a slab */
static complex *spectrum;       /* [x of the slab][y][z] */
static complex *work, *other;   /* a slab along z, [z of the slab][y][x], or along x; and room for an exchange */
static complex roots[N / 2];    /* of unity, for a forward transform */
static double decay[N];         /* the factor of one step by the distance from 0 in one dimension */

/* One transform of a line of N elements that are `step` apart: the lines of Stockham's method go from one array to the
   other. `sign` is 1 for forward, -1 for backward; nothing is scaled. */
static void line(complex *data, int step, int sign)
{
    static complex buffers[2][N];
    complex *from = buffers[0], *to = buffers[1];
    for (int i = 0; i < N; i++)
        from[i] = data[i * step];
    for (int half = N / 2, run = 1; half >= 1; half /= 2, run *= 2) {
        for (int j = 0; j < half; j++) {
            complex root = roots[j * run];
            root.im *= sign;
            for (int k = 0; k < run; k++) {
                complex a = from[j * run + k], b = from[(j + half) * run + k];
                complex d = {a.re - b.re, a.im - b.im};
                to[2 * j * run + k] = (complex){a.re + b.re, a.im + b.im};
                to[(2 * j + 1) * run + k] = (complex){d.re * root.re - d.im * root.im, d.re * root.im + d.im * root.re};
            }
        }
        complex *swap = from;
        from = to;
        to = swap;
    }
    for (int i = 0; i < N; i++)
        data[i * step] = from[i];
}

/* Each rank sends each rank the part of its slab that lies in that one's slab. The parts arrive one after the other and
   are put in order. Forward: [z][y][x] becomes [x][y][z]; it is its own inverse. */
static void transpose(complex *slab)
{
    int part = planes * planes * N;
    complex *out = other;
    for (int r = 0; r < ranks; r++)
        for (int x = 0; x < planes; x++)
            for (int y = 0; y < N; y++)
                for (int z = 0; z < planes; z++)
                    *out++ = slab[(z * N + y) * N + r * planes + x];
    MPI_Alltoall(other, part * (int)sizeof(complex) / 8, MPI_DOUBLE, slab, part * (int)sizeof(complex) / 8, MPI_DOUBLE,
                 MPI_COMM_WORLD);
    for (int i = 0; i < planes * N * N; i++)
        other[i] = slab[i];
    for (int r = 0; r < ranks; r++)
        for (int x = 0; x < planes; x++)
            for (int y = 0; y < N; y++)
                for (int z = 0; z < planes; z++)
                    slab[(x * N + y) * N + r * planes + z] = other[((r * planes + x) * N + y) * planes + z];
}

static void forward(complex *slab)
{
    for (int z = 0; z < planes; z++) {
        for (int y = 0; y < N; y++)
            line(slab + (z * N + y) * N, 1, 1);
        for (int x = 0; x < N; x++)
            line(slab + z * N * N + x, N, 1);
    }
    transpose(slab);
    for (int i = 0; i < planes * N; i++)
        line(slab + i * N, 1, 1);
}

static void backward(complex *slab)
{
    for (int i = 0; i < planes * N; i++)
        line(slab + i * N, 1, -1);
    transpose(slab);
    for (int z = 0; z < planes; z++) {
        for (int x = 0; x < N; x++)
            line(slab + z * N * N + x, N, -1);
        for (int y = 0; y < N; y++)
            line(slab + (z * N + y) * N, 1, -1);
    }
}

/* The distance from 0 of a wave number, as the transform counts it. */
static int distance(int i)
{
    return i < N / 2 ? i : i - N;
}

/* One step in time, and its result in space in `work`. */
static void evolve(void)
{
    for (int x = 0; x < planes; x++)
        for (int y = 0; y < N; y++) {
            double plane = decay[rank * planes + x] * decay[y];
            for (int z = 0; z < N; z++) {
                int i = (x * N + y) * N + z;
                double factor = plane * decay[z];
                spectrum[i].re *= factor;
                spectrum[i].im *= factor;
                work[i] = spectrum[i];
            }
        }
    backward(work);
}

/* The sum of 1,024 elements that lie all over the cube. */
static complex checksum(void)
{
    complex own = {0, 0}, all;
    for (int j = 1; j <= 1024; j++) {
        int x = j % N, y = 3 * j % N, z = 5 * j % N - rank * planes;
        if (z < 0 || z >= planes)
            continue;
        own.re += work[(z * N + y) * N + x].re;
        own.im += work[(z * N + y) * N + x].im;
    }
    MPI_Allreduce(&own, &all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    all.re /= (double)N * N * N;
    all.im /= (double)N * N * N;
    return all;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    planes = N / ranks;
    if (planes * ranks != N) {
        if (rank == 0)
            printf("FT: the number of ranks must be a power of two, at most %d\n", N);
        MPI_Finalize();
        return 1;
    }
    unsigned bytes = (unsigned)(planes * N * N) * sizeof(complex);
    spectrum = malloc(bytes);
    work = malloc(bytes);
    other = malloc(bytes);
    if (spectrum == NULL || work == NULL || other == NULL) {
        printf("FT: %u bytes for a rank are not there; give nodes more memory\n", 3 * bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), pi = acos(-1);
    for (int i = 0; i < N / 2; i++)
        roots[i] = (complex){cos(2 * pi * i / N), -sin(2 * pi * i / N)};
    for (int i = 0; i < N; i++)
        decay[i] = exp(-4 * ALPHA * pi * pi * distance(i) * distance(i));
    npb_seed seed = SEED * npb_power(NPB_A, 2ULL * N * N * planes * rank) & ((1ULL << 46) - 1);
    for (int i = 0; i < planes * N * N; i++) {
        spectrum[i].re = npb_random(&seed, NPB_A);
        spectrum[i].im = npb_random(&seed, NPB_A);
    }
    forward(spectrum);
    int right = 1;
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
        evolve();
        complex sum = checksum();
        if (rank == 0)
            printf("T = %d  Checksum = %.12e %.12e\n", iteration + 1, sum.re, sum.im);
        right = right && npb_close(sum.re, known[iteration].re, 1e-12) && npb_close(sum.im, known[iteration].im, 1e-12);
    }
    double taken = MPI_Wtime() - start, points = (double)N * N * N;
    double operations = 1e-6 * points * (14.8157 + 7.19641 * log(points) + (5.23518 + 7.21113 * log(points)) * ITERATIONS);
    return npb_summary("FT", N == 64 ? "64 x 64 x 64" : "16 x 16 x 16", ITERATIONS, taken, operations * 1e6, right);
}
