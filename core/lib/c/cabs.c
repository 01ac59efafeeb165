#include <complex.h>
#include <math.h>

/* Cost: at most 200 cycles. */
double cabs(double _Complex z)
{
    return hypot(creal(z), cimag(z));
}

/* Cost: that of hypotf, and at most 20 cycles. */
float cabsf(float _Complex z)
{
    return hypotf(crealf(z), cimagf(z));
}
