#include <internal_math.h>

/* Cost: at most 220 cycles. */
double cosh(double x)
{
    double size = fabs(x);
    if (!(size < INFINITY))
        return x * x;
    if (size > 711)
        return 0x1p1023 * size;
    double rest;
    int exponent;
    double e = __exp_parts(size, 0, &rest, &exponent);
    double other = exponent < 60 ? ldexp(1 / e, -2 * exponent) : 0;
    double sum = e + other;
    return ldexp(sum + (e - sum + other + rest), exponent - 1);
}

/* Cost: that of cosh, and at most 10 cycles. */
float coshf(float x)
{
    return (float)cosh(x);
}
