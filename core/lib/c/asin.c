#include <internal_math.h>

/* Above 1/2 it is pi / 2 - 2 asin(sqrt((1 - x) / 2)).
   Cost: at most 140 cycles. */
double asin(double x)
{
    double size = fabs(x), result;
    if (!(size <= 1))
        return (x - x) / 0.0;
    if (size < 0x1p-27)
        return x;
    if (size <= 0.5) {
        result = size + size * __asin_sum(x * x);
    } else {
        double z = (1 - size) * 0.5, s = sqrt(z), low = 0;
        if (z > 0) {
            double rest, p = product(s, s, &rest);
            low = (z - p - rest) / (2 * s);
        }
        double add = PI_REST / 2 - 2 * (low + s * __asin_sum(z));
        double first = PI / 2 - 2 * s;
        result = first + (PI / 2 - first - 2 * s + add);
    }
    return is_negative(x) ? -result : result;
}

/* Cost: that of asin, and at most 10 cycles. */
float asinf(float x)
{
    return (float)asin(x);
}
