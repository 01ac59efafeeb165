#include <internal_complex.h>

/* The point of the Riemann sphere: all infinite numbers are one.
   Cost: at most 30 cycles. */
double _Complex cproj(double _Complex z)
{
    if (is_infinite(creal(z)) || is_infinite(cimag(z)))
        return CMPLX(INFINITY, with_sign(0, cimag(z)));
    return z;
}

/* Cost: at most 50 cycles. */
float _Complex cprojf(float _Complex z)
{
    return (float _Complex)cproj(z);
}
