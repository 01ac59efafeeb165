#include <internal_math.h>

/* The nearest whole number, by the rounding mode of the processor: ties to even, if the program has not changed it.
   Cost: at most 40 cycles. */
double rint(double x)
{
    if (!(fabs(x) < 0x1p52))
        return x;
    double whole = is_negative(x) ? x - 0x1p52 + 0x1p52 : x + 0x1p52 - 0x1p52;
    return with_sign(whole, x);
}

/* Cost: that of rint, and at most 10 cycles. */
float rintf(float x)
{
    return (float)rint(x);
}

/* Cost: that of rint, and at most 10 cycles. */
long lrint(double x)
{
    return (long)rint(x);
}

/* Cost: that of rint, and at most 15 cycles. */
long lrintf(float x)
{
    return (long)rint(x);
}

/* Cost: that of rint, and at most 50 cycles. */
long long llrint(double x)
{
    return (long long)rint(x);
}

/* Cost: that of rint, and at most 55 cycles. */
long long llrintf(float x)
{
    return (long long)rint(x);
}
