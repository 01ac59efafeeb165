/* Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory.

   MPI knows no main memory, so rank 0 gets both matrices, gives each rank its rows of A, all of B to everybody, collects
   the rows of C, and puts them back. */
#include <mclib.h>
#include <mpi.h>

#define N 32
#define MAIN_A 0x10000 /* where the matrices lie in main memory */
#define MAIN_B 0x20000
#define MAIN_C 0x30000
#define MOST 64 /* most ranks */

static float a[N][N], b[N][N], c[N][N];
static float own_a[N][N], own_c[N][N];
static int counts[MOST], places[MOST];

static void multiply(int rows)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += own_a[i][k] * b[k][j];
            own_c[i][j] = sum;
        }
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int r = 0; r < size; r++) {
        places[r] = r * N / size * N;
        counts[r] = (r + 1) * N / size * N - places[r];
    }
    if (rank == 0) {
        mc_get(a, MAIN_A, sizeof a);
        mc_get(b, MAIN_B, sizeof b);
    }
    MPI_Scatterv(a, counts, places, MPI_FLOAT, own_a, counts[rank], MPI_FLOAT, 0, MPI_COMM_WORLD);
    MPI_Bcast(b, N * N, MPI_FLOAT, 0, MPI_COMM_WORLD);
    multiply(counts[rank] / N);
    MPI_Gatherv(own_c, counts[rank], MPI_FLOAT, c, counts, places, MPI_FLOAT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        mc_store(MAIN_C, c, sizeof c);
    MPI_Finalize();
    return 0;
}
