#include <internal_complex.h>

/* log |z|. Near 1 it is log(1 + t) / 2 with t = x^2 + y^2 - 1, which is computed with twice the bits. */
static double log_of_size(double x, double y)
{
    x = fabs(x);
    y = fabs(y);
    if (x < y) {
        double swap = x;
        x = y;
        y = swap;
    }
    if (x == INFINITY || y == INFINITY)
        return INFINITY;
    if (x > 0x1p1020)
        return log(hypot(x * 0.25, y * 0.25)) + 2 * LN_2;
    if (x < 0x1p-960 && x != 0)
        return log(hypot(x * 0x1p60, y * 0x1p60)) - 60 * LN_2;
    double size = x * x + y * y;
    if (!(x >= 0x1p-1 && size > 0.5 && size < 3))
        return log(hypot(x, y));
    double xl, yl, xx = product(x, x, &xl), yy = y > 0x1p-450 ? product(y, y, &yl) : (yl = 0, y * y);
    /* xx - 1 is exact: xx is from 1/4 to 3, and from 1/2 to 2 where the sum is near 1. */
    double above = xx - 1, sum = above + yy, part = sum - above;
    double rest = (above - (sum - part)) + (yy - part) + xl + yl;
    return __log1p_sum(sum, rest) / 2;
}

/* log |z| + arg z i.
   Cost: at most 620 cycles. */
double _Complex clog(double _Complex z)
{
    return CMPLX(log_of_size(creal(z), cimag(z)), carg(z));
}

/* Cost: that of clog, and at most 30 cycles. */
float _Complex clogf(float _Complex z)
{
    return (float _Complex)clog(z);
}
