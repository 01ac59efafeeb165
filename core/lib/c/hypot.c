#include <internal_math.h>

/* The length of (x, y); it overflows only if the result does.
   Cost: at most 170 cycles. */
double hypot(double x, double y)
{
    x = fabs(x);
    y = fabs(y);
    if (x == INFINITY || y == INFINITY)
        return INFINITY;
    if (x != x || y != y)
        return x + y;
    if (x < y) {
        double swap = x;
        x = y;
        y = swap;
    }
    if (y == 0 || y < x * 0x1p-60)
        return x + y;
    double scale = 1;
    if (x > 0x1p500) {
        x *= 0x1p-600;
        y *= 0x1p-600;
        scale = 0x1p600;
    } else if (y < 0x1p-450) {
        x *= 0x1p600;
        y *= 0x1p600;
        scale = 0x1p-600;
    }
    double xl, yl, rl;
    double xx = product(x, x, &xl), yy = product(y, y, &yl);
    double sum = xx + yy, rest = xx - sum + yy + xl + yl;
    double root = sqrt(sum), p = product(root, root, &rl);
    return (root + (sum - p - rl + rest) / (2 * root)) * scale;
}

/* Cost: that of hypot, and at most 10 cycles. */
float hypotf(float x, float y)
{
    return (float)hypot(x, y);
}
