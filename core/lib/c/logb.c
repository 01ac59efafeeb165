#include <internal_math.h>

/* The exponent of x, as frexp minus 1.
   Cost: at most 60 cycles. */
int ilogb(double x)
{
    int exponent;
    if (x != x)
        return FP_ILOGBNAN;
    if (fabs(x) == INFINITY)
        return 0x7fffffff;
    if (x == 0)
        return FP_ILOGB0;
    frexp(x, &exponent);
    return exponent - 1;
}

/* Cost: that of ilogb, and at most 10 cycles. */
int ilogbf(float x)
{
    return ilogb(x);
}

/* Cost: that of ilogb, and at most 20 cycles. */
double logb(double x)
{
    if (!(fabs(x) < INFINITY))
        return x * x;
    return x == 0 ? -1 / (x * x) : ilogb(x);
}

/* Cost: that of logb, and at most 10 cycles. */
float logbf(float x)
{
    return (float)logb(x);
}

/* x = result 2^(its exponent).
   Cost: that of ilogb and ldexp, and at most 20 cycles. */
double significand(double x)
{
    return !(fabs(x) < INFINITY) || x == 0 ? x : ldexp(x, -ilogb(x));
}
