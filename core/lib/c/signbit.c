#include <internal_math.h>

/* Cost: at most 5 cycles. */
int __signbit(double x)
{
    union number u = {x};
    return u.half.high >> 31;
}

/* Cost: at most 5 cycles. */
int __signbitf(float x)
{
    union single u = {x};
    return u.bits >> 31;
}
