#include <internal_math.h>

/* Exact for powers of 2.
   Cost: at most 230 cycles. */
double log2(double x)
{
    if (!(x > 0))
        return x == 0 ? -1 / (x * x) : (x - x) / 0.0;
    if (x == INFINITY)
        return x;
    double rest, low;
    double natural = __log_parts(x, &rest);
    double result = product(natural, 0x1.71547652b82fep+0, &low);
    return result + (low + (natural * 0x1.777d0ffda0d24p-56 + rest * 0x1.71547652b82fep+0));
}

/* Cost: that of log2, and at most 10 cycles. */
float log2f(float x)
{
    return (float)log2(x);
}
