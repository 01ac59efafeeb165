#include <internal_math.h>

/* Cost: at most 190 cycles. */
double log(double x)
{
    if (!(x > 0))
        return x == 0 ? -1 / (x * x) : (x - x) / 0.0;
    if (x == INFINITY)
        return x;
    double rest;
    return __log_parts(x, &rest);
}

/* Cost: that of log, and at most 10 cycles. */
float logf(float x)
{
    return (float)log(x);
}
