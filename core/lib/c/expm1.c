#include <internal_math.h>

/* e^x - 1, without the loss of digits near 0.
   Cost: at most 160 cycles. */
double expm1(double x)
{
    if (x != x || x == INFINITY)
        return x + x;
    double size = fabs(x);
    if (size < 0x1p-54)
        return x;
    if (size < 0.35) {
        double square = 0.5 * x * x;
        double p = 0x1.5555555555555p-3 + x * (0x1.5555555555556p-5 + x * (0x1.1111111111111p-7
            + x * (0x1.6c16c16c15f8cp-10 + x * (0x1.a01a01a01996ap-13 + x * (0x1.a01a01a891b63p-16
            + x * (0x1.71de3a59f05eep-19 + x * (0x1.27e4d623177bap-22 + x * (0x1.ae642eaf487cep-26
            + x * (0x1.1f7d88cffb759p-29 + x * 0x1.61bdefdbe120fp-33)))))))));
        return x + (square + x * x * x * p);
    }
    if (x < -40)
        return -1 + 0x1p-60;
    if (x > 709.79)
        return x * 0x1p1023 * 2;
    double rest;
    int exponent;
    double power = __exp_parts(x, 0, &rest, &exponent);
    if (exponent > 100)
        return ldexp(power, exponent);
    union number one = {0};
    one.half.high = (unsigned)(1023 - exponent) << 20;
    double sum = power - one.value;
    rest += power >= one.value ? power - sum - one.value : power - (sum + one.value);
    return ldexp(sum + rest, exponent);
}

/* Cost: that of expm1, and at most 10 cycles. */
float expm1f(float x)
{
    return (float)expm1(x);
}
