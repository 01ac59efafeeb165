/* The double matrix product of the benchmarks: 32 x 32, as often as the caller says. */
static double a[32][32], b[32][32];
static volatile double c[32][32];

int main(void)
{
    for (int i = 0; i < 32; i++)
        for (int j = 0; j < 32; j++) {
            a[i][j] = 1.0 / (i + j + 1);
            b[i][j] = i * 0.37 - j;
        }
    for (int round = 0; round < 100; round++)
        for (int i = 0; i < 32; i++)
            for (int j = 0; j < 32; j++) {
                double sum = 0;
                for (int k = 0; k < 32; k++)
                    sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
    return 0;
}
