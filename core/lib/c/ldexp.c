#include <internal_math.h>

/* x 2^exponent, rounded once.
   Cost: at most 40 cycles. */
double ldexp(double x, int exponent)
{
    if (exponent > 1023) {
        x *= 0x1p1023;
        exponent -= 1023;
        if (exponent > 1023) {
            x *= 0x1p1023;
            exponent = exponent > 2046 ? 1023 : exponent - 1023;
        }
    } else if (exponent < -1022) {
        /* One step leaves 53 bits above the smallest normal number, so that only the last product rounds. */
        x *= 0x1p-969;
        exponent += 969;
        if (exponent < -1022) {
            x *= 0x1p-969;
            exponent = exponent < -1991 ? -1022 : exponent + 969;
        }
    }
    union number power;
    power.half.low = 0;
    power.half.high = (unsigned)(exponent + 1023) << 20;
    return x * power.value;
}

/* Cost: that of ldexp, and at most 10 cycles. */
float ldexpf(float x, int exponent)
{
    return (float)ldexp(x, exponent);
}
