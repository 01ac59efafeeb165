#define _GNU_SOURCE
#include <internal_math.h>

/* 10^x.
   Cost: at most 140 cycles. */
double exp10(double x)
{
    if (x != x)
        return x + x;
    if (x > 308.3)
        return x * 0x1p1023;
    if (x < -324)
        return x == -INFINITY ? 0 : 0x1p-1022 * 0x1p-1022;
    double low, rest;
    int exponent;
    double natural = product(x, 0x1.26bb1bbb55516p+1, &low);
    double result = __exp_parts(natural, low + x * -0x1.f48ad494ea3e9p-53, &rest, &exponent);
    return ldexp(result, exponent);
}

/* Cost: that of exp10, and at most 10 cycles. */
float exp10f(float x)
{
    return (float)exp10(x);
}

/* Cost: that of exp10, and at most 10 cycles. */
double pow10(double x)
{
    return exp10(x);
}
