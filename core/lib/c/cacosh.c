#include <internal_complex.h>

/* i cacos(z) or -i cacos(z), with a real part that is not negative.
   Cost: at most 1030 cycles. */
double _Complex cacosh(double _Complex z)
{
    double _Complex w = cacos(z);
    double real = fabs(cimag(w));
    if (creal(z) == 0 && cimag(z) != cimag(z))
        return CMPLX(NAN, HALF_PI);
    return CMPLX(real, with_sign(creal(w), cimag(z)));
}

/* Cost: that of cacosh, and at most 30 cycles. */
float _Complex cacoshf(float _Complex z)
{
    return (float _Complex)cacosh(z);
}
