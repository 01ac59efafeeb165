/* Matrix multiplication by Cannon's algorithm, C = A x B, with 32 x 32 single-precision numbers that lie in main memory.

   The ranks are a torus of Q x Q, Q a power of two, and each has one block of A, B and C. In each of Q steps a rank adds the
   product of its blocks of A and B to its block of C; then all blocks of A move to the left, and all of B upwards. At the
   start they are shifted so that the blocks that meet belong together. No rank but the first has more than three blocks. */
#include <mclib.h>
#include <mpi.h>

#define N 32
#define MAIN_A 0x10000 /* where the matrices lie in main memory */
#define MAIN_B 0x20000
#define MAIN_C 0x30000
#define MOST 64 /* most ranks of the torus */

static float a[N][N], b[N][N], c[N][N];
static float own_a[N * N], own_b[N * N], own_c[N * N];

/* Adds the product of two blocks of m x m numbers. */
static void multiply(int m)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            float sum = own_c[i * m + j];
            for (int k = 0; k < m; k++)
                sum += own_a[i * m + k] * own_b[k * m + j];
            own_c[i * m + j] = sum;
        }
}

static int rank_at(MPI_Comm torus, int y, int x)
{
    int at[2] = {y, x}, rank;
    MPI_Cart_rank(torus, at, &rank); /* the torus has no border: -1 is the last one */
    return rank;
}

static void cannon(MPI_Comm torus, int q)
{
    int rank, left, right, up, down, m = N / q;
    MPI_Datatype block;
    MPI_Request requests[2], parts[MOST];

    MPI_Comm_rank(torus, &rank);
    MPI_Cart_shift(torus, 1, -1, &right, &left);
    MPI_Cart_shift(torus, 0, -1, &down, &up);
    MPI_Type_vector(m, m, N, MPI_FLOAT, &block);
    MPI_Type_commit(&block);
    MPI_Irecv(own_a, m * m, MPI_FLOAT, 0, 0, torus, &requests[0]);
    MPI_Irecv(own_b, m * m, MPI_FLOAT, 0, 1, torus, &requests[1]);
    if (rank == 0)
        for (int y = 0; y < q; y++)
            for (int x = 0; x < q; x++) {
                MPI_Send(&a[y * m][x * m], 1, block, rank_at(torus, y, x - y), 0, torus);
                MPI_Send(&b[y * m][x * m], 1, block, rank_at(torus, y - x, x), 1, torus);
            }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int step = 0; step < q; step++) {
        if (step != 0) {
            MPI_Sendrecv_replace(own_a, m * m, MPI_FLOAT, left, 2, right, 2, torus, MPI_STATUS_IGNORE);
            MPI_Sendrecv_replace(own_b, m * m, MPI_FLOAT, up, 3, down, 3, torus, MPI_STATUS_IGNORE);
        }
        multiply(m);
    }
    MPI_Isend(own_c, m * m, MPI_FLOAT, 0, 4, torus, &requests[0]);
    if (rank == 0) {
        for (int y = 0; y < q; y++)
            for (int x = 0; x < q; x++) {
                int from = rank_at(torus, y, x);
                MPI_Irecv(&c[y * m][x * m], 1, block, from, 4, torus, &parts[from]);
            }
        MPI_Waitall(q * q, parts, MPI_STATUSES_IGNORE);
    }
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Type_free(&block);
}

int main(int argc, char **argv)
{
    int rank, size, q = 1;
    MPI_Comm used, torus;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (4 * q * q <= size && 4 * q * q <= MOST)
        q *= 2;
    if (rank == 0) {
        mc_get(a, MAIN_A, sizeof a);
        mc_get(b, MAIN_B, sizeof b);
    }
    MPI_Comm_split(MPI_COMM_WORLD, rank < q * q ? 0 : MPI_UNDEFINED, rank, &used);
    if (used != MPI_COMM_NULL) {
        int sides[2] = {q, q}, round[2] = {1, 1};
        MPI_Cart_create(used, 2, sides, round, 0, &torus);
        cannon(torus, q);
        MPI_Comm_free(&torus);
        MPI_Comm_free(&used);
    }
    if (rank == 0)
        mc_store(MAIN_C, c, sizeof c);
    MPI_Finalize();
    return 0;
}
