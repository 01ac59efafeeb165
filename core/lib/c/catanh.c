#include <internal_complex.h>

/* log(1 + 4 x / ((1 - x)^2 + y^2)) / 4 + atan2(2 y, (1 - x) (1 + x) - y^2) / 2 i.
   Cost: at most 580 cycles. */
double _Complex catanh(double _Complex z)
{
    double x = creal(z), y = cimag(z), size = fabs(x);
    if (!is_finite(x) || !is_finite(y)) {
        if (is_infinite(y))
            return CMPLX(with_sign(0, x), with_sign(HALF_PI, y));
        if (is_infinite(x))
            return CMPLX(with_sign(0, x), y != y ? y : with_sign(HALF_PI, y));
        return CMPLX(x == 0 ? x : NAN, NAN);
    }
    if (x == 0)
        return CMPLX(x, atan(y));
    if (size > 0x1p53 || fabs(y) > 0x1p53) {
        /* Re(1 / z), which does not overflow this way. */
        double h = hypot(x * 0.25, y * 0.25);
        return CMPLX(x * 0.25 / h / h * 0.25, with_sign(HALF_PI, y));
    }
    double yy = fabs(y) < 0x1p-500 ? 0 : y * y;
    double real, below = (1 - size) * (1 - size) + yy;
    if (below == 0)
        real = size == 1 && y == 0 ? INFINITY : (LN_2 - log(fabs(y))) / 2;
    else
        real = log1p(4 * size / below) / 4;
    return CMPLX(with_sign(real, x), atan2(2 * y, (1 - size) * (1 + size) - yy) / 2);
}

/* Cost: that of catanh, and at most 30 cycles. */
float _Complex catanhf(float _Complex z)
{
    return (float _Complex)catanh(z);
}
