/* Calls of all ranks with short and long vectors, around the lengths at which their algorithms change. It prints
   "all is well" on any number of ranks, here and with MPICH. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define MOST 64
#define ROOM 24000

static int rank, size, wrong;
static unsigned char in[ROOM] __attribute__((aligned(8))), out[ROOM] __attribute__((aligned(8)));

static void check(int line, int bytes, int right)
{
    if (!right && !wrong++)
        printf("rank %d of %d, line %d, %d bytes\n", rank, size, line, bytes);
}

static unsigned char byte(int of, int i)
{
    return (unsigned char)(of * 37 + i * 11 + i / 256);
}

static void copies(void)
{
    static const int lengths[] = {0, 1, 4095, 4096, 5003};
    for (int l = 0; l < 5; l++)
        for (int root = 0; root < size; root += 1 + size / 3)
            for (int shift = 0; shift < 2; shift++) {
                int right = 1, n = lengths[l];
                for (int i = 0; i < n + 2; i++)
                    out[i] = rank == root && i >= shift && i < n + shift ? byte(root, i) : 0;
                MPI_Bcast(out + shift, n, MPI_BYTE, root, MPI_COMM_WORLD);
                for (int i = shift; i < n + shift; i++)
                    right &= out[i] == byte(root, i);
                check(__LINE__, n, right && out[n + shift] == 0);
            }
}

/* Lines a x + b in the integers modulo 2^32, one after the other: an operation that does not commute. */
struct line {
    unsigned a, b;
};

static void follow(void *first, void *then, int *count, MPI_Datatype *type)
{
    struct line *f = first, *t = then;
    (void)type;
    for (int i = 0; i < *count; i++)
        t[i] = (struct line){f[i].a * t[i].a, f[i].a * t[i].b + f[i].b};
}

/* The same for elements of 100 lines. */
static void follow_wide(void *first, void *then, int *count, MPI_Datatype *type)
{
    int lines = 100 * *count;
    follow(first, then, &lines, type);
}

static struct line line_of(int of, int i)
{
    return (struct line){(unsigned)(2 * of + 2 * i + 3), (unsigned)(of * 5 + i)};
}

static int follows(const struct line *found, int first, int n)
{
    int right = 1;
    for (int i = 0; i < n; i++) {
        struct line all = line_of(size - 1, first + i);
        for (int of = size - 2; of >= 0; of--) {
            struct line next = line_of(of, first + i);
            all = (struct line){next.a * all.a, next.a * all.b + next.b};
        }
        right &= found[i].a == all.a && found[i].b == all.b;
    }
    return right;
}

