#include <internal_math.h>

/* (E - 1) / (E + 1) with E = e^(2 x), which is the sum of two doubles.
   Cost: at most 260 cycles. */
double tanh(double x)
{
    double size = fabs(x), result;
    if (x != x || size < 0x1p-28)
        return x;
    if (size < 0.5) {
        double z = x * x;
        double p = -0x1.5555555555555p-2 + z * (0x1.11111111110e9p-3 + z * (-0x1.ba1ba1ba15586p-5
            + z * (0x1.664f487fb5272p-6 + z * (-0x1.226e349c2af09p-7 + z * (0x1.d6d398443e7d0p-9
            + z * (-0x1.7d9e3a44fe583p-10 + z * (0x1.350a315fc940bp-11 + z * (-0x1.ef84db82c5f9fp-13
            + z * (0x1.71535adb7349ep-14 + z * -0x1.7f1a536c92e9bp-16)))))))));
        return x + x * z * p;
    }
    if (size > 22) {
        result = 1;
    } else {
        double rest;
        int exponent;
        double e = __exp_parts(2 * size, 0, &rest, &exponent);
        e = ldexp(e, exponent);
        rest = ldexp(rest, exponent);
        double above = e - 1, under = e + 1;
        result = quotient(above, e - above - 1 + rest, under, e - under + 1 + rest);
    }
    return is_negative(x) ? -result : result;
}

/* Cost: that of tanh, and at most 10 cycles. */
float tanhf(float x)
{
    return (float)tanh(x);
}
