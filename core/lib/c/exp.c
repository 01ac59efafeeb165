#include <internal_math.h>

/* Cost: at most 140 cycles. */
double exp(double x)
{
    if (x != x)
        return x + x;
    if (x > 709.79)
        return x * 0x1p1023 * 2;
    if (x < -745.2)
        return x == -INFINITY ? 0 : 0x1p-1022 * 0x1p-1022;
    double rest;
    int exponent;
    double result = __exp_parts(x, 0, &rest, &exponent);
    return ldexp(result, exponent);
}

/* Cost: that of exp, and at most 10 cycles. */
float expf(float x)
{
    return (float)exp(x);
}
