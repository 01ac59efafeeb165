#include <internal_math.h>

/* Cost: at most 190 cycles up to 2^20. */
double sin(double x)
{
    if (!(fabs(x) < INFINITY))
        return x - x;
    if (fabs(x) < 0x1p-27)
        return x;
    double rest;
    int quadrant;
    double part = __trig_reduce(x, &rest, &quadrant);
    double result = quadrant & 1 ? __cos_part(part, rest) : __sin_part(part, rest);
    return quadrant & 2 ? -result : result;
}

/* Cost: that of sin, and at most 10 cycles. */
float sinf(float x)
{
    return (float)sin(x);
}
