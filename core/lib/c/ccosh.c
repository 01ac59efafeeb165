#include <internal_complex.h>

/* cosh x cos y + sinh x sin y i.
   Cost: at most 600 cycles. */
double _Complex ccosh(double _Complex z)
{
    double x = creal(z), y = cimag(z);
    if (y == 0)
        return CMPLX(cosh(x), x == x ? with_sign(1, x) * y : with_sign(0, y));
    if (!is_finite(y)) {
        if (is_infinite(x))
            return CMPLX(INFINITY, NAN);
        return CMPLX(NAN, x == 0 ? 0 : NAN);
    }
    if (x == 0)
        return CMPLX(cos(y), x * sin(y));
    if (x != x)
        return CMPLX(x, x);
    double re = cos(y), im = sin(y);
    if (fabs(x) > LARGE_EXPONENT)
        return times_exp(fabs(x), re, is_negative(x) ? -im : im, 1);
    return CMPLX(cosh(x) * re, sinh(x) * im);
}

/* Cost: that of ccosh, and at most 30 cycles. */
float _Complex ccoshf(float _Complex z)
{
    return (float _Complex)ccosh(z);
}
