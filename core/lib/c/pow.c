#include <internal_math.h>

/* 0: y is no whole number; 1: an odd one; 2: an even one. */
static int parity(double y)
{
    y = fabs(y);
    if (y >= 0x1p53)
        return 2;
    if (floor(y) != y)
        return 0;
    return floor(y * 0.5) * 2 == y ? 2 : 1;
}

/* Cost: at most 440 cycles. */
double pow(double x, double y)
{
    if (y == 0 || x == 1)
        return 1;
    if (x != x || y != y)
        return x + y;
    double size = fabs(x);
    if (fabs(y) == INFINITY)
        return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
    int negative = 0;
    if (is_negative(x)) {
        int kind = parity(y);
        if (kind == 0 && x != 0 && size != INFINITY)
            return (x - x) / 0.0;
        negative = kind == 1;
    }
    double result;
    if (size == 0 || size == INFINITY) {
        result = (size == 0) == (y > 0) ? 0 : size == 0 ? 1 / size : INFINITY;
    } else if (size == 1) {
        result = 1;
    } else if (fabs(y) >= 0x1p65) {
        result = (size > 1) == (y > 0) ? 0x1p1023 * 2 * size : 0x1p-1022 * 0x1p-1022;
    } else {
        double rest, low;
        double natural = __log_parts(size, &rest);
        double power = product(natural, y, &low);
        low += rest * y;
        if (power > 709.79) {
            result = 0x1p1023 * power;
        } else if (power < -745.2) {
            result = 0x1p-1022 * 0x1p-1022;
        } else {
            int exponent;
            result = __exp_parts(power, low, &rest, &exponent);
            result = ldexp(result, exponent);
        }
    }
    return negative ? -result : result;
}

/* Cost: that of pow, and at most 10 cycles. */
float powf(float x, float y)
{
    return (float)pow(x, y);
}
