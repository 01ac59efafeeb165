/* The Jacobi kernel of Himeno's benchmark in single precision, in 16 x 16 x 16 points. */
#define N 16
static float a[4][N][N][N], b[3][N][N][N], c[3][N][N][N], p[N][N][N], w[N][N][N], bnd[N][N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++) {
                a[0][i][j][k] = a[1][i][j][k] = a[2][i][j][k] = 1;
                a[3][i][j][k] = 1.0f / 6;
                c[0][i][j][k] = c[1][i][j][k] = c[2][i][j][k] = 1;
                p[i][j][k] = (float)(i * i) / ((N - 1) * (N - 1));
                bnd[i][j][k] = 1;
            }
    float all = 0;
    for (int round = 0; round < 100; round++) {
        all = 0;
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++) {
                    float s = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] +
                              a[2][i][j][k] * p[i][j][k + 1] +
                              b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
                              b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
                              b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
                              c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] +
                              c[2][i][j][k] * p[i][j][k - 1];
                    float ss = (s * a[3][i][j][k] - p[i][j][k]) * bnd[i][j][k];
                    all += ss * ss;
                    w[i][j][k] = p[i][j][k] + 0.8f * ss;
                }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++)
                    p[i][j][k] = w[i][j][k];
    }
    return all > 1000;
}
