#include <internal_complex.h>

/* The root with a real part that is not negative: of x + y i with x >= 0 it is t + y / (2 t) i with
   t = sqrt((x + |z|) / 2).
   Cost: at most 280 cycles. */
double _Complex csqrt(double _Complex z)
{
    double x = creal(z), y = cimag(z), scale = 1;
    if (x == 0 && y == 0)
        return CMPLX(0, y);
    if (is_infinite(y))
        return CMPLX(INFINITY, y);
    if (x != x)
        return CMPLX(x, NAN);
    if (is_infinite(x))
        return x > 0 ? CMPLX(x, y - y == 0 ? with_sign(0, y) : y - y) : CMPLX(fabs(y - y), with_sign(x, y));
    if (fabs(x) > 0x1p1020 || fabs(y) > 0x1p1020) {
        x *= 0x1p-4;
        y *= 0x1p-4;
        scale = 4;
    } else if (fabs(x) < 0x1p-960 && fabs(y) < 0x1p-960) {
        x *= 0x1p110;
        y *= 0x1p110;
        scale = 0x1p-55;
    }
    double t = sqrt((fabs(x) + hypot(x, y)) * 0.5);
    double other = fabs(y) / (2 * t);
    double real = x >= 0 ? t : other, imag = x >= 0 ? other : t;
    return CMPLX(real * scale, with_sign(imag * scale, y));
}

/* Cost: that of csqrt, and at most 30 cycles. */
float _Complex csqrtf(float _Complex z)
{
    return (float _Complex)csqrt(z);
}
