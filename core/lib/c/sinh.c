#include <internal_math.h>

/* Cost: at most 220 cycles. */
double sinh(double x)
{
    double size = fabs(x), result;
    if (!(size < INFINITY) || size < 0x1p-28)
        return x;
    if (size < 1) {
        double z = x * x;
        double p = 0x1.5555555555555p-3 + z * (0x1.1111111111111p-7 + z * (0x1.a01a01a019fffp-13
            + z * (0x1.71de3a556fbfdp-19 + z * (0x1.ae645678ea417p-26 + z * (0x1.612467ffd0251p-33
            + z * (0x1.ae775423a3f88p-41 + z * 0x1.99fcc5959506bp-49))))));
        return x + x * z * p;
    }
    if (size > 711) {
        result = 0x1p1023 * size;
    } else {
        double rest;
        int exponent;
        double e = __exp_parts(size, 0, &rest, &exponent);
        double other = exponent < 60 ? ldexp(1 / e, -2 * exponent) : 0;
        double sum = e - other;
        result = ldexp(sum + (e - sum - other + rest), exponent - 1);
    }
    return is_negative(x) ? -result : result;
}

/* Cost: that of sinh, and at most 10 cycles. */
float sinhf(float x)
{
    return (float)sinh(x);
}
