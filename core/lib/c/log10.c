#include <internal_math.h>

/* Exact for powers of 10.
   Cost: at most 230 cycles. */
double log10(double x)
{
    if (!(x > 0))
        return x == 0 ? -1 / (x * x) : (x - x) / 0.0;
    if (x == INFINITY)
        return x;
    double rest, low;
    double natural = __log_parts(x, &rest);
    double result = product(natural, 0x1.bcb7b1526e50ep-2, &low);
    return result + (low + (natural * 0x1.95355baaafad3p-57 + rest * 0x1.bcb7b1526e50ep-2));
}

/* Cost: that of log10, and at most 10 cycles. */
float log10f(float x)
{
    return (float)log10(x);
}
