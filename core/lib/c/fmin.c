#include <math.h>

/* The smaller number; the other one if one is a NaN.
   Cost: at most 15 cycles. */
double fmin(double x, double y)
{
    return x < y || y != y ? x : y;
}

/* Cost: at most 15 cycles. */
float fminf(float x, float y)
{
    return x < y || y != y ? x : y;
}