static void sums(void)
{
    static const int lengths[] = {0, 1, 31, 32, 37, 301};
    struct line *own = (void *)in, *all = (void *)out;
    double *numbers = (void *)in, *sum = (void *)out, first;
    MPI_Datatype pair, wide;
    MPI_Op op, other;
    MPI_Op_create(follow, 0, &op);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
    MPI_Type_commit(&pair);
    for (int l = 0; l < 6; l++) {
        int n = lengths[l], right = 1;
        for (int i = 0; i < n; i++)
            own[i] = line_of(rank, i);
        memset(out, 0, sizeof out);
        MPI_Allreduce(own, all, n, pair, op, MPI_COMM_WORLD);
        check(__LINE__, 8 * n, follows(all, 0, n) && all[n].a == 0);
        for (int root = 0; root < size; root += 1 + size / 3) {
            memset(out, 0, sizeof out);
            MPI_Reduce(own, all, n, pair, op, root, MPI_COMM_WORLD);
            check(__LINE__, 8 * n, (rank == root ? follows(all, 0, n) : n == 0 || all[0].a == 0) && all[n].a == 0);
        }
        memcpy(all, own, 8 * n);
        MPI_Allreduce(MPI_IN_PLACE, all, n, pair, op, MPI_COMM_WORLD);
        check(__LINE__, 8 * n, follows(all, 0, n));
        for (int i = 0; i < n; i++) {
            numbers[i] = 1.0 / (1 + rank + 3 * i);
            sum[i] = 0;
        }
        MPI_Allreduce(numbers, sum, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++) {
            double wanted = 0;
            for (int of = 0; of < size; of++)
                wanted += 1.0 / (1 + of + 3 * i);
            right &= sum[i] > 0.999999999 * wanted && sum[i] < 1.000000001 * wanted;
        }
        /* The same bits on all ranks. */
        first = n != 0 ? sum[n - 1] : 0;
        MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        check(__LINE__, 8 * n, right && (n == 0 || memcmp(&first, &sum[n - 1], 8) == 0));
        if (n * size > 2000)
            continue;
        for (int i = 0; i < n * size; i++)
            own[i] = line_of(rank, i);
        memset(out, 0, sizeof out);
        MPI_Reduce_scatter_block(own, all, n, pair, op, MPI_COMM_WORLD);
        check(__LINE__, 8 * n, follows(all, rank * n, n) && all[n].a == 0);
    }
    /* Few elements, each of which is long. */
    MPI_Type_contiguous(200, MPI_UNSIGNED, &wide);
    MPI_Type_commit(&wide);
    MPI_Op_create(follow_wide, 0, &other);
    for (int i = 0; i < 300; i++)
        own[i] = line_of(rank, i);
    for (int root = 0; root < size; root += 1 + size / 3) {
        memset(out, 0, sizeof out);
        MPI_Reduce(own, all, 3, wide, other, root, MPI_COMM_WORLD);
        check(__LINE__, 2400, rank == root ? follows(all, 0, 300) : all[0].a == 0);
    }
    MPI_Allreduce(own, all, 3, wide, other, MPI_COMM_WORLD);
    check(__LINE__, 2400, follows(all, 0, 300));
    MPI_Op_free(&op);
    MPI_Op_free(&other);
    MPI_Type_free(&pair);
    MPI_Type_free(&wide);
}

static void parts(void)
{
    static const int lengths[] = {0, 1, 13, 64, 129, 256, 257};
    for (int l = 0; l < 7; l++) {
        int n = lengths[l], right = 1;
        for (int i = 0; i < n; i++)
            in[i] = byte(rank, i);
        memset(out, 0, sizeof out);
        MPI_Allgather(in, n, MPI_BYTE, out, n, MPI_BYTE, MPI_COMM_WORLD);
        for (int i = 0; i < n * size; i++)
            right &= out[i] == byte(i / n, i % n);
        check(__LINE__, n, right && out[n * size] == 0);
        for (int root = 0; root < size; root += 1 + size / 3)
            for (int placed = 0; placed < 2; placed++) {
                right = 1;
                memset(out, 0, sizeof out);
                if (placed && rank == root)
                    memcpy(out + n * rank, in, n);
                MPI_Gather(placed && rank == root ? MPI_IN_PLACE : in, n, MPI_BYTE, out, n, MPI_BYTE, root, MPI_COMM_WORLD);
                for (int i = 0; i < n * size; i++)
                    right &= out[i] == (rank == root ? byte(i / n, i % n) : 0);
                check(__LINE__, n, right && out[n * size] == 0);
                for (int i = 0; i < n * size; i++)
                    out[i] = rank == root ? byte(i / n, i % n) : 0;
                if (placed && rank == root)
                    MPI_Scatter(out, n, MPI_BYTE, MPI_IN_PLACE, n, MPI_BYTE, root, MPI_COMM_WORLD);
                else {
                    memset(in, 0, n + 1);
                    MPI_Scatter(out, n, MPI_BYTE, in, n, MPI_BYTE, root, MPI_COMM_WORLD);
                    right = in[n] == 0;
                }
                for (int i = 0; i < n; i++)
                    right &= in[i] == byte(rank, i);
                check(__LINE__, n, right);
            }
    }
}

int main(int argc, char **argv)
{
    int all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    copies();
    sums();
    parts();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        printf("all is well\n");
    MPI_Finalize();
    return wrong;
}
