/* CG, conjugate gradient: the smallest eigenvalue of a sparse symmetric matrix by the inverse power method; each step
   solves A z = x by 25 steps of the conjugate gradient method.

   The matrix is divided in both directions. Rank (i, j) of a grid of rows x columns has block (i, j). A product A p is
   summed along a row of ranks, which then has part i of it; for the next product rank (i, j) needs part j, so the parts
   are transposed.

   The random numbers of the matrix are divided too: each row of ranks makes all of them, and each of its ranks a part, from
   a place in the sequence that a power of the multiplier gives. */
#include "npb.h"

#include <string.h>

#ifdef CLASS_T
#define N 200
#define NONZERO 5
#define ITERATIONS 3
#define SHIFT 10.0
#define ZETA 5.1228330846104
#else
#define N 1400
#define NONZERO 7
#define ITERATIONS 15
#define SHIFT 10.0
#define ZETA 8.5971775078648
#endif
#define STEPS 25
#define RCOND 0.1
#define SEED 314159265ULL

static int rank, ranks, rows, columns, row, column;
static int first_row, end_row, first_column, end_column;
static MPI_Comm along_row; /* the ranks of this row */
static int to, from;       /* partners of the transposition */
static int send_first, send_length;

/* The block in compressed rows: elements and columns, relative to the block. */
static int start[N + 1];
static double *element;
static unsigned short *place;

static double x[N], z[N], p[N], q[N], r[N], w[N], sum[N];

/* Part i of n parts of N elements begins here. */
static int part(int i, int n)
{
    return (int)((long long)N * i / n);
}

/* Random vectors with few elements: element `own` is 0.5, the others are anywhere. */
struct sparse {
    int length, index[NONZERO + 1];
    double value[NONZERO + 1];
};
static struct sparse vectors[N];
/* For each row of the block, the number of vectors that have an element there; then where they begin in a list of all. */
static int users[N + 1];

static int in_block(int index)
{
    return index >= first_row && index < end_row;
}

/* Values and places of elements, as the random numbers give them. */
#define PAIRS 2048
static struct pair {
    double value;
    int index;
} pairs[PAIRS];

static void make_pairs(int round)
{
    int power = 1, share = PAIRS / columns, first = column * share;
    while (power < N)
        power *= 2;
    /* The first number is not used; then each pair takes two. */
    npb_seed seed = SEED * npb_power(NPB_A, 1 + 2 * (unsigned)(round * PAIRS + first));
    for (int i = first; i < first + share; i++) {
        pairs[i].value = npb_random(&seed, NPB_A);
        pairs[i].index = (int)(npb_random(&seed, NPB_A) * power);
    }
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, pairs, share * (int)sizeof *pairs, MPI_BYTE, along_row);
}

static void make_vectors(void)
{
    int next = PAIRS, round = 0;
    static short last[N]; /* the last vector that has an element here, from 1 */
    for (int own = 0; own < N; own++) {
        struct sparse *v = &vectors[own];
        while (v->length < NONZERO) {
            if (next == PAIRS) {
                make_pairs(round++);
                next = 0;
            }
            double value = pairs[next].value;
            int index = pairs[next++].index;
            if (index >= N || last[index] == own + 1)
                continue;
            last[index] = (short)(own + 1);
            v->index[v->length] = index;
            v->value[v->length++] = value;
            users[index + 1] += in_block(index);
        }
        if (last[own] != own + 1) {
            v->index[v->length] = own;
            v->value[v->length++] = 0.5;
            users[own + 1] += in_block(own);
            continue;
        }
        for (int i = 0; i < NONZERO; i++)
            if (v->index[i] == own)
                v->value[i] = 0.5;
    }
}

/* A is the sum of the products of each vector with itself, weighted by falling powers, and RCOND - SHIFT in the diagonal.
   Elements are summed up row by row in a full row of this block. */
