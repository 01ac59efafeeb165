#include <internal_math.h>

/* 2^x; exact for a whole x.
   Cost: at most 150 cycles. */
double exp2(double x)
{
    if (x != x)
        return x + x;
    if (x >= 1024)
        return x * 0x1p1023;
    if (x < -1076)
        return x == -INFINITY ? 0 : 0x1p-1022 * 0x1p-1022;
    double low, rest;
    int whole = (int)(x + (x < 0 ? -0.5 : 0.5)), exponent;
    double natural = product(x - whole, LN_2, &low);
    double result = __exp_parts(natural, low + (x - whole) * 0x1.abc9e3b39803fp-56, &rest, &exponent);
    return ldexp(result, exponent + whole);
}

/* Cost: that of exp2, and at most 10 cycles. */
float exp2f(float x)
{
    return (float)exp2(x);
}
