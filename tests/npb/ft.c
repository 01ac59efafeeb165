/* FT: a partial differential equation in three dimensions, solved by the fast Fourier transform.

   A cube of complex numbers is divided into slabs along z, and, for more than N ranks, these into parts along y. A transform
   along x needs one line only. For the one along y the ranks of a slab exchange their parts, so that each has some x and all
   y, and for the one along z the ranks with the same x exchange theirs. */
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

static int rank, ranks;
static int slabs, parts;              /* along z, and of each slab along y */
static int nz, ny, nx, deep;          /* lines: in z and y at first, then nx of x and nz of z, then nx of x and deep of y */
static int slab, part;                /* those of this rank */
static MPI_Comm in_slab, across;      /* the ranks of this slab; those with the same part of all slabs */
static complex *spectrum;             /* [x][y][z] */
static complex *work, *other;         /* [z][y][x] at first; and room for an exchange */
static complex roots[N / 2];          /* of unity, for a forward transform */
static double decay[N];               /* the factor of one step by the distance from 0 in one dimension */

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

/* Elements of a box are copied in the order of y, then z, then x, the last one quickest. Each has a step in the array. */
struct box {
    int n[3], step[3];
};

static complex *copy(complex *data, struct box box, complex *buffer, int back)
{
    for (int i = 0; i < box.n[0]; i++)
        for (int j = 0; j < box.n[1]; j++) {
            complex *line = data + i * box.step[0] + j * box.step[1];
            for (int k = 0; k < box.n[2]; k++, line += box.step[2])
                if (back)
                    *line = *buffer++;
                else
                    *buffer++ = *line;
        }
    return buffer;
}

/* Each rank of a communicator sends each one a box of what it has, and puts the boxes that it gets where they belong.
   Boxes for rank r begin at r x `from` elements, and at r x `to` elements. */
static void exchange(MPI_Comm comm, int count, struct box out, int from, struct box in, int to)
{
    int each = out.n[0] * out.n[1] * out.n[2];
    for (int r = 0; r < count; r++)
        copy(work + r * from, out, other + r * each, 0);
    MPI_Alltoall(other, 2 * each, MPI_DOUBLE, work, 2 * each, MPI_DOUBLE, comm);
    for (int i = 0; i < count * each; i++)
        other[i] = work[i];
    for (int r = 0; r < count; r++)
        copy(work + r * to, in, other + r * each, 1);
}

/* The arrays of the three transforms are [z][y][x], [z][x][y] and [x][y][z]; if a slab is one part, the second is the first. */
static struct box box(int x, int y, int z, int step_x, int step_y, int step_z)
{
    return (struct box){{y, z, x}, {step_y, step_z, step_x}};
}

static int middle_x(void)
{
    return parts == 1 ? 1 : N;
}

static int middle_y(void)
{
    return parts == 1 ? N : 1;
}

static void forward(void)
{
    for (int i = 0; i < nz * ny; i++)
        line(work + i * N, 1, 1);
    if (parts > 1)
        exchange(in_slab, parts, box(nx, ny, nz, 1, N, ny * N), nx, box(nx, ny, nz, N, 1, nx * N), ny);
    for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++)
            line(work + z * nx * N + x * middle_x(), middle_y(), 1);
    exchange(across, slabs, box(nx, deep, nz, middle_x(), middle_y(), nx * N), deep * middle_y(),
             box(nx, deep, nz, deep * N, N, 1), nz);
    for (int i = 0; i < nx * deep; i++)
        line(work + i * N, 1, 1);
}

static void backward(void)
{
    for (int i = 0; i < nx * deep; i++)
        line(work + i * N, 1, -1);
    exchange(across, slabs, box(nx, deep, nz, deep * N, N, 1), nz,
             box(nx, deep, nz, middle_x(), middle_y(), nx * N), deep * middle_y());
    for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++)
            line(work + z * nx * N + x * middle_x(), middle_y(), -1);
    if (parts > 1)
        exchange(in_slab, parts, box(nx, ny, nz, N, 1, nx * N), ny, box(nx, ny, nz, 1, N, ny * N), nx);
    for (int i = 0; i < nz * ny; i++)
        line(work + i * N, 1, -1);
}

/* The distance from 0 of a wave number, as the transform counts it. */
static int distance(int i)
{
    return i < N / 2 ? i : i - N;
}

/* One step in time, and its result in space in `work`. */
static void evolve(void)
{
    int i = 0;
    for (int x = 0; x < nx; x++)
        for (int y = 0; y < deep; y++) {
            double plane = decay[part * nx + x] * decay[slab * deep + y];
            for (int z = 0; z < N; z++, i++) {
                double factor = plane * decay[z];
                spectrum[i].re *= factor;
                spectrum[i].im *= factor;
                work[i] = spectrum[i];
            }
        }
    backward();
}

/* The sum of 1,024 elements that lie all over the cube. */
static complex checksum(void)
{
    complex own = {0, 0}, all;
    for (int j = 1; j <= 1024; j++) {
        int x = j % N, y = 3 * j % N - part * ny, z = 5 * j % N - slab * nz;
        if (z < 0 || z >= nz || y < 0 || y >= ny)
            continue;
        own.re += work[(z * ny + y) * N + x].re;
        own.im += work[(z * ny + y) * N + x].im;
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
    slabs = ranks < N ? ranks : N;
    parts = ranks / slabs;
    if (slabs * parts != ranks || N % slabs != 0 || N % parts != 0) {
        if (rank == 0)
            printf("FT: the number of ranks must be a power of two, at most %d\n", N * N);
        MPI_Finalize();
        return 1;
    }
    nz = deep = N / slabs;
    ny = nx = N / parts;
    slab = rank / parts;
    part = rank % parts;
    MPI_Comm_split(MPI_COMM_WORLD, slab, part, &in_slab);
    MPI_Comm_split(MPI_COMM_WORLD, part, slab, &across);
    unsigned bytes = (unsigned)(nz * ny * N) * sizeof(complex);
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
    for (int z = 0; z < nz; z++) {
        unsigned long long before = 2ULL * N * ((slab * nz + z) * N + part * ny);
        npb_seed seed = SEED * npb_power(NPB_A, before) & ((1ULL << 46) - 1);
        for (int i = z * ny * N; i < (z + 1) * ny * N; i++) {
            work[i].re = npb_random(&seed, NPB_A);
            work[i].im = npb_random(&seed, NPB_A);
        }
    }
    forward();
    for (int i = 0; i < nx * deep * N; i++)
        spectrum[i] = work[i];
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
