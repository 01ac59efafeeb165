#include <internal_math.h>

/* The kind of a number, by its exponent.
   Cost: at most 20 cycles. */
int __fpclassify(double x)
{
    union number u = {x};
    unsigned field = u.half.high >> 20 & 0x7ff, fraction = (u.half.high & 0xfffff) | u.half.low;
    if (field == 0x7ff)
        return fraction != 0 ? FP_NAN : FP_INFINITE;
    if (field == 0)
        return fraction != 0 ? FP_SUBNORMAL : FP_ZERO;
    return FP_NORMAL;
}

/* Cost: at most 20 cycles. */
int __fpclassifyf(float x)
{
    union single u = {x};
    unsigned field = u.bits >> 23 & 0xff, fraction = u.bits & 0x7fffff;
    if (field == 0xff)
        return fraction != 0 ? FP_NAN : FP_INFINITE;
    if (field == 0)
        return fraction != 0 ? FP_SUBNORMAL : FP_ZERO;
    return FP_NORMAL;
}