static void make_block(void)
{
    static double full[N];
    static double weight[N];
    static int order[N * (NONZERO + 1)], used[N];
    double ratio = pow(RCOND, 1.0 / N), power = 1;
    int room = 0;
    make_vectors();
    for (int i = 0; i < N; i++, power *= ratio)
        weight[i] = power;
    for (int i = first_row; i < end_row; i++) {
        used[i] = users[i];
        users[i + 1] += users[i];
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < vectors[i].length; k++)
            if (in_block(vectors[i].index[k]))
                order[used[vectors[i].index[k]]++] = i;
    for (int pass = 0; pass < 2; pass++) {
        int length = 0;
        for (int i = first_row; i < end_row; i++) {
            start[i - first_row] = length;
            for (int u = users[i]; u < users[i + 1]; u++) {
                const struct sparse *v = &vectors[order[u]];
                double own = 0;
                for (int k = 0; k < v->length; k++)
                    if (v->index[k] == i)
                        own = v->value[k] * weight[order[u]];
                for (int k = 0; k < v->length; k++)
                    if (v->index[k] >= first_column && v->index[k] < end_column)
                        full[v->index[k] - first_column] += v->value[k] * own;
            }
            if (i >= first_column && i < end_column)
                full[i - first_column] += RCOND - SHIFT;
            for (int j = 0; j < end_column - first_column; j++) {
                if (full[j] == 0)
                    continue;
                if (pass == 1) {
                    element[length] = full[j];
                    place[length] = (unsigned short)j;
                }
                length++;
                full[j] = 0;
            }
        }
        start[end_row - first_row] = length;
        if (pass == 0) {
            room = length;
            element = malloc((unsigned)room * sizeof *element + 8);
            place = malloc((unsigned)room * sizeof *place + 8);
        }
    }
}

/* to = A from, where each vector is known by its part of this column of ranks. */
static void multiply(const double *v, double *result)
{
    for (int i = 0; i < end_row - first_row; i++) {
        double s = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            s += element[k] * v[place[k]];
        w[i] = s;
    }
    MPI_Allreduce(w, sum, end_row - first_row, MPI_DOUBLE, MPI_SUM, along_row);
    MPI_Sendrecv(sum + send_first, send_length, MPI_DOUBLE, to, 0, result, end_column - first_column, MPI_DOUBLE, from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Every part is once in a row of ranks. */
static double product(const double *a, const double *b)
{
    double own = 0, all;
    for (int i = 0; i < end_column - first_column; i++)
        own += a[i] * b[i];
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, along_row);
    return all;
}

static double solve(void)
{
    int length = end_column - first_column;
    for (int i = 0; i < length; i++) {
        z[i] = 0;
        p[i] = r[i] = x[i];
    }
    double rho = product(r, r);
    for (int step = 0; step < STEPS; step++) {
        multiply(p, q);
        double alpha = rho / product(p, q), before = rho;
        for (int i = 0; i < length; i++) {
            z[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rho = product(r, r);
        double beta = rho / before;
        for (int i = 0; i < length; i++)
            p[i] = r[i] + beta * p[i];
    }
    multiply(z, q);
    for (int i = 0; i < length; i++)
        q[i] = x[i] - q[i];
    return sqrt(product(q, q));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = columns = 1;
    while (rows * columns < ranks)
        if (columns == rows)
            columns *= 2;
        else
            rows *= 2;
    if (rows * columns != ranks) {
        if (rank == 0)
            printf("CG: the number of ranks must be a power of two\n");
        MPI_Finalize();
        return 1;
    }
    row = rank / columns;
    column = rank % columns;
    /* A row of ranks has one or two columns' parts. */
    first_column = part(column, columns);
    end_column = part(column + 1, columns);
    first_row = part(row * (columns / rows), columns);
    end_row = part((row + 1) * (columns / rows), columns);
    if (rows == columns) {
        to = from = column * columns + row;
        send_length = end_row - first_row;
    } else {
        /* Rank (i, j) needs half j % 2 of the rows i' = j / 2; rank (i', 2 i + j % 2) sends it, and
           gets its own from there. */
        int half = 2 * row + column % 2;
        to = from = column / 2 * columns + half;
        send_first = part(half, columns) - first_row;
        send_length = part(half + 1, columns) - part(half, columns);
    }
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &along_row);
    make_block();

    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime(), zeta = 0;
    for (int i = 0; i < end_column - first_column; i++)
        x[i] = 1;
    if (rank == 0)
        printf("iteration           ||r||                 zeta\n");
    for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
        double residual = solve(), xz = product(x, z), length = 1 / sqrt(product(z, z));
        zeta = SHIFT + 1 / xz;
        if (rank == 0)
            printf("%9d %22.14e %20.13f\n", iteration, residual, zeta);
        for (int i = 0; i < end_column - first_column; i++)
            x[i] = length * z[i];
    }
    double taken = MPI_Wtime() - begin;
    double operations = 2.0 * ITERATIONS * N * (3.0 + NONZERO * (NONZERO + 1) + 25.0 * (5 + NONZERO * (NONZERO + 1)) + 3);
    return npb_summary("CG", N == 1400 ? "1400" : "200", ITERATIONS, taken, operations, npb_close(zeta, ZETA, 1e-10));
}
