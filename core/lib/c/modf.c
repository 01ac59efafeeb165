#include <internal_math.h>

/* The whole part and the rest, both with the sign of x.
   Cost: at most 70 cycles. */
double modf(double x, double *whole)
{
    double part = trunc(x);
    *whole = part;
    return with_sign(fabs(x) == INFINITY ? 0 : x - part, x);
}

/* Cost: that of modf, and at most 15 cycles. */
float modff(float x, float *whole)
{
    double part, rest = modf(x, &part);
    *whole = (float)part;
    return (float)rest;
}
