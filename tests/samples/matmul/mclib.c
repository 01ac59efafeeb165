/* Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory.

   Rank r computes the rows r N / n to (r + 1) N / n - 1 of C. It gets the same rows of A, and all of B, from main memory,
   and puts its rows of C back there. No node has to wait for another: the memory node answers one after the other. */
#include <mclib.h>

#define N 32
#define ROW (4 * N)
#define MAIN_A 0x10000 /* where the matrices lie in main memory */
#define MAIN_B 0x20000
#define MAIN_C 0x30000

static float a[N][N], b[N][N], c[N][N];

static void multiply(int rows)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void)
{
    int rank = mc_rank(), nodes = mc_nodes();
    int first = rank * N / nodes, rows = (rank + 1) * N / nodes - first;

    if (rows == 0)
        return 0; /* more nodes than rows */
    mc_get(a, MAIN_A + first * ROW, rows * ROW);
    mc_get(b, MAIN_B, sizeof b);
    multiply(rows);
    mc_store(MAIN_C + first * ROW, c, rows * ROW);
    return 0;
}
