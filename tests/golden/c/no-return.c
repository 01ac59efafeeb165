/* A `main` that ends without `return` gives 0, whatever the functions before it gave. */
#include "../gcc/io.h"
int g[8], r;
int sum(int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
int main(void)
{
    for (int i = 0; i < 8; i++)
        g[i] = i;
    r = sum(g, 8);
    out_line("sum", r);
    r = sum(g, 8);
}
