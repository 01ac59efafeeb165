#include <internal_math.h>

/* Cost: at most 140 cycles. */
double acos(double x)
{
    double size = fabs(x);
    if (!(size <= 1))
        return (x - x) / 0.0;
    if (size <= 0.5) {
        double first = PI / 2 - x;
        return first + (PI / 2 - first - x + (PI_REST / 2 - x * __asin_sum(x * x)));
    }
    double z = (1 - size) * 0.5, s = sqrt(z), low = 0;
    if (z > 0) {
        double rest, p = product(s, s, &rest);
        low = (z - p - rest) / (2 * s);
    }
    double add = 2 * (low + s * __asin_sum(z));
    if (x > 0)
        return 2 * s + add;
    double first = PI - 2 * s;
    return first + (PI - first - 2 * s + (PI_REST - add));
}

/* Cost: that of acos, and at most 10 cycles. */
float acosf(float x)
{
    return (float)acos(x);
}
