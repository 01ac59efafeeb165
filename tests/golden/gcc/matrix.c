/* Product of matrices of doubles, in whole numbers so that the sum is exact. */
#include "io.h"
enum { N = 6 };
static double a[N][N], b[N][N], c[N][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            a[i][k] = i * N + k + 0.5;
            b[i][k] = (i == k) * 2.0 - (i > k);
        }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            double sum = 0;
            for (int j = 0; j < N; j++)
                sum += a[i][j] * b[j][k];
            c[i][k] = sum;
        }
    double trace = 0;
    for (int i = 0; i < N; i++)
        trace += c[i][i];
    out_line("trace", (int)(trace * 2));
    out_line("corner", (int)(c[N - 1][0] * 2));
    return 0;
}
