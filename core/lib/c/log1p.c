#include <internal_math.h>

/* ln(1 + x + low) for a finite sum above 0, low small against 1.
   Cost: at most 180 cycles. */
double __log1p_sum(double x, double low)
{
    double sum = 1 + x, rest;
    double lost = x < 1 ? 1 - sum + x : x - sum + 1;
    double natural = __log_parts(sum, &rest);
    return natural + (rest + (lost + low) / sum);
}

/* ln(1 + x), without the loss of digits near 0.
   Cost: at most 190 cycles. */
double log1p(double x)
{
    if (!(x > -1))
        return x == -1 ? -1 / ((x + 1) * (x + 1)) : (x - x) / 0.0;
    if (x == INFINITY || fabs(x) < 0x1p-54)
        return x;
    return __log1p_sum(x, 0);
}

/* Cost: that of log1p, and at most 10 cycles. */
float log1pf(float x)
{
    return (float)log1p(x);
}
