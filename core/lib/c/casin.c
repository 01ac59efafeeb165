#include <internal_complex.h>

/* By the roots p of 1 - z and q of 1 + z: atan(x / Re(p q)) + asinh(Im(conj(p) q)) i. Both are sums without loss of bits,
   because the imaginary parts of p and q have different signs.
   Cost: at most 1000 cycles. */
double _Complex casin(double _Complex z)
{
    double x = creal(z), y = cimag(z);
    if (!is_finite(x) || !is_finite(y)) {
        if (is_infinite(y)) {
            double angle = is_infinite(x) ? PI / 4 : x != x ? x : 0;
            return CMPLX(with_sign(angle, x), y);
        }
        if (is_infinite(x))
            return CMPLX(y != y ? y : with_sign(HALF_PI, x), y != y ? INFINITY : with_sign(INFINITY, y));
        return CMPLX(x == 0 ? x : NAN, NAN);
    }
    double _Complex p = csqrt(CMPLX(1 - x, -y)), q = csqrt(CMPLX(1 + x, y));
    double product = creal(p) * creal(q) - cimag(p) * cimag(q);
    double imag = creal(p) * cimag(q) - cimag(p) * creal(q);
    return CMPLX(atan2(x, product), with_sign(asinh(imag), y));
}

/* Cost: that of casin, and at most 30 cycles. */
float _Complex casinf(float _Complex z)
{
    return (float _Complex)casin(z);
}
