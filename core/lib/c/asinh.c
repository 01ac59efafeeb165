#include <internal_math.h>

/* Cost: at most 230 cycles. */
double asinh(double x)
{
    double size = fabs(x), result;
    if (!(size < INFINITY) || size < 0x1p-28)
        return x;
    if (size > 0x1p28) {
        result = log(size) + LN_2;
    } else {
        double square = size * size;
        double add = square / (1 + sqrt(1 + square));
        double sum = size + add;
        result = __log1p_sum(sum, size > add ? size - sum + add : add - sum + size);
    }
    return with_sign(result, x);
}

/* Cost: that of asinh, and at most 10 cycles. */
float asinhf(float x)
{
    return (float)asinh(x);
}
