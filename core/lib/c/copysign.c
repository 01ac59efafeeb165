#include <internal_math.h>

/* x with the sign of y.
   Cost: at most 10 cycles. */
double copysign(double x, double y)
{
    union number u = {x}, v = {y};
    u.half.high = (u.half.high & 0x7fffffff) | (v.half.high & 0x80000000);
    return u.value;
}

/* Cost: at most 10 cycles. */
float copysignf(float x, float y)
{
    union single u = {x}, v = {y};
    u.bits = (u.bits & 0x7fffffff) | (v.bits & 0x80000000);
    return u.value;
}
