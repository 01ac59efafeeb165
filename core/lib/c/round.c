#include <internal_math.h>

/* The nearest whole number, the one further from 0 if there are two. The sum with 2^52 has no bits after the point.
   Cost: at most 45 cycles. */
double round(double x)
{
    double size = fabs(x);
    if (!(size < 0x1p52))
        return x;
    double whole = size + 0x1p52 - 0x1p52;
    if (whole > size)
        whole -= 1;
    if (size - whole >= 0.5)
        whole += 1;
    return with_sign(whole, x);
}

/* Cost: that of round, and at most 10 cycles. */
float roundf(float x)
{
    return (float)round(x);
}
