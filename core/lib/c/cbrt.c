#include <internal_math.h>

/* The cube root. A third of the exponent and a line are near it; three steps of Halley's method follow, and one of
   Newton's with an exact remainder.
   Cost: at most 140 cycles. */
double cbrt(double x)
{
    double size = fabs(x), scale = 1;
    if (!(size < INFINITY) || x == 0)
        return x + x;
    if (size < 0x1p-1022) {
        size *= 0x1p54;
        scale = 0x1p-18;
    }
    union number u = {size}, root = {0};
    root.half.high = u.half.high / 3 + 0x2a9f7893;
    double t = root.value;
    for (int i = 0; i < 3; i++) {
        double cube = t * t * t;
        t = t * ((cube + 2 * size) / (2 * cube + size));
    }
    double low, rest, square = product(t, t, &low);
    double cube = product(square, t, &rest);
    rest += low * t;
    t += (size - cube - rest) / (3 * square);
    return with_sign(t * scale, x);
}

/* Cost: that of cbrt, and at most 10 cycles. */
float cbrtf(float x)
{
    return (float)cbrt(x);
}
