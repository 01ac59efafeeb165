#include <internal_complex.h>

/* (sinh x cosh x + sin y cos y i) / (sinh^2 x + cos^2 y).
   Cost: at most 600 cycles. */
double _Complex ctanh(double _Complex z)
{
    double x = creal(z), y = cimag(z);
    if (x != x)
        return CMPLX(x, y == 0 ? y : NAN);
    if (!is_finite(y)) {
        if (is_infinite(x))
            return CMPLX(with_sign(1, x), with_sign(0, y));
        return CMPLX(x == 0 ? x : NAN, NAN);
    }
    double re = cos(y), im = sin(y);
    if (fabs(x) > 22) {
        double small = exp(-fabs(x));
        return CMPLX(with_sign(1, x), 4 * im * re * small * small);
    }
    double s = sinh(x), c = cosh(x), divisor = s * s + re * re;
    return CMPLX(s * c / divisor, im * re / divisor);
}

/* Cost: that of ctanh, and at most 30 cycles. */
float _Complex ctanhf(float _Complex z)
{
    return (float _Complex)ctanh(z);
}
