#include <internal_complex.h>

/* By the roots p of 1 - z and q of 1 + z, as casin: 2 atan(Re p / Re q) + asinh(Im(conj(q) p)) i.
   Cost: at most 1000 cycles. */
double _Complex cacos(double _Complex z)
{
    double x = creal(z), y = cimag(z);
    if (!is_finite(x) || !is_finite(y)) {
        if (is_infinite(y))
            return CMPLX(x != x ? x : fabs(carg(z)), -y);
        if (is_infinite(x))
            return CMPLX(y != y ? y : x > 0 ? 0 : PI, y != y ? -INFINITY : with_sign(INFINITY, is_negative(y) ? 1 : -1));
        return CMPLX(x == 0 ? HALF_PI : NAN, NAN);
    }
    double _Complex p = csqrt(CMPLX(1 - x, -y)), q = csqrt(CMPLX(1 + x, y));
    double imag = creal(q) * cimag(p) - cimag(q) * creal(p);
    return CMPLX(2 * atan2(creal(p), creal(q)), with_sign(asinh(imag), is_negative(y) ? 1 : -1));
}

/* Cost: that of cacos, and at most 30 cycles. */
float _Complex cacosf(float _Complex z)
{
    return (float _Complex)cacos(z);
}
