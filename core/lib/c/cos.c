#include <internal_math.h>

/* Cost: at most 190 cycles up to 2^20. */
double cos(double x)
{
    if (!(fabs(x) < INFINITY))
        return x - x;
    double rest;
    int quadrant;
    double part = __trig_reduce(x, &rest, &quadrant);
    double result = quadrant & 1 ? __sin_part(part, rest) : __cos_part(part, rest);
    return (quadrant + 1) & 2 ? -result : result;
}

/* Cost: that of cos, and at most 10 cycles. */
float cosf(float x)
{
    return (float)cos(x);
}
