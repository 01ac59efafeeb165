#include <internal_math.h>

/* x = result 2^*exponent, with a result from 1/2 to 1.
   Cost: at most 45 cycles. */
double frexp(double x, int *exponent)
{
    union number u = {x};
    int field = (int)(u.half.high >> 20 & 0x7ff);
    *exponent = 0;
    if (field == 0x7ff || x == 0)
        return x;
    if (field == 0) {
        u.value *= 0x1p54;
        field = (int)(u.half.high >> 20 & 0x7ff) - 54;
    }
    *exponent = field - 1022;
    u.half.high = (u.half.high & 0x800fffff) | 0x3fe00000;
    return u.value;
}

/* Cost: that of frexp, and at most 10 cycles. */
float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}
