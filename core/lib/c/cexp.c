#include <internal_complex.h>

/* exp(x) (cos y + sin y i).
   Cost: at most 480 cycles. */
double _Complex cexp(double _Complex z)
{
    double x = creal(z), y = cimag(z);
    if (y == 0)
        return CMPLX(exp(x), y);
    if (!is_finite(y)) {
        if (x == -INFINITY)
            return CMPLX(0, with_sign(0, y));
        return CMPLX(x == INFINITY ? x : NAN, NAN);
    }
    if (x != x)
        return CMPLX(x, x);
    double re = cos(y), im = sin(y);
    if (x > LARGE_EXPONENT)
        return times_exp(x, re, im, 0);
    double size = exp(x);
    return CMPLX(size * re, size * im);
}

/* Cost: that of cexp, and at most 30 cycles. */
float _Complex cexpf(float _Complex z)
{
    return (float _Complex)cexp(z);
}
