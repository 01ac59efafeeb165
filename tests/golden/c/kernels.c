/* Loops that the flags of README make faster: matrices of whole numbers and of doubles, primes, queens, a table of doubles. */
#include "../gcc/io.h"
#define KEEP __attribute__((noinline))
#define N 24
static int a[N][N], b[N][N], c[N][N];
static double x[N][N], y[N][N], z[N][N];
static unsigned char composite[20000];
static int column[8];
static KEEP int whole(void)
{
    int sum = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 199 - 99, b[i][j] = (i * 5 + j * 11) % 199 - 99;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            sum = sum * 31 + (c[i][j] = s);
        }
    return sum;
}
static KEEP int real(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i][j] = i - 2 * j, y[i][j] = 0.5 * i + j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += x[i][k] * y[k][j];
            sum += z[i][j] = s;
        }
    return (int)sum;
}
static KEEP int primes(void)
{
    int count = 0;
    for (int i = 2; i < 20000; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i + i; j < 20000; j += i)
            composite[j] = 1;
    }
    return count;
}
static KEEP int queens(int row)
{
    int count = 0;
    if (row == 8)
        return 1;
    for (int at = 0; at < 8; at++) {
        int free = 1;
        for (int i = 0; i < row; i++)
            if (column[i] == at || column[i] - at == row - i || at - column[i] == row - i)
                free = 0;
        column[row] = at;
        if (free)
            count += queens(row + 1);
    }
    return count;
}
static KEEP double gather(const double *table, const int *index, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += table[index[i]];
    return sum;
}
static KEEP void scatter(double *table, const int *index, int n)
{
    for (int i = 0; i < n; i++)
        table[index[i]] = 2.0 * i;
}
static int indexed(void)
{
    for (int i = 0; i < N; i++)
        c[0][i] = (i * 7) % N;
    scatter(&z[0][0], &c[0][0], N);
    return (int)gather(&z[0][0], &c[0][0], N);
}
#ifdef ONLY /* one of them, to see what it costs: -DONLY=whole() */
int main(void) { out_line("only", ONLY); }
#else
int main(void)
{
    out_line("whole", whole());
    out_line("real", real());
    out_line("primes", primes());
    out_line("queens", queens(0));
    out_line("gather", indexed());
}
#endif
