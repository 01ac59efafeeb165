#include <internal_math.h>

/* The largest whole number that is not above x. The sum with 2^52 has no bits after the point.
   Cost: at most 45 cycles. */
double floor(double x)
{
    double size = fabs(x);
    if (!(size < 0x1p52))
        return x;
    double whole = size + 0x1p52 - 0x1p52;
    if (is_negative(x)) {
        if (whole < size)
            whole += 1;
    } else if (whole > size) {
        whole -= 1;
    }
    return with_sign(whole, x);
}

/* Cost: that of floor, and at most 10 cycles. */
float floorf(float x)
{
    return (float)floor(x);
}
