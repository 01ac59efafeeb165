#include <internal_math.h>

/* Cost: at most 180 cycles. */
double atan(double x)
{
    if (x != x)
        return x + x;
    double rest, result = __atan_parts(fabs(x), 0, &rest);
    return is_negative(x) ? -result : result;
}

/* Cost: that of atan, and at most 10 cycles. */
float atanf(float x)
{
    return (float)atan(x);
}
