#include <internal_math.h>

/* The whole part of x. The sum with 2^52 has no bits after the point.
   Cost: at most 45 cycles. */
double trunc(double x)
{
    double size = fabs(x);
    if (!(size < 0x1p52))
        return x;
    double whole = size + 0x1p52 - 0x1p52;
    if (whole > size)
        whole -= 1;
    return with_sign(whole, x);
}

/* Cost: that of trunc, and at most 10 cycles. */
float truncf(float x)
{
    return (float)trunc(x);
}
