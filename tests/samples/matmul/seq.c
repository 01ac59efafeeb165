/* Matrix multiplication, C = A x B, with 32 x 32 single-precision numbers that lie in main memory, on one node. */
#include <mclib.h>

#define N 32
#define MAIN_A 0x10000 /* where the matrices lie in main memory */
#define MAIN_B 0x20000
#define MAIN_C 0x30000

static float a[N][N], b[N][N], c[N][N];

int main(void)
{
    if (mc_rank() != 0)
        return 0;
    mc_get(a, MAIN_A, sizeof a);
    mc_get(b, MAIN_B, sizeof b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    mc_store(MAIN_C, c, sizeof c);
    return 0;
}
