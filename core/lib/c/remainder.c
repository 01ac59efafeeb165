#include <internal_math.h>

/* x - n y for the whole number n nearest to x / y, ties to even; *quotient has the sign and the last 3 bits of n. Exact.
   Cost: that of fmod, and at most 150 cycles. */
double remquo(double x, double y, int *quotient)
{
    *quotient = 0;
    double size = fabs(y), rest = fabs(x);
    if (!(rest < INFINITY) || y != y || size == 0)
        return x * y / (x * y);
    if (size == INFINITY)
        return x;
    unsigned bits = 0;
    /* The last bits of the quotient come from remainders by 8 y and so on, as long as these are finite. */
    if (size < 0x1p1020) {
        rest = fmod(rest, 8 * size);
        for (int i = 2; i >= 0; i--) {
            double part = size * (1 << i);
            if (rest >= part) {
                rest -= part;
                bits |= 1u << i;
            }
        }
    } else {
        while (rest >= size) {
            rest -= size;
            bits++;
        }
    }
    int above = size < 0x1p-1021 ? rest + rest > size || (rest + rest == size && bits & 1)
                                 : rest > 0.5 * size || (rest == 0.5 * size && bits & 1);
    if (above) {
        rest -= size;
        bits++;
    }
    bits &= 7;
    *quotient = is_negative(x) != is_negative(y) ? -(int)bits : (int)bits;
    union number u = {rest}, v = {x};
    u.half.high ^= v.half.high & 0x80000000;
    return u.value;
}

/* Cost: that of remquo, and at most 10 cycles. */
float remquof(float x, float y, int *quotient)
{
    return (float)remquo(x, y, quotient);
}

/* Cost: that of remquo, and at most 10 cycles. */
double remainder(double x, double y)
{
    int quotient;
    return remquo(x, y, &quotient);
}

/* Cost: that of remquo, and at most 15 cycles. */
float remainderf(float x, float y)
{
    int quotient;
    return (float)remquo(x, y, &quotient);
}

/* The name of remainder in older programs.
   Cost: that of remquo, and at most 10 cycles. */
double drem(double x, double y)
{
    int quotient;
    return remquo(x, y, &quotient);
}
