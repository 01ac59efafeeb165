#include <internal_math.h>

/* Half of ln(1 + 2 x / (1 - x)).
   Cost: at most 240 cycles. */
double atanh(double x)
{
    double size = fabs(x);
    if (!(size < 1))
        return size == 1 ? x / 0.0 : (x - x) / 0.0;
    if (size < 0x1p-28)
        return x;
    double below = 1 - size, lost = 1 - below - size, low;
    double q = 2 * size / below, back = product(q, below, &low);
    double rest = (2 * size - back - low - q * lost) / below;
    return with_sign(0.5 * __log1p_sum(q, rest), x);
}

/* Cost: that of atanh, and at most 10 cycles. */
float atanhf(float x)
{
    return (float)atanh(x);
}
