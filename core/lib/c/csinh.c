#include <internal_complex.h>

/* sinh x cos y + cosh x sin y i.
   Cost: at most 600 cycles. */
double _Complex csinh(double _Complex z)
{
    double x = creal(z), y = cimag(z);
    if (y == 0)
        return CMPLX(sinh(x), y);
    if (!is_finite(y))
        return CMPLX(x == 0 ? x : is_infinite(x) ? INFINITY : NAN, NAN);
    if (x == 0)
        return CMPLX(x * cos(y), sin(y));
    if (x != x)
        return CMPLX(x, x);
    double re = cos(y), im = sin(y);
    if (fabs(x) > LARGE_EXPONENT)
        return times_exp(fabs(x), is_negative(x) ? -re : re, im, 1);
    return CMPLX(sinh(x) * re, cosh(x) * im);
}

/* Cost: that of csinh, and at most 30 cycles. */
float _Complex csinhf(float _Complex z)
{
    return (float _Complex)csinh(z);
}
