#include <internal_math.h>

/* x - y, if that is above 0, else 0.
   Cost: at most 15 cycles. */
double fdim(double x, double y)
{
    return x != x || y != y ? x + y : x > y ? x - y : 0;
}

/* Cost: at most 15 cycles. */
float fdimf(float x, float y)
{
    return x != x || y != y ? x + y : x > y ? x - y : 0;
}
