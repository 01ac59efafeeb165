/* Jacobi iteration for Poisson's equation on a small grid, as the Himeno benchmark does it, in double precision. */

#define NX 12
#define NY 12
#define NZ 16
#define STEPS 6

static double p[NX][NY][NZ], next[NX][NY][NZ], bound[NX][NY][NZ], work[NX][NY][NZ];
static double a[4][NX][NY][NZ], b[3][NX][NY][NZ], c[3][NX][NY][NZ];

static void set(void)
{
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            for (int k = 0; k < NZ; k++) {
                for (int n = 0; n < 3; n++) {
                    a[n][i][j][k] = 1.0;
                    b[n][i][j][k] = 0.0;
                    c[n][i][j][k] = 1.0;
                }
                a[3][i][j][k] = 1.0 / 6.0;
                p[i][j][k] = (double)(i * i) / (double)((NX - 1) * (NX - 1));
                work[i][j][k] = 0.0;
                bound[i][j][k] = 1.0;
            }
}

static double jacobi(void)
{
    const double omega = 0.8;
    double gosa = 0.0;
    for (int n = 0; n < STEPS; n++) {
        gosa = 0.0;
        for (int i = 1; i < NX - 1; i++)
            for (int j = 1; j < NY - 1; j++)
                for (int k = 1; k < NZ - 1; k++) {
                    double s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] +
                                a[2][i][j][k] * p[i][j][k + 1] +
                                b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] - p[i - 1][j + 1][k] +
                                                 p[i - 1][j - 1][k]) +
                                b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] - p[i][j + 1][k - 1] +
                                                 p[i][j - 1][k - 1]) +
                                b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] - p[i + 1][j][k - 1] +
                                                 p[i - 1][j][k - 1]) +
                                c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] +
                                c[2][i][j][k] * p[i][j][k - 1] + work[i][j][k];
                    double ss = (s0 * a[3][i][j][k] - p[i][j][k]) * bound[i][j][k];
                    gosa += ss * ss;
                    next[i][j][k] = p[i][j][k] + omega * ss;
                }
        for (int i = 1; i < NX - 1; i++)
            for (int j = 1; j < NY - 1; j++)
                for (int k = 1; k < NZ - 1; k++)
                    p[i][j][k] = next[i][j][k];
    }
    return gosa;
}

int kernel(void)
{
    set();
    return (int)(jacobi() * 1e9);
}
