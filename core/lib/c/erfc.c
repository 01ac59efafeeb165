#include <internal_math.h>

/* 1 - erf(x), which stays exact where erf(x) is near 1.
   Cost: at most 260 cycles. */
double erfc(double x)
{
    if (x != x)
        return x;
    if (x < 0.25)
        return x < -0.84 ? (x < -6 ? 2 - 0x1p-60 : 2 - __erfc_large(-x)) : 1 - erf(x);
    if (x > 27.3)
        return x == INFINITY ? 0 : 0x1p-1022 * 0x1p-1022;
    return __erfc_large(x);
}

/* Cost: that of erfc, and at most 10 cycles. */
float erfcf(float x)
{
    return (float)erfc(x);
}
