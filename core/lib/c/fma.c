#include <internal_math.h>

/* a + b = result + *rest, exactly. */
static double sum_of(double a, double b, double *rest)
{
    double sum = a + b, back = sum - a;
    *rest = a - (sum - back) + (b - back);
    return sum;
}

/* A sum whose last bit is odd if the sum is not exact, so that a further rounding to fewer bits is right. */
static double odd_sum(double a, double b)
{
    double rest, sum = sum_of(a, b, &rest);
    union number u = {sum};
    if (rest != 0 && (u.half.low & 1) == 0)
        u.bits += (rest > 0) == (sum > 0) ? 1 : -1;
    return u.value;
}

/* x y + z, rounded once (to the nearest). The product is the sum of two doubles; odd sums of its parts and z round once.
   Cost: at most 160 cycles; 400 for very large and very small numbers. */
double fma(double x, double y, double z)
{
    if (!(fabs(x) < INFINITY) || !(fabs(y) < INFINITY) || x == 0 || y == 0)
        return x * y + z;
    if (!(fabs(z) < INFINITY))
        return z + z;
    int scale = 0, ex, ey, ez;
    double xs = x, ys = y, zs = z;
    double size = fabs(x * y);
    if (!(fabs(x) < 0x1p900 && fabs(y) < 0x1p900 && size < 0x1p900 && size > 0x1p-800 && fabs(x) > 0x1p-900
          && fabs(y) > 0x1p-900 && (z == 0 || (fabs(z) < 0x1p900 && fabs(z) > 0x1p-800)))) {
        xs = frexp(x, &ex);
        ys = frexp(y, &ey);
        zs = frexp(z, &ez);
        scale = ex + ey;
        if (z != 0) {
            /* Far apart, the smaller one counts only by its sign. */
            if (ez - scale > 200) {
                scale = ez;
                xs = xs > 0 ? 0x1p-150 : -0x1p-150;
            } else if (ez - scale < -200) {
                zs = zs > 0 ? 0x1p-200 : -0x1p-200;
            } else {
                zs = ldexp(zs, ez - scale);
            }
        }
    }
    double low, rest, more, high = product(xs, ys, &low);
    double upper = sum_of(high, zs, &rest);
    if (upper == 0 && low == 0)
        return scale != 0 ? x * y + z : high + zs;
    /* upper + rest + low, exactly. */
    double small = odd_sum(rest, low);
    if (scale == 0)
        return upper + small;
    double sum = sum_of(upper, small, &more);
    int exponent;
    frexp(sum, &exponent);
    int lost = -1021 - (exponent + scale);
    if (more != 0 && lost > 0) {
        union number u = {sum};
        if ((lost != 1) != (int)(u.half.low & 1))
            u.bits += (more > 0) == (sum > 0) ? 1 : -1;
        sum = u.value;
    }
    return ldexp(sum, scale);
}

/* The product of floats is exact as a double; the odd sum rounds once.
   Cost: at most 60 cycles. */
float fmaf(float x, float y, float z)
{
    double p = (double)x * y;
    if (!(fabs(p) < INFINITY) || !(fabs(z) < INFINITY) || p == 0)
        return (float)(p + z);
    return (float)odd_sum(p, z);
}
