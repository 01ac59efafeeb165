#include <internal_math.h>

/* The angle of the point (x, y).
   Cost: at most 300 cycles. */
double atan2(double y, double x)
{
    if (x != x || y != y)
        return x + y;
    double a = fabs(y), b = fabs(x), result, rest;
    if (a == INFINITY && b == INFINITY) {
        result = PI / 4;
        rest = PI_REST / 4;
    } else if (a == 0) {
        result = rest = 0;
    } else if (b == 0 || a / b > 0x1p64) {
        result = PI / 2;
        rest = PI_REST / 2;
    } else if (a / b < 0x1p-64) {
        /* An angle this small has the quotient as its value; seen from the other side it is nothing. */
        result = is_negative(x) ? 0 : a / b;
        rest = 0;
    } else {
        if (a > 0x1p900 || b > 0x1p900) {
            a *= 0x1p-200;
            b *= 0x1p-200;
        } else if (a < 0x1p-800 || b < 0x1p-800) {
            a *= 0x1p200;
            b *= 0x1p200;
        }
        double q = a / b, low, p = product(q, b, &low);
        result = __atan_parts(q, (a - p - low) / b, &rest);
    }
    if (is_negative(x)) {
        double other = PI - result;
        result = other + (PI - other - result + (PI_REST - rest));
    }
    return is_negative(y) ? -result : result;
}

/* Cost: that of atan2, and at most 10 cycles. */
float atan2f(float y, float x)
{
    return (float)atan2(y, x);
}
