#include <internal_math.h>

/* The quotient of sine and cosine, each as the sum of two doubles.
   Cost: at most 300 cycles up to 2^20. */
double tan(double x)
{
    if (!(fabs(x) < INFINITY))
        return x - x;
    if (fabs(x) < 0x1p-27)
        return x;
    double rest, low;
    int quadrant;
    double r = __trig_reduce(x, &rest, &quadrant);
    double z = product(r, r, &low);
    double p = -0x1.5555555555555p-3 + z * (0x1.1111111111110p-7 + z * (-0x1.a01a01a0198dep-13
        + z * (0x1.71de3a5455b9ap-19 + z * (-0x1.ae64540000f84p-26 + z * (0x1.6121703ee57b1p-33
        + z * -0x1.ab0f25d21fd92p-41)))));
    double add = r * z * p + rest * (1 - 0.5 * z);
    double sine = r + add, sine_rest = r - sine + add;
    p = 0x1.5555555555555p-5 + z * (-0x1.6c16c16c16944p-10 + z * (0x1.a01a019f4671dp-16
        + z * (-0x1.27e4fa0d3726cp-22 + z * (0x1.1eeb5de1e2b95p-29 + z * -0x1.9075bb669682cp-37))));
    double half = 0.5 * z, first = 1 - half;
    add = 1 - first - half + (z * z * p - r * rest - 0.5 * low);
    double cosine = first + add, cosine_rest = first - cosine + add;
    return quadrant & 1 ? -quotient(cosine, cosine_rest, sine, sine_rest)
                        : quotient(sine, sine_rest, cosine, cosine_rest);
}

/* Cost: that of tan, and at most 10 cycles. */
float tanf(float x)
{
    return (float)tan(x);
}
