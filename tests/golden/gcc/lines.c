/* Compiled with -g: its assembly says which line each instruction comes from. */
#include "io.h"
static int square(int x)
{
    return x * x;
}
int main(void)
{
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += square(i);
    out_line("sum", sum);
    return sum;
}
