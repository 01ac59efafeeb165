#include <math.h>

/* The larger number; the other one if one is a NaN.
   Cost: at most 15 cycles. */
double fmax(double x, double y)
{
    return x > y || y != y ? x : y;
}

/* Cost: at most 15 cycles. */
float fmaxf(float x, float y)
{
    return x > y || y != y ? x : y;
}
